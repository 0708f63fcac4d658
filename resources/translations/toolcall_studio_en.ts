<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AddToolsDialog</name>
    <message numerus="yes">
        <source>%n tool(s) loaded.</source>
        <translation>
            <numerusform>%n tool loaded.</numerusform>
            <numerusform>%n tools loaded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message numerus="yes">
        <source>Reply with %n tool calls: {text}</source>
        <translation>
            <numerusform>Reply with %n tool call: {text}</numerusform>
            <numerusform>Reply with %n tool calls: {text}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reply with %n tool calls.</source>
        <translation>
            <numerusform>Reply with %n tool call.</numerusform>
            <numerusform>Reply with %n tool calls.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BreakpointsPane</name>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CallsView</name>
    <message numerus="yes">
        <source>Show the %n calls before</source>
        <translation>
            <numerusform>Show the call before</numerusform>
            <numerusform>Show the %n calls before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n calls after</source>
        <translation>
            <numerusform>Show the call after</numerusform>
            <numerusform>Show the %n calls after</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextPane</name>
    <message numerus="yes">
        <source>%n message(s) left out of it by the memory, ≈{tokens} tokens</source>
        <translation>
            <numerusform>%n message left out of it by the memory, ≈{tokens} tokens</numerusform>
            <numerusform>%n messages left out of it by the memory, ≈{tokens} tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DamageRoom</name>
    <message numerus="yes">
        <source>%n event(s) were opened.</source>
        <translation>
            <numerusform>%n event was opened.</numerusform>
            <numerusform>%n events were opened.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffBar</name>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventsPane</name>
    <message numerus="yes">
        <source>Next of %n defect(s)</source>
        <translation>
            <numerusform>Next of %n defect</numerusform>
            <numerusform>Next of %n defects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportTestDialog</name>
    <message numerus="yes">
        <source>The session and %n long value(s) are written beside it, in the folder sessions.</source>
        <translation>
            <numerusform>The session and %n long value are written beside it, in the folder sessions.</numerusform>
            <numerusform>The session and %n long values are written beside it, in the folder sessions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message numerus="yes">
        <source>%n hit(s) in folded strings were not replaced</source>
        <translation>
            <numerusform>%n hit in a folded string was not replaced</numerusform>
            <numerusform>%n hits in folded strings were not replaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindFields</name>
    <message numerus="yes">
        <source>%n kinds</source>
        <translation>
            <numerusform>%n kind</numerusform>
            <numerusform>%n kinds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindPane</name>
    <message numerus="yes">
        <source>%n text(s) too long for this pattern</source>
        <translation>
            <numerusform>%n text too long for this pattern</numerusform>
            <numerusform>%n texts too long for this pattern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged line(s) of the file left out</source>
        <translation>
            <numerusform>%n damaged line of the file left out</numerusform>
            <numerusform>%n damaged lines of the file left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportToolsDialog</name>
    <message numerus="yes">
        <source>Add %n tool(s)</source>
        <translation>
            <numerusform>Add %n tool</numerusform>
            <numerusform>Add %n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonCommands</name>
    <message numerus="yes">
        <source>Line (of %n):</source>
        <translation>
            <numerusform>Line (of %n):</numerusform>
            <numerusform>Line (of %n):</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeysControl</name>
    <message numerus="yes">
        <source>{key} belongs to %n actions, so it does nothing.</source>
        <translation>
            <numerusform>{key} belongs to %n action, so it does nothing.</numerusform>
            <numerusform>{key} belongs to %n actions, so it does nothing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KindsButton</name>
    <message numerus="yes">
        <source>Kinds of rows; %n hidden</source>
        <translation>
            <numerusform>Kinds of rows; %n hidden</numerusform>
            <numerusform>Kinds of rows; %n hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarkdownText</name>
    <message numerus="yes">
        <source>… %n more characters: JSON shows all of it.</source>
        <translation>
            <numerusform>… %n more character: JSON shows all of it.</numerusform>
            <numerusform>… %n more characters: JSON shows all of it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>McpChoice</name>
    <message numerus="yes">
        <source>%n key(s) of the file go to the keyring; ${NAME} stands in their place.</source>
        <translation>
            <numerusform>%n key of the file goes to the keyring; ${NAME} stands in its place.</numerusform>
            <numerusform>%n keys of the file go to the keyring; ${NAME} stands in their place.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>McpServerDialog</name>
    <message numerus="yes">
        <source>Add %n server(s)</source>
        <translation>
            <numerusform>Add %n server</numerusform>
            <numerusform>Add %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) of it go to the keyring when you save.</source>
        <translation>
            <numerusform>%n key of it goes to the keyring when you save.</numerusform>
            <numerusform>%n keys of it go to the keyring when you save.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>McpTrial</name>
    <message numerus="yes">
        <source>%n tool(s) taken in</source>
        <translation>
            <numerusform>%n tool taken in</numerusform>
            <numerusform>%n tools taken in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out by name</source>
        <translation>
            <numerusform>%n left out by name</numerusform>
            <numerusform>%n left out by name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s)</source>
        <translation>
            <numerusform>%n resource</numerusform>
            <numerusform>%n resources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s)</source>
        <translation>
            <numerusform>%n prompt</numerusform>
            <numerusform>%n prompts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemsPane</name>
    <message numerus="yes">
        <source>No problems in %n round(s)</source>
        <translation>
            <numerusform>No problems in %n round</numerusform>
            <numerusform>No problems in %n rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionBanner</name>
    <message numerus="yes">
        <source>%n more wait(s)</source>
        <translation>
            <numerusform>%n more waits</numerusform>
            <numerusform>%n more wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecoveryBar</name>
    <message numerus="yes">
        <source>%n more after this one.</source>
        <translation>
            <numerusform>%n more after this one.</numerusform>
            <numerusform>%n more after this one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RulesOffLine</name>
    <message numerus="yes">
        <source>%n rule(s) are off</source>
        <translation>
            <numerusform>%n rule is off</numerusform>
            <numerusform>%n rules are off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SampleDialog</name>
    <message numerus="yes">
        <source>%n request(s) to {whom}: about {tokens} tokens in, {price}.</source>
        <translation>
            <numerusform>%n request to {whom}: about {tokens} tokens in, {price}.</numerusform>
            <numerusform>%n requests to {whom}: about {tokens} tokens in, {price}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchTest</name>
    <message numerus="yes">
        <source>%n tool(s) found, together ≈{tokens} tokens. Nothing was changed.</source>
        <translation>
            <numerusform>%n tool found, together ≈{tokens} tokens. Nothing was changed.</numerusform>
            <numerusform>%n tools found, together ≈{tokens} tokens. Nothing was changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SecretsKnown</name>
    <message numerus="yes">
        <source>%n secret(s) of this run are blanked.</source>
        <translation>
            <numerusform>%n secret of this run is blanked.</numerusform>
            <numerusform>%n secrets of this run are blanked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineFrame</name>
    <message numerus="yes">
        <source>No step fits the filter; %n kinds of rows are hidden.</source>
        <translation>
            <numerusform>No step fits the filter; %n kind of rows is hidden.</numerusform>
            <numerusform>No step fits the filter; %n kinds of rows are hidden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimingView</name>
    <message numerus="yes">
        <source>%n chunk(s)</source>
        <translation>
            <numerusform>%n chunk</numerusform>
            <numerusform>%n chunks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolSent</name>
    <message numerus="yes">
        <source>%n thing(s) are said otherwise than declared.</source>
        <translation>
            <numerusform>%n thing is said otherwise than declared.</numerusform>
            <numerusform>%n things are said otherwise than declared.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolWent</name>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsFoot</name>
    <message numerus="yes">
        <source>%n note(s) on these tools…</source>
        <translation>
            <numerusform>%n note on these tools…</numerusform>
            <numerusform>%n notes on these tools…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsPane</name>
    <message numerus="yes">
        <source>%n tools file(s) of this session wait for your trust.</source>
        <translation>
            <numerusform>%n tools file of this session waits for your trust.</numerusform>
            <numerusform>%n tools files of this session wait for your trust.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) wait for your trust.</source>
        <translation>
            <numerusform>%n tool waits for your trust.</numerusform>
            <numerusform>%n tools wait for your trust.</numerusform>
        </translation>
    </message>
</context>
</TS>
