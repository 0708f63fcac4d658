"""What was promised of tools, one sentence each: declared and run (C), chosen and looked at (D), from MCP servers (E); and of a debugger
that can be believed (F). A test carries
`@pytest.mark.promise("C6")` for what it shows.

Above: the tests of `tests/flow` and `tests/cases`, `tests/house/test_requirements.py`, which ties promise and test both ways.
"""

PROMISES = {
    "C1": "A function becomes a tool: its schema says what it takes, and what the program injects never stands in it.",
    "C2": "A tool can be declared by hand, or imported from the lists that other programs keep.",
    "C3": "An HTTP endpoint and a command line run as tools, with time-out, size limit and cancel, and only when trusted.",
    "C4": "A schema is shaped for its provider, and what was changed or cannot be sent is named.",
    "C5": "A value that fits is left alone; one that does not is changed only where nothing is lost, and both are shown.",
    "C6": "What happens on an unknown tool, on bad arguments and on a tool's error is the person's choice.",
    "C7": "Whatever a tool gives becomes a result that the model can read; what is too long is cut visibly.",
    "C8": "Several calls of one reply run in order or at once, each decided on its own, their results in the order of the calls.",
    "C9": "A tool may answer the caller at once: the loop ends with its result and asks the model no more.",
    "C10": "When a call fails, what succeeded before is undone in reverse, and the model reads what became of it.",
    "C11": "Each limit is a stop that says which one it is, and is counted anew with each user message.",
    "C12": "A policy allows, asks or denies the calls of a tool; a denied tool is neither offered nor run.",
    "C13": "A rule can answer in a tool's place, by condition, count and fault, and a mocked result always says so.",
    "D1": "Groups, sources and choices decide which tools a request offers; each tool says why it is in or out, and what it costs.",
    "D2": "The model finds more tools by words or by vectors, and what was found stays found when the session is opened again.",
    "D3": "A skill is read and never run: it is announced, activated, its files read from inside it alone, its tools offered from then on.",
    "D4": "An agent as a tool runs a session of its own within the session, stepped into, over and out of, its tokens counted in.",
    "D5": "A memory leaves out of a request what is old, parts no call from its result, and loses nothing; passages go along as chosen.",
    "D6": "Each round tells what was decided, what ran and what came back, and a session sums it up, in the window and as JSON.",
    "D7": "What makes a tool hard to use is named, with its place and advice, and a good tool raises no alarm.",
    "E1": "An MCP server starts only when it is trusted, shows its state and its log, fails alone, and leaves no process behind.",
    "E2": "The tools of a server are offered like any other: whole list, kept fresh, filtered, renamed, approved as they say, shaped.",
    "E3": "A call of a server's tool shows progress, can be cancelled, keeps every part of its result, and can be made by hand and again.",
    "E4": "Resources and prompts go into the request; what a server asks for comes to the person, and what it was answered is kept.",
    "E5": "Every message of the protocol is shown with its match, can be filtered, copied and sent again; noise is shown and does no harm.",
    "E6": "A tools file is offered to others as an MCP server.",
    "E7": "The command line lists and calls the tools of a server, with the exit codes of any other source.",
    "F1": "Whatever is edited, original and edit are kept and their difference shown; several places at once are one step of undo.",
    "F2": "Of an edited call the history says what the person chose, and the exact next request is shown before it goes.",
    "F3": "A history that the provider would refuse is named while it is typed, repaired by one click, and sent only by express wish.",
    "F4": "A breakpoint stops, logs, mocks or edits exactly where place, tool, condition and count say; a watch shows what changed where.",
    "F5": "A replay needs no network and no tool, does everything again, names each difference, and never goes live by itself.",
    "F6": "A fork begins anywhere, runs and asks nothing, keeps its note and expectation, and stands in a tree of named branches.",
    "F7": "Two branches, sessions or models are compared round by round, the first differing decision named with its likely cause.",
    "F8": "A request is asked many times or of many, within a budget, and what was chosen how often is counted and kept.",
    "F9": "A session becomes a test file that needs only this program and fails when calls, arguments or answer come out otherwise.",
    "F10": "A loop that gets nowhere is named: the same call again, to and fro, results ignored, errors met with the same arguments.",
    "F11": "What the window can do with a session, a script can do with a file, and reads what came of it as JSON.",
}
