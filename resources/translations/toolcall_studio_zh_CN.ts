<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutPage</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Reached by</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>trusted as it is now</source>
        <translation>按现状已信任</translation>
    </message>
    <message>
        <source>not trusted yet</source>
        <translation>尚未信任</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>Not used here</source>
        <translation>此处未使用</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>使用说明</translation>
    </message>
    <message>
        <source>About the server</source>
        <translation>关于此服务器</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>打开最近的会话</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Copy step as</source>
        <translation>复制此步为</translation>
    </message>
    <message>
        <source>Selected step</source>
        <translation>选中的步</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Parts of the window</source>
        <translation>窗口的区域</translation>
    </message>
    <message>
        <source>Go to part</source>
        <translation>转到区域</translation>
    </message>
    <message>
        <source>Show the pane as</source>
        <translation>窗格的显示方式</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Stop places</source>
        <translation>停止位置</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Model answers</source>
        <translation>模型由谁回答</translation>
    </message>
    <message>
        <source>Tools answer</source>
        <translation>工具由谁回答</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>New session…</source>
        <translation>新建会话…</translation>
    </message>
    <message>
        <source>Choose a model and tools and write the first message.</source>
        <translation>选择模型和工具，写下第一条消息。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a session file. Opening runs nothing.</source>
        <translation>打开会话文件。打开时不会运行任何东西。</translation>
    </message>
    <message>
        <source>Run the demo</source>
        <translation>运行演示</translation>
    </message>
    <message>
        <source>A refund agent with a scripted model. No key and no network needed.</source>
        <translation>一个退款智能体，模型按脚本回答。不需要密钥，也不需要网络。</translation>
    </message>
    <message>
        <source>Open sample: stuck in a loop</source>
        <translation>打开示例：陷入循环</translation>
    </message>
    <message>
        <source>A copy of a recorded session in which things go wrong. Nothing runs.</source>
        <translation>一个录制会话的副本，其中出了问题。不运行任何东西。</translation>
    </message>
    <message>
        <source>Open sample: an agent, two branches</source>
        <translation>打开示例：一个智能体，两个分支</translation>
    </message>
    <message>
        <source>A copy of a recorded session with a nested agent, to be compared. Nothing runs.</source>
        <translation>一个录制会话的副本，含嵌套的智能体，可供对比。不运行任何东西。</translation>
    </message>
    <message>
        <source>Replay…</source>
        <translation>回放…</translation>
    </message>
    <message>
        <source>Step through a session file with its recorded replies and results.</source>
        <translation>用录制的响应和结果单步走过一个会话文件。</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Move the session's file elsewhere. It is saved all the time.</source>
        <translation>把会话文件移到别处。会话随时都在保存。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export as test…</source>
        <translation>导出为测试…</translation>
    </message>
    <message>
        <source>A test for pytest that replays the session and asserts its calls and answers.</source>
        <translation>一个 pytest 测试：回放此会话，并断言其调用和回答。</translation>
    </message>
    <message>
        <source>Export transcript…</source>
        <translation>导出会话记录…</translation>
    </message>
    <message>
        <source>All that was said and done, to be read: Markdown, or one HTML page.</source>
        <translation>供阅读的全部内容：所说与所做，Markdown 或单个 HTML 页面。</translation>
    </message>
    <message>
        <source>Export HTTP archive…</source>
        <translation>导出 HTTP 归档…</translation>
    </message>
    <message>
        <source>What went over HTTP on this branch, as browsers and proxies keep it (HAR), without keys.</source>
        <translation>此分支上经 HTTP 传输的内容，格式与浏览器和代理所用的相同 (HAR)，不含密钥。</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>All branches as one JSON document, the same that the command show prints.</source>
        <translation>所有分支作为一个 JSON 文档，与命令 show 输出的相同。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the session. It is saved already.</source>
        <translation>关闭会话。会话已经保存。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close all windows and leave.</source>
        <translation>关闭所有窗口并退出。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Go back to where the session stood before. Nothing is undone outside.</source>
        <translation>回到会话先前所在的位置。外部的影响不会撤销。</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Go again to where the session stood before Undo.</source>
        <translation>再次回到撤销之前的位置。</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Move the selected text to the clipboard.</source>
        <translation>把选中的文字移到剪贴板。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected text to the clipboard.</source>
        <translation>把选中的文字复制到剪贴板。</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>What the selected step says: the whole message, arguments or result.</source>
        <translation>选中的步的内容：完整的消息、参数或结果。</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>The selected step as the session file holds it.</source>
        <translation>选中的步，按会话文件中保存的形式。</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl 命令</translation>
    </message>
    <message>
        <source>The request of the round as a command, with the name of a variable for the key.</source>
        <translation>把本轮的请求写成命令，密钥处写变量名。</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>The request of the round as a program (httpx), with the name of a variable for the key.</source>
        <translation>将本轮的请求复制为程序 (httpx)，以变量名代替密钥。</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Put in the text of the clipboard.</source>
        <translation>放入剪贴板中的文字。</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find words in the part that has the keyboard.</source>
        <translation>在有键盘焦点的区域中查找文字。</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一处</translation>
    </message>
    <message>
        <source>Go to the next hit.</source>
        <translation>转到下一个匹配处。</translation>
    </message>
    <message>
        <source>Go to the hit before.</source>
        <translation>转到上一个匹配处。</translation>
    </message>
    <message>
        <source>Find words in the editor that has the keyboard, and replace them.</source>
        <translation>在有键盘焦点的编辑器中查找文字并替换。</translation>
    </message>
    <message>
        <source>Lay out the JSON of the editor anew. One Undo takes it back.</source>
        <translation>重新排版编辑器中的 JSON。一次“撤销”即可恢复。</translation>
    </message>
    <message>
        <source>Put the members of every object in the order of their keys. One Undo takes it back.</source>
        <translation>把每个对象的成员按键名排序。一次“撤销”即可恢复。</translation>
    </message>
    <message>
        <source>Repair the problem at the caret, of the card, or of the list, where a repair is known.</source>
        <translation>修复光标处、卡片或列表中的问题（如有已知的修复方法）。</translation>
    </message>
    <message>
        <source>Put the open reply back to what the model said: its text and its calls.</source>
        <translation>把未决的响应恢复为模型所写：文本与调用。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Everything that can be chosen: acts at once, and is kept.</source>
        <translation>所有可选择的设置：立即生效并保存。</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一处</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>替换…</translation>
    </message>
    <message>
        <source>Format JSON</source>
        <translation>格式化 JSON</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Offer the members and values that the schema allows at the caret.</source>
        <translation>列出模式在光标处允许的成员和值。</translation>
    </message>
    <message>
        <source>Sort keys</source>
        <translation>按键名排序</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Go to a line of the JSON editor by its number.</source>
        <translation>按行号转到 JSON 编辑器中的某一行。</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy the path of the value at the caret, as expressions write it.</source>
        <translation>复制光标处的值的路径，写法与表达式相同。</translation>
    </message>
    <message>
        <source>Quick fix</source>
        <translation>快速修复</translation>
    </message>
    <message>
        <source>Revert step</source>
        <translation>还原此步</translation>
    </message>
    <message>
        <source>Commit and step</source>
        <translation>提交并单步</translation>
    </message>
    <message>
        <source>Commit what is typed in the part that has the keyboard, then do the one thing that is due.</source>
        <translation>提交有键盘焦点的区域中已输入的内容，然后只做待办的一件事。</translation>
    </message>
    <message>
        <source>Add Python file…</source>
        <translation>添加 Python 文件…</translation>
    </message>
    <message>
        <source>Every public function with type hints becomes a tool. Nothing of it runs before you trust it.</source>
        <translation>每个带类型注解的公开函数都会成为工具。在您信任它之前，不会运行其中的任何内容。</translation>
    </message>
    <message>
        <source>Add by hand…</source>
        <translation>手动添加…</translation>
    </message>
    <message>
        <source>A tool that is only declared: its results come from you or from a mock rule.</source>
        <translation>只作声明的工具：结果由您或模拟规则给出。</translation>
    </message>
    <message>
        <source>Add HTTP endpoint…</source>
        <translation>添加 HTTP 端点…</translation>
    </message>
    <message>
        <source>Each call becomes one request, once you have reviewed and trusted it.</source>
        <translation>您查看并信任之后，每个调用发出一个请求。</translation>
    </message>
    <message>
        <source>Add command line…</source>
        <translation>添加命令行…</translation>
    </message>
    <message>
        <source>Each call starts one process, never a shell, once you have reviewed and trusted it.</source>
        <translation>您查看并信任之后，每个调用启动一个进程，绝不经过 shell。</translation>
    </message>
    <message>
        <source>Add agent…</source>
        <translation>添加智能体…</translation>
    </message>
    <message>
        <source>Each call runs a session of its own, with its own system text, tools, model and memory.</source>
        <translation>每个调用运行一个自己的会话，有自己的系统文本、工具、模型和记忆。</translation>
    </message>
    <message>
        <source>Add MCP server…</source>
        <translation>添加 MCP 服务器…</translation>
    </message>
    <message>
        <source>The tools of a program or an address that speaks MCP. Nothing starts before you trust it.</source>
        <translation>使用 MCP 的程序或地址所提供的工具。在您信任之前不会启动任何内容。</translation>
    </message>
    <message>
        <source>Paste MCP servers (JSON)…</source>
        <translation>粘贴 MCP 服务器（JSON）…</translation>
    </message>
    <message>
        <source>The servers of an mcpServers file, as other programs keep it.</source>
        <translation>mcpServers 文件中的服务器，即其他程序所用的格式。</translation>
    </message>
    <message>
        <source>Import a list…</source>
        <translation>导入列表…</translation>
    </message>
    <message>
        <source>Declarations from an OpenAI tools array, LangChain tool JSON, or an MCP tools/list result.</source>
        <translation>来自 OpenAI tools 数组、LangChain 工具 JSON 或 MCP tools/list 结果的声明。</translation>
    </message>
    <message>
        <source>Review untrusted tools…</source>
        <translation>查看未信任的工具…</translation>
    </message>
    <message>
        <source>See which files, requests and commands of this session wait for trust, and decide.</source>
        <translation>查看此会话中哪些文件、请求和命令等待信任，并作出决定。</translation>
    </message>
    <message>
        <source>Groups…</source>
        <translation>分组…</translation>
    </message>
    <message>
        <source>Which tools requests offer: groups with a rule, sources, context values.</source>
        <translation>请求提供哪些工具：带规则的分组、来源、上下文值。</translation>
    </message>
    <message>
        <source>Tool search…</source>
        <translation>工具搜索…</translation>
    </message>
    <message>
        <source>Let the model find tools, and try what it would find.</source>
        <translation>让模型查找工具，并试试它会找到什么。</translation>
    </message>
    <message>
        <source>Tool checks…</source>
        <translation>工具检查…</translation>
    </message>
    <message>
        <source>What makes tools hard to use for a model, with advice.</source>
        <translation>哪些地方让模型难以使用工具，并附建议。</translation>
    </message>
    <message>
        <source>Call a tool by hand…</source>
        <translation>手动调用工具…</translation>
    </message>
    <message>
        <source>Run a tool once, now, outside the session. Nothing is sent to the model.</source>
        <translation>在会话之外立即运行一次工具。不向模型发送任何内容。</translation>
    </message>
    <message>
        <source>Export MCP servers…</source>
        <translation>导出 MCP 服务器…</translation>
    </message>
    <message>
        <source>Write the servers of this session as an mcpServers file, without any key.</source>
        <translation>把此会话的服务器写成 mcpServers 文件，不含任何密钥。</translation>
    </message>
    <message>
        <source>Mocks…</source>
        <translation>模拟…</translation>
    </message>
    <message>
        <source>Rules that answer calls in the tools' place: by condition, count, and fault.</source>
        <translation>代替工具回答调用的规则：可设条件、次数和故障。</translation>
    </message>
    <message>
        <source>Profiles…</source>
        <translation>配置…</translation>
    </message>
    <message>
        <source>The models that can be asked: address, key, parameters.</source>
        <translation>可以使用的模型：地址、密钥、参数。</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>How to see it work, ask a model of your own, stop, look and change.</source>
        <translation>如何看它运行、向自己的模型提问、停下、查看和修改。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>All actions with their keys.</source>
        <translation>所有操作及其快捷键。</translation>
    </message>
    <message>
        <source>Expressions</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>What conditions and watches can ask for, with examples to try at the step that is looked at.</source>
        <translation>条件与监视可以查询的内容，附示例，可在正在查看的步上试用。</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Facts to copy for whoever helps you: versions and what went wrong, no key.</source>
        <translation>可复制给帮助您的人的信息：版本和出错之处，不含密钥。</translation>
    </message>
    <message>
        <source>About Toolcall Studio</source>
        <translation>关于 Toolcall Studio</translation>
    </message>
    <message>
        <source>Version and licence.</source>
        <translation>版本与许可证。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Go on to the next stop; while running: stop before the next step.</source>
        <translation>继续到下一个停止处；运行中：在下一步之前停止。</translation>
    </message>
    <message>
        <source>Run to the end</source>
        <translation>运行到结束</translation>
    </message>
    <message>
        <source>Go on past all stop places until the model has finished. Sensitive tools still ask.</source>
        <translation>越过所有停止位置，直到模型结束。敏感工具仍会询问。</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop before the next step; what is under way is finished first.</source>
        <translation>在下一步之前停止；正在进行的会先完成。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancel what is under way; the session stands after the last complete step.</source>
        <translation>取消正在进行的操作；会话停在最后一个完整的步之后。</translation>
    </message>
    <message>
        <source>Step over</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Do the one thing that is due: send the request, or run one call. An agent runs to its end.</source>
        <translation>只做待办的一件事：发送请求，或执行一个调用。智能体会运行到结束。</translation>
    </message>
    <message>
        <source>Step into</source>
        <translation>步入</translation>
    </message>
    <message>
        <source>Do the one thing that is due; an agent stops before its first request.</source>
        <translation>只做待办的一件事；智能体停在它的第一个请求之前。</translation>
    </message>
    <message>
        <source>Step out</source>
        <translation>步出</translation>
    </message>
    <message>
        <source>Inside an agent go on to its end; outside of any, to the end of this round.</source>
        <translation>在智能体内部则继续到它结束；否则继续到本轮结束。</translation>
    </message>
    <message>
        <source>Give its result…</source>
        <translation>给出其结果…</translation>
    </message>
    <message>
        <source>End the agent that the session stands in: its caller reads what you write.</source>
        <translation>结束会话所在的智能体：它的调用方会读到您写的内容。</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Go to the step before. Nothing is undone outside.</source>
        <translation>回到上一步。外部的影响不会撤销。</translation>
    </message>
    <message>
        <source>Run to here</source>
        <translation>运行到此处</translation>
    </message>
    <message>
        <source>Go on up to the step that is selected in the timeline.</source>
        <translation>继续运行到时间线中选中的步。</translation>
    </message>
    <message>
        <source>Run all open calls</source>
        <translation>执行所有未决调用</translation>
    </message>
    <message>
        <source>Run every call of this reply that waits and needs no decision, then stop.</source>
        <translation>执行此响应中所有等待且无需决定的调用，然后停止。</translation>
    </message>
    <message>
        <source>Answer all open calls…</source>
        <translation>回答所有未决调用…</translation>
    </message>
    <message>
        <source>Give every call that waits the same result. No tool runs.</source>
        <translation>给所有等待的调用同一个结果。不运行任何工具。</translation>
    </message>
    <message>
        <source>Rewind to here</source>
        <translation>回到此处</translation>
    </message>
    <message>
        <source>Make the step that is selected in the timeline the one where the session stands.</source>
        <translation>让会话停在时间线中选中的步。</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>限制…</translation>
    </message>
    <message>
        <source>How far this session goes before it stops: rounds, tokens, cost, time.</source>
        <translation>此会话进行到哪里停止：轮数、词元、费用、时间。</translation>
    </message>
    <message>
        <source>Notes…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Write about this session. No model reads it.</source>
        <translation>为此会话写备注。模型不会读到。</translation>
    </message>
    <message>
        <source>Attach…</source>
        <translation>附加…</translation>
    </message>
    <message>
        <source>A picture, or the text of a file, that goes along with the next message.</source>
        <translation>随下一条消息一起发送的图片或文件文本。</translation>
    </message>
    <message>
        <source>Two branches, sessions, steps or answers beside one another, and why they came out otherwise.</source>
        <translation>并排对比两个分支、会话、步骤或回答，并说明结果为何不同。</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从此处分支</translation>
    </message>
    <message>
        <source>Begin a new branch under the selected step. The old one stays.</source>
        <translation>在选中的步下开始新分支。旧分支保留。</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Rerun from here</source>
        <translation>从此处重新运行</translation>
    </message>
    <message>
        <source>Begin a new branch under the selected step and run to the next stop. What ran before does not run again unasked.</source>
        <translation>在选中的步下开始新分支，并运行到下一个停止处。执行过的调用不会未经询问就再次执行。</translation>
    </message>
    <message>
        <source>Name, note and expectation…</source>
        <translation>名称、备注和期望…</translation>
    </message>
    <message>
        <source>What the branch is called, what it is for, and what you expect of it.</source>
        <translation>分支叫什么、用来做什么，以及您对它的期望。</translation>
    </message>
    <message>
        <source>Next branch</source>
        <translation>下一个分支</translation>
    </message>
    <message>
        <source>Go to the newest step of the next branch that is not hidden.</source>
        <translation>转到下一个未隐藏的分支的最新一步。</translation>
    </message>
    <message>
        <source>Previous branch</source>
        <translation>上一个分支</translation>
    </message>
    <message>
        <source>Go to the newest step of the branch before that is not hidden.</source>
        <translation>转到上一个未隐藏的分支的最新一步。</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Begin a new branch from the first request. The old one stays.</source>
        <translation>从第一个请求开始新分支。旧分支保留。</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Ask the model once more for this round, on a branch beside the first answer.</source>
        <translation>就本轮再问模型一次，放在第一个回答旁边的分支上。</translation>
    </message>
    <message>
        <source>Send n times…</source>
        <translation>发送 n 次…</translation>
    </message>
    <message>
        <source>Ask the due request many times, over profiles and variants, and count which tool is chosen.</source>
        <translation>用多个配置和变体把待发送的请求发送多次，统计选择了哪个工具。</translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation>仍然发送</translation>
    </message>
    <message>
        <source>Send the next request once although its messages are not valid; the session keeps that it was so.</source>
        <translation>虽然下一个请求的消息无效，仍然发送一次；会话会记下这一点。</translation>
    </message>
    <message>
        <source>Repair the messages</source>
        <translation>修复消息</translation>
    </message>
    <message>
        <source>Repair all that is wrong with the messages of the next request. One Undo takes it back.</source>
        <translation>修复下一个请求的消息中的所有错误。一次“撤销”即可恢复。</translation>
    </message>
    <message>
        <source>Switch this stop place on or off for the session.</source>
        <translation>为此会话打开或关闭这个停止位置。</translation>
    </message>
    <message>
        <source>Stop before each request</source>
        <translation>在每个请求之前停止</translation>
    </message>
    <message>
        <source>Stop after each reply</source>
        <translation>在每个响应之后停止</translation>
    </message>
    <message>
        <source>Stop before each call</source>
        <translation>在每个调用之前停止</translation>
    </message>
    <message>
        <source>Stop after each result</source>
        <translation>在每个结果之后停止</translation>
    </message>
    <message>
        <source>Rename session…</source>
        <translation>重命名会话…</translation>
    </message>
    <message>
        <source>Give the session another title.</source>
        <translation>给会话换一个标题。</translation>
    </message>
    <message>
        <source>Loop settings…</source>
        <translation>循环设置…</translation>
    </message>
    <message>
        <source>Limits, what is done when a call goes wrong, how values are made to fit, order of calls, approval.</source>
        <translation>限制、调用出错时的处理、值的调整方式、调用的顺序、批准。</translation>
    </message>
    <message>
        <source>Memory…</source>
        <translation>记忆…</translation>
    </message>
    <message>
        <source>How much of the conversation a request carries: all, the last messages, or the last tokens.</source>
        <translation>请求携带多少对话：全部、最近的消息，或最近的词元。</translation>
    </message>
    <message>
        <source>Skills…</source>
        <translation>技能…</translation>
    </message>
    <message>
        <source>Folders with instructions that the model activates when a task fits. Nothing of them is executed.</source>
        <translation>含有指令的文件夹，任务合适时由模型激活。不执行其中的任何内容。</translation>
    </message>
    <message>
        <source>Summary…</source>
        <translation>摘要…</translation>
    </message>
    <message>
        <source>The rounds as thought, action and observation, with tokens, calls and the final answer.</source>
        <translation>以思考、行动与观察列出各轮，附词元、调用和最终回答。</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>对比…</translation>
    </message>
    <message>
        <source>Send as…</source>
        <translation>以多种方式发送…</translation>
    </message>
    <message>
        <source>Ask the due request natively, with the tools as text, and in JSON mode, and compare the replies.</source>
        <translation>把待发送的请求分别以原生方式、以文本告知工具的方式和 JSON 模式发送，并对比响应。</translation>
    </message>
    <message>
        <source>Model: Live</source>
        <translation>模型：在线</translation>
    </message>
    <message>
        <source>Requests go to the model of the profile.</source>
        <translation>请求发送给配置中的模型。</translation>
    </message>
    <message>
        <source>Model: Recorded</source>
        <translation>模型：录制</translation>
    </message>
    <message>
        <source>Replies come from the recording; nothing is sent.</source>
        <translation>响应来自录制；不发送任何内容。</translation>
    </message>
    <message>
        <source>Model: Scripted</source>
        <translation>模型：脚本</translation>
    </message>
    <message>
        <source>Replies come from the script of the session; nothing is sent.</source>
        <translation>响应来自会话的脚本；不发送任何内容。</translation>
    </message>
    <message>
        <source>Model: By hand</source>
        <translation>模型：手动</translation>
    </message>
    <message>
        <source>You write the replies, in the Response pane; nothing is sent.</source>
        <translation>由您在响应窗格中写响应；不发送任何内容。</translation>
    </message>
    <message>
        <source>Tools: Live</source>
        <translation>工具：在线</translation>
    </message>
    <message>
        <source>Calls run for real.</source>
        <translation>调用会真正执行。</translation>
    </message>
    <message>
        <source>Tools: Recorded</source>
        <translation>工具：录制</translation>
    </message>
    <message>
        <source>Results come from the recording; no tool runs.</source>
        <translation>结果来自录制；不运行任何工具。</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>All actions by their words.</source>
        <translation>按名称查找所有操作。</translation>
    </message>
    <message>
        <source>Show or hide the parts at the bottom.</source>
        <translation>显示或隐藏底部区域。</translation>
    </message>
    <message>
        <source>Panes stacked</source>
        <translation>上下排列</translation>
    </message>
    <message>
        <source>Put the request above the response instead of beside it.</source>
        <translation>把请求放在响应上方，而不是旁边。</translation>
    </message>
    <message>
        <source>This pane alone</source>
        <translation>只显示此窗格</translation>
    </message>
    <message>
        <source>Show only the pane that has the keyboard; again to show both.</source>
        <translation>只显示有键盘焦点的窗格；再按一次同时显示两个。</translation>
    </message>
    <message>
        <source>Go to the timeline</source>
        <translation>转到时间线</translation>
    </message>
    <message>
        <source>Put the keyboard into the timeline.</source>
        <translation>把键盘焦点移到时间线。</translation>
    </message>
    <message>
        <source>Go to the request</source>
        <translation>转到请求</translation>
    </message>
    <message>
        <source>Put the keyboard into the request.</source>
        <translation>把键盘焦点移到请求。</translation>
    </message>
    <message>
        <source>Go to the response</source>
        <translation>转到响应</translation>
    </message>
    <message>
        <source>Put the keyboard into the response.</source>
        <translation>把键盘焦点移到响应。</translation>
    </message>
    <message>
        <source>Go to the tools</source>
        <translation>转到工具</translation>
    </message>
    <message>
        <source>Put the keyboard into the tools.</source>
        <translation>把键盘焦点移到工具。</translation>
    </message>
    <message>
        <source>Go to the problems</source>
        <translation>转到问题</translation>
    </message>
    <message>
        <source>Put the keyboard into the list of problems.</source>
        <translation>把键盘焦点移到问题列表。</translation>
    </message>
    <message>
        <source>Go to the console</source>
        <translation>转到控制台</translation>
    </message>
    <message>
        <source>Put the keyboard into what tools, servers and breakpoints wrote.</source>
        <translation>把键盘焦点移到工具、服务器和断点所写的内容。</translation>
    </message>
    <message>
        <source>Go to HTTP</source>
        <translation>转到 HTTP</translation>
    </message>
    <message>
        <source>Put the keyboard into the requests and answers as they were sent.</source>
        <translation>把键盘焦点移到实际发送的请求与应答。</translation>
    </message>
    <message>
        <source>Go to the stream events</source>
        <translation>转到流事件</translation>
    </message>
    <message>
        <source>Put the keyboard into the events of a streamed reply, one by one.</source>
        <translation>把键盘焦点移到流式响应的逐个事件。</translation>
    </message>
    <message>
        <source>Go to the MCP servers</source>
        <translation>转到 MCP 服务器</translation>
    </message>
    <message>
        <source>Put the keyboard into the list of MCP servers: states, tools, messages.</source>
        <translation>把键盘焦点移到 MCP 服务器列表：状态、工具、消息。</translation>
    </message>
    <message>
        <source>Go to the branches</source>
        <translation>转到分支</translation>
    </message>
    <message>
        <source>Put the keyboard into the tree of branches: notes, expectations, hidden ones.</source>
        <translation>把键盘焦点移到分支树：备注、期望、隐藏的分支。</translation>
    </message>
    <message>
        <source>Go to the breakpoints</source>
        <translation>转到断点</translation>
    </message>
    <message>
        <source>Put the keyboard into the list of breakpoints.</source>
        <translation>把键盘焦点移到断点列表。</translation>
    </message>
    <message>
        <source>Go to the watches</source>
        <translation>转到监视</translation>
    </message>
    <message>
        <source>Put the keyboard into the watched expressions and their values.</source>
        <translation>把键盘焦点移到监视的表达式及其值。</translation>
    </message>
    <message>
        <source>Go to what was found</source>
        <translation>转到查找结果</translation>
    </message>
    <message>
        <source>Put the keyboard into what was found in the session.</source>
        <translation>把键盘焦点移到会话的查找结果。</translation>
    </message>
    <message>
        <source>Go to what is compared</source>
        <translation>转到对比内容</translation>
    </message>
    <message>
        <source>Put the keyboard into the two things that are compared.</source>
        <translation>把键盘焦点移到正在对比的两项内容中。</translation>
    </message>
    <message>
        <source>Go to the samples</source>
        <translation>转到采样</translation>
    </message>
    <message>
        <source>Put the keyboard into what came of the samples of this session.</source>
        <translation>把键盘焦点移到此会话的采样结果。</translation>
    </message>
    <message>
        <source>Go to the context</source>
        <translation>转到上下文</translation>
    </message>
    <message>
        <source>Put the keyboard into the parts of the prompt: what fills the context.</source>
        <translation>把键盘焦点移到提示词的各部分：上下文由什么占用。</translation>
    </message>
    <message>
        <source>Go to the cost</source>
        <translation>转到费用</translation>
    </message>
    <message>
        <source>Put the keyboard into tokens, cost and time by round, tool and model.</source>
        <translation>把键盘焦点移到按轮、工具和模型列出的词元、费用和时间。</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>窗口的下一个区域</translation>
    </message>
    <message>
        <source>Put the keyboard into the next part of the window.</source>
        <translation>把键盘焦点移到窗口的下一个区域。</translation>
    </message>
    <message>
        <source>Previous part of the window</source>
        <translation>窗口的上一个区域</translation>
    </message>
    <message>
        <source>Put the keyboard into the part of the window before.</source>
        <translation>把键盘焦点移到窗口的上一个区域。</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Go to the next problem and to its place.</source>
        <translation>转到下一个问题及其位置。</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>上一个问题</translation>
    </message>
    <message>
        <source>Go to the problem before and to its place.</source>
        <translation>转到上一个问题及其位置。</translation>
    </message>
    <message>
        <source>Previous round</source>
        <translation>上一轮</translation>
    </message>
    <message>
        <source>Select the round before in the timeline.</source>
        <translation>在时间线中选中上一轮。</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>下一轮</translation>
    </message>
    <message>
        <source>Select the next round in the timeline.</source>
        <translation>在时间线中选中下一轮。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Select the step that was looked at before.</source>
        <translation>选中先前查看的步。</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Select the step that was looked at before going back.</source>
        <translation>选中后退之前查看的步。</translation>
    </message>
    <message>
        <source>Filter the timeline</source>
        <translation>筛选时间线</translation>
    </message>
    <message>
        <source>Put the keyboard into the filter of the timeline.</source>
        <translation>把键盘焦点移到时间线的筛选框。</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Go to the next place that differs in what is compared.</source>
        <translation>转到对比内容中的下一处差异。</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Go to the place before that differs in what is compared.</source>
        <translation>转到对比内容中的上一处差异。</translation>
    </message>
    <message>
        <source>Show all parts at the bottom</source>
        <translation>显示底部的所有区域</translation>
    </message>
    <message>
        <source>Show or hide this part of the window.</source>
        <translation>显示或隐藏窗口的这个区域。</translation>
    </message>
    <message>
        <source>Show the timeline</source>
        <translation>显示时间线</translation>
    </message>
    <message>
        <source>Show the tools</source>
        <translation>显示工具</translation>
    </message>
    <message>
        <source>Show the breakpoints</source>
        <translation>显示断点</translation>
    </message>
    <message>
        <source>Show the watches</source>
        <translation>显示监视</translation>
    </message>
    <message>
        <source>Show the problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Show the console</source>
        <translation>显示控制台</translation>
    </message>
    <message>
        <source>Show HTTP</source>
        <translation>显示 HTTP</translation>
    </message>
    <message>
        <source>Show the stream events</source>
        <translation>显示流事件</translation>
    </message>
    <message>
        <source>Show the MCP servers</source>
        <translation>显示 MCP 服务器</translation>
    </message>
    <message>
        <source>Show the branches</source>
        <translation>显示分支</translation>
    </message>
    <message>
        <source>Show Find</source>
        <translation>显示查找</translation>
    </message>
    <message>
        <source>Show Compare</source>
        <translation>显示对比</translation>
    </message>
    <message>
        <source>Show Sample</source>
        <translation>显示采样</translation>
    </message>
    <message>
        <source>Show the context</source>
        <translation>显示上下文</translation>
    </message>
    <message>
        <source>Show the cost</source>
        <translation>显示费用</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Show the request or the response as messages.</source>
        <translation>以消息形式显示请求或响应。</translation>
    </message>
    <message>
        <source>Form or calls</source>
        <translation>表单或调用</translation>
    </message>
    <message>
        <source>Show the request as a form, or the calls of the response.</source>
        <translation>以表单显示请求，或显示响应中的调用。</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Show the request or the response as JSON.</source>
        <translation>以 JSON 显示请求或响应。</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Show what was changed in the request or the response.</source>
        <translation>显示请求或响应中更改过的内容。</translation>
    </message>
    <message>
        <source>Change the colours.</source>
        <translation>更改颜色。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Make all text larger, up to 200 %.</source>
        <translation>放大所有文字，最大 200 %。</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Make all text smaller, down to 80 %.</source>
        <translation>缩小所有文字，最小 80 %。</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>默认文字大小</translation>
    </message>
    <message>
        <source>Text at 100 %.</source>
        <translation>文字为 100 %。</translation>
    </message>
    <message>
        <source>Change the language of the window.</source>
        <translation>更改窗口的语言。</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Give the window the whole screen, or take it back.</source>
        <translation>让窗口占满屏幕，或恢复原状。</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Put all parts of the window back to their places.</source>
        <translation>把窗口的所有区域放回原处。</translation>
    </message>
    <message>
        <source>Breakpoint here, or none</source>
        <translation>在此设置或取消断点</translation>
    </message>
    <message>
        <source>Set a breakpoint at the place of the selected step, or take it away.</source>
        <translation>在选中的步所在的位置设置断点，或取消它。</translation>
    </message>
    <message>
        <source>New breakpoint…</source>
        <translation>新建断点…</translation>
    </message>
    <message>
        <source>Where, for which tools, under what condition, at which hit, and what it does.</source>
        <translation>在哪里、针对哪些工具、什么条件、第几次命中，以及做什么。</translation>
    </message>
    <message>
        <source>Edit breakpoint…</source>
        <translation>编辑断点…</translation>
    </message>
    <message>
        <source>Change the breakpoint of the selected step, or the one chosen in the list.</source>
        <translation>更改选中的步的断点，或列表中选中的断点。</translation>
    </message>
    <message>
        <source>Breakpoint off or on</source>
        <translation>停用或启用断点</translation>
    </message>
    <message>
        <source>Switch the breakpoint of the selected step off without removing it, or on again.</source>
        <translation>停用选中的步的断点而不移除它，或重新启用。</translation>
    </message>
    <message>
        <source>All breakpoints off or on</source>
        <translation>停用或启用所有断点</translation>
    </message>
    <message>
        <source>Switch all breakpoints off, or all on where none is.</source>
        <translation>停用所有断点；若全部已停用，则全部启用。</translation>
    </message>
    <message>
        <source>Run to the next breakpoint</source>
        <translation>运行到下一个断点</translation>
    </message>
    <message>
        <source>Go on to the next breakpoint; other stop places do not hold.</source>
        <translation>继续运行到下一个断点；其他停止位置不起作用。</translation>
    </message>
    <message>
        <source>Watch an expression</source>
        <translation>监视表达式</translation>
    </message>
    <message>
        <source>Show the value of an expression at each step, and where it changed.</source>
        <translation>显示表达式在每一步的值，以及它在哪里变化。</translation>
    </message>
    <message>
        <source>Find in the session…</source>
        <translation>在会话中查找…</translation>
    </message>
    <message>
        <source>Find words in all messages, replies, calls, results, errors and notes.</source>
        <translation>在所有消息、响应、调用、结果、错误和备注中查找文字。</translation>
    </message>
    <message>
        <source>Go to round…</source>
        <translation>转到某轮…</translation>
    </message>
    <message>
        <source>Look at a round by its number.</source>
        <translation>按编号查看某一轮。</translation>
    </message>
    <message>
        <source>Timeline kinds</source>
        <translation>时间线的种类</translation>
    </message>
    <message>
        <source>Show or hide rows of this kind in the timeline.</source>
        <translation>在时间线中显示或隐藏此类行。</translation>
    </message>
    <message>
        <source>Show messages</source>
        <translation>显示消息</translation>
    </message>
    <message>
        <source>Show changed settings</source>
        <translation>显示设置的更改</translation>
    </message>
    <message>
        <source>Show choices of tools</source>
        <translation>显示工具的选择</translation>
    </message>
    <message>
        <source>Show what memory left out</source>
        <translation>显示记忆略去的内容</translation>
    </message>
    <message>
        <source>Show requests</source>
        <translation>显示请求</translation>
    </message>
    <message>
        <source>Show provider errors</source>
        <translation>显示服务提供方错误</translation>
    </message>
    <message>
        <source>Show responses</source>
        <translation>显示响应</translation>
    </message>
    <message>
        <source>Show tool calls</source>
        <translation>显示工具调用</translation>
    </message>
    <message>
        <source>Show results</source>
        <translation>显示结果</translation>
    </message>
    <message>
        <source>Show questions of servers</source>
        <translation>显示服务器的提问</translation>
    </message>
    <message>
        <source>Show rollbacks</source>
        <translation>显示回滚</translation>
    </message>
    <message>
        <source>Show forks</source>
        <translation>显示分支点</translation>
    </message>
    <message>
        <source>Show edits as rows</source>
        <translation>把修改显示为行</translation>
    </message>
    <message>
        <source>Show the usual kinds</source>
        <translation>显示默认的种类</translation>
    </message>
    <message>
        <source>Show rows of every kind; edits stay badges.</source>
        <translation>显示所有种类的行；修改仍显示为标记。</translation>
    </message>
    <message>
        <source>Edit the step</source>
        <translation>编辑此步</translation>
    </message>
    <message>
        <source>Go to the message, the call or the result of the selected step.</source>
        <translation>转到选中的步的消息、调用或结果。</translation>
    </message>
    <message>
        <source>Mock this tool…</source>
        <translation>模拟此工具…</translation>
    </message>
    <message>
        <source>Answer the call of the card or of the selected step in the tool's place.</source>
        <translation>代替工具回答卡片或选中的步的调用。</translation>
    </message>
    <message>
        <source>Record as a rule</source>
        <translation>记录为规则</translation>
    </message>
    <message>
        <source>Give the result of the selected step again whenever its call comes.</source>
        <translation>每当出现同样的调用，就给出选中的步的结果。</translation>
    </message>
    <message>
        <source>Stop before this…</source>
        <translation>在此之前停止…</translation>
    </message>
    <message>
        <source>A breakpoint before what the selected step does.</source>
        <translation>在选中的步的操作之前设置断点。</translation>
    </message>
    <message>
        <source>Stop after this…</source>
        <translation>在此之后停止…</translation>
    </message>
    <message>
        <source>A breakpoint after what the selected step does.</source>
        <translation>在选中的步的操作之后设置断点。</translation>
    </message>
    <message>
        <source>Compare this step…</source>
        <translation>对比此步…</translation>
    </message>
    <message>
        <source>Lay the selected request, reply or call beside the one before it, or any other one.</source>
        <translation>把选中的请求、响应或调用与前一个或任意另一个并排对比。</translation>
    </message>
    <message>
        <source>Hide rows of this kind</source>
        <translation>隐藏此类行</translation>
    </message>
    <message>
        <source>Hide all rows of the timeline that are of the selected step's kind.</source>
        <translation>在时间线中隐藏与选中的步同类的所有行。</translation>
    </message>
    <message>
        <source>Fold all rounds</source>
        <translation>折叠所有轮</translation>
    </message>
    <message>
        <source>Show each round of the timeline as one row.</source>
        <translation>时间线中每轮显示为一行。</translation>
    </message>
    <message>
        <source>Open all rounds</source>
        <translation>展开所有轮</translation>
    </message>
    <message>
        <source>Show each round of the timeline with its steps.</source>
        <translation>时间线中每轮显示其各步。</translation>
    </message>
</context>
<context>
    <name>AddToolsDialog</name>
    <message>
        <source>Add Python tools</source>
        <translation>添加 Python 工具</translation>
    </message>
    <message>
        <source>Tools file</source>
        <translation>工具文件</translation>
    </message>
    <message>
        <source>Python files (*.py)</source>
        <translation>Python 文件 (*.py)</translation>
    </message>
    <message>
        <source>Interpreter</source>
        <translation>解释器</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>{path} (the one of this program)</source>
        <translation>{path}（本程序所用的）</translation>
    </message>
    <message>
        <source>Trust and load</source>
        <translation>信任并加载</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Review tools files</source>
        <translation>查看工具文件</translation>
    </message>
    <message>
        <source>The file is imported by a process of its own under this interpreter; its functions with type hints become tools. It can do whatever a program of yours can do, so read it first. The trust holds for exactly this content; when the file changes you are asked again.</source>
        <translation>文件会在此解释器下由单独的进程导入；其中带类型注解的函数成为工具。它能做您的程序能做的任何事，所以请先阅读。信任只对这份内容有效；文件改变后会再次询问。</translation>
    </message>
    <message>
        <source>Content of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Choose a file to read it here before it runs.</source>
        <translation>选择一个文件，运行之前先在这里阅读。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What was found in the file</source>
        <translation>在文件中找到的内容</translation>
    </message>
    <message>
        <source>Content hash {hash}</source>
        <translation>内容哈希 {hash}</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>{file} is trusted: it is asked which tools to offer, and gives none itself.</source>
        <translation>已信任 {file}：它只被询问要提供哪些工具，自己不提供任何工具。</translation>
    </message>
    <message>
        <source>The tool of the file gets this name here; the file itself stays as it is.</source>
        <translation>文件中的工具在这里使用此名称；文件本身保持不变。</translation>
    </message>
    <message>
        <source>Rename {tool}</source>
        <translation>重命名 {tool}</translation>
    </message>
    <message>
        <source>Name that the model reads</source>
        <translation>模型读到的名称</translation>
    </message>
    <message>
        <source>Rename and load</source>
        <translation>重命名并加载</translation>
    </message>
    <message>
        <source>left out: {reason}</source>
        <translation>未采用：{reason}</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) loaded.</source>
        <translation>
            <numerusform>已加载 %n 个工具。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Announcer</name>
    <message>
        <source>Branch {branch} begins here.</source>
        <translation>分支 {branch} 从此处开始。</translation>
    </message>
    <message numerus="yes">
        <source>Reply with %n tool calls: {text}</source>
        <translation>
            <numerusform>响应包含 %n 个工具调用：{text}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reply with %n tool calls.</source>
        <translation>
            <numerusform>响应包含 %n 个工具调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>响应：{text}</translation>
    </message>
    <message>
        <source>Error of {tool}: {text}</source>
        <translation>{tool} 的错误：{text}</translation>
    </message>
    <message>
        <source>Result of {tool}: {text}</source>
        <translation>{tool} 的结果：{text}</translation>
    </message>
    <message>
        <source>Breakpoint removed</source>
        <translation>断点已移除</translation>
    </message>
    <message>
        <source>Breakpoint: {name}</source>
        <translation>断点：{name}</translation>
    </message>
    <message>
        <source>Breakpoint off: {name}</source>
        <translation>断点已关闭：{name}</translation>
    </message>
</context>
<context>
    <name>Approval</name>
    <message>
        <source>It sends {request}.</source>
        <translation>它发送 {request}。</translation>
    </message>
    <message>
        <source>It runs {command} in {folder}.</source>
        <translation>它在 {folder} 中执行 {command}。</translation>
    </message>
    <message>
        <source>It runs {command}.</source>
        <translation>它执行 {command}。</translation>
    </message>
    <message>
        <source>It starts the agent {tool}, which asks a model.</source>
        <translation>它启动智能体 {tool}，由其询问模型。</translation>
    </message>
    <message>
        <source>It calls {tool} of the MCP server {server} ({at}).</source>
        <translation>它调用 MCP 服务器 {server}（{at}）的 {tool}。</translation>
    </message>
    <message>
        <source>It runs {tool} of {file} in a process of its own, in {folder}.</source>
        <translation>它在单独的进程中执行 {file} 的 {tool}，文件夹为 {folder}。</translation>
    </message>
</context>
<context>
    <name>ApprovalHint</name>
    <message>
        <source>This call waits for your approval. Decide in the banner.</source>
        <translation>此调用等待您的批准。请在横幅中决定。</translation>
    </message>
    <message>
        <source>This call waits for your approval: A approves, R rejects.</source>
        <translation>此调用等待您的批准：A 批准，R 拒绝。</translation>
    </message>
    <message>
        <source>The arguments of this call do not fit, so it would not run: A tells the model, R rejects.</source>
        <translation>此调用的参数不符合要求，因此不会运行：A 告知模型，R 拒绝。</translation>
    </message>
</context>
<context>
    <name>ArrivingReply</name>
    <message>
        <source>Response as it arrives</source>
        <translation>正在到达的响应</translation>
    </message>
    <message>
        <source>Calls that have arrived</source>
        <translation>已到达的调用</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Give its result…</source>
        <translation>给出其结果…</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Approve and step</source>
        <translation>批准并单步</translation>
    </message>
    <message>
        <source>Approve all of this tool</source>
        <translation>批准此工具的所有调用</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <source>Type the result…</source>
        <translation>输入结果…</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次执行</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry in {n} s</source>
        <translation>{n} 秒后重试</translation>
    </message>
    <message>
        <source>Edit profile…</source>
        <translation>编辑配置…</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Show tools</source>
        <translation>显示工具</translation>
    </message>
    <message>
        <source>Continue anyway</source>
        <translation>仍然继续</translation>
    </message>
    <message>
        <source>Show output</source>
        <translation>显示输出</translation>
    </message>
    <message>
        <source>Edit server…</source>
        <translation>编辑服务器…</translation>
    </message>
    <message>
        <source>Go on without</source>
        <translation>不使用它并继续</translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation>仍然发送</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Repair all</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>停在这里</translation>
    </message>
    <message>
        <source>Raise limit…</source>
        <translation>提高限制…</translation>
    </message>
    <message>
        <source>Export as test…</source>
        <translation>导出为测试…</translation>
    </message>
    <message>
        <source>New message</source>
        <translation>新消息</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Use the recorded reply</source>
        <translation>使用录制的响应</translation>
    </message>
    <message>
        <source>Show the recorded step</source>
        <translation>显示录制的步</translation>
    </message>
    <message>
        <source>Write the reply</source>
        <translation>写响应</translation>
    </message>
    <message>
        <source>Go live</source>
        <translation>转为在线</translation>
    </message>
    <message>
        <source>Run tools live</source>
        <translation>在线运行工具</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Tell the model</source>
        <translation>告知模型</translation>
    </message>
    <message>
        <source>Fix types</source>
        <translation>修正类型</translation>
    </message>
    <message>
        <source>Run with raw text</source>
        <translation>用原文执行</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>查看…</translation>
    </message>
    <message>
        <source>Edit the call</source>
        <translation>修改调用</translation>
    </message>
    <message>
        <source>Edit result</source>
        <translation>修改结果</translation>
    </message>
    <message>
        <source>Undo {tool}</source>
        <translation>撤销 {tool}</translation>
    </message>
    <message>
        <source>Skip the undoing…</source>
        <translation>跳过撤销…</translation>
    </message>
    <message>
        <source>Rename {tool}…</source>
        <translation>重命名 {tool}…</translation>
    </message>
    <message>
        <source>Tool groups…</source>
        <translation>工具分组…</translation>
    </message>
    <message>
        <source>Offer {tool}</source>
        <translation>提供 {tool}</translation>
    </message>
    <message>
        <source>Rename to {tool}</source>
        <translation>改名为 {tool}</translation>
    </message>
    <message>
        <source>recorded {old}, now {new}</source>
        <translation>录制为 {old}，现为 {new}</translation>
    </message>
    <message>
        <source>The request differs from the recorded one</source>
        <translation>请求与录制的不同</translation>
    </message>
    <message>
        <source>at {pointer}: recorded {old}, now {new}</source>
        <translation>{pointer} 处：录制为 {old}，现为 {new}</translation>
    </message>
    <message>
        <source>Recorded:</source>
        <translation>录制：</translation>
    </message>
    <message>
        <source>Now:</source>
        <translation>现在：</translation>
    </message>
    <message>
        <source>the tool process ended; what it held is lost</source>
        <translation>工具进程已结束；其中保存的内容已丢失</translation>
    </message>
    <message>
        <source>the tool process ended</source>
        <translation>工具进程已结束</translation>
    </message>
    <message>
        <source>the recorded result was given already</source>
        <translation>录制的结果已经给出过</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Show traceback</source>
        <translation>显示回溯</translation>
    </message>
    <message>
        <source>Return error to model</source>
        <translation>把错误返回给模型</translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation>修改并重试</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
</context>
<context>
    <name>BranchBar</name>
    <message>
        <source>Branch {name} begins.</source>
        <translation>分支 {name} 开始。</translation>
    </message>
    <message>
        <source>Note and expectation of the branch</source>
        <translation>分支的备注和期望</translation>
    </message>
    <message>
        <source>Note what you expect…</source>
        <translation>写下您的期望…</translation>
    </message>
    <message>
        <source>Name, note and expectation of this branch</source>
        <translation>此分支的名称、备注和期望</translation>
    </message>
    <message>
        <source>Change name, note and expectation</source>
        <translation>更改名称、备注和期望</translation>
    </message>
</context>
<context>
    <name>BranchForm</name>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>What you write here is kept in the session; nothing of it is sent to a model.</source>
        <translation>此处所写的内容保存在会话中；不会发送给模型。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>An expression that holds where the branch comes out as you expect: JMESPath over reply, messages, call, result, usage.</source>
        <translation>分支的结果符合您的期望时成立的表达式：JMESPath，可用 reply、messages、call、result、usage。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Expectation</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Another branch has this name.</source>
        <translation>已有同名的分支。</translation>
    </message>
    <message>
        <source>Write {expression}</source>
        <translation>改写为 {expression}</translation>
    </message>
</context>
<context>
    <name>BranchTabs</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Note and expectation…</source>
        <translation>备注和期望…</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Name of the branch</source>
        <translation>分支名称</translation>
    </message>
</context>
<context>
    <name>BranchTreeView</name>
    <message>
        <source>Name of the branch</source>
        <translation>分支名称</translation>
    </message>
</context>
<context>
    <name>BranchesPane</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>The session stands on this branch: go to another one first.</source>
        <translation>会话停在此分支上：请先转到其他分支。</translation>
    </message>
    <message>
        <source>Go to this branch</source>
        <translation>转到此分支</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Branches of the session</source>
        <translation>会话的分支</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从此处分支</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Note and expectation…</source>
        <translation>备注和期望…</translation>
    </message>
    <message>
        <source>Show hidden</source>
        <translation>显示隐藏的分支</translation>
    </message>
    <message>
        <source>A fork begins another branch; this one stays as it is.</source>
        <translation>“从此处分支”会开始另一个分支；当前分支保持不变。</translation>
    </message>
    <message>
        <source>Begin a branch where the session stands, or at the step looked at (Ctrl+Shift+B)</source>
        <translation>在会话所在的位置或正在查看的步开始新分支（Ctrl+Shift+B）</translation>
    </message>
    <message>
        <source>Name the branch otherwise (F2)</source>
        <translation>重命名分支（F2）</translation>
    </message>
    <message>
        <source>Write down what the branch is for, and what you expect of it (N)</source>
        <translation>写下分支的用途和您对它的期望（N）</translation>
    </message>
    <message>
        <source>Take the branch out of tabs and lists, or put it back; nothing is deleted (H)</source>
        <translation>从标签页和列表中隐藏分支，或重新显示；不会删除任何内容（H）</translation>
    </message>
    <message>
        <source>No branches yet. The first one begins with your message.</source>
        <translation>还没有分支。第一个分支从您的消息开始。</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
</context>
<context>
    <name>BreakRoom</name>
    <message>
        <source>There is no breakpoint here.</source>
        <translation>此处没有断点。</translation>
    </message>
    <message>
        <source>Select a request, a reply, a call or a result.</source>
        <translation>请选择请求、响应、调用或结果。</translation>
    </message>
</context>
<context>
    <name>BreakpointDialog</name>
    <message>
        <source>Edit breakpoint</source>
        <translation>编辑断点</translation>
    </message>
    <message>
        <source>New breakpoint</source>
        <translation>新建断点</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>BreakpointForm</name>
    <message>
        <source>Where and when</source>
        <translation>位置与时机</translation>
    </message>
    <message>
        <source>The most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Number of the hit</source>
        <translation>命中次数</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>执行的动作</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Read as an error</source>
        <translation>读作错误</translation>
    </message>
    <message>
        <source>What is changed is a JSON object with members.</source>
        <translation>要更改的内容应是带成员的 JSON 对象。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Each time</source>
        <translation>每次</translation>
    </message>
    <message>
        <source>Only at hit number</source>
        <translation>仅第 n 次</translation>
    </message>
    <message>
        <source>At every so many hits</source>
        <translation>每 n 次</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Tool, or a pattern for names of tools</source>
        <translation>工具，或工具名称的通配模式</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>When it acts</source>
        <translation>生效的时机</translation>
    </message>
    <message>
        <source>Changed members</source>
        <translation>更改的成员</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>A name, or a pattern: issue_*. Empty: any tool.</source>
        <translation>名称或通配模式：issue_*。留空：任何工具。</translation>
    </message>
    <message>
        <source>A JMESPath over {names}. Empty: always.</source>
        <translation>针对 {names} 的 JMESPath。留空：总是。</translation>
    </message>
    <message>
        <source>Acts</source>
        <translation>时机</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>{problem} (column {column})</source>
        <translation>{problem}（第 {column} 列）</translation>
    </message>
    <message>
        <source>{args.amount} stands for a value, {{ for a brace.</source>
        <translation>{args.amount} 代表一个值，{{ 代表一个花括号。</translation>
    </message>
    <message>
        <source>The model reads this as the result. The tool does not run.</source>
        <translation>模型会把它当作结果读取。工具不会运行。</translation>
    </message>
    <message>
        <source>Takes the place of the result where it is no JSON object.</source>
        <translation>结果不是 JSON 对象时，用它代替结果。</translation>
    </message>
    <message>
        <source>Put into the parameters of the request; null takes a member away.</source>
        <translation>放入请求的参数；null 移除该成员。</translation>
    </message>
    <message>
        <source>Put into the result where that is a JSON object; null takes a member away.</source>
        <translation>结果是 JSON 对象时放入结果；null 移除该成员。</translation>
    </message>
    <message>
        <source>Put into the arguments of the call; null takes a member away.</source>
        <translation>放入调用的参数；null 移除该成员。</translation>
    </message>
</context>
<context>
    <name>BreakpointsPane</name>
    <message>
        <source>Switch all off (Ctrl+Shift+F9)</source>
        <translation>全部停用（Ctrl+Shift+F9）</translation>
    </message>
    <message>
        <source>Switch all on (Ctrl+Shift+F9)</source>
        <translation>全部启用（Ctrl+Shift+F9）</translation>
    </message>
    <message>
        <source>{name} · off</source>
        <translation>{name} · 关</translation>
    </message>
    <message>
        <source>the stop place still stops here</source>
        <translation>停止位置仍会在此停下</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>命中 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>stops</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>{times} on the way to here</source>
        <translation>到此处为止{times}</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Edit the breakpoint (Shift+F9)</source>
        <translation>编辑断点（Shift+F9）</translation>
    </message>
    <message>
        <source>Remove the breakpoint (Del)</source>
        <translation>移除断点（Del）</translation>
    </message>
    <message>
        <source>Stop before every call</source>
        <translation>在每个调用之前停止</translation>
    </message>
    <message>
        <source>No breakpoints. F9 sets one at the selected step.</source>
        <translation>没有断点。按 F9 在选中的步设置断点。</translation>
    </message>
    <message>
        <source>New breakpoint…</source>
        <translation>新建断点…</translation>
    </message>
</context>
<context>
    <name>CallActions</name>
    <message>
        <source>Mock rules for this tool…</source>
        <translation>此工具的模拟规则…</translation>
    </message>
    <message>
        <source>Commit, approve and run</source>
        <translation>提交、批准并执行</translation>
    </message>
    <message>
        <source>Approve and run</source>
        <translation>批准并执行</translation>
    </message>
    <message>
        <source>Mock…</source>
        <translation>模拟…</translation>
    </message>
    <message>
        <source>Ctrl+M</source>
        <translation>Ctrl+M</translation>
    </message>
    <message>
        <source>Let the call go wrong</source>
        <translation>让调用出故障</translation>
    </message>
    <message>
        <source>Return error…</source>
        <translation>返回错误…</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <source>Type the result…</source>
        <translation>输入结果…</translation>
    </message>
    <message>
        <source>Fix types</source>
        <translation>修正类型</translation>
    </message>
    <message>
        <source>Show a repair</source>
        <translation>查看修复</translation>
    </message>
    <message>
        <source>Go to error</source>
        <translation>转到错误</translation>
    </message>
    <message>
        <source>Drop what was typed</source>
        <translation>丢弃已输入的内容</translation>
    </message>
    <message>
        <source>Back to what the model said</source>
        <translation>恢复为模型所写</translation>
    </message>
    <message>
        <source>What to do with this call</source>
        <translation>如何处理此调用</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次执行</translation>
    </message>
    <message>
        <source>Commit and execute</source>
        <translation>提交并执行</translation>
    </message>
    <message>
        <source>Execute</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Tell the model</source>
        <translation>告知模型</translation>
    </message>
    <message>
        <source>The reply is still arriving. The call can run when it is complete.</source>
        <translation>响应仍在到达。接收完整后才能执行调用。</translation>
    </message>
    <message>
        <source>The draft is not JSON yet, so the call cannot run.</source>
        <translation>草稿还不是 JSON，调用无法执行。</translation>
    </message>
    <message>
        <source>{tool} began and has no end: it may have run.</source>
        <translation>{tool} 已开始但没有结束：可能已执行。</translation>
    </message>
    <message>
        <source>{tool} asks first. Its arguments do not fit: it would not run, and the model reads why.</source>
        <translation>{tool} 会先询问。参数不符：它不会运行，模型会读到原因。</translation>
    </message>
    <message>
        <source>{tool} asks first: it runs only with your approval.</source>
        <translation>{tool} 会先询问：只有您批准才运行。</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>CallAnswer</name>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Write the result as</source>
        <translation>结果的写法</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>The result is an error</source>
        <translation>结果是错误</translation>
    </message>
    <message>
        <source>is an error</source>
        <translation>是错误</translation>
    </message>
    <message>
        <source>The model reads that you rejected this call, and your reason:</source>
        <translation>模型会读到您拒绝了此调用以及您的理由：</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Reason for the model</source>
        <translation>给模型的理由</translation>
    </message>
    <message>
        <source>The tool does not run; the model reads this error:</source>
        <translation>工具不运行；模型会读到这个错误：</translation>
    </message>
    <message>
        <source>Return error</source>
        <translation>返回错误</translation>
    </message>
    <message>
        <source>Error for the model</source>
        <translation>给模型的错误</translation>
    </message>
    <message>
        <source>The tool is not run again; the model reads this result:</source>
        <translation>工具不再运行；模型会读到这个结果：</translation>
    </message>
    <message>
        <source>Use as result</source>
        <translation>用作结果</translation>
    </message>
    <message>
        <source>Result for the model</source>
        <translation>给模型的结果</translation>
    </message>
    <message>
        <source>The tool does not run; the model reads this result:</source>
        <translation>工具不运行；模型会读到这个结果：</translation>
    </message>
    <message>
        <source>Mocked result</source>
        <translation>模拟的结果</translation>
    </message>
    <message>
        <source>This is not JSON yet.</source>
        <translation>这还不是 JSON。</translation>
    </message>
</context>
<context>
    <name>CallArguments</name>
    <message>
        <source>A custom call takes free text.</source>
        <translation>自定义调用接受自由文本。</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>View of the arguments</source>
        <translation>参数的视图</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Arguments as JSON</source>
        <translation>参数（JSON）</translation>
    </message>
    <message>
        <source>Arguments as a form</source>
        <translation>参数（表单）</translation>
    </message>
    <message>
        <source>there are edits</source>
        <translation>有修改</translation>
    </message>
    <message>
        <source>Change to {value}</source>
        <translation>改为 {value}</translation>
    </message>
    <message>
        <source>Rename to {name}</source>
        <translation>重命名为 {name}</translation>
    </message>
</context>
<context>
    <name>CallByHandDialog</name>
    <message>
        <source>The tool runs once, now, and the model learns nothing of it, unless you put the result into the session.</source>
        <translation>工具会立即运行一次；除非您把结果放入会话，否则模型对此一无所知。</translation>
    </message>
    <message>
        <source>Call a tool by hand</source>
        <translation>手动调用工具</translation>
    </message>
    <message>
        <source>Arguments and result</source>
        <translation>参数与结果</translation>
    </message>
    <message>
        <source>Keep…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Put into session</source>
        <translation>放入会话</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>This session has no such tool. Choose another one, or add tools first.</source>
        <translation>此会话没有这个工具。请选择其他工具，或先添加工具。</translation>
    </message>
    <message>
        <source>It asks first when the model calls it; here your press of Call is the approval.</source>
        <translation>模型调用它时会先询问；在这里，按下“调用”即表示批准。</translation>
    </message>
    <message>
        <source>Choose a tool first.</source>
        <translation>请先选择工具。</translation>
    </message>
    <message>
        <source>What is typed is no JSON yet, or no value of its field: nothing is called.</source>
        <translation>输入的内容还不是 JSON，或不是其字段的值：不会调用。</translation>
    </message>
    <message>
        <source>The arguments do not fit the tool yet.</source>
        <translation>参数尚不符合此工具。</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>取消调用</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Make a call first, or choose one that was made.</source>
        <translation>请先调用一次，或选择已完成的调用。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Keep this call</source>
        <translation>保存此调用</translation>
    </message>
    <message>
        <source>Name in the list</source>
        <translation>列表中的名称</translation>
    </message>
    <message>
        <source>It is kept in the session, and a kept one of this name goes. Nothing is called.</source>
        <translation>它保存在会话中，并替换同名的已存调用。不会调用任何工具。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Write a name.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>The result stands in the session now.</source>
        <translation>结果已放入会话。</translation>
    </message>
</context>
<context>
    <name>CallCard</name>
    <message>
        <source>This is not JSON yet, so it cannot be committed.</source>
        <translation>这还不是 JSON，无法提交。</translation>
    </message>
    <message>
        <source>Call of {tool}, {state}</source>
        <translation>调用 {tool}，{state}</translation>
    </message>
    <message>
        <source>This call has begun already.</source>
        <translation>此调用已经开始。</translation>
    </message>
    <message>
        <source>What the tool prints</source>
        <translation>工具的输出</translation>
    </message>
    <message>
        <source>STREAMING</source>
        <translation>接收中</translation>
    </message>
    <message>
        <source>ASKS YOU</source>
        <translation>询问您</translation>
    </message>
    <message>
        <source>RUNNING {s} s</source>
        <translation>运行中 {s} 秒</translation>
    </message>
    <message>
        <source>MAY HAVE RUN</source>
        <translation>可能已执行</translation>
    </message>
    <message>
        <source>BEGUN</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>RETRY {n}</source>
        <translation>重试 {n}</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>{n} problems</source>
        <translation>{n} 个问题</translation>
    </message>
    <message>
        <source>WAITING</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>REJECTED</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>NOT RUN</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>MOCK ERROR</source>
        <translation>模拟错误</translation>
    </message>
    <message>
        <source>ERROR</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>MOCK</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>RECORDED</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>BY HAND</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>DONE</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>CallChanges</name>
    <message>
        <source>The tool got other values than the model wrote:</source>
        <translation>工具得到的值与模型所写的不同：</translation>
    </message>
    <message>
        <source>These values could be made to fit; take them with Fix types:</source>
        <translation>这些值可以调整为符合；用“修正类型”采用：</translation>
    </message>
    <message>
        <source>The tool will get these values; the model's text stays as it is:</source>
        <translation>工具将得到这些值；模型的文本保持不变：</translation>
    </message>
    <message>
        <source>{place}: {old} is left out</source>
        <translation>{place}：{old} 被略去</translation>
    </message>
</context>
<context>
    <name>CallExtras</name>
    <message>
        <source>The model reads {n} of {all} characters.</source>
        <translation>模型读到 {n} / {all} 个字符。</translation>
    </message>
    <message>
        <source>Hide the whole</source>
        <translation>收起全文</translation>
    </message>
    <message>
        <source>Show whole</source>
        <translation>显示全文</translation>
    </message>
    <message>
        <source>The whole result, as the tool gave it</source>
        <translation>工具给出的完整结果</translation>
    </message>
    <message>
        <source>ROLLED BACK</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>What it did was undone; the model reads so.</source>
        <translation>它的影响已被撤销；模型会读到这一点。</translation>
    </message>
    <message>
        <source>A mock rule answered in the tool's place.</source>
        <translation>由模拟规则代替工具回答。</translation>
    </message>
    <message>
        <source>RULE {id}</source>
        <translation>规则 {id}</translation>
    </message>
    <message>
        <source>A breakpoint answered in the tool's place.</source>
        <translation>断点代替工具给出了结果。</translation>
    </message>
    <message>
        <source>BREAKPOINT {id}</source>
        <translation>断点 {id}</translation>
    </message>
    <message>
        <source>The rule made it go wrong like this.</source>
        <translation>规则让它这样出故障。</translation>
    </message>
    <message>
        <source>So many attempts failed before and were made again.</source>
        <translation>此前失败并重试的次数。</translation>
    </message>
    <message>
        <source>RETRY {n}</source>
        <translation>重试 {n}</translation>
    </message>
    <message>
        <source>The result goes to the caller at once; the model is not asked again.</source>
        <translation>结果直接交给调用方；不再询问模型。</translation>
    </message>
    <message>
        <source>TO THE CALLER</source>
        <translation>交给调用方</translation>
    </message>
    <message>
        <source>APPROVED</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>You were asked and approved it.</source>
        <translation>已询问您，您批准了。</translation>
    </message>
</context>
<context>
    <name>CallHead</name>
    <message>
        <source>{tool} is not among the tools that were sent.</source>
        <translation>{tool} 不在已发送的工具中。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Call id</source>
        <translation>调用 ID</translation>
    </message>
    <message>
        <source>no id</source>
        <translation>无 ID</translation>
    </message>
    <message>
        <source>More about this call</source>
        <translation>此调用的更多操作</translation>
    </message>
    <message>
        <source>{tool}?</source>
        <translation>{tool}？</translation>
    </message>
    <message>
        <source>Rename to {tool}</source>
        <translation>改名为 {tool}</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>New id</source>
        <translation>新 ID</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Mock rules for this tool…</source>
        <translation>此工具的模拟规则…</translation>
    </message>
    <message>
        <source>Record as a rule</source>
        <translation>记录为规则</translation>
    </message>
    <message>
        <source>Approve all of this tool</source>
        <translation>批准此工具的所有调用</translation>
    </message>
</context>
<context>
    <name>CallList</name>
    <message>
        <source>Kept</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Made since opening</source>
        <translation>打开后的调用</translation>
    </message>
    <message>
        <source>Keep no more</source>
        <translation>不再保存</translation>
    </message>
    <message>
        <source>A call that you make stands here, to be changed and made again.</source>
        <translation>您的调用会列在这里，可以更改后再次调用。</translation>
    </message>
    <message>
        <source>Kept calls</source>
        <translation>已保存的调用</translation>
    </message>
    <message>
        <source>Calls made since opening</source>
        <translation>打开会话后的调用</translation>
    </message>
    <message>
        <source>{tool} · {time}</source>
        <translation>{tool} · {time}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>CallOutcome</name>
    <message>
        <source>Text of the result</source>
        <translation>结果的文本</translation>
    </message>
    <message>
        <source>What the tool printed</source>
        <translation>工具输出的内容</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
</context>
<context>
    <name>CallProgress</name>
    <message>
        <source>The tool is running</source>
        <translation>工具正在运行</translation>
    </message>
</context>
<context>
    <name>CallResult</name>
    <message>
        <source>Change the result</source>
        <translation>更改结果</translation>
    </message>
    <message>
        <source>Result that the model reads</source>
        <translation>模型读到的结果</translation>
    </message>
    <message>
        <source>The result is an error</source>
        <translation>结果是错误</translation>
    </message>
    <message>
        <source>is an error</source>
        <translation>是错误</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Hide output</source>
        <translation>隐藏输出</translation>
    </message>
    <message>
        <source>What the tool printed</source>
        <translation>工具输出的内容</translation>
    </message>
    <message>
        <source>EDITED</source>
        <translation>已改</translation>
    </message>
    <message>
        <source>Hide traceback</source>
        <translation>隐藏回溯</translation>
    </message>
    <message>
        <source>Show traceback</source>
        <translation>显示回溯</translation>
    </message>
    <message>
        <source>Show output</source>
        <translation>显示输出</translation>
    </message>
    <message>
        <source>Mock result</source>
        <translation>模拟结果</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>CallTree</name>
    <message>
        <source>Call or answer</source>
        <translation>调用或回答</translation>
    </message>
    <message>
        <source>Asserted</source>
        <translation>断言</translation>
    </message>
    <message>
        <source>What the test asserts</source>
        <translation>测试断言的内容</translation>
    </message>
    <message>
        <source>Answer of turn {n}</source>
        <translation>第 {n} 回合的回答</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source> inside {agent}</source>
        <translation> 在 {agent} 内</translation>
    </message>
</context>
<context>
    <name>CallTruth</name>
    <message>
        <source>Your edit</source>
        <translation>您的修改</translation>
    </message>
    <message>
        <source>The model's call, with a notice</source>
        <translation>模型的调用，附提示</translation>
    </message>
    <message>
        <source>The model's call</source>
        <translation>模型的调用</translation>
    </message>
    <message>
        <source>The model will believe that it wrote this.</source>
        <translation>模型会以为这是它自己写的。</translation>
    </message>
    <message>
        <source>The result begins with a short note that says what ran.</source>
        <translation>结果以一条简短的提示开头，说明实际执行了什么。</translation>
    </message>
    <message>
        <source>It runs as you wrote it, and the model is not told.</source>
        <translation>按您写的执行，不告知模型。</translation>
    </message>
    <message>
        <source>What should the history say of this call?</source>
        <translation>历史中如何记载此调用？</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Notice at the beginning of the result</source>
        <translation>结果开头的提示</translation>
    </message>
    <message>
        <source>Do this for new edits, too</source>
        <translation>以后的修改也这样处理</translation>
    </message>
    <message>
        <source>History keeps your edit</source>
        <translation>历史保留您的修改</translation>
    </message>
    <message>
        <source>Model's call, with a notice</source>
        <translation>模型的调用，附提示</translation>
    </message>
    <message>
        <source>History keeps the model's call</source>
        <translation>历史保留模型的调用</translation>
    </message>
    <message>
        <source>New edits in this session: history keeps your edit.</source>
        <translation>此会话中以后的修改：历史保留您的修改。</translation>
    </message>
    <message>
        <source>New edits in this session: history keeps the model's call, with a notice.</source>
        <translation>此会话中以后的修改：历史保留模型的调用，附提示。</translation>
    </message>
    <message>
        <source>New edits in this session: history keeps the model's call.</source>
        <translation>此会话中以后的修改：历史保留模型的调用。</translation>
    </message>
    <message>
        <source>The next request says what the model wrote.</source>
        <translation>下一个请求写的是模型所写的内容。</translation>
    </message>
    <message>
        <source>The next request as it will be sent, beside what the model wrote:</source>
        <translation>将要发送的下一个请求，与模型所写的对照：</translation>
    </message>
</context>
<context>
    <name>CallWay</name>
    <message>
        <source>Hide it</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show what was printed</source>
        <translation>显示打印的原文</translation>
    </message>
</context>
<context>
    <name>CallsChoice</name>
    <message>
        <source>How tools are told</source>
        <translation>工具的告知方式</translation>
    </message>
</context>
<context>
    <name>CallsView</name>
    <message numerus="yes">
        <source>Show the %n calls before</source>
        <translation>
            <numerusform>显示前 %n 个调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n calls after</source>
        <translation>
            <numerusform>显示后 %n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>A result for {tool} is being typed. Use it, or close it first.</source>
        <translation>正在为 {tool} 输入结果。请先使用它或关闭它。</translation>
    </message>
    <message>
        <source>The arguments of {tool} cannot be committed as they are typed.</source>
        <translation>{tool} 的参数按现在输入的内容无法提交。</translation>
    </message>
    <message>
        <source>Another tool</source>
        <translation>其他工具</translation>
    </message>
    <message>
        <source>Add tool call</source>
        <translation>添加工具调用</translation>
    </message>
    <message>
        <source>Calls of the response</source>
        <translation>响应中的调用</translation>
    </message>
</context>
<context>
    <name>CardTruth</name>
    <message>
        <source>[The result of {tool} is not there yet.]</source>
        <translation>[{tool} 的结果尚未产生。]</translation>
    </message>
</context>
<context>
    <name>CardVerbs</name>
    <message>
        <source>{expression} is watched.</source>
        <translation>已监视 {expression}。</translation>
    </message>
</context>
<context>
    <name>Centre</name>
    <message>
        <source>Request and response</source>
        <translation>请求和响应</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>请选择</translation>
    </message>
</context>
<context>
    <name>ChoiceFields</name>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>With</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>All branches, each from its fork on</source>
        <translation>所有分支，各自从分叉处开始</translation>
    </message>
    <message>
        <source>end</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>First round</source>
        <translation>第一轮</translation>
    </message>
    <message>
        <source>Last round; 0 is the end</source>
        <translation>最后一轮；0 表示末尾</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>Declarations of the tools</source>
        <translation>工具声明</translation>
    </message>
    <message>
        <source>Thinking, folded</source>
        <translation>思考内容（折叠）</translation>
    </message>
    <message>
        <source>What stood there before an edit</source>
        <translation>编辑前的原文</translation>
    </message>
    <message>
        <source>How long it took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>From round {first} to this one; 0 is the end.</source>
        <translation>从第 {first} 轮到这一轮；0 表示末尾。</translation>
    </message>
</context>
<context>
    <name>ChooserPage</name>
    <message>
        <source>Who chooses</source>
        <translation>由谁选择</translation>
    </message>
    <message>
        <source>Who chooses among groups</source>
        <translation>由谁在分组中选择</translation>
    </message>
    <message>
        <source>Instructions for the small model</source>
        <translation>给小模型的指令</translation>
    </message>
    <message>
        <source>Empty: the usual ones.</source>
        <translation>留空：使用默认指令。</translation>
    </message>
    <message>
        <source>Profile of the small model</source>
        <translation>小模型的配置</translation>
    </message>
    <message>
        <source>Name of the small model</source>
        <translation>小模型的名称</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Empty: the model of the profile.</source>
        <translation>留空：使用配置中的模型。</translation>
    </message>
    <message>
        <source>They stand before the list of groups with their descriptions.</source>
        <translation>放在带说明的分组列表之前。</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Choose who is asked.</source>
        <translation>请选择询问谁。</translation>
    </message>
    <message>
        <source>The model itself</source>
        <translation>模型自己</translation>
    </message>
    <message>
        <source>It gets a tool choose_domain that lists the groups; what it opens can be called from its next reply on.</source>
        <translation>它会得到列出各分组的工具 choose_domain；它打开的工具从下一个响应起即可调用。</translation>
    </message>
    <message>
        <source>A small model</source>
        <translation>小模型</translation>
    </message>
    <message>
        <source>It is asked once a turn, before the first request, with your message and the list of groups.</source>
        <translation>每个回合询问一次：在第一个请求之前，附上您的消息和分组列表。</translation>
    </message>
</context>
<context>
    <name>Closing</name>
    <message>
        <source>The session is running.</source>
        <translation>会话正在运行。</translation>
    </message>
    <message>
        <source>Everything up to now is saved. What is under way would be stopped.</source>
        <translation>到目前为止的内容都已保存。正在进行的操作将被停止。</translation>
    </message>
    <message>
        <source>What is typed and not committed would be lost.</source>
        <translation>已输入但未提交的内容会丢失。</translation>
    </message>
    <message>
        <source>Something is typed that is not committed.</source>
        <translation>有已输入但未提交的内容。</translation>
    </message>
    <message>
        <source>The session is saved; what is only typed would be lost.</source>
        <translation>会话已保存；仅输入的内容将会丢失。</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>{name} runs again. What its process held is lost.</source>
        <translation>{name} 已重新运行。其原进程中保存的内容已丢失。</translation>
    </message>
</context>
<context>
    <name>CommitBar</name>
    <message>
        <source>Go to error</source>
        <translation>转到错误</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Drop what was typed</source>
        <translation>丢弃已输入的内容</translation>
    </message>
    <message>
        <source>Fork here with this change</source>
        <translation>带此更改在此分支</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>This request was already sent.</source>
        <translation>此请求已经发送。</translation>
    </message>
    <message>
        <source>Not committed yet.</source>
        <translation>尚未提交。</translation>
    </message>
</context>
<context>
    <name>ComparePane</name>
    <message>
        <source>There is nothing to compare in this step. Choose a request, a reply or a result.</source>
        <translation>这一步没有可对比的内容。请选择一个请求、响应或结果。</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在对比</translation>
    </message>
    <message>
        <source>Cancelled. Choose again to compare again.</source>
        <translation>已取消。重新选择即可再次对比。</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>What both say</source>
        <translation>双方的内容</translation>
    </message>
    <message>
        <source>Both sides beside one another</source>
        <translation>双方并排</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>Previous difference (Shift+Alt+F8)</source>
        <translation>上一处差异（Shift+Alt+F8）</translation>
    </message>
    <message>
        <source>Next difference (Alt+F8)</source>
        <translation>下一处差异（Alt+F8）</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Back to its place</source>
        <translation>放回原处</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>This session has one branch. Fork it, or choose another session beside it.</source>
        <translation>此会话只有一个分支。请新建分支，或选择另一个会话与之对比。</translation>
    </message>
    <message>
        <source>Another session…</source>
        <translation>另一个会话…</translation>
    </message>
    <message>
        <source>There are no two steps to compare yet.</source>
        <translation>还没有两个可对比的步骤。</translation>
    </message>
</context>
<context>
    <name>CompareRoom</name>
    <message>
        <source>Compare with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>Sessions (*.tcsession)</source>
        <translation>会话 (*.tcsession)</translation>
    </message>
</context>
<context>
    <name>CompareSides</name>
    <message>
        <source>Nothing was sampled yet.</source>
        <translation>还没有采样。</translation>
    </message>
    <message>
        <source>{sample}: {variant}, answer {number}</source>
        <translation>{sample}：{variant}，第 {number} 个回答</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>对比什么</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Left side</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>Right side</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>Another session…</source>
        <translation>另一个会话…</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Attach a picture or text</source>
        <translation>附加图片或文本</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>下一条消息</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Role of the message</source>
        <translation>消息的角色</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Attach…</source>
        <translation>附加…</translation>
    </message>
    <message>
        <source>A picture, or text of a file, that goes along with this message. It can be dropped or pasted here, too.</source>
        <translation>随此消息一起发送的图片或文件文本。也可以拖放或粘贴到这里。</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends</source>
        <translation>Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Composer</source>
        <translation>消息输入框</translation>
    </message>
    <message>
        <source>The picture of the clipboard</source>
        <translation>剪贴板中的图片</translation>
    </message>
</context>
<context>
    <name>ConsoleBar</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>What tools print</source>
        <translation>工具输出</translation>
    </message>
    <message>
        <source>Log points</source>
        <translation>日志点</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Log of the program</source>
        <translation>程序日志</translation>
    </message>
    <message>
        <source>Expressions</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>All sources</source>
        <translation>所有来源</translation>
    </message>
    <message>
        <source>{n} of {all} sources</source>
        <translation>{n}/{all} 个来源</translation>
    </message>
    <message>
        <source>Sources: {which}</source>
        <translation>来源：{which}</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Which levels are shown</source>
        <translation>显示哪些级别</translation>
    </message>
    <message>
        <source>Filter lines</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Copy what is shown</source>
        <translation>复制显示的内容</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>ConsoleExpression</name>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>… {n} more lines</source>
        <translation>… 还有 {n} 行</translation>
    </message>
    <message>
        <source>Expression at the step that is looked at</source>
        <translation>在所查看的步上求值的表达式</translation>
    </message>
    <message>
        <source>Expression at the step looked at, as args.amount; Enter works it out</source>
        <translation>在所查看的步上求值的表达式，如 args.amount；按 Enter 求值</translation>
    </message>
    <message>
        <source>A JMESPath over {names}.</source>
        <translation>针对 {names} 的 JMESPath。</translation>
    </message>
</context>
<context>
    <name>ConsolePane</name>
    <message>
        <source>… {n} lines came too fast and are not shown.</source>
        <translation>… 有 {n} 行来得太快，未显示。</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>What tools and servers print, stops, and notices are listed here.</source>
        <translation>工具和服务器的输出、停止和通知会列在这里。</translation>
    </message>
</context>
<context>
    <name>ContextLine</name>
    <message>
        <source>Remove the value</source>
        <translation>移除此值</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
</context>
<context>
    <name>ContextPage</name>
    <message>
        <source>Context values</source>
        <translation>上下文值</translation>
    </message>
    <message>
        <source>Expressions of groups ask for them: context.role == 'admin'. A value is JSON; anything else is taken as a text. They are never sent.</source>
        <translation>供分组的表达式查询：context.role == 'admin'。值写成 JSON；其他内容一律当作文本。它们绝不会发送。</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>添加值</translation>
    </message>
    <message>
        <source>There is a value of this name already.</source>
        <translation>已有同名的值。</translation>
    </message>
</context>
<context>
    <name>ContextPane</name>
    <message>
        <source>The next request</source>
        <translation>下一个请求</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) left out of it by the memory, ≈{tokens} tokens</source>
        <translation>
            <numerusform>记忆从中略去了 %n 条消息，≈{tokens} 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Sent in round {n}</source>
        <translation>第 {n} 轮的请求</translation>
    </message>
    <message>
        <source>{tokens} of {window} tokens · {share}</source>
        <translation>{tokens} / {window} 个词元 · {share}</translation>
    </message>
    <message>
        <source>{tokens} tokens · limit not known</source>
        <translation>{tokens} 个词元 · 上限未知</translation>
    </message>
    <message>
        <source>Nearly full.</source>
        <translation>快满了。</translation>
    </message>
    <message>
        <source>More than the model reads.</source>
        <translation>超过模型能读取的长度。</translation>
    </message>
    <message>
        <source>As the provider counted it; the parts are estimates, scaled to it.</source>
        <translation>由服务提供方计数；各部分为按此换算的估计值。</translation>
    </message>
    <message>
        <source>Estimated; scaled by what the provider reported for the last request.</source>
        <translation>估计值；按服务提供方对上一个请求的报告换算。</translation>
    </message>
    <message>
        <source>Estimated; the provider has reported nothing yet to scale it by.</source>
        <translation>估计值；服务提供方尚未报告可用于换算的数量。</translation>
    </message>
    <message>
        <source>Order of the parts</source>
        <translation>各部分的顺序</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按大小</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Say how many tokens the model reads (Settings, Models)</source>
        <translation>说明模型能读取多少词元（设置，模型）</translation>
    </message>
    <message>
        <source>Parts of the prompt</source>
        <translation>提示词的各部分</translation>
    </message>
    <message>
        <source>Nothing is in the prompt yet.</source>
        <translation>提示词中还没有内容。</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
</context>
<context>
    <name>CostHeads</name>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>CostPane</name>
    <message>
        <source>By what providers reported, at list prices or your own. An invoice may differ.</source>
        <translation>按服务提供方报告的数量，以公布价格或您自己的价格计算。账单可能不同。</translation>
    </message>
    <message>
        <source>What costs are listed by</source>
        <translation>费用的列出方式</translation>
    </message>
    <message>
        <source>Prices…</source>
        <translation>价格…</translation>
    </message>
    <message>
        <source>Your own prices of models (Settings, Models)</source>
        <translation>您自己的模型价格（设置，模型）</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Nothing was asked yet, so nothing was spent.</source>
        <translation>还没有发出请求，因此没有花费。</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
</context>
<context>
    <name>DamageRoom</name>
    <message numerus="yes">
        <source>%n event(s) were opened.</source>
        <translation>
            <numerusform>已打开 %n 个事件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show line</source>
        <translation>显示该行</translation>
    </message>
</context>
<context>
    <name>DamagedLineDialog</name>
    <message>
        <source>Line {line} of {file}</source>
        <translation>{file} 的第 {line} 行</translation>
    </message>
    <message>
        <source>The line is not in the file any more.</source>
        <translation>文件中已没有这一行。</translation>
    </message>
    <message>
        <source>The line as it stands in the file</source>
        <translation>文件中该行的原文</translation>
    </message>
    <message>
        <source>Open read-only copy</source>
        <translation>打开只读副本</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>DateValue</name>
    <message>
        <source>en_US</source>
        <comment>name of the locale for months and days</comment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>year-month-day</source>
        <translation>年-月-日</translation>
    </message>
    <message>
        <source>Choose in a calendar (Alt+Down)</source>
        <translation>在日历中选择（Alt+Down）</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Opening {name}…</source>
        <translation>正在打开 {name}…</translation>
    </message>
    <message>
        <source>{name} was not opened. It is unchanged.</source>
        <translation>未打开 {name}。文件没有改变。</translation>
    </message>
    <message>
        <source>Reading {name} for the replay…</source>
        <translation>正在读取 {name} 以便回放…</translation>
    </message>
    <message>
        <source>No replay was begun. {name} is unchanged.</source>
        <translation>没有开始回放。{name} 没有改变。</translation>
    </message>
</context>
<context>
    <name>DialogRoom</name>
    <message>
        <source>Open a session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Save the session as</source>
        <translation>会话另存为</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>重命名会话</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Reject the call</source>
        <translation>拒绝调用</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>The model reads that the call was rejected, and this reason.</source>
        <translation>模型会读到调用被拒绝以及这个理由。</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Result of the call</source>
        <translation>调用的结果</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The model reads this as what the tool gave. The tool does not run.</source>
        <translation>模型会把它当作工具给出的结果。工具不会运行。</translation>
    </message>
    <message>
        <source>Give this result</source>
        <translation>给出此结果</translation>
    </message>
    <message>
        <source>Answer all open calls</source>
        <translation>回答所有未决调用</translation>
    </message>
    <message>
        <source>Every call of this reply that waits gets this result, and the model reads it. No tool runs.</source>
        <translation>此响应中所有等待的调用都得到这个结果，模型会读到它。不运行任何工具。</translation>
    </message>
    <message>
        <source>The session is kept in {path} from now on.</source>
        <translation>会话从现在起保存在 {path}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Sessions (*.tcsession)</source>
        <translation>会话 (*.tcsession)</translation>
    </message>
</context>
<context>
    <name>DiffBar</name>
    <message>
        <source>{n} of {whole}</source>
        <translation>{n} / {whole}</translation>
    </message>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n 处差异</numerusform>
        </translation>
    </message>
    <message>
        <source>Previous difference (Alt+Shift+F8)</source>
        <translation>上一处差异（Alt+Shift+F8）</translation>
    </message>
    <message>
        <source>Next difference (Alt+F8)</source>
        <translation>下一处差异（Alt+F8）</translation>
    </message>
    <message>
        <source>Side by side (there is no room for it here)</source>
        <translation>并排（此处空间不足）</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Revert this change</source>
        <translation>还原此更改</translation>
    </message>
    <message>
        <source>Put back what stood there before, at the caret or after it</source>
        <translation>恢复光标处或其后一处原来的内容</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>What was and what is</source>
        <translation>原来和现在</translation>
    </message>
    <message>
        <source>What was</source>
        <translation>原来</translation>
    </message>
    <message>
        <source>What is</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>… 1 equal line</source>
        <translation>… 1 行相同</translation>
    </message>
    <message>
        <source>… {n} equal lines</source>
        <translation>… {n} 行相同</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>Dropped</name>
    <message>
        <source>{n} files are too many to be opened at once.</source>
        <translation>{n} 个文件太多，无法一次全部打开。</translation>
    </message>
    <message>
        <source>Drop {n} at most.</source>
        <translation>一次最多拖入 {n} 个。</translation>
    </message>
    <message>
        <source>{file} is nothing that can be opened here.</source>
        <translation>{file} 不是可以在这里打开的文件。</translation>
    </message>
    <message>
        <source>Drop it alone to see what was tried.</source>
        <translation>单独拖入它，可查看尝试过的格式。</translation>
    </message>
    <message>
        <source>MCP servers belong to a session.</source>
        <translation>MCP 服务器属于会话。</translation>
    </message>
    <message>
        <source>Tools belong to a session.</source>
        <translation>工具属于会话。</translation>
    </message>
    <message>
        <source>Open or begin one first.</source>
        <translation>请先打开或新建一个会话。</translation>
    </message>
</context>
<context>
    <name>EntryBlock</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Remove message</source>
        <translation>移除消息</translation>
    </message>
    <message>
        <source>Text of the message</source>
        <translation>消息的文字</translation>
    </message>
</context>
<context>
    <name>EntryLook</name>
    <message>
        <source>left out of this request</source>
        <translation>此请求中略去</translation>
    </message>
    <message>
        <source>Source: {source}</source>
        <translation>来源：{source}</translation>
    </message>
    <message>
        <source>with every request</source>
        <translation>随每个请求</translation>
    </message>
    <message>
        <source>first round only</source>
        <translation>仅第一轮</translation>
    </message>
    <message>
        <source>about {tokens}</source>
        <translation>约 {tokens}</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
    <message>
        <source>EDITED</source>
        <translation>已改</translation>
    </message>
    <message>
        <source>DRAFT</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>of the setup</source>
        <translation>来自设置</translation>
    </message>
</context>
<context>
    <name>EventDetail</name>
    <message>
        <source>… {n} characters before</source>
        <translation>… 前面还有 {n} 个字符</translation>
    </message>
    <message>
        <source>What is shown of the event</source>
        <translation>显示事件的哪一部分</translation>
    </message>
    <message>
        <source>Reply so far</source>
        <translation>至此的响应</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>The reply as it stood after the event</source>
        <translation>该事件之后的响应</translation>
    </message>
    <message>
        <source>The event as it came</source>
        <translation>事件原文</translation>
    </message>
    <message>
        <source>Reply after event {n}</source>
        <translation>事件 {n} 之后的响应</translation>
    </message>
    <message>
        <source>Event {n} as it came</source>
        <translation>事件 {n} 原文</translation>
    </message>
</context>
<context>
    <name>EventsPane</name>
    <message>
        <source>Go to the defect</source>
        <translation>转到缺陷处</translation>
    </message>
    <message numerus="yes">
        <source>Next of %n defect(s)</source>
        <translation>
            <numerusform>下一处缺陷（共 %n 处）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>no defects</source>
        <translation>没有缺陷</translation>
    </message>
    <message>
        <source>the first {n} are listed</source>
        <translation>只列出前 {n} 个</translation>
    </message>
    <message>
        <source>The answer has not begun yet.</source>
        <translation>响应尚未开始。</translation>
    </message>
    <message>
        <source>Reading the answer…</source>
        <translation>正在读取响应…</translation>
    </message>
    <message>
        <source>Nothing came over HTTP in this round.</source>
        <translation>本轮没有经过 HTTP 的内容。</translation>
    </message>
    <message>
        <source>No answer came.</source>
        <translation>没有收到响应。</translation>
    </message>
    <message>
        <source>Stream events</source>
        <translation>流事件</translation>
    </message>
    <message>
        <source>Event looked at</source>
        <translation>正在查看的事件</translation>
    </message>
    <message>
        <source>Go through the events; the reply is shown as it stood after each.</source>
        <translation>逐个查看事件；显示每个事件之后的响应。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>ExchangeTexts</name>
    <message>
        <source>No status: the connection failed.</source>
        <translation>无状态：连接失败。</translation>
    </message>
    <message>
        <source>No answer yet.</source>
        <translation>尚无回答。</translation>
    </message>
    <message>
        <source>There was no HTTP exchange.</source>
        <translation>没有 HTTP 交互。</translation>
    </message>
    <message>
        <source>Answered by the script: nothing went over HTTP.</source>
        <translation>由脚本回答：没有经过 HTTP。</translation>
    </message>
    <message>
        <source>Answered by the recording: nothing went over HTTP.</source>
        <translation>由录制内容回答：没有经过 HTTP。</translation>
    </message>
    <message>
        <source>Answered by hand: nothing went over HTTP.</source>
        <translation>由人工回答：没有经过 HTTP。</translation>
    </message>
    <message>
        <source>Asked before the request which groups of tools to open.</source>
        <translation>在请求之前询问打开哪些工具分组。</translation>
    </message>
    <message>
        <source>Asked because the MCP server {server} wanted a model's answer.</source>
        <translation>因 MCP 服务器 {server} 需要模型的回答而询问。</translation>
    </message>
</context>
<context>
    <name>ExpectsButton</name>
    <message>
        <source>No tool</source>
        <translation>不用工具</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>不评判</translation>
    </message>
    <message>
        <source>Expected: {tools}</source>
        <translation>期望：{tools}</translation>
    </message>
</context>
<context>
    <name>ExportRoom</name>
    <message>
        <source>Export HTTP archive</source>
        <translation>导出 HTTP 归档</translation>
    </message>
    <message>
        <source>HTTP archive (*.har)</source>
        <translation>HTTP 归档 (*.har)</translation>
    </message>
    <message>
        <source>Export as JSON</source>
        <translation>导出为 JSON</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Export transcript</source>
        <translation>导出会话记录</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Writing {file}</source>
        <translation>正在写入 {file}</translation>
    </message>
    <message>
        <source>The export was stopped. Nothing was written.</source>
        <translation>导出已停止。未写入任何内容。</translation>
    </message>
    <message>
        <source>{file} is written into {folder}, its pictures into {pictures} beside it.</source>
        <translation>已将 {file} 写入 {folder}，图片在旁边的 {pictures} 中。</translation>
    </message>
    <message>
        <source>{file} is written into {folder}, without any key.</source>
        <translation>已将 {file} 写入 {folder}，不含任何密钥。</translation>
    </message>
    <message>
        <source>The transcript is in the clipboard.</source>
        <translation>会话记录已在剪贴板中。</translation>
    </message>
    <message>
        <source>Copying the transcript</source>
        <translation>正在复制会话记录</translation>
    </message>
    <message>
        <source>Nothing was copied.</source>
        <translation>未复制任何内容。</translation>
    </message>
</context>
<context>
    <name>ExportTest</name>
    <message>
        <source>exactly</source>
        <translation>完全一致</translation>
    </message>
    <message>
        <source>its type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>its schema</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>a pattern</source>
        <translation>正则</translation>
    </message>
    <message>
        <source>any value</source>
        <translation>任意值</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>不断言</translation>
    </message>
</context>
<context>
    <name>ExportTestDialog</name>
    <message>
        <source>A test for pytest that replays this session without network and without tools, and asserts its calls and answers.</source>
        <translation>一个 pytest 测试：不用网络、不运行工具地回放此会话，并断言其调用和回答。</translation>
    </message>
    <message>
        <source>Export as test</source>
        <translation>导出为测试</translation>
    </message>
    <message>
        <source>The calls are made in this order</source>
        <translation>调用按此顺序进行</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示的内容</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Its run</source>
        <translation>运行输出</translation>
    </message>
    <message>
        <source>The file as it will be</source>
        <translation>将要写入的文件</translation>
    </message>
    <message>
        <source>What the run printed</source>
        <translation>运行的输出</translation>
    </message>
    <message>
        <source>Run it now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Overwrite what is there</source>
        <translation>覆盖已有的内容</translation>
    </message>
    <message>
        <source>Path of the test</source>
        <translation>测试的路径</translation>
    </message>
    <message>
        <source>Path of the test: {button}</source>
        <translation>测试的路径：{button}</translation>
    </message>
    <message>
        <source>{branch}, up to step {n}</source>
        <translation>{branch}，到第 {n} 步</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>The test runs. Stop the run first, or wait for its end.</source>
        <translation>测试正在运行。请先停止，或等它结束。</translation>
    </message>
    <message numerus="yes">
        <source>The session and %n long value(s) are written beside it, in the folder sessions.</source>
        <translation>
            <numerusform>会话和 %n 个长值会写在它旁边的 sessions 文件夹中。</numerusform>
        </translation>
    </message>
    <message>
        <source>The session is written beside it, in the folder sessions.</source>
        <translation>会话会写在它旁边的 sessions 文件夹中。</translation>
    </message>
    <message>
        <source>Tests (test_*.py)</source>
        <translation>测试 (test_*.py)</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>The test runs</source>
        <translation>测试正在运行</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <source>The test passes.</source>
        <translation>测试通过。</translation>
    </message>
    <message>
        <source>The test fails; its run says where.</source>
        <translation>测试失败；失败之处见运行输出。</translation>
    </message>
</context>
<context>
    <name>Expressions</name>
    <message>
        <source>The call asks for more than 100</source>
        <translation>调用要求的金额大于 100</translation>
    </message>
    <message>
        <source>It is a call of this tool</source>
        <translation>是对此工具的调用</translation>
    </message>
    <message>
        <source>It is a call of a tool whose name begins so</source>
        <translation>调用的工具名以此开头</translation>
    </message>
    <message>
        <source>The tool failed</source>
        <translation>工具失败</translation>
    </message>
    <message>
        <source>The result says this somewhere</source>
        <translation>结果中某处包含此文本</translation>
    </message>
    <message>
        <source>A member of a result that is JSON</source>
        <translation>JSON 结果中的一个成员</translation>
    </message>
    <message>
        <source>The reply has more than one call</source>
        <translation>响应包含多个调用</translation>
    </message>
    <message>
        <source>The names of all its calls</source>
        <translation>其所有调用的名称</translation>
    </message>
    <message>
        <source>The session has cost more than half a dollar</source>
        <translation>会话花费超过半美元</translation>
    </message>
    <message>
        <source>The last request had more than 50,000 tokens</source>
        <translation>上一个请求超过 50,000 个词元</translation>
    </message>
    <message>
        <source>From round 3 on, where there is no result yet</source>
        <translation>从第 3 轮起，且尚无结果</translation>
    </message>
    <message>
        <source>The texts of all results so far</source>
        <translation>到目前为止所有结果的文本</translation>
    </message>
    <message>
        <source>The call in question: name, arguments, id, position, agent</source>
        <translation>相关的调用：name、arguments、id、position、agent</translation>
    </message>
    <message>
        <source>Its arguments; the text where they are no JSON object</source>
        <translation>其参数；若不是 JSON 对象则为文本</translation>
    </message>
    <message>
        <source>What it gave: text, value, is_error, source, status</source>
        <translation>其结果：text、value、is_error、source、status</translation>
    </message>
    <message>
        <source>The open reply: text, calls, finish</source>
        <translation>当前的响应：text、calls、finish</translation>
    </message>
    <message>
        <source>The text of your last message</source>
        <translation>您上一条消息的文本</translation>
    </message>
    <message>
        <source>All messages: role, text, calls</source>
        <translation>所有消息：role、text、calls</translation>
    </message>
    <message>
        <source>Tokens of the last reply: input, output</source>
        <translation>上一个响应的词元：input、output</translation>
    </message>
    <message>
        <source>All so far: input, output, cost</source>
        <translation>到目前为止的总计：input、output、cost</translation>
    </message>
    <message>
        <source>The number of the round</source>
        <translation>轮的编号</translation>
    </message>
    <message>
        <source>Replies with calls since your message</source>
        <translation>自您的消息以来含调用的响应数</translation>
    </message>
    <message>
        <source>In how many agents it stands, one inside the other</source>
        <translation>位于多少层嵌套的智能体中</translation>
    </message>
    <message>
        <source>The name of the agent it stands in</source>
        <translation>所在智能体的名称</translation>
    </message>
    <message>
        <source>The name of the model</source>
        <translation>模型的名称</translation>
    </message>
    <message>
        <source>The names of the tools that are sent</source>
        <translation>所发送工具的名称</translation>
    </message>
    <message>
        <source>Why the last request failed: kind, message, status</source>
        <translation>上一个请求失败的原因：kind、message、status</translation>
    </message>
    <message>
        <source>All of the state</source>
        <translation>完整状态</translation>
    </message>
    <message>
        <source>A number stands between backticks</source>
        <translation>数字写在反引号之间</translation>
    </message>
    <message>
        <source>A text stands between single quotes</source>
        <translation>文本写在单引号之间</translation>
    </message>
    <message>
        <source>True, false and null stand between backticks</source>
        <translation>true、false 和 null 写在反引号之间</translation>
    </message>
    <message>
        <source>A member with other signs stands between double quotes</source>
        <translation>含其他符号的成员写在双引号之间</translation>
    </message>
    <message>
        <source>And is &amp;&amp;, or is ||, not is !</source>
        <translation>“与”为 &amp;&amp;，“或”为 ||，“非”为 !</translation>
    </message>
</context>
<context>
    <name>ExpressionsDialog</name>
    <message>
        <source>Conditions, watches and log texts are JMESPath over the step. Enter tries a row; nothing is changed.</source>
        <translation>条件、监视和日志文本都是针对该步的 JMESPath。按 Enter 试用一行；不会更改任何内容。</translation>
    </message>
    <message>
        <source>Expressions</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>What it comes to</source>
        <translation>求值结果</translation>
    </message>
    <message>
        <source>Watch this</source>
        <translation>监视此项</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>What it asks for</source>
        <translation>查询的内容</translation>
    </message>
    <message>
        <source>Expressions to try</source>
        <translation>可试用的表达式</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>What can be asked for</source>
        <translation>可查询的内容</translation>
    </message>
    <message>
        <source>How it is written</source>
        <translation>写法</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Open a session, and the expression is worked out at the step that you look at.</source>
        <translation>打开一个会话后，表达式会在您正在查看的步上求值。</translation>
    </message>
    <message>
        <source>Choose a row, or type an expression.</source>
        <translation>请选择一行，或输入表达式。</translation>
    </message>
</context>
<context>
    <name>ExtraMembers</name>
    <message>
        <source>Other members of the body, as a JSON object</source>
        <translation>请求体的其他成员，写成 JSON 对象</translation>
    </message>
    <message>
        <source>Members that have no field, as a JSON object; they go out as they are.</source>
        <translation>没有对应字段的成员，写成 JSON 对象；原样发送。</translation>
    </message>
    <message>
        <source>This is no JSON object yet.</source>
        <translation>这还不是 JSON 对象。</translation>
    </message>
</context>
<context>
    <name>FailureCard</name>
    <message>
        <source>Known here: {models}</source>
        <translation>此处已知：{models}</translation>
    </message>
    <message>
        <source>Known here: {models} and {n} more</source>
        <translation>此处已知：{models}，另有 {n} 个</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry in {n} s</source>
        <translation>{n} 秒后重试</translation>
    </message>
    <message>
        <source>Press to retry now.</source>
        <translation>按下立即重试。</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详情</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>What the server answered</source>
        <translation>服务器的回答</translation>
    </message>
    <message>
        <source>What was recorded, and now</source>
        <translation>录制的内容与现在的内容</translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation>由您停止。</translation>
    </message>
</context>
<context>
    <name>FailureHelp</name>
    <message>
        <source>The profile is not there any more.</source>
        <translation>该配置已不存在。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择其他配置。</translation>
    </message>
</context>
<context>
    <name>FailureTold</name>
    <message>
        <source>There is no key</source>
        <translation>没有密钥</translation>
    </message>
    <message>
        <source>The server did not accept the key ({status})</source>
        <translation>服务器不接受密钥（{status}）</translation>
    </message>
    <message>
        <source>The server does not know the model ({status})</source>
        <translation>服务器没有此模型（{status}）</translation>
    </message>
    <message>
        <source>Too many requests ({status})</source>
        <translation>请求过多（{status}）</translation>
    </message>
    <message>
        <source>The server refused the request ({status})</source>
        <translation>服务器拒绝了请求（{status}）</translation>
    </message>
    <message>
        <source>The reply broke off</source>
        <translation>响应中断</translation>
    </message>
    <message>
        <source>There was no connection</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>The certificate could not be checked</source>
        <translation>无法验证证书</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>超时未回答</translation>
    </message>
    <message>
        <source>Add key…</source>
        <translation>添加密钥…</translation>
    </message>
    <message>
        <source>Use the demo recording</source>
        <translation>使用演示录制</translation>
    </message>
    <message>
        <source>Edit key…</source>
        <translation>编辑密钥…</translation>
    </message>
    <message>
        <source>Test the profile…</source>
        <translation>测试配置…</translation>
    </message>
    <message>
        <source>Choose model…</source>
        <translation>选择模型…</translation>
    </message>
    <message>
        <source>Which are known here?</source>
        <translation>此处有哪些模型？</translation>
    </message>
    <message>
        <source>Raise time-out…</source>
        <translation>延长超时…</translation>
    </message>
    <message>
        <source>Edit profile…</source>
        <translation>编辑配置…</translation>
    </message>
    <message>
        <source>Show message {n}</source>
        <translation>显示消息 {n}</translation>
    </message>
    <message>
        <source>Use what arrived</source>
        <translation>使用已收到的内容</translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>Time-out: no result within its time</source>
        <translation>超时：时限内没有结果</translation>
    </message>
    <message>
        <source>Error: its service does not answer</source>
        <translation>错误：其服务没有应答</translation>
    </message>
    <message>
        <source>An empty result</source>
        <translation>空结果</translation>
    </message>
    <message>
        <source>A page of HTML instead of JSON</source>
        <translation>HTML 页面而非 JSON</translation>
    </message>
    <message>
        <source>JSON that breaks off in the middle</source>
        <translation>中途断开的 JSON</translation>
    </message>
    <message>
        <source>One megabyte of text</source>
        <translation>1 MB 文本</translation>
    </message>
    <message>
        <source>Slow: it runs ten seconds later</source>
        <translation>缓慢：十秒后才运行</translation>
    </message>
    <message>
        <source>Its process ends</source>
        <translation>其进程结束</translation>
    </message>
</context>
<context>
    <name>FieldRow</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Send null as {name}</source>
        <translation>以 null 发送 {name}</translation>
    </message>
    <message>
        <source>Set a value</source>
        <translation>设置值</translation>
    </message>
    <message>
        <source>Remove item {name}</source>
        <translation>移除项 {name}</translation>
    </message>
    <message>
        <source>Do not send {name}</source>
        <translation>不发送 {name}</translation>
    </message>
    <message>
        <source>Move item {name} up</source>
        <translation>上移项 {name}</translation>
    </message>
    <message>
        <source>Move item {name} down</source>
        <translation>下移项 {name}</translation>
    </message>
    <message>
        <source>{least} to {most}</source>
        <translation>{least} 到 {most}</translation>
    </message>
    <message>
        <source>at least {least}</source>
        <translation>至少 {least}</translation>
    </message>
    <message>
        <source>at most {most}</source>
        <translation>至多 {most}</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>not in the schema</source>
        <translation>不在模式中</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>one of {count}</source>
        <translation>{count} 选一</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add {name}</source>
        <translation>添加 {name}</translation>
    </message>
</context>
<context>
    <name>FileField</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
</context>
<context>
    <name>FileKinds</name>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Python tools</source>
        <translation>Python 工具</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>List of tools</source>
        <translation>工具列表</translation>
    </message>
    <message>
        <source>Its first line is not that of a session.</source>
        <translation>它的第一行不是会话文件的第一行。</translation>
    </message>
    <message>
        <source>Its name does not end in .py.</source>
        <translation>它的名称不以 .py 结尾。</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s) in folded strings were not replaced</source>
        <translation>
            <numerusform>折叠字符串中的 %n 处未替换</numerusform>
        </translation>
    </message>
    <message>
        <source>more than {n}</source>
        <translation>超过 {n}</translation>
    </message>
    <message>
        <source>{n} found</source>
        <translation>找到 {n} 处</translation>
    </message>
    <message>
        <source>{n} of {whole}</source>
        <translation>{n} / {whole}</translation>
    </message>
    <message>
        <source>This pattern takes too many steps.</source>
        <translation>此正则表达式耗费的步骤过多。</translation>
    </message>
    <message>
        <source>No pattern: {why}</source>
        <translation>不是正则表达式：{why}</translation>
    </message>
    <message>
        <source>Find in this view</source>
        <translation>在此视图中查找</translation>
    </message>
</context>
<context>
    <name>FindFields</name>
    <message>
        <source>Find in the session</source>
        <translation>在会话中查找</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Pattern (regular expression)</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Show the lines before and after, too</source>
        <translation>同时显示前后各行</translation>
    </message>
    <message>
        <source>Where to look</source>
        <translation>查找范围</translation>
    </message>
    <message>
        <source>All branches</source>
        <translation>所有分支</translation>
    </message>
    <message>
        <source>This branch</source>
        <translation>此分支</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有种类</translation>
    </message>
    <message>
        <source>Kinds of texts</source>
        <translation>文本的种类</translation>
    </message>
    <message numerus="yes">
        <source>%n kinds</source>
        <translation>
            <numerusform>%n 个种类</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FindModel</name>
    <message>
        <source>{kind} {name}: {text}</source>
        <translation>{kind} {name}：{text}</translation>
    </message>
    <message>
        <source>{branch} · before the first round</source>
        <translation>{branch} · 第一轮之前</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>{branch} · round {n}</source>
        <translation>{branch} · 第 {n} 轮</translation>
    </message>
    <message>
        <source>Round {n}</source>
        <translation>第 {n} 轮</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>FindPane</name>
    <message>
        <source>Looking through the session</source>
        <translation>正在查找会话</translation>
    </message>
    <message>
        <source>{percent} % looked through</source>
        <translation>已查找 {percent} %</translation>
    </message>
    <message>
        <source>cancelled at {percent} %</source>
        <translation>在 {percent} % 处取消</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) too long for this pattern</source>
        <translation>
            <numerusform>%n 段文本过长，未用此正则查找</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged line(s) of the file left out</source>
        <translation>
            <numerusform>略去文件中的 %n 个损坏行</numerusform>
        </translation>
    </message>
    <message>
        <source>the session has gone on since</source>
        <translation>此后会话已继续</translation>
    </message>
    <message>
        <source>the first {n} lines</source>
        <translation>前 {n} 行</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Find what is said anywhere in the session: messages, replies, reasoning, calls, results, errors, notes.</source>
        <translation>查找会话中任何位置的内容：消息、响应、推理、调用、结果、错误、备注。</translation>
    </message>
    <message>
        <source>Look everywhere</source>
        <translation>在所有位置查找</translation>
    </message>
    <message>
        <source>“{words}” is not in the session.</source>
        <translation>会话中没有“{words}”。</translation>
    </message>
    <message>
        <source>Find in the session</source>
        <translation>在会话中查找</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>找到的行</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
</context>
<context>
    <name>FindRows</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Pattern (regular expression)</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一处（Shift+F3）</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一处（F3）</translation>
    </message>
    <message>
        <source>Replace… (Ctrl+H)</source>
        <translation>替换…（Ctrl+H）</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭查找（Esc）</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
</context>
<context>
    <name>FirstStepsDialog</name>
    <message>
        <source>Toolcall Studio stops between what a model says and what its tools do.</source>
        <translation>Toolcall Studio 会在模型所说与工具所做之间停下。</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>See it work</source>
        <translation>看它运行</translation>
    </message>
    <message>
        <source>The demo is a refund agent with a scripted model. It needs no key and no network, and stops by itself.</source>
        <translation>演示是一个退款智能体，模型按脚本回答。无需密钥和网络，会自行停下。</translation>
    </message>
    <message>
        <source>Go on, step by step</source>
        <translation>逐步继续</translation>
    </message>
    <message>
        <source>{step} does the one due thing, {run} goes on to the next stop, {back} goes back. The yellow arrow and the banner say where it stands and why.</source>
        <translation>{step} 只做待办的一件事，{run} 继续到下一个停止处，{back} 后退一步。黄色箭头和横幅说明停在哪里以及原因。</translation>
    </message>
    <message>
        <source>Look, and change</source>
        <translation>查看并修改</translation>
    </message>
    <message>
        <source>Request, reply, each call and each result can be read in four views and edited where they stand. What you type is a draft until you press Ctrl+Enter; the original is kept.</source>
        <translation>请求、响应、每个调用和每个结果都可以用四种视图查看，并就地编辑。按 Ctrl+Enter 之前，所输入的内容只是草稿；原文会保留。</translation>
    </message>
    <message>
        <source>Ask a model of your own</source>
        <translation>向自己的模型提问</translation>
    </message>
    <message>
        <source>A profile says where it is and where its key comes from. A key never stands in a file.</source>
        <translation>配置说明模型在哪里、密钥来自何处。密钥绝不写入文件。</translation>
    </message>
    <message>
        <source>Find everything else</source>
        <translation>查找其他一切</translation>
    </message>
    <message>
        <source>{palette} finds every action by its words, {keys} lists the keys of the part you come from.</source>
        <translation>{palette} 按名称查找任何操作，{keys} 列出您所在区域的快捷键。</translation>
    </message>
</context>
<context>
    <name>FlatForm</name>
    <message>
        <source>an e-mail address</source>
        <translation>邮件地址</translation>
    </message>
    <message>
        <source>a whole address</source>
        <translation>完整的网址</translation>
    </message>
    <message>
        <source>a date: year-month-day</source>
        <translation>日期：年-月-日</translation>
    </message>
    <message>
        <source>a date and time: 2026-05-12T14:07:00Z</source>
        <translation>日期和时间：2026-05-12T14:07:00Z</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
</context>
<context>
    <name>FontControl</name>
    <message>
        <source>As usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>{font} (not there)</source>
        <translation>{font}（不存在）</translation>
    </message>
</context>
<context>
    <name>FormQuestion</name>
    <message>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <source>What you accept goes to this server, and is kept in the session. Never give it a password or a key.</source>
        <translation>您接受后，内容会发送给此服务器并保存在会话中。切勿填写密码或密钥。</translation>
    </message>
</context>
<context>
    <name>GroupForm</name>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Open now</source>
        <translation>现在打开</translation>
    </message>
    <message>
        <source>refund, pay back</source>
        <translation>退款, 退钱</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>分组的名称</translation>
    </message>
    <message>
        <source>What the group is for</source>
        <translation>分组的用途</translation>
    </message>
    <message>
        <source>Tools of the group</source>
        <translation>分组的工具</translation>
    </message>
    <message>
        <source>By what the group is open</source>
        <translation>分组的打开方式</translation>
    </message>
    <message>
        <source>Words that open the group</source>
        <translation>打开分组的词语</translation>
    </message>
    <message>
        <source>Expression that opens the group</source>
        <translation>打开分组的表达式</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Whoever chooses among groups reads this.</source>
        <translation>在分组中作选择的一方会读到它。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开方式</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
</context>
<context>
    <name>GroupList</name>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Open by</source>
        <translation>打开方式</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Groups of tools</source>
        <translation>工具分组</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>GroupWords</name>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>The group is open in every request.</source>
        <translation>分组在每个请求中都打开。</translation>
    </message>
    <message>
        <source>Words of the message</source>
        <translation>消息中的词语</translation>
    </message>
    <message>
        <source>Open while the user message of the turn holds one of these words, in any case.</source>
        <translation>本回合的用户消息含有其中一个词语时打开，不分大小写。</translation>
    </message>
    <message>
        <source>Expression over the state</source>
        <translation>对状态的表达式</translation>
    </message>
    <message>
        <source>JMESPath over message, context, round, used, found, skills, groups and history; open for anything but false, null and nothing.</source>
        <translation>JMESPath，可用 message、context、round、used、found、skills、groups 和 history；结果不是 false、null 或空时打开。</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>You open and close it.</source>
        <translation>由您打开和关闭。</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>由模型选择</translation>
    </message>
    <message>
        <source>A model chooses it, anew for each turn: see Who chooses.</source>
        <translation>由模型选择，每个回合重新选择：见“由谁选择”。</translation>
    </message>
    <message>
        <source>words: {words}</source>
        <translation>词语：{words}</translation>
    </message>
    <message>
        <source>by hand: open</source>
        <translation>手动：打开</translation>
    </message>
    <message>
        <source>by hand: closed</source>
        <translation>手动：关闭</translation>
    </message>
    <message>
        <source>It is switched off.</source>
        <translation>已停用。</translation>
    </message>
    <message>
        <source>Its rule cannot be read: {detail}</source>
        <translation>其规则无法读取：{detail}</translation>
    </message>
    <message>
        <source>It is always open.</source>
        <translation>始终打开。</translation>
    </message>
    <message>
        <source>The message says “{detail}”.</source>
        <translation>消息中有“{detail}”。</translation>
    </message>
    <message>
        <source>The message holds none of its words.</source>
        <translation>消息中没有它的词语。</translation>
    </message>
    <message>
        <source>Its expression holds.</source>
        <translation>其表达式成立。</translation>
    </message>
    <message>
        <source>Its expression does not hold.</source>
        <translation>其表达式不成立。</translation>
    </message>
    <message>
        <source>You opened it.</source>
        <translation>由您打开。</translation>
    </message>
    <message>
        <source>You closed it.</source>
        <translation>由您关闭。</translation>
    </message>
    <message>
        <source>It was chosen in this turn.</source>
        <translation>本回合已选择它。</translation>
    </message>
    <message>
        <source>It was not chosen in this turn.</source>
        <translation>本回合未选择它。</translation>
    </message>
    <message>
        <source>Names or patterns with a comma between them: * stands for any letters.</source>
        <translation>名称或通配模式，用逗号分隔：* 代表任意字符。</translation>
    </message>
    <message>
        <source>Fits no tool of this session.</source>
        <translation>不匹配此会话的任何工具。</translation>
    </message>
    <message>
        <source>Fits {names} and {n} more.</source>
        <translation>匹配 {names} 及另外 {n} 个。</translation>
    </message>
    <message>
        <source>Fits {names}.</source>
        <translation>匹配 {names}。</translation>
    </message>
    <message>
        <source>No tool of this session fits {patterns}.</source>
        <translation>此会话没有工具匹配 {patterns}。</translation>
    </message>
</context>
<context>
    <name>GroupsDialog</name>
    <message>
        <source>Which tools a request offers, chosen anew for each. OK is one step that Undo takes back.</source>
        <translation>请求提供哪些工具，每个请求重新选择。“确定”算一步，可用“撤销”收回。</translation>
    </message>
    <message>
        <source>Tool groups</source>
        <translation>工具分组</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Who chooses</source>
        <translation>由谁选择</translation>
    </message>
    <message>
        <source>Context values</source>
        <translation>上下文值</translation>
    </message>
</context>
<context>
    <name>GroupsPage</name>
    <message>
        <source>New group</source>
        <translation>新建分组</translation>
    </message>
    <message>
        <source>Duplicate the group</source>
        <translation>复制分组</translation>
    </message>
    <message>
        <source>Remove the group (Del)</source>
        <translation>移除分组 (Del)</translation>
    </message>
    <message>
        <source>No groups yet: every tool is offered in every request. A tool of a group is offered only while one of its groups is open.</source>
        <translation>还没有分组：每个请求都提供所有工具。属于分组的工具，只有在它的某个分组打开时才会提供。</translation>
    </message>
    <message>
        <source>A group needs a name.</source>
        <translation>分组需要名称。</translation>
    </message>
    <message>
        <source>There is a group of this name already.</source>
        <translation>已有同名的分组。</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
</context>
<context>
    <name>Here</name>
    <message>
        <source>Nothing of this round went over HTTP.</source>
        <translation>本轮没有经过 HTTP 的内容。</translation>
    </message>
</context>
<context>
    <name>HintStrip</name>
    <message>
        <source>Hints for the demo</source>
        <translation>演示的提示</translation>
    </message>
    <message>
        <source>This is the call the model made</source>
        <translation>这是模型发出的调用</translation>
    </message>
    <message>
        <source>Change an argument</source>
        <translation>更改一个参数</translation>
    </message>
    <message>
        <source>Execute or mock it</source>
        <translation>执行或模拟它</translation>
    </message>
    <message>
        <source>F10 to go on</source>
        <translation>按 F10 继续</translation>
    </message>
    <message>
        <source>Close hint {n}</source>
        <translation>关闭提示 {n}</translation>
    </message>
    <message>
        <source>No hints</source>
        <translation>不再提示</translation>
    </message>
    <message>
        <source>Switches all hints off. Settings › General brings them back.</source>
        <translation>关闭所有提示。可在“设置 › 常规”中恢复。</translation>
    </message>
</context>
<context>
    <name>HistoryBar</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Repair all</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Sent although it was not valid: {codes}.</source>
        <translation>无效但仍然发送：{codes}。</translation>
    </message>
    <message>
        <source>This is too large to be checked while you type.</source>
        <translation>内容过大，无法边输入边检查。</translation>
    </message>
</context>
<context>
    <name>HistoryWords</name>
    <message>
        <source>Message {n}</source>
        <translation>消息 {n}</translation>
    </message>
    <message>
        <source>Tool {tool}</source>
        <translation>工具 {tool}</translation>
    </message>
    <message>
        <source>Repaired: {what}.</source>
        <translation>已修复：{what}。</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Repair: give it a result</source>
        <translation>修复：补上结果</translation>
    </message>
    <message>
        <source>Repair: remove the result</source>
        <translation>修复：移除结果</translation>
    </message>
    <message>
        <source>Repair: give the result the call's id</source>
        <translation>修复：给结果填上该调用的 id</translation>
    </message>
    <message>
        <source>Repair: give it an id of its own</source>
        <translation>修复：换用独有的 id</translation>
    </message>
    <message>
        <source>Repair: put the results into one message</source>
        <translation>修复：把结果放入一条消息</translation>
    </message>
    <message>
        <source>Repair: put the results first</source>
        <translation>修复：把结果移到最前</translation>
    </message>
    <message>
        <source>Repair: remove the empty text</source>
        <translation>修复：移除空文本</translation>
    </message>
    <message>
        <source>Repair: let the result say that it failed</source>
        <translation>修复：让结果写明失败</translation>
    </message>
    <message>
        <source>Repair: remove the message</source>
        <translation>修复：移除消息</translation>
    </message>
    <message>
        <source>Repair: put the pictures into a message behind it</source>
        <translation>修复：把图片移到其后的消息</translation>
    </message>
    <message>
        <source>Repair: put them into an object</source>
        <translation>修复：放入对象</translation>
    </message>
    <message>
        <source>Repair: remove the reasoning</source>
        <translation>修复：移除推理</translation>
    </message>
    <message>
        <source>Repair: join it with the message before</source>
        <translation>修复：并入上一条消息</translation>
    </message>
    <message>
        <source>gave a call a result</source>
        <translation>给一个调用补上了结果</translation>
    </message>
    <message>
        <source>removed a result</source>
        <translation>移除了一个结果</translation>
    </message>
    <message>
        <source>gave a result its call's id</source>
        <translation>给一个结果填上了其调用的 id</translation>
    </message>
    <message>
        <source>gave a call an id of its own</source>
        <translation>给一个调用换了自己的 id</translation>
    </message>
    <message>
        <source>put results into one message</source>
        <translation>把结果放进了同一条消息</translation>
    </message>
    <message>
        <source>put results first</source>
        <translation>把结果放到了最前</translation>
    </message>
    <message>
        <source>removed an empty text</source>
        <translation>移除了一段空文本</translation>
    </message>
    <message>
        <source>let a result say that it failed</source>
        <translation>让一个结果说明它失败了</translation>
    </message>
    <message>
        <source>removed a message that says nothing</source>
        <translation>移除了一条空消息</translation>
    </message>
    <message>
        <source>put pictures into a message of their own</source>
        <translation>把图片放进了单独的消息</translation>
    </message>
    <message>
        <source>put arguments into an object</source>
        <translation>把参数放进了对象</translation>
    </message>
    <message>
        <source>removed reasoning</source>
        <translation>移除了推理内容</translation>
    </message>
    <message>
        <source>joined two messages</source>
        <translation>合并了两条消息</translation>
    </message>
</context>
<context>
    <name>HostedRow</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Show it as it came</source>
        <translation>按收到的样子显示</translation>
    </message>
</context>
<context>
    <name>HowField</name>
    <message>
        <source>How it is asserted</source>
        <translation>断言方式</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The argument {name}</source>
        <translation>参数 {name}</translation>
    </message>
    <message>
        <source>All arguments</source>
        <translation>所有参数</translation>
    </message>
    <message>
        <source>Pattern (regular expression)</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Text that is in it</source>
        <translation>其中包含的文本</translation>
    </message>
    <message>
        <source>empty: the whole text</source>
        <translation>留空：整个文本</translation>
    </message>
    <message>
        <source>The pattern cannot be read: {why}</source>
        <translation>正则表达式无法解析：{why}</translation>
    </message>
</context>
<context>
    <name>HttpPane</name>
    <message>
        <source>HTTP request</source>
        <translation>HTTP 请求</translation>
    </message>
    <message>
        <source>Copy {what}</source>
        <translation>复制“{what}”</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl 命令</translation>
    </message>
    <message>
        <source>Copy as Python (httpx)</source>
        <translation>复制为 Python（httpx）</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>HTTP exchanges of the round</source>
        <translation>本轮的 HTTP 交互</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>on another branch</source>
        <translation>在另一分支上</translation>
    </message>
    <message>
        <source>choice of groups</source>
        <translation>分组选择</translation>
    </message>
    <message>
        <source>asked by {server}</source>
        <translation>由 {server} 询问</translation>
    </message>
    <message>
        <source>What is shown of the exchange</source>
        <translation>显示交互的哪一部分</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>HTTP response</source>
        <translation>HTTP 响应</translation>
    </message>
    <message>
        <source>The exchange as it went</source>
        <translation>交互原文</translation>
    </message>
</context>
<context>
    <name>ImportToolsDialog</name>
    <message>
        <source>Tools of OpenAI, Anthropic, Gemini or LangChain, a request, an MCP list, a JSON Schema. Only declared: nothing runs.</source>
        <translation>OpenAI、Anthropic、Gemini 或 LangChain 的工具、请求、MCP 列表、JSON Schema。只作声明：不运行任何东西。</translation>
    </message>
    <message>
        <source>Import a list of tools</source>
        <translation>导入工具列表</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>JSON files (*.json);;All files (*)</source>
        <translation>JSON 文件 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>List of tools as JSON</source>
        <translation>工具列表（JSON）</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Paste the list here, or choose a file above.</source>
        <translation>把列表粘贴到这里，或在上方选择文件。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Tools that were found</source>
        <translation>找到的工具</translation>
    </message>
    <message>
        <source>Nothing was found yet.</source>
        <translation>尚未找到。</translation>
    </message>
    <message>
        <source>a tool of this name runs already</source>
        <translation>已有可运行的同名工具</translation>
    </message>
    <message>
        <source>replaces the present one</source>
        <translation>替换现有的</translation>
    </message>
    <message numerus="yes">
        <source>Add %n tool(s)</source>
        <translation>
            <numerusform>添加 %n 个工具</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonCommands</name>
    <message>
        <source>Watch this</source>
        <translation>监视此值</translation>
    </message>
    <message>
        <source>Show the whole string…</source>
        <translation>显示完整字符串…</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>转到行</translation>
    </message>
    <message numerus="yes">
        <source>Line (of %n):</source>
        <translation>
            <numerusform>行号（共 %n 行）：</numerusform>
        </translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式化</translation>
    </message>
    <message>
        <source>Sort keys</source>
        <translation>按键名排序</translation>
    </message>
    <message>
        <source>Go to line…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>The schema offers nothing here.</source>
        <translation>模式在此处没有可补全的内容。</translation>
    </message>
</context>
<context>
    <name>JsonPage</name>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON, for reading</source>
        <translation>JSON（只读）</translation>
    </message>
    <message>
        <source>This is not JSON yet, so it cannot be committed.</source>
        <translation>这还不是 JSON，无法提交。</translation>
    </message>
</context>
<context>
    <name>JsonValue</name>
    <message>
        <source>not JSON yet</source>
        <translation>还不是 JSON</translation>
    </message>
</context>
<context>
    <name>KeyEntryDialog</name>
    <message>
        <source>It goes to the system's keyring, into no file, and is not shown again.</source>
        <translation>它存入系统密钥环，不写入任何文件，也不会再显示。</translation>
    </message>
    <message>
        <source>Key of {profile}</source>
        <translation>{profile} 的密钥</translation>
    </message>
    <message>
        <source>Key to store in the system's keyring</source>
        <translation>要存入系统密钥环的密钥</translation>
    </message>
    <message>
        <source>The profile takes it from the keyring then, and no more from {variable}.</source>
        <translation>此后该配置从密钥环取密钥，不再从 {variable} 取。</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>KeyGiver</name>
    <message>
        <source>Press the new key here</source>
        <translation>在此按下新的键</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>不设键</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>New key of {action}</source>
        <translation>{action}的新键</translation>
    </message>
    <message>
        <source>Take it from there</source>
        <translation>从该处取用</translation>
    </message>
    <message>
        <source>It has this key already.</source>
        <translation>它已有此键。</translation>
    </message>
    <message>
        <source>{key} belongs to {action}. It can be taken from there, or press another.</source>
        <translation>{key} 属于{action}。可以从该处取用，或按另一个键。</translation>
    </message>
</context>
<context>
    <name>KeyRows</name>
    <message>
        <source>no key</source>
        <translation>无键</translation>
    </message>
    <message>
        <source>Changed; usually {keys}</source>
        <translation>已更改；通常为 {keys}</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>KeyTable</name>
    <message>
        <source>This key types a letter. Take it together with Ctrl or Alt, or take a function key.</source>
        <translation>此键会输入字符。请与 Ctrl 或 Alt 组合使用，或使用功能键。</translation>
    </message>
    <message>
        <source>This key moves the keyboard about or edits. Take it together with Ctrl or Alt.</source>
        <translation>此键用于移动焦点或编辑。请与 Ctrl 或 Alt 组合使用。</translation>
    </message>
</context>
<context>
    <name>KeysControl</name>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>or press it</source>
        <translation>或按下快捷键</translation>
    </message>
    <message>
        <source>Find an action by pressing its key</source>
        <translation>按下快捷键查找操作</translation>
    </message>
    <message>
        <source>Any key</source>
        <translation>任意键</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>仅已更改</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>{file} cannot be written: {why}</source>
        <translation>无法写入 {file}：{why}</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>已写入 {file}。</translation>
    </message>
    <message>
        <source>{file} cannot be read: {why}</source>
        <translation>无法读取 {file}：{why}</translation>
    </message>
    <message>
        <source>Left out: {names}.</source>
        <translation>略去：{names}。</translation>
    </message>
    <message numerus="yes">
        <source>{key} belongs to %n actions, so it does nothing.</source>
        <translation>
            <numerusform>{key} 属于 %n 个操作，因此不起作用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export keys</source>
        <translation>导出快捷键</translation>
    </message>
    <message>
        <source>Import keys</source>
        <translation>导入快捷键</translation>
    </message>
    <message>
        <source>Keys (*.json)</source>
        <translation>快捷键 (*.json)</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>KindBoxes</name>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Requests with their answers and errors, both ways</source>
        <translation>双向的请求及其应答和错误</translation>
    </message>
    <message>
        <source>Log messages of the server, and what it writes to stderr</source>
        <translation>服务器的日志消息，以及它写到 stderr 的内容</translation>
    </message>
    <message>
        <source>Lines of its standard output that are no message</source>
        <translation>其标准输出中不是消息的行</translation>
    </message>
    <message>
        <source>Go along with the newest message (End)</source>
        <translation>跟随最新的消息（End）</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>种类</translation>
    </message>
</context>
<context>
    <name>KindsButton</name>
    <message numerus="yes">
        <source>Kinds of rows; %n hidden</source>
        <translation>
            <numerusform>行的种类；已隐藏 %n 种</numerusform>
        </translation>
    </message>
    <message>
        <source>Kinds of rows that are shown</source>
        <translation>显示的行的种类</translation>
    </message>
</context>
<context>
    <name>LastResort</name>
    <message>
        <source>Something went wrong in Toolcall Studio. The session is saved.</source>
        <translation>Toolcall Studio 出了问题。会话已保存。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>LeftBehind</name>
    <message>
        <source>{n} or more calls ran on the steps left behind: {tools}. Nothing is undone outside.</source>
        <translation>离开的步中执行过至少 {n} 个调用：{tools}。外部的影响不会撤销。</translation>
    </message>
    <message>
        <source>1 call ran on the steps left behind: {tools}. Nothing is undone outside.</source>
        <translation>离开的步中执行过 1 个调用：{tools}。外部的影响不会撤销。</translation>
    </message>
    <message>
        <source>{n} calls ran on the steps left behind: {tools}. Nothing is undone outside.</source>
        <translation>离开的步中执行过 {n} 个调用：{tools}。外部的影响不会撤销。</translation>
    </message>
</context>
<context>
    <name>Libraries</name>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
</context>
<context>
    <name>LinesPage</name>
    <message>
        <source>Nothing holds these words.</source>
        <translation>没有包含这些词的内容。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Find by words</source>
        <translation>按词查找</translation>
    </message>
</context>
<context>
    <name>LogPage</name>
    <message>
        <source>Log of the server</source>
        <translation>服务器的日志</translation>
    </message>
    <message>
        <source>The server has logged nothing, and written nothing to stderr.</source>
        <translation>服务器没有日志，也没有向 stderr 写入内容。</translation>
    </message>
</context>
<context>
    <name>LongView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>LoopApproval</name>
    <message>
        <source>Approval</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>The first rule that fits a tool decides. Without one, sensitive tools ask and all others run.</source>
        <translation>由第一条匹配工具的规则决定。没有匹配的规则时，敏感工具会询问，其他工具直接运行。</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>No rules yet.</source>
        <translation>还没有规则。</translation>
    </message>
</context>
<context>
    <name>LoopCalls</name>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Calls of one reply</source>
        <translation>同一响应的调用</translation>
    </message>
    <message>
        <source>Undo what succeeded when a call fails</source>
        <translation>调用失败时撤销已成功的</translation>
    </message>
    <message>
        <source>Declare tools strictly</source>
        <translation>严格声明工具</translation>
    </message>
    <message>
        <source>Memory id</source>
        <translation>记忆 ID</translation>
    </message>
    <message>
        <source>the id of this session</source>
        <translation>此会话的 ID</translation>
    </message>
    <message>
        <source>The model's order; each call can see what the one before did.</source>
        <translation>按模型的顺序；每个调用都能看到前一个的影响。</translation>
    </message>
    <message>
        <source>All calls of a reply start together. Results still stand in the model's order; Step runs one.</source>
        <translation>同一响应的所有调用一起开始。结果仍按模型的顺序排列；“单步”只执行一个。</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>依次执行</translation>
    </message>
    <message>
        <source>At the same time</source>
        <translation>同时执行</translation>
    </message>
    <message>
        <source>Calls since your last message that another tool undoes are undone in reverse order; the model reads that they ran and were rolled back.</source>
        <translation>自您上一条消息以来，有对应撤销工具的调用会按相反顺序撤销；模型会读到它们执行过并已回滚。</translation>
    </message>
    <message>
        <source>After an error</source>
        <translation>出错之后</translation>
    </message>
    <message>
        <source>The provider holds the model to the schema. The page of a tool shows what has to be changed for that.</source>
        <translation>服务提供方让模型遵守模式。工具的页面会显示为此须作的更改。</translation>
    </message>
    <message>
        <source>Schemas</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Told to tools that ask for it, so that several sessions can share what a tool remembers.</source>
        <translation>告知需要它的工具，使多个会话可以共用工具记住的内容。</translation>
    </message>
</context>
<context>
    <name>LoopDialog</name>
    <message>
        <source>How this session goes on by itself, and where it stops. OK is one step that Undo takes back.</source>
        <translation>此会话如何自行继续，以及在哪里停止。“确定”算一步，可用“撤销”收回。</translation>
    </message>
    <message>
        <source>Loop settings</source>
        <translation>循环设置</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>批准</translation>
    </message>
</context>
<context>
    <name>LoopErrors</name>
    <message>
        <source>When something goes wrong</source>
        <translation>出错时</translation>
    </message>
    <message>
        <source>Unknown tool</source>
        <translation>未知工具</translation>
    </message>
    <message>
        <source>Bad arguments</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>Error of a tool</source>
        <translation>工具的错误</translation>
    </message>
    <message>
        <source>How often a tool is run again</source>
        <translation>工具再次执行的次数</translation>
    </message>
    <message>
        <source>Only tools marked as idempotent: running one twice does no more than running it once.</source>
        <translation>仅限标为幂等的工具：执行两次与执行一次效果相同。</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次执行</translation>
    </message>
</context>
<context>
    <name>LoopLimits</name>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Round trips</source>
        <translation>往返次数</translation>
    </message>
    <message>
        <source>A reply with calls is one, however many calls.</source>
        <translation>一个含调用的响应算一次，不论有多少调用。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>In and out together, as the model reports them.</source>
        <translation>输入与输出合计，以模型报告的为准。</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>US dollars by the price list of the program. A model without a known price stops at once.</source>
        <translation>美元，按本程序的价目表。价格未知的模型会立即停止。</translation>
    </message>
    <message>
        <source>Time at work</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>Of model and tools; what you take to decide does not count.</source>
        <translation>模型与工具的时间；您作决定的时间不计。</translation>
    </message>
    <message>
        <source>Same call in a row</source>
        <translation>连续相同的调用</translation>
    </message>
    <message>
        <source>Stops when the model asks for the same tool with the same arguments so many times.</source>
        <translation>模型以相同参数请求同一工具达到此次数时停止。</translation>
    </message>
    <message>
        <source>Time for one call</source>
        <translation>单次调用的时限</translation>
    </message>
    <message>
        <source>Then the tool is stopped and the call ends with an error. A tool may have a time of its own.</source>
        <translation>到时工具被停止，调用以错误结束。工具可以有自己的时限。</translation>
    </message>
    <message>
        <source>Longest result</source>
        <translation>最长结果</translation>
    </message>
    <message>
        <source>In characters. The model reads so much and that the rest was cut; you can see the whole.</source>
        <translation>以字符计。模型读到这么多，并得知其余已截断；您可以查看全文。</translation>
    </message>
    <message>
        <source>never cut</source>
        <translation>从不截断</translation>
    </message>
</context>
<context>
    <name>LoopValues</name>
    <message>
        <source>Change what loses nothing</source>
        <translation>只作无损更改</translation>
    </message>
    <message>
        <source>A value with one meaning is made to fit: "27" becomes 27, "false" becomes false, "eur" the allowed EUR. Fractions are never cut, long ids never rounded.</source>
        <translation>含义唯一的值会调整为符合："27" 变为 27，"false" 变为 false，"eur" 变为允许的 EUR。小数绝不截断，长 ID 绝不舍入。</translation>
    </message>
    <message>
        <source>As LangChain4j does</source>
        <translation>与 LangChain4j 相同</translation>
    </message>
    <message>
        <source>Numbers and the case of allowed values are made to fit; true and false are not.</source>
        <translation>数字和允许值的大小写会调整为符合；true 和 false 不会。</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>询问我</translation>
    </message>
    <message>
        <source>Nothing is changed by itself: the call stops and offers each change.</source>
        <translation>不会自行更改：调用停下，逐项提出更改。</translation>
    </message>
    <message>
        <source>Change nothing</source>
        <translation>不更改</translation>
    </message>
    <message>
        <source>A value that does not fit is an error.</source>
        <translation>不符的值即为错误。</translation>
    </message>
    <message>
        <source>Values that do not fit</source>
        <translation>不符的值</translation>
    </message>
    <message>
        <source>What is done with values that do not fit</source>
        <translation>如何处理不符的值</translation>
    </message>
</context>
<context>
    <name>MarkdownText</name>
    <message numerus="yes">
        <source>… %n more characters: JSON shows all of it.</source>
        <translation>
            <numerusform>… 还有 %n 个字符：全部内容见 JSON。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>McpAddress</name>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Add a header</source>
        <translation>添加标头</translation>
    </message>
    <message>
        <source>Write a whole address that begins with https:// or http://.</source>
        <translation>请输入以 https:// 或 http:// 开头的完整地址。</translation>
    </message>
    <message>
        <source>leave empty to keep the stored token</source>
        <translation>留空则保留已存的令牌</translation>
    </message>
    <message>
        <source>no token</source>
        <translation>不使用令牌</translation>
    </message>
    <message>
        <source>in the system's keyring</source>
        <translation>在系统密钥环中</translation>
    </message>
    <message>
        <source>The server speaks streamable HTTP there.</source>
        <translation>服务器在该地址使用 streamable HTTP。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Goes along as “Authorization: Bearer …”.</source>
        <translation>以“Authorization: Bearer …”随请求发送。</translation>
    </message>
    <message>
        <source>New token</source>
        <translation>新令牌</translation>
    </message>
    <message>
        <source>${NAME} is taken from the environment or the keyring when the server is asked.</source>
        <translation>向服务器发送请求时，${NAME} 取自环境变量或密钥环。</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Where the token is</source>
        <translation>令牌的位置</translation>
    </message>
    <message>
        <source>Token to store in the system's keyring</source>
        <translation>要存入系统密钥环的令牌</translation>
    </message>
</context>
<context>
    <name>McpChoice</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Command or address</source>
        <translation>命令或地址</translation>
    </message>
    <message>
        <source>Servers to add</source>
        <translation>要添加的服务器</translation>
    </message>
    <message>
        <source>{name} (replaces)</source>
        <translation>{name}（替换）</translation>
    </message>
    <message>
        <source>{name} (off)</source>
        <translation>{name}（停用）</translation>
    </message>
    <message>
        <source>Nothing starts before you have seen and trusted each command.</source>
        <translation>在您查看并信任每个命令之前，不会启动任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) of the file go to the keyring; ${NAME} stands in their place.</source>
        <translation>
            <numerusform>文件中的 %n 个密钥会存入密钥环，原处改为 ${NAME}。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>McpCommand</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Arguments, one a line</source>
        <translation>参数，每行一个</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Add a variable</source>
        <translation>添加变量</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Write the program that is the server, such as npx, uvx or a whole path.</source>
        <translation>请输入作为服务器的程序，例如 npx、uvx 或完整路径。</translation>
    </message>
    <message>
        <source>the folder of this program</source>
        <translation>本程序的文件夹</translation>
    </message>
    <message>
        <source>A whole command line typed or pasted here is split into its words.</source>
        <translation>在此输入或粘贴的整条命令行会自动拆分。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>${NAME} is taken from the environment or the keyring when the server starts. It gets nothing else but what any program needs.</source>
        <translation>服务器启动时，${NAME} 取自环境变量或密钥环。除任何程序都需要的变量外，它得不到其他变量。</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folder to run in</source>
        <translation>运行所在的文件夹</translation>
    </message>
    <message>
        <source>Folder to run in: browse</source>
        <translation>运行所在的文件夹：浏览</translation>
    </message>
    <message>
        <source>One a line, never read by a shell.</source>
        <translation>每行一个，不经过 shell 解释。</translation>
    </message>
    <message>
        <source>{one} Starts: {line}</source>
        <translation>{one}启动：{line}</translation>
    </message>
</context>
<context>
    <name>McpForm</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>a command that is started here</source>
        <translation>在本机启动的命令</translation>
    </message>
    <message>
        <source>an address</source>
        <translation>一个地址</translation>
    </message>
    <message>
        <source>Name of the server</source>
        <translation>服务器的名称</translation>
    </message>
    <message>
        <source>How it is reached</source>
        <translation>如何连接</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Its tools say that they come from here.</source>
        <translation>其工具会标明来自这里。</translation>
    </message>
    <message>
        <source>Reached by</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>The server needs a name, such as files.</source>
        <translation>服务器需要名称，例如 files。</translation>
    </message>
    <message>
        <source>There is a server named {name} already. Choose another name.</source>
        <translation>已有名为 {name} 的服务器。请换一个名称。</translation>
    </message>
</context>
<context>
    <name>McpLines</name>
    <message>
        <source>No description</source>
        <translation>没有说明</translation>
    </message>
    <message>
        <source>Comes in before the next request</source>
        <translation>在下一个请求之前加入</translation>
    </message>
    <message>
        <source>Left out by the filter of the server</source>
        <translation>被服务器的筛选排除</translation>
    </message>
    <message>
        <source>for the model {name}</source>
        <translation>对模型为 {name}</translation>
    </message>
    <message>
        <source>template</source>
        <translation>模板</translation>
    </message>
</context>
<context>
    <name>McpMenu</name>
    <message>
        <source>Cancel the start</source>
        <translation>取消启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Refresh lists</source>
        <translation>刷新列表</translation>
    </message>
    <message>
        <source>Trust…</source>
        <translation>信任…</translation>
    </message>
    <message>
        <source>See exactly what it starts, and decide.</source>
        <translation>查看它究竟启动什么，再作决定。</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Export mcpServers JSON…</source>
        <translation>导出 mcpServers JSON…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>The session is open for reading only.</source>
        <translation>会话以只读方式打开。</translation>
    </message>
    <message>
        <source>It is switched off. Switch it on first.</source>
        <translation>它已停用。请先启用。</translation>
    </message>
    <message>
        <source>It waits for your trust. Review it first.</source>
        <translation>它等待您的信任。请先查看。</translation>
    </message>
</context>
<context>
    <name>McpPages</name>
    <message>
        <source>This server offers no tools.</source>
        <translation>此服务器不提供工具。</translation>
    </message>
    <message>
        <source>This server offers no resources.</source>
        <translation>此服务器不提供资源。</translation>
    </message>
    <message>
        <source>This server offers no prompts.</source>
        <translation>此服务器不提供提示词。</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>What this server offers is known once it has started.</source>
        <translation>服务器启动后才知道它提供什么。</translation>
    </message>
    <message>
        <source>Open the page…</source>
        <translation>打开页面…</translation>
    </message>
    <message>
        <source>Call by hand…</source>
        <translation>手动调用…</translation>
    </message>
    <message>
        <source>Leave out of this session</source>
        <translation>从此会话中排除</translation>
    </message>
    <message>
        <source>Take into this session</source>
        <translation>纳入此会话</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>读取…</translation>
    </message>
    <message>
        <source>Copy URI</source>
        <translation>复制 URI</translation>
    </message>
    <message>
        <source>Insert…</source>
        <translation>插入…</translation>
    </message>
    <message>
        <source>Tools of the server</source>
        <translation>服务器的工具</translation>
    </message>
    <message>
        <source>Resources of the server</source>
        <translation>服务器的资源</translation>
    </message>
    <message>
        <source>Prompts of the server</source>
        <translation>服务器的提示词</translation>
    </message>
</context>
<context>
    <name>McpPane</name>
    <message>
        <source>A pattern of the server's filter leaves {tool} out.</source>
        <translation>服务器筛选中的一个通配模式排除了 {tool}。</translation>
    </message>
    <message>
        <source>Edit the server.</source>
        <translation>请编辑服务器。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Page of the server</source>
        <translation>服务器的页面</translation>
    </message>
    <message>
        <source>Add MCP servers</source>
        <translation>添加 MCP 服务器</translation>
    </message>
    <message>
        <source>What can be done with this server</source>
        <translation>可对此服务器执行的操作</translation>
    </message>
</context>
<context>
    <name>McpServerDialog</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This is neither mcpServers JSON, nor a command line, nor an address.</source>
        <translation>这既不是 mcpServers JSON，也不是命令行或地址。</translation>
    </message>
    <message>
        <source>Server {name}</source>
        <translation>服务器 {name}</translation>
    </message>
    <message>
        <source>Add an MCP server</source>
        <translation>添加 MCP 服务器</translation>
    </message>
    <message>
        <source>Paste a command line, an address or mcpServers JSON anywhere here, or drop its file. Nothing starts before you have seen and trusted exactly what.</source>
        <translation>可在此粘贴命令行、地址或 mcpServers JSON，或拖入其文件。在您看清并信任之前，不会启动任何内容。</translation>
    </message>
    <message>
        <source>Text of the servers</source>
        <translation>服务器的文本</translation>
    </message>
    <message>
        <source>Take the server or servers of the clipboard</source>
        <translation>采用剪贴板中的服务器</translation>
    </message>
    <message>
        <source>Save, ask for trust where it is needed, start it and list what it offers</source>
        <translation>保存，需要时请求信任，然后启动并列出它提供的内容</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>解析</translation>
    </message>
    <message numerus="yes">
        <source>Add %n server(s)</source>
        <translation>
            <numerusform>添加 %n 个服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>再次测试</translation>
    </message>
    <message>
        <source>No server stands there.</source>
        <translation>其中没有服务器。</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) of it go to the keyring when you save.</source>
        <translation>
            <numerusform>保存时，其中 %n 个密钥会存入密钥环。</numerusform>
        </translation>
    </message>
    <message>
        <source>Filled in from what was pasted.</source>
        <translation>已按粘贴的内容填写。</translation>
    </message>
    <message>
        <source>{error} Its key is kept until the program is closed.</source>
        <translation>{error} 其密钥保留到程序关闭为止。</translation>
    </message>
    <message>
        <source>There is no keyring: keys of {servers} are kept until the program is closed.</source>
        <translation>没有密钥环：{servers} 的密钥保留到程序关闭为止。</translation>
    </message>
</context>
<context>
    <name>McpShown</name>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Program: {path}</source>
        <translation>程序：{path}</translation>
    </message>
    <message>
        <source>that of this program</source>
        <translation>本程序的文件夹</translation>
    </message>
    <message>
        <source>Folder: {path}</source>
        <translation>文件夹：{path}</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Filled in from the environment or the keyring when it starts</source>
        <translation>启动时取自环境变量或密钥环</translation>
    </message>
    <message>
        <source>{title}:</source>
        <translation>{title}：</translation>
    </message>
</context>
<context>
    <name>McpTaking</name>
    <message>
        <source>Tools and start</source>
        <translation>工具与启动</translation>
    </message>
    <message>
        <source>Switched on: it starts when the session runs</source>
        <translation>启用：会话运行时启动</translation>
    </message>
    <message>
        <source>Needed: without it the session stops</source>
        <translation>必需：没有它会话会停下</translation>
    </message>
    <message>
        <source>Seconds to start</source>
        <translation>启动时限</translation>
    </message>
    <message>
        <source>Stands before the names that the model sees; the server always gets its own names.</source>
        <translation>加在模型看到的名称之前；服务器得到的始终是它自己的名称。</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>The server's own names or patterns, separated by commas; left empty, all are taken in.</source>
        <translation>服务器自己的名称或通配模式，用逗号分隔；留空则全部纳入。</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>仅纳入</translation>
    </message>
    <message>
        <source>Without</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Any other server that cannot start is told, and the session goes on without it.</source>
        <translation>其他服务器无法启动时会告知，会话在没有它的情况下继续。</translation>
    </message>
    <message>
        <source>Prefix of the tools' names</source>
        <translation>工具名称的前缀</translation>
    </message>
    <message>
        <source>Only these tools</source>
        <translation>仅纳入这些工具</translation>
    </message>
    <message>
        <source>Without these tools</source>
        <translation>排除这些工具</translation>
    </message>
</context>
<context>
    <name>McpTrial</name>
    <message>
        <source>What it wrote to stderr</source>
        <translation>它写到 stderr 的内容</translation>
    </message>
    <message>
        <source>The server starts</source>
        <translation>服务器正在启动</translation>
    </message>
    <message>
        <source>Ready after {time}: {name}</source>
        <translation>{time} 后就绪：{name}</translation>
    </message>
    <message>
        <source>Ready after {time}</source>
        <translation>{time} 后就绪</translation>
    </message>
    <message>
        <source>After {time}.</source>
        <translation>用时 {time}。</translation>
    </message>
    <message>
        <source>Cancelled: nothing of it runs.</source>
        <translation>已取消：没有任何内容在运行。</translation>
    </message>
    <message>
        <source>Cancelled: it runs as it did before.</source>
        <translation>已取消：它照原样继续运行。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Tools found</source>
        <translation>找到的工具</translation>
    </message>
    <message>
        <source>Starting… {time}</source>
        <translation>正在启动… {time}</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) taken in</source>
        <translation>
            <numerusform>纳入 %n 个工具</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out by name</source>
        <translation>
            <numerusform>按名称排除 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s)</source>
        <translation>
            <numerusform>%n 个资源</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s)</source>
        <translation>
            <numerusform>%n 个提示词</numerusform>
        </translation>
    </message>
    <message>
        <source>protocol {version}</source>
        <translation>协议 {version}</translation>
    </message>
    <message>
        <source>left out: {text}</source>
        <translation>已排除：{text}</translation>
    </message>
</context>
<context>
    <name>McpTrustDialog</name>
    <message>
        <source>Trust a server</source>
        <translation>信任服务器</translation>
    </message>
    <message>
        <source>Trust and start</source>
        <translation>信任并启动</translation>
    </message>
    <message>
        <source>Only this time</source>
        <translation>仅此一次</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>What is started, exactly</source>
        <translation>启动的确切内容</translation>
    </message>
    <message>
        <source>{name} asks an address</source>
        <translation>{name} 会访问一个地址</translation>
    </message>
    <message>
        <source>{name} starts a program</source>
        <translation>{name} 会启动一个程序</translation>
    </message>
    <message>
        <source>The trust holds for exactly what stands here, not for what a program's file holds; when it changes you are asked again.</source>
        <translation>信任只对这里写明的内容有效，不包括程序文件本身的内容；这些内容改变后会再次询问。</translation>
    </message>
    <message>
        <source>What the model calls goes there, and what comes back is read by the model.</source>
        <translation>模型的调用会发往那里，返回的内容由模型读取。</translation>
    </message>
    <message>
        <source>It can do whatever a program of yours can do.</source>
        <translation>凡是您的程序能做的事，它都能做。</translation>
    </message>
    <message>
        <source>{name} holds nothing now: set that variable, or keep its value in the keyring, before it starts.</source>
        <translation>{name} 现在没有值：请在启动之前设置该变量，或把它的值存入密钥环。</translation>
    </message>
    <message>
        <source>The program is not found here: write its whole path, or install it first.</source>
        <translation>在本机找不到该程序：请写完整路径，或先安装它。</translation>
    </message>
</context>
<context>
    <name>McpValues</name>
    <message>
        <source>A value has no name.</source>
        <translation>有一个值没有名称。</translation>
    </message>
    <message>
        <source>{name} stands here twice.</source>
        <translation>{name} 出现了两次。</translation>
    </message>
</context>
<context>
    <name>MemoryField</name>
    <message>
        <source>All messages</source>
        <translation>所有消息</translation>
    </message>
    <message>
        <source>The last messages</source>
        <translation>最近的消息</translation>
    </message>
    <message>
        <source>The last tokens</source>
        <translation>最近的词元</translation>
    </message>
    <message>
        <source>What the model remembers</source>
        <translation>模型记得什么</translation>
    </message>
    <message>
        <source>How many messages</source>
        <translation>多少条消息</translation>
    </message>
    <message>
        <source>How many tokens, as estimated</source>
        <translation>多少词元（估计）</translation>
    </message>
    <message>
        <source>Every message goes along. Nothing is left out.</source>
        <translation>每条消息都一起发送。不略去任何内容。</translation>
    </message>
    <message>
        <source>Nothing is left out now</source>
        <translation>现在没有略去任何内容</translation>
    </message>
    <message>
        <source>What it leaves out is told once it is committed</source>
        <translation>提交之后会显示略去的内容</translation>
    </message>
    <message>
        <source>The system text and the message of the turn always go along; no call is parted from its result.</source>
        <translation>系统文本和本回合的消息始终一起发送；调用不会与其结果分开。</translation>
    </message>
    <message>
        <source>{left}. {kept}</source>
        <translation>{left}。{kept}</translation>
    </message>
</context>
<context>
    <name>MendedLine</name>
    <message>
        <source>Write {text}</source>
        <translation>改写为 {text}</translation>
    </message>
</context>
<context>
    <name>MessageBlock</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>MessageDetail</name>
    <message>
        <source>Go to the request</source>
        <translation>转到请求</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>转到应答</translation>
    </message>
    <message>
        <source>Only what went to the server whole can be sent again.</source>
        <translation>只有完整发往服务器的消息才能再次发送。</translation>
    </message>
    <message>
        <source>Choose a message.</source>
        <translation>请选择一条消息。</translation>
    </message>
    <message>
        <source>The message as JSON</source>
        <translation>消息（JSON）</translation>
    </message>
    <message>
        <source>What was written</source>
        <translation>写出的内容</translation>
    </message>
    <message>
        <source>Find in this message (Ctrl+F)</source>
        <translation>在此消息中查找（Ctrl+F）</translation>
    </message>
    <message>
        <source>Copy the message (Ctrl+C)</source>
        <translation>复制消息（Ctrl+C）</translation>
    </message>
    <message>
        <source>Send again…</source>
        <translation>重新发送…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>A request gets a new id. Its answer is shown in the list, nothing else comes of it.</source>
        <translation>请求用新的 id；应答只在列表中显示，没有其他影响。</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Role of the message</source>
        <translation>消息的角色</translation>
    </message>
    <message>
        <source>Add message</source>
        <translation>添加消息</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove message</source>
        <translation>移除消息</translation>
    </message>
</context>
<context>
    <name>MockAnswer</name>
    <message>
        <source>What it answers</source>
        <translation>回答什么</translation>
    </message>
    <message>
        <source>Kind of answer</source>
        <translation>回答的类型</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Read as an error</source>
        <translation>读作错误</translation>
    </message>
    <message>
        <source>Seconds to wait before the answer</source>
        <translation>回答前等待的秒数</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>From a recorded result…</source>
        <translation>来自录制的结果…</translation>
    </message>
    <message>
        <source>How the call goes wrong</source>
        <translation>调用如何出故障</translation>
    </message>
    <message>
        <source>no</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>The tool itself</source>
        <translation>工具本身</translation>
    </message>
    <message>
        <source>Goes wrong</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>A slow call takes ten seconds at least.</source>
        <translation>缓慢的调用至少需要十秒。</translation>
    </message>
    <message>
        <source>These tools have given no result on this branch yet.</source>
        <translation>这些工具在此分支上还没有给出过结果。</translation>
    </message>
    <message>
        <source>{order_id} stands for the argument of that name, {items.0.sku} for one inside it.</source>
        <translation>{order_id} 代表该名称的参数，{items.0.sku} 代表其内部的值。</translation>
    </message>
</context>
<context>
    <name>MockCalls</name>
    <message>
        <source>Which calls</source>
        <translation>哪些调用</translation>
    </message>
    <message>
        <source>Which call of the tool</source>
        <translation>工具的第几个调用</translation>
    </message>
    <message>
        <source>any call</source>
        <translation>任何调用</translation>
    </message>
    <message>
        <source>How often the rule answers</source>
        <translation>规则回答的次数</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Tool, or a pattern for names of tools</source>
        <translation>工具，或工具名称的通配模式</translation>
    </message>
    <message>
        <source>Condition over the arguments</source>
        <translation>对参数的条件</translation>
    </message>
    <message>
        <source>Write {text}</source>
        <translation>改写为 {text}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>A JMESPath condition; empty: any arguments. Numbers, true, false and null stand in backticks.</source>
        <translation>JMESPath 条件；留空：任何参数。数字、true、false 和 null 写在反引号中。</translation>
    </message>
    <message>
        <source>Which call</source>
        <translation>第几个</translation>
    </message>
    <message>
        <source>Of this tool, counted along the branch from 1.</source>
        <translation>此工具的调用，沿分支从 1 数起。</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>A name, or a pattern: * stands for any letters.</source>
        <translation>名称或通配模式：* 代表任意字符。</translation>
    </message>
    <message>
        <source>Fits no tool of this session.</source>
        <translation>不匹配此会话的任何工具。</translation>
    </message>
    <message>
        <source>Fits {names} and {n} more.</source>
        <translation>匹配 {names} 及另外 {n} 个。</translation>
    </message>
    <message>
        <source>Fits {names}.</source>
        <translation>匹配 {names}。</translation>
    </message>
</context>
<context>
    <name>MockForm</name>
    <message>
        <source>Rule {id}</source>
        <translation>规则 {id}</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
</context>
<context>
    <name>MockList</name>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>When → answer</source>
        <translation>条件 → 回答</translation>
    </message>
    <message>
        <source>This call</source>
        <translation>此调用</translation>
    </message>
    <message>
        <source>Mock rules</source>
        <translation>模拟规则</translation>
    </message>
</context>
<context>
    <name>MockOrder</name>
    <message>
        <source>New rule</source>
        <translation>新建规则</translation>
    </message>
    <message>
        <source>Duplicate the rule</source>
        <translation>复制规则</translation>
    </message>
    <message>
        <source>Remove the rule (Del)</source>
        <translation>移除规则 (Del)</translation>
    </message>
    <message>
        <source>Move the rule up: the first that fits answers (Alt+Up)</source>
        <translation>上移规则：由第一条匹配的规则回答（Alt+Up）</translation>
    </message>
    <message>
        <source>Move the rule down (Alt+Down)</source>
        <translation>下移规则（Alt+Down）</translation>
    </message>
    <message>
        <source>More about rules</source>
        <translation>规则的更多操作</translation>
    </message>
    <message>
        <source>All rules for {tool}</source>
        <translation>{tool} 的所有规则</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>所有规则</translation>
    </message>
    <message>
        <source>{rules}: switch on</source>
        <translation>{rules}：打开</translation>
    </message>
    <message>
        <source>{rules}: switch off</source>
        <translation>{rules}：关闭</translation>
    </message>
    <message>
        <source>Import rules…</source>
        <translation>导入规则…</translation>
    </message>
    <message>
        <source>Export rules…</source>
        <translation>导出规则…</translation>
    </message>
</context>
<context>
    <name>MockPictures</name>
    <message>
        <source>Add a picture…</source>
        <translation>添加图片…</translation>
    </message>
    <message>
        <source>Take picture {n} out</source>
        <translation>移除图片 {n}</translation>
    </message>
    <message>
        <source>Add a picture</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.gif *.webp)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.gif *.webp)</translation>
    </message>
</context>
<context>
    <name>MockRoom</name>
    <message>
        <source>The rule answers with text and small pictures: the other parts of the result are not in it.</source>
        <translation>规则以文本和小图片回答：结果的其他部分不在其中。</translation>
    </message>
</context>
<context>
    <name>MockTrial</name>
    <message>
        <source>Try with</source>
        <translation>试用于</translation>
    </message>
    <message>
        <source>What the call would be answered</source>
        <translation>此调用会得到的回答</translation>
    </message>
    <message>
        <source>Call to try the rules with</source>
        <translation>用来试规则的调用</translation>
    </message>
    <message>
        <source>No call waits now. While one does, its answer by these rules is shown here.</source>
        <translation>现在没有等待的调用。有调用等待时，这里显示按这些规则给出的回答。</translation>
    </message>
    <message>
        <source>Its tool is not among those that were sent, so no rule is asked.</source>
        <translation>其工具不在已发送的工具中，因此不询问规则。</translation>
    </message>
    <message>
        <source>Its arguments do not fit the tool, so no rule is asked.</source>
        <translation>其参数与工具不符，因此不询问规则。</translation>
    </message>
    <message>
        <source>No rule answers it: the tool runs.</source>
        <translation>没有规则回答它：工具会运行。</translation>
    </message>
    <message>
        <source>Rule {id} lets the tool run.</source>
        <translation>规则 {id} 让工具运行。</translation>
    </message>
    <message>
        <source>Rule {id} answers.</source>
        <translation>规则 {id} 回答。</translation>
    </message>
    <message>
        <source>The new rule lets the tool run.</source>
        <translation>新规则让工具运行。</translation>
    </message>
    <message>
        <source>The new rule answers.</source>
        <translation>新规则回答。</translation>
    </message>
    <message>
        <source>Made to go wrong: {fault}.</source>
        <translation>制造故障：{fault}。</translation>
    </message>
    <message>
        <source>The model reads an error.</source>
        <translation>模型读到错误。</translation>
    </message>
    <message>
        <source>After {n} s.</source>
        <translation>{n} 秒后。</translation>
    </message>
    <message>
        <source>an empty text</source>
        <translation>空文本</translation>
    </message>
</context>
<context>
    <name>MockTurns</name>
    <message>
        <source>The answer before</source>
        <translation>上一个回答</translation>
    </message>
    <message>
        <source>The next answer</source>
        <translation>下一个回答</translation>
    </message>
    <message>
        <source>Then another answer</source>
        <translation>之后给出另一个回答</translation>
    </message>
    <message>
        <source>Remove this answer</source>
        <translation>移除此回答</translation>
    </message>
    <message>
        <source>Answer {n} of {all}, and from then on</source>
        <translation>第 {n} 个回答，共 {all} 个；此后一直用它</translation>
    </message>
    <message>
        <source>Answer {n} of {all}</source>
        <translation>第 {n} 个回答，共 {all} 个</translation>
    </message>
</context>
<context>
    <name>MockWords</name>
    <message>
        <source>call {n}</source>
        <translation>第 {n} 个调用</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>{n} times</source>
        <translation>{n} 次</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>the tool runs</source>
        <translation>工具运行</translation>
    </message>
    <message>
        <source>an empty text</source>
        <translation>空文本</translation>
    </message>
    <message>
        <source>then {n} more</source>
        <translation>之后还有 {n} 个</translation>
    </message>
    <message>
        <source>1 picture</source>
        <translation>1 张图片</translation>
    </message>
    <message>
        <source>{n} pictures</source>
        <translation>{n} 张图片</translation>
    </message>
    <message>
        <source>as an error</source>
        <translation>作为错误</translation>
    </message>
    <message>
        <source>after {n} s</source>
        <translation>{n} 秒后</translation>
    </message>
    <message>
        <source>comes later</source>
        <translation>靠后</translation>
    </message>
    <message>
        <source>It fits, but a rule above it answers first.</source>
        <translation>它匹配，但由上方的规则先回答。</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>It answers this call.</source>
        <translation>它回答此调用。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>It is switched off.</source>
        <translation>它已关闭。</translation>
    </message>
    <message>
        <source>other tool</source>
        <translation>其他工具</translation>
    </message>
    <message>
        <source>It is for other tools: their names are {pattern}.</source>
        <translation>它用于其他工具：名称为 {pattern}。</translation>
    </message>
    <message>
        <source>cannot be asked</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>Its condition cannot be asked here: {why}</source>
        <translation>其条件在此无法判断：{why}</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>Its condition does not hold for these arguments.</source>
        <translation>其条件对这些参数不成立。</translation>
    </message>
    <message>
        <source>It is for call {nth} of the tool; this is call {n}.</source>
        <translation>它用于该工具的第 {nth} 个调用；这是第 {n} 个。</translation>
    </message>
    <message>
        <source>this is call {n}</source>
        <translation>这是第 {n} 个</translation>
    </message>
    <message>
        <source>used up</source>
        <translation>已用完</translation>
    </message>
    <message>
        <source>It has answered {n} times already, as often as it may.</source>
        <translation>它已回答 {n} 次，达到上限。</translation>
    </message>
</context>
<context>
    <name>MocksDialog</name>
    <message>
        <source>A rule answers calls in the tool's place. The first that fits counts; without one the tool runs.</source>
        <translation>规则代替工具回答调用。以第一条匹配的为准；没有匹配的则运行工具。</translation>
    </message>
    <message>
        <source>Mocks</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>No rules yet. Fill in the form, or choose Record as a rule in the menu of a call that has its result.</source>
        <translation>还没有规则。请填写表单，或在已有结果的调用的菜单中选择“记录为规则”。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>Rule {id} is removed. Undo brings it back.</source>
        <translation>规则 {id} 已移除。可用“撤销”恢复。</translation>
    </message>
    <message>
        <source>Export rules</source>
        <translation>导出规则</translation>
    </message>
    <message>
        <source>Import rules</source>
        <translation>导入规则</translation>
    </message>
    <message>
        <source>Mock rules (*.json)</source>
        <translation>模拟规则 (*.json)</translation>
    </message>
    <message>
        <source>{n} rules were added from {file}.</source>
        <translation>已从 {file} 添加 {n} 条规则。</translation>
    </message>
    <message>
        <source>The rules are in {file}.</source>
        <translation>规则已写入 {file}。</translation>
    </message>
    <message>
        <source>What was changed here is not saved yet. Save it, or close to drop it.</source>
        <translation>此处的更改尚未保存。请先保存，或关闭以放弃更改。</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>ModelQuestion</name>
    <message>
        <source>Answer in the model's place</source>
        <translation>代替模型回答</translation>
    </message>
    <message>
        <source>Views of the request</source>
        <translation>请求的视图</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Write the answer…</source>
        <translation>手写回答…</translation>
    </message>
    <message>
        <source>The server wants a model to answer this. Nothing is sent before you say so; the answer goes back to the server.</source>
        <translation>服务器希望由模型回答。在您确认之前不会发送任何内容；回答会返回给服务器。</translation>
    </message>
    <message>
        <source>Send to model</source>
        <translation>发送给模型</translation>
    </message>
    <message>
        <source>Stopped. The server waits still.</source>
        <translation>已停止。服务器仍在等待。</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>询问的内容</translation>
    </message>
    <message>
        <source>Exact request</source>
        <translation>确切请求</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <source>{name} (of this session)</source>
        <translation>{name}（此会话的配置）</translation>
    </message>
    <message>
        <source>that of this session</source>
        <translation>此会话的配置</translation>
    </message>
    <message>
        <source>Profile that answers</source>
        <translation>用来回答的配置</translation>
    </message>
    <message>
        <source>What the model is asked</source>
        <translation>询问模型的内容</translation>
    </message>
    <message>
        <source>The exact request</source>
        <translation>确切的请求</translation>
    </message>
    <message>
        <source>The server reads this as the model's answer.</source>
        <translation>服务器会把这段文字当作模型的回答。</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>at most {n} tokens</source>
        <translation>至多 {n} 词元</translation>
    </message>
    <message>
        <source>Asks {model}</source>
        <translation>询问 {model}</translation>
    </message>
    <message>
        <source>Give this answer</source>
        <translation>给出此回答</translation>
    </message>
    <message>
        <source>The model answers… {time}</source>
        <translation>模型正在回答… {time}</translation>
    </message>
</context>
<context>
    <name>NewLimits</name>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Round trips</source>
        <translation>往返次数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Time at work</source>
        <translation>工作时间</translation>
    </message>
</context>
<context>
    <name>NewSessionDialog</name>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Everything here can be changed later.</source>
        <translation>这里的一切以后都可以修改。</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Nothing runs before you have read and trusted it; you are asked when the session opens.</source>
        <translation>在您查看并信任之前不会运行任何东西；会话打开时会询问您。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>There is no profile yet. Make one to say which model answers.</source>
        <translation>还没有配置。请新建一个配置，说明由哪个模型回答。</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>What the model is told before everything else. May be empty.</source>
        <translation>首先告诉模型的内容。可以为空。</translation>
    </message>
    <message>
        <source>What you ask. Leave it empty to write it later.</source>
        <translation>您的问题。留空则以后再写。</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>第一条消息</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Profiles…</source>
        <translation>配置…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
</context>
<context>
    <name>NewToolDialog</name>
    <message>
        <source>Parts of the tool</source>
        <translation>工具的各部分</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Each call becomes one request. Nothing is sent before you have reviewed and trusted it.</source>
        <translation>每个调用发出一个请求。在您查看并信任之前，不会发送任何内容。</translation>
    </message>
    <message>
        <source>Add an HTTP endpoint</source>
        <translation>添加 HTTP 端点</translation>
    </message>
    <message>
        <source>Each call starts one process, never a shell. Nothing runs before you have reviewed and trusted it.</source>
        <translation>每个调用启动一个进程，绝不经过 shell。在您查看并信任之前，不会运行任何东西。</translation>
    </message>
    <message>
        <source>Add a command line</source>
        <translation>添加命令行</translation>
    </message>
    <message>
        <source>A call of the tool runs a session of its own, with its own system text, tools and model; what it comes to is the result.</source>
        <translation>每个调用运行一个自己的会话，有自己的系统文本、工具和模型；它得出的内容就是结果。</translation>
    </message>
    <message>
        <source>Add an agent</source>
        <translation>添加智能体</translation>
    </message>
    <message>
        <source>The tool is only declared: when the model calls it, you give the result, or a mock rule does.</source>
        <translation>工具只作声明：模型调用它时，由您或模拟规则给出结果。</translation>
    </message>
    <message>
        <source>Add a tool by hand</source>
        <translation>手动添加工具</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Declaration</source>
        <translation>声明</translation>
    </message>
    <message>
        <source>Behaviour</source>
        <translation>行为</translation>
    </message>
    <message>
        <source>This session has a tool of this name already.</source>
        <translation>此会话已有同名的工具。</translation>
    </message>
</context>
<context>
    <name>NoFix</name>
    <message>
        <source>No quick fix is known here.</source>
        <translation>此处没有已知的快速修复。</translation>
    </message>
</context>
<context>
    <name>NoReply</name>
    <message>
        <source>No response yet</source>
        <translation>尚无响应</translation>
    </message>
    <message>
        <source>What had arrived is kept:</source>
        <translation>已收到的部分已保留：</translation>
    </message>
    <message>
        <source>The request began and has no end: it may have been sent.</source>
        <translation>请求已开始但没有结束：可能已发送。</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Waiting for the first words.</source>
        <translation>正在等待开头的文字。</translation>
    </message>
    <message>
        <source>The request was not sent yet.</source>
        <translation>请求尚未发送。</translation>
    </message>
</context>
<context>
    <name>NoServers</name>
    <message>
        <source>No MCP servers. A server brings tools, resources and prompts into this session.</source>
        <translation>没有 MCP 服务器。服务器为此会话带来工具、资源和提示词。</translation>
    </message>
    <message>
        <source>Add server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>Paste JSON…</source>
        <translation>粘贴 JSON…</translation>
    </message>
    <message>
        <source>Or drop an mcpServers file here. Nothing starts before you trust it.</source>
        <translation>也可以把 mcpServers 文件拖到这里。在您信任之前不会启动任何内容。</translation>
    </message>
</context>
<context>
    <name>NotSent</name>
    <message>
        <source>Send the request</source>
        <translation>发送请求</translation>
    </message>
    <message>
        <source>No request of this round has been sent yet.</source>
        <translation>本轮还没有发送过请求。</translation>
    </message>
</context>
<context>
    <name>NoteList</name>
    <message>
        <source>What the checks say</source>
        <translation>检查意见</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>Write a whole number.</source>
        <translation>请填写整数。</translation>
    </message>
    <message>
        <source>Write a number, such as 0.2.</source>
        <translation>请填写数字，例如 0.2。</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
</context>
<context>
    <name>OfAgent</name>
    <message>
        <source>The session stands inside {agent}: what is chosen here is the agent's, and ends with it.</source>
        <translation>会话在 {agent} 内部：这里的选择属于该智能体，并随它结束。</translation>
    </message>
    <message>
        <source>The session is not inside {agent} any more: nothing was changed.</source>
        <translation>会话已不在 {agent} 内部：未作任何更改。</translation>
    </message>
    <message>
        <source>The session is inside {agent} now. Step out of it first, then press OK again.</source>
        <translation>会话现在在 {agent} 内部。请先步出，再按“确定”。</translation>
    </message>
</context>
<context>
    <name>OfferedWords</name>
    <message>
        <source>always offered</source>
        <translation>始终提供</translation>
    </message>
    <message>
        <source>always visible</source>
        <translation>始终可见</translation>
    </message>
    <message>
        <source>kept in by hand</source>
        <translation>手动保留</translation>
    </message>
    <message>
        <source>a tool of this program</source>
        <translation>本程序的工具</translation>
    </message>
    <message>
        <source>group {name}</source>
        <translation>分组 {name}</translation>
    </message>
    <message>
        <source>named by source {name}</source>
        <translation>由来源 {name} 指名</translation>
    </message>
    <message>
        <source>skill {name}</source>
        <translation>技能 {name}</translation>
    </message>
    <message>
        <source>found by search for “{query}”</source>
        <translation>搜索“{query}”时找到</translation>
    </message>
    <message>
        <source>left out by hand</source>
        <translation>手动设为不发送</translation>
    </message>
    <message>
        <source>not a tool of the agent {name}</source>
        <translation>不是智能体 {name} 的工具</translation>
    </message>
    <message>
        <source>denied by a rule of approval</source>
        <translation>被批准规则禁止</translation>
    </message>
    <message>
        <source>only undoes a call, never offered</source>
        <translation>只用于撤销调用，从不提供</translation>
    </message>
    <message>
        <source>closed: group {name}</source>
        <translation>已关闭：分组 {name}</translation>
    </message>
    <message>
        <source>not named by source {name}</source>
        <translation>未由来源 {name} 指名</translation>
    </message>
    <message>
        <source>not found by search yet</source>
        <translation>搜索尚未找到</translation>
    </message>
    <message>
        <source>skill {name} is not activated</source>
        <translation>技能 {name} 未激活</translation>
    </message>
    <message>
        <source>MCP server {name} is switched off</source>
        <translation>MCP 服务器 {name} 已停用</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>The session stays at its limit. Raise it in the menu Session, Loop settings.</source>
        <translation>会话停在限制处。可在菜单“会话”&gt;“循环设置”中提高限制。</translation>
    </message>
    <message>
        <source>The session stays at its limit. A message of yours begins the count anew.</source>
        <translation>会话停在限制处。您发送消息后重新计数。</translation>
    </message>
</context>
<context>
    <name>OutputField</name>
    <message>
        <source>The schema has to be a JSON object.</source>
        <translation>模式必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>name of the schema</source>
        <translation>模式的名称</translation>
    </message>
    <message>
        <source>Name of the schema</source>
        <translation>模式的名称</translation>
    </message>
    <message>
        <source>strict</source>
        <translation>严格</translation>
    </message>
    <message>
        <source>The server makes sure that the reply fits the schema</source>
        <translation>由服务器保证响应符合模式</translation>
    </message>
    <message>
        <source>JSON Schema of the reply</source>
        <translation>响应的 JSON Schema</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON by a schema</source>
        <translation>按模式的 JSON</translation>
    </message>
</context>
<context>
    <name>PagePreview</name>
    <message>
        <source>The page as it reads</source>
        <translation>页面的阅读效果</translation>
    </message>
</context>
<context>
    <name>PagedDialog</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>找到的命令</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Tools of the session</source>
        <translation>会话的工具</translation>
    </message>
    <message>
        <source>Rounds, by number or by the tools that were called</source>
        <translation>轮，按编号或调用的工具查找</translation>
    </message>
    <message>
        <source>Go to a round, or to a line of the text that has the keyboard</source>
        <translation>转到某一轮，或有键盘焦点的文本中的某一行</translation>
    </message>
    <message>
        <source>Work out a JMESPath at the step that is looked at</source>
        <translation>在正在查看的步求 JMESPath 的值</translation>
    </message>
    <message>
        <source>Search commands and steps    @ tools   # rounds   : go to   = value   ? help</source>
        <translation>搜索命令和步    @ 工具   # 轮   : 转到   = 求值   ? 帮助</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>{group}: {words}</source>
        <translation>{group}：{words}</translation>
    </message>
</context>
<context>
    <name>PaletteSession</name>
    <message>
        <source>{kind} {name}: {text}</source>
        <translation>{kind} {name}：{text}</translation>
    </message>
    <message>
        <source>round {n}</source>
        <translation>第 {n} 轮</translation>
    </message>
    <message>
        <source>Find “{words}” in the session</source>
        <translation>在会话中查找“{words}”</translation>
    </message>
    <message>
        <source>Round {n}: {said}</source>
        <translation>第 {n} 轮：{said}</translation>
    </message>
    <message>
        <source>Round {n}</source>
        <translation>第 {n} 轮</translation>
    </message>
    <message>
        <source>Line {n} of this text</source>
        <translation>此文本的第 {n} 行</translation>
    </message>
    <message>
        <source>No session is open.</source>
        <translation>没有打开的会话。</translation>
    </message>
    <message>
        <source>Open a session first.</source>
        <translation>请先打开会话。</translation>
    </message>
</context>
<context>
    <name>PaletteValue</name>
    <message>
        <source>No session is open.</source>
        <translation>没有打开的会话。</translation>
    </message>
    <message>
        <source>Open a session first.</source>
        <translation>请先打开会话。</translation>
    </message>
    <message>
        <source>Type an expression, such as {example}</source>
        <translation>输入表达式，例如 {example}</translation>
    </message>
    <message>
        <source>It is worked out at the step that is looked at.</source>
        <translation>在正在查看的步求值。</translation>
    </message>
    <message>
        <source>Nothing was worked out.</source>
        <translation>没有求出值。</translation>
    </message>
    <message>
        <source>Copy the value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Watch this</source>
        <translation>监视此值</translation>
    </message>
</context>
<context>
    <name>ParamForm</name>
    <message>
        <source>Write a whole number from 1 on.</source>
        <translation>请填写不小于 1 的整数。</translation>
    </message>
    <message>
        <source>This dialect takes {words}.</source>
        <translation>此方言接受 {words}。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>最多词元</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>停止文本</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Tool choice</source>
        <translation>工具选择</translation>
    </message>
    <message>
        <source>Several calls at once</source>
        <translation>一次多个调用</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>推理强度</translation>
    </message>
    <message>
        <source>Form of the reply</source>
        <translation>响应的格式</translation>
    </message>
    <message>
        <source>Other members</source>
        <translation>其他成员</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>One a line; \n stands for a line break.</source>
        <translation>每行一个；\n 表示换行。</translation>
    </message>
</context>
<context>
    <name>ParameterRow</name>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What the model is told about it</source>
        <translation>告知模型的说明</translation>
    </message>
    <message>
        <source>any value, or: EUR, USD</source>
        <translation>任何值，或：EUR, USD</translation>
    </message>
    <message>
        <source>no default</source>
        <translation>无默认值</translation>
    </message>
    <message>
        <source>Name of {name}</source>
        <translation>{name} 的名称</translation>
    </message>
    <message>
        <source>Type of {name}</source>
        <translation>{name} 的类型</translation>
    </message>
    <message>
        <source>{name} is required</source>
        <translation>{name} 为必填</translation>
    </message>
    <message>
        <source>Description of {name}</source>
        <translation>{name} 的说明</translation>
    </message>
    <message>
        <source>Allowed values of {name}</source>
        <translation>{name} 的允许值</translation>
    </message>
    <message>
        <source>Default of {name}</source>
        <translation>{name} 的默认值</translation>
    </message>
    <message>
        <source>Schema of {name} as JSON</source>
        <translation>{name} 的模式（JSON）</translation>
    </message>
    <message>
        <source>Allowed values, with commas between them; empty allows all</source>
        <translation>允许值，用逗号分隔；留空表示全部允许</translation>
    </message>
    <message>
        <source>What the tool takes when the model leaves it out</source>
        <translation>模型未填时工具采用的值</translation>
    </message>
    <message>
        <source>Move {name} up</source>
        <translation>上移 {name}</translation>
    </message>
    <message>
        <source>Move {name} down</source>
        <translation>下移 {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>other (JSON)</source>
        <translation>其他 (JSON)</translation>
    </message>
    <message>
        <source>This is no JSON object yet.</source>
        <translation>这还不是 JSON 对象。</translation>
    </message>
    <message>
        <source>This does not fit the type of the parameter.</source>
        <translation>这与参数的类型不符。</translation>
    </message>
</context>
<context>
    <name>ParamsLine</name>
    <message>
        <source>no parameters</source>
        <translation>无参数</translation>
    </message>
    <message>
        <source>Change model, parameters and tools</source>
        <translation>更改模型、参数和工具</translation>
    </message>
</context>
<context>
    <name>PartKeys</name>
    <message>
        <source>What can be done with the row</source>
        <translation>对此行可用的操作</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>Fold or open a round</source>
        <translation>折叠或展开一轮</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Newest step, and follow it</source>
        <translation>最新的步，并跟随</translation>
    </message>
    <message>
        <source>Go to the message or the call of the step</source>
        <translation>转到该步的消息或调用</translation>
    </message>
    <message>
        <source>Look at the step where the session stands</source>
        <translation>查看会话所在的步</translation>
    </message>
    <message>
        <source>Rename the branch</source>
        <translation>重命名分支</translation>
    </message>
    <message>
        <source>In the banner</source>
        <translation>在横幅中</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>In an editor</source>
        <translation>在编辑器中</translation>
    </message>
    <message>
        <source>Commit what is typed, or send it</source>
        <translation>提交或发送已输入的内容</translation>
    </message>
    <message>
        <source>Leave the editor; what is typed stays</source>
        <translation>离开编辑器；保留已输入的内容</translation>
    </message>
    <message>
        <source>In the card of a call</source>
        <translation>在调用卡片中</translation>
    </message>
    <message>
        <source>Open the card and go to the arguments</source>
        <translation>展开卡片并转到参数</translation>
    </message>
    <message>
        <source>Execute, or the main button of the card</source>
        <translation>执行，或按卡片的主按钮</translation>
    </message>
    <message>
        <source>Give the result yourself</source>
        <translation>自己给出结果</translation>
    </message>
    <message>
        <source>At a message</source>
        <translation>在消息上</translation>
    </message>
    <message>
        <source>Edit the message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Fold or open the message</source>
        <translation>折叠或展开消息</translation>
    </message>
    <message>
        <source>In the list of tools</source>
        <translation>在工具列表中</translation>
    </message>
    <message>
        <source>Send the tool to the model, or not</source>
        <translation>向模型发送或不发送此工具</translation>
    </message>
    <message>
        <source>Open the page of the tool</source>
        <translation>打开工具的页面</translation>
    </message>
    <message>
        <source>Always send it, or not</source>
        <translation>总是发送或不总是发送</translation>
    </message>
    <message>
        <source>In the list of breakpoints</source>
        <translation>在断点列表中</translation>
    </message>
    <message>
        <source>Move it up or down</source>
        <translation>上移或下移</translation>
    </message>
    <message>
        <source>In the tree of branches</source>
        <translation>在分支树中</translation>
    </message>
    <message>
        <source>Go to the branch</source>
        <translation>转到该分支</translation>
    </message>
    <message>
        <source>Write its note and expectation</source>
        <translation>填写备注和期望</translation>
    </message>
    <message>
        <source>Hide the branch, or show it again</source>
        <translation>隐藏分支，或重新显示</translation>
    </message>
    <message>
        <source>In the watches</source>
        <translation>在监视中</translation>
    </message>
</context>
<context>
    <name>PassageRow</name>
    <message>
        <source>all lines</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Lines of {file}</source>
        <translation>{file} 的行</translation>
    </message>
    <message>
        <source>Lines that are taken: 10-40. Empty: the whole file.</source>
        <translation>采用的行：10-40。留空：整个文件。</translation>
    </message>
    <message>
        <source>With every request</source>
        <translation>随每个请求</translation>
    </message>
    <message>
        <source>Off: only with the first request after this message.</source>
        <translation>关闭：只随此消息之后的第一个请求。</translation>
    </message>
    <message>
        <source>Take {file} out</source>
        <translation>取出 {file}</translation>
    </message>
</context>
<context>
    <name>PathBar</name>
    <message>
        <source>Copy path (Alt+Shift+C)</source>
        <translation>复制路径（Alt+Shift+C）</translation>
    </message>
    <message>
        <source>Watch this</source>
        <translation>监视此值</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>整个文本</translation>
    </message>
</context>
<context>
    <name>PictureRow</name>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Take {file} out</source>
        <translation>取出 {file}</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show folder: {name}</source>
        <translation>显示文件夹：{name}</translation>
    </message>
</context>
<context>
    <name>PlainText</name>
    <message>
        <source>{n} million characters are too many to be pasted here. Attach them as a file.</source>
        <translation>{n} 百万个字符太多，无法粘贴到此处。请作为文件附加。</translation>
    </message>
</context>
<context>
    <name>PolicyRow</name>
    <message>
        <source>allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>deny</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Pattern for names of tools</source>
        <translation>工具名称的通配模式</translation>
    </message>
    <message>
        <source>What is decided</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Move {rule} up</source>
        <translation>上移 {rule}</translation>
    </message>
    <message>
        <source>Move {rule} down</source>
        <translation>下移 {rule}</translation>
    </message>
    <message>
        <source>Remove {rule}</source>
        <translation>移除 {rule}</translation>
    </message>
    <message>
        <source>the rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>A name, or a pattern: * stands for any letters. An empty rule is left out.</source>
        <translation>名称或通配模式：* 代表任意字符。空规则会被略去。</translation>
    </message>
    <message>
        <source>Fits no tool of this session.</source>
        <translation>不匹配此会话的任何工具。</translation>
    </message>
    <message>
        <source>Decides nothing: a rule above fits all its tools first.</source>
        <translation>不起作用：上方的规则已先匹配其全部工具。</translation>
    </message>
    <message>
        <source>Decides for {names} and {n} more</source>
        <translation>适用于 {names} 及另外 {n} 个</translation>
    </message>
    <message>
        <source>Decides for {names}</source>
        <translation>适用于 {names}</translation>
    </message>
</context>
<context>
    <name>PolicyTable</name>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>What holds</source>
        <translation>生效的决定</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What holds for each tool</source>
        <translation>每个工具生效的决定</translation>
    </message>
    <message>
        <source>rule {pattern}</source>
        <translation>规则 {pattern}</translation>
    </message>
    <message>
        <source>the tool is sensitive</source>
        <translation>该工具是敏感工具</translation>
    </message>
    <message>
        <source>no rule fits</source>
        <translation>没有匹配的规则</translation>
    </message>
</context>
<context>
    <name>ProbeRow</name>
    <message>
        <source>Remove this prompt</source>
        <translation>移除此提示词</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
</context>
<context>
    <name>ProblemGroups</name>
    <message>
        <source>Round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <source>The next request</source>
        <translation>下一个请求</translation>
    </message>
    <message>
        <source>The whole session</source>
        <translation>整个会话</translation>
    </message>
</context>
<context>
    <name>ProblemLines</name>
    <message>
        <source>{n} more in Problems</source>
        <translation>“问题”中还有 {n} 个</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>{tool} was not run: {text}</source>
        <translation>{tool} 未执行：{text}</translation>
    </message>
</context>
<context>
    <name>ProblemMenu</name>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Rules of the checks…</source>
        <translation>检查规则…</translation>
    </message>
    <message>
        <source>Switch this rule off</source>
        <translation>关闭此规则</translation>
    </message>
    <message>
        <source>This one always counts: it says what can run or be sent at all.</source>
        <translation>这一条始终有效：它决定什么能够运行或发送。</translation>
    </message>
    <message>
        <source>Let it count as a warning</source>
        <translation>作为警告</translation>
    </message>
    <message>
        <source>In this session</source>
        <translation>在此会话中</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>In this session…</source>
        <translation>在此会话中…</translation>
    </message>
    <message>
        <source>Always…</source>
        <translation>始终…</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>As found</source>
        <translation>按发现顺序</translation>
    </message>
    <message>
        <source>By round</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>By rule</source>
        <translation>按规则</translation>
    </message>
</context>
<context>
    <name>ProblemsPane</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>No problems in %n round(s)</source>
        <translation>
            <numerusform>%n 轮中没有问题</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>{group} ({n})</source>
        <translation>{group}（{n}）</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Show line</source>
        <translation>显示该行</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Rename {pointer} to {name}</source>
        <translation>把 {pointer} 重命名为 {name}</translation>
    </message>
    <message>
        <source>{place} · as typed</source>
        <translation>{place} · 按当前输入</translation>
    </message>
    <message>
        <source>Rename to {name}</source>
        <translation>重命名为 {name}</translation>
    </message>
    <message>
        <source>Use {value}</source>
        <translation>改为 {value}</translation>
    </message>
    <message>
        <source>Put {value} at {pointer}</source>
        <translation>在 {pointer} 处放入 {value}</translation>
    </message>
    <message>
        <source>Round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <source>Round {round} › call {call} {pointer}</source>
        <translation>第 {round} 轮 › 调用 {call} {pointer}</translation>
    </message>
</context>
<context>
    <name>ProfileChoice</name>
    <message>
        <source>choose a profile</source>
        <translation>选择配置</translation>
    </message>
    <message>
        <source>no profiles yet</source>
        <translation>还没有配置</translation>
    </message>
</context>
<context>
    <name>ProfileConnection</name>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>leave empty to keep the stored key</source>
        <translation>留空则保留已存的密钥</translation>
    </message>
    <message>
        <source>The profile needs a name.</source>
        <translation>配置需要名称。</translation>
    </message>
    <message>
        <source>The address of the server is missing, such as {url}</source>
        <translation>缺少服务器地址，例如 {url}</translation>
    </message>
    <message>
        <source>Write the name of the variable that holds the key, such as OPENAI_API_KEY.</source>
        <translation>请填写存放密钥的变量名，例如 OPENAI_API_KEY。</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>无密钥</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>The system's keyring</source>
        <translation>系统密钥环</translation>
    </message>
    <message>
        <source>The key is stored in the system's keyring.</source>
        <translation>密钥存放在系统密钥环中。</translation>
    </message>
    <message>
        <source>The variable is set.</source>
        <translation>变量已设置。</translation>
    </message>
    <message>
        <source>The key is missing: the variable is not set, or nothing is stored.</source>
        <translation>缺少密钥：变量未设置，或密钥环中没有存放。</translation>
    </message>
    <message>
        <source>an empty profile</source>
        <translation>空白配置</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>方言</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>基础 URL</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Key header</source>
        <translation>密钥标头</translation>
    </message>
    <message>
        <source>Left empty, the header of the dialect.</source>
        <translation>留空则使用方言自己的标头。</translation>
    </message>
    <message>
        <source>Known server to begin with</source>
        <translation>作为起点的已知服务器</translation>
    </message>
    <message>
        <source>Dialect: the format that the server speaks</source>
        <translation>方言：服务器使用的格式</translation>
    </message>
    <message>
        <source>Where the key is</source>
        <translation>密钥在哪里</translation>
    </message>
    <message>
        <source>Name of the environment variable</source>
        <translation>环境变量的名称</translation>
    </message>
    <message>
        <source>Key to store in the system's keyring</source>
        <translation>要存入系统密钥环的密钥</translation>
    </message>
    <message>
        <source>Header that carries the key</source>
        <translation>携带密钥的标头</translation>
    </message>
</context>
<context>
    <name>ProfileForm</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>This dialect has no place for {names}: left out.</source>
        <translation>此方言没有 {names} 的位置：已略去。</translation>
    </message>
</context>
<context>
    <name>ProfileModel</name>
    <message>
        <source>Model and tools</source>
        <translation>模型与工具</translation>
    </message>
    <message>
        <source>Fetch models</source>
        <translation>获取模型列表</translation>
    </message>
    <message>
        <source>Ask the server which models it has</source>
        <translation>询问服务器有哪些模型</translation>
    </message>
    <message>
        <source>Stream replies</source>
        <translation>流式响应</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>The server has {n} models; the list opens with the arrow at the right.</source>
        <translation>服务器有 {n} 个模型；点右侧箭头展开列表。</translation>
    </message>
    <message>
        <source>Tools are told</source>
        <translation>工具告知方式</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>响应</translation>
    </message>
</context>
<context>
    <name>ProfileMore</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Line {n} of the headers is not “Name: value”.</source>
        <translation>标头的第 {n} 行不是“名称: 值”的形式。</translation>
    </message>
    <message>
        <source>One a line, Name: value. Values may hold ${VARIABLE}, taken from the environment.</source>
        <translation>每行一个，写成“名称: 值”。值中可以写 ${VARIABLE}，取自环境变量。</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Time to connect</source>
        <translation>连接时限</translation>
    </message>
    <message>
        <source>The longest silence while a reply comes. A model that still loads may need minutes.</source>
        <translation>接收响应时允许的最长静默。仍在加载的模型可能需要几分钟。</translation>
    </message>
    <message>
        <source>Time to read</source>
        <translation>读取时限</translation>
    </message>
    <message>
        <source>How often a failed request is sent again on the command line; in the window you decide.</source>
        <translation>命令行中失败的请求自动重发的次数；在窗口中由您决定。</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>May hold ${VARIABLE} too, as a password has to.</source>
        <translation>也可以写 ${VARIABLE}；密码必须这样写。</translation>
    </message>
    <message>
        <source>Headers, one a line</source>
        <translation>标头，每行一个</translation>
    </message>
    <message>
        <source>Seconds to wait for a connection</source>
        <translation>等待连接的秒数</translation>
    </message>
    <message>
        <source>Seconds to wait for the next bytes</source>
        <translation>等待后续数据的秒数</translation>
    </message>
    <message>
        <source>Address of a proxy</source>
        <translation>代理的地址</translation>
    </message>
</context>
<context>
    <name>ProfilesDialog</name>
    <message>
        <source>Profiles</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>A profile says which model answers, where it is, and where its key is kept.</source>
        <translation>配置说明由哪个模型回答、它在哪里，以及密钥存放在哪里。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save, then ask up to three small requests and say what works</source>
        <translation>先保存，再发送至多三个小请求，说明哪些可用</translation>
    </message>
    <message>
        <source>There is a profile named {name} already.</source>
        <translation>已有名为 {name} 的配置。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The test was ended.</source>
        <translation>测试已结束。</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Cancel test</source>
        <translation>取消测试</translation>
    </message>
    <message>
        <source>{model} answered in {time}: {text}</source>
        <translation>{model} 在 {time} 内回答：{text}</translation>
    </message>
    <message>
        <source>No reply after {time}: {text}</source>
        <translation>{time} 后没有响应：{text}</translation>
    </message>
    <message>
        <source>What was changed here is not saved yet. Save it, or close to drop it.</source>
        <translation>此处的更改尚未保存。请先保存，或关闭以放弃更改。</translation>
    </message>
</context>
<context>
    <name>ProgramFacts</name>
    <message>
        <source>Toolcall Studio {version}, Apache License 2.0</source>
        <translation>Toolcall Studio {version}，Apache 许可证 2.0</translation>
    </message>
    <message>
        <source>Python {python}, Qt for Python {qt}</source>
        <translation>Python {python}，Qt for Python {qt}</translation>
    </message>
    <message>
        <source>Copy report…</source>
        <translation>复制报告…</translation>
    </message>
</context>
<context>
    <name>ProgressLine</name>
    <message>
        <source>Working</source>
        <translation>进行中</translation>
    </message>
</context>
<context>
    <name>PromptDialog</name>
    <message>
        <source>The server makes messages of it; look at them, then put them into the session.</source>
        <translation>服务器会据此生成消息；请查看消息，再放入会话。</translation>
    </message>
    <message>
        <source>Prompts of {server}</source>
        <translation>{server} 的提示词</translation>
    </message>
    <message>
        <source>What the prompt takes</source>
        <translation>提示词的参数</translation>
    </message>
    <message>
        <source>Look at the messages</source>
        <translation>查看消息</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>插入</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Asking the server for its prompts…</source>
        <translation>正在向服务器获取提示词…</translation>
    </message>
    <message>
        <source>Asking for {prompt}…</source>
        <translation>正在获取 {prompt}…</translation>
    </message>
    <message>
        <source>The server offers no prompts.</source>
        <translation>服务器不提供提示词。</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>left out when empty</source>
        <translation>留空则不填</translation>
    </message>
    <message>
        <source>Fill in what the prompt takes, then look at its messages.</source>
        <translation>请填写提示词的参数，再查看其消息。</translation>
    </message>
    <message>
        <source>The server gave no message.</source>
        <translation>服务器没有给出消息。</translation>
    </message>
    <message>
        <source>Look at the messages first.</source>
        <translation>请先查看消息。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
</context>
<context>
    <name>PromptMenu</name>
    <message>
        <source>No prompts are saved yet</source>
        <translation>尚未保存提示词</translation>
    </message>
    <message>
        <source>Save this message as a prompt</source>
        <translation>把此消息保存为提示词</translation>
    </message>
    <message>
        <source>Remove a saved prompt</source>
        <translation>移除已保存的提示词</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
</context>
<context>
    <name>PromptPreview</name>
    <message>
        <source>Messages of the prompt</source>
        <translation>提示词的消息</translation>
    </message>
</context>
<context>
    <name>ProtocolPage</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as line</source>
        <translation>复制为单行</translation>
    </message>
    <message>
        <source>Send again…</source>
        <translation>重新发送…</translation>
    </message>
    <message>
        <source>Go to its request or answer</source>
        <translation>转到其请求或应答</translation>
    </message>
    <message>
        <source>No message fits the filter.</source>
        <translation>没有消息符合筛选条件。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Nothing has gone to this server or come from it yet.</source>
        <translation>尚未与此服务器收发任何消息。</translation>
    </message>
    <message>
        <source>Filter, also by #number</source>
        <translation>筛选，也可按 #编号</translation>
    </message>
    <message>
        <source>Filter the messages</source>
        <translation>筛选消息</translation>
    </message>
    <message>
        <source>Messages of the protocol</source>
        <translation>协议的消息</translation>
    </message>
</context>
<context>
    <name>PutMenu</name>
    <message>
        <source>As a message of yours</source>
        <translation>作为您的消息</translation>
    </message>
    <message>
        <source>As the result of call {n} ({id})</source>
        <translation>作为调用 {n}（{id}）的结果</translation>
    </message>
    <message>
        <source>As the result of call {n}</source>
        <translation>作为调用 {n} 的结果</translation>
    </message>
</context>
<context>
    <name>QuestionBanner</name>
    <message>
        <source>{server} asks you to fill in a form</source>
        <translation>{server} 请您填写表单</translation>
    </message>
    <message>
        <source>{server} asks you to visit an address</source>
        <translation>{server} 请您访问一个地址</translation>
    </message>
    <message>
        <source>{server} asks for a model's answer</source>
        <translation>{server} 请求模型的回答</translation>
    </message>
    <message numerus="yes">
        <source>%n more wait(s)</source>
        <translation>
            <numerusform>还有 %n 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>回答…</translation>
    </message>
</context>
<context>
    <name>QuestionDialog</name>
    <message>
        <source>{server} asks</source>
        <translation>{server} 的提问</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>What {server} says</source>
        <translation>{server} 的说明</translation>
    </message>
    <message>
        <source>Tell the server that you do not want to</source>
        <translation>告诉服务器您不愿意回答</translation>
    </message>
    <message>
        <source>Close; the server goes on waiting</source>
        <translation>关闭；服务器继续等待</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Cancel the question</source>
        <translation>取消提问</translation>
    </message>
    <message>
        <source>Tell the server that nobody answered</source>
        <translation>告诉服务器没有人回答</translation>
    </message>
    <message>
        <source>{server} does not wait for an answer any more.</source>
        <translation>{server} 不再等待回答。</translation>
    </message>
</context>
<context>
    <name>RawValue</name>
    <message>
        <source>not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>not a JSON value; text needs double quotes</source>
        <translation>不是 JSON 值；文本需要双引号</translation>
    </message>
</context>
<context>
    <name>ReadRow</name>
    <message>
        <source>With every request</source>
        <translation>随每个请求</translation>
    </message>
    <message>
        <source>Off: only with the first request after this message.</source>
        <translation>关闭：只随此消息之后的第一个请求。</translation>
    </message>
    <message>
        <source>Take {file} out</source>
        <translation>取出 {file}</translation>
    </message>
    <message>
        <source>picture ({kind}, {size})</source>
        <translation>图片（{kind}，{size}）</translation>
    </message>
</context>
<context>
    <name>ReadingBar</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Put the text into the editor (Enter)</source>
        <translation>把文本放入编辑器（Enter）</translation>
    </message>
    <message>
        <source>{size} MB, on its way into the editor…</source>
        <translation>{size} MB，正在放入编辑器…</translation>
    </message>
    <message>
        <source>{size} MB, for reading</source>
        <translation>{size} MB，只读</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>No session is open.</source>
        <translation>没有打开的会话。</translation>
    </message>
    <message>
        <source>The session is running. Stop or pause it first.</source>
        <translation>会话正在运行。请先停止或暂停。</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在运行的内容。</translation>
    </message>
    <message>
        <source>The session is open for reading only.</source>
        <translation>会话以只读方式打开。</translation>
    </message>
    <message>
        <source>Nothing to step: the session is finished. Write a message to go on.</source>
        <translation>无法单步：会话已结束。写一条消息以继续。</translation>
    </message>
    <message>
        <source>Nothing to step: write a message first.</source>
        <translation>无法单步：请先写一条消息。</translation>
    </message>
    <message>
        <source>Something was under way when the session ended. Decide in the banner what to do with it.</source>
        <translation>会话结束时有操作正在进行。请在横幅中决定如何处理。</translation>
    </message>
    <message>
        <source>The messages cannot be sent like this. Repair them, or choose Run › Send anyway.</source>
        <translation>消息不能这样发送。请修复，或选择“运行 › 仍然发送”。</translation>
    </message>
    <message>
        <source>Nothing is wrong with the messages of the next request.</source>
        <translation>下一个请求的消息没有错误。</translation>
    </message>
    <message>
        <source>No repair is known for what is wrong. Change the messages by hand.</source>
        <translation>没有针对这些错误的修复。请手动更改消息。</translation>
    </message>
    <message>
        <source>There are no problems.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>This is the first step.</source>
        <translation>这是第一步。</translation>
    </message>
    <message>
        <source>Select a step in the timeline first.</source>
        <translation>请先在时间线中选择一步。</translation>
    </message>
    <message>
        <source>The session stands at this step already.</source>
        <translation>会话已经停在这一步。</translation>
    </message>
    <message>
        <source>The selected step is not ahead on this branch.</source>
        <translation>选中的步不在此分支的前方。</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>没有可撤销的内容。</translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation>没有可重做的内容。</translation>
    </message>
    <message>
        <source>Nothing has happened in this session yet. Write a message first.</source>
        <translation>此会话中尚无内容。请先写一条消息。</translation>
    </message>
    <message>
        <source>There is no other branch. Fork from here begins one.</source>
        <translation>没有其他分支。用“从此处分支”开始一个。</translation>
    </message>
    <message>
        <source>What comes before this step is missing in the file.</source>
        <translation>文件中缺少此步之前的内容。</translation>
    </message>
    <message>
        <source>No request has been sent yet.</source>
        <translation>尚未发送请求。</translation>
    </message>
    <message>
        <source>This session has no recording. Open one with File › Replay….</source>
        <translation>此会话没有录制。用 文件 › 回放… 打开一个。</translation>
    </message>
    <message>
        <source>No profile is chosen for this session.</source>
        <translation>此会话没有选择配置。</translation>
    </message>
    <message>
        <source>No model is asked here. Choose Session › Model answers › Live first.</source>
        <translation>这里不会询问模型。请先选择“会话 › 模型由谁回答 › 模型：在线”。</translation>
    </message>
    <message>
        <source>No request is due: write a message, or go back to before a request.</source>
        <translation>没有待发送的请求：请写一条消息，或退回到某个请求之前。</translation>
    </message>
    <message>
        <source>This session has no script.</source>
        <translation>此会话没有脚本。</translation>
    </message>
    <message>
        <source>No call waits for a result.</source>
        <translation>没有等待结果的调用。</translation>
    </message>
    <message>
        <source>The session does not stand inside an agent. Step into one first.</source>
        <translation>会话不在智能体内部。请先步入一个智能体。</translation>
    </message>
    <message>
        <source>A passage goes along with a message. Go on to the end of the turn first.</source>
        <translation>引文随消息一起发送。请先继续到回合结束。</translation>
    </message>
    <message>
        <source>Click into a text first.</source>
        <translation>请先点入文字。</translation>
    </message>
    <message>
        <source>Click into a text that can be changed first.</source>
        <translation>请先点入可更改的文字。</translation>
    </message>
    <message>
        <source>The window is too narrow: request and response are tabs.</source>
        <translation>窗口太窄：请求和响应以标签页显示。</translation>
    </message>
    <message>
        <source>There is no breakpoint. F9 sets one at the selected step.</source>
        <translation>没有断点。按 F9 在选中的步设置断点。</translation>
    </message>
    <message>
        <source>The session has no MCP servers.</source>
        <translation>会话没有 MCP 服务器。</translation>
    </message>
    <message>
        <source>All tools of the session are trusted.</source>
        <translation>会话的所有工具都已信任。</translation>
    </message>
    <message>
        <source>Nothing can be searched here. Go to a text or a list first.</source>
        <translation>此处无法查找。请先转到文本或列表。</translation>
    </message>
    <message>
        <source>Click into JSON that can be changed first.</source>
        <translation>请先点进可修改的 JSON。</translation>
    </message>
    <message>
        <source>Go to the place of a problem first.</source>
        <translation>请先转到问题所在的位置。</translation>
    </message>
    <message>
        <source>Go to the request or the response first.</source>
        <translation>请先转到请求或响应。</translation>
    </message>
    <message>
        <source>Go to the card of a call, or select a call in the timeline first.</source>
        <translation>请先转到调用卡片，或在时间线中选中一个调用。</translation>
    </message>
    <message>
        <source>Select a step in the timeline first that this can be done with.</source>
        <translation>请先在时间线中选中适用的步。</translation>
    </message>
    <message>
        <source>Show the differences of the request or the response first.</source>
        <translation>请先显示请求或响应的差异。</translation>
    </message>
    <message>
        <source>The open reply is as the model said it.</source>
        <translation>未决的响应与模型所写的一致。</translation>
    </message>
    <message>
        <source>No other step was looked at before.</source>
        <translation>之前没有查看过其他步。</translation>
    </message>
    <message>
        <source>There is no place to go forward to.</source>
        <translation>没有可前进的步。</translation>
    </message>
    <message>
        <source>The session has no round yet.</source>
        <translation>会话还没有轮。</translation>
    </message>
</context>
<context>
    <name>RecentList</name>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>RecentMenu</name>
    <message>
        <source>No session yet</source>
        <translation>还没有会话</translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take {title} off the list</source>
        <translation>把 {title} 移出列表</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin on top</source>
        <translation>固定在顶部</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>P pins it on top, Del takes it off the list.</source>
        <translation>按 P 固定在顶部，按 Del 移出列表。</translation>
    </message>
</context>
<context>
    <name>RecoveryBar</name>
    <message>
        <source>Toolcall Studio ended unexpectedly.</source>
        <translation>Toolcall Studio 意外结束。</translation>
    </message>
    <message>
        <source>“{title}” was open, {state}.</source>
        <translation>“{title}”当时处于打开状态，{state}。</translation>
    </message>
    <message>
        <source>Its last line was cut off; all before it is kept.</source>
        <translation>最后一行被截断；之前的内容都已保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n more after this one.</source>
        <translation>
            <numerusform>之后还有 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave closed</source>
        <translation>保持关闭</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>just begun</source>
        <translation>刚刚开始</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>stopped because something went wrong</source>
        <translation>因出错而停止</translation>
    </message>
    <message>
        <source>stopped before {tool}</source>
        <translation>停在 {tool} 之前</translation>
    </message>
    <message>
        <source>stopped before a tool call</source>
        <translation>停在工具调用之前</translation>
    </message>
    <message>
        <source>stopped after {tool}</source>
        <translation>停在 {tool} 之后</translation>
    </message>
    <message>
        <source>stopped before a request</source>
        <translation>停在请求之前</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
</context>
<context>
    <name>RemarksBar</name>
    <message>
        <source>Fold the list</source>
        <translation>收起列表</translation>
    </message>
    <message>
        <source>Show all of them</source>
        <translation>全部显示</translation>
    </message>
</context>
<context>
    <name>ReplayDialog</name>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Step through a recorded session again. The recording stays as it is.</source>
        <translation>再次逐步走过录制的会话。录制内容保持不变。</translation>
    </message>
    <message>
        <source>Session file</source>
        <translation>会话文件</translation>
    </message>
    <message>
        <source>Sessions (*.tcsession)</source>
        <translation>会话 (*.tcsession)</translation>
    </message>
    <message>
        <source>Ask the model live</source>
        <translation>在线询问模型</translation>
    </message>
    <message>
        <source>Off: replies come from the recording and nothing is sent.</source>
        <translation>关闭：响应来自录制，不发送任何内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Which branch of the session is gone along: that on which it stands, or another one</source>
        <translation>沿会话的哪个分支回放：当前所在的分支，或另一个分支</translation>
    </message>
    <message>
        <source>Run all tools live</source>
        <translation>所有工具在线运行</translation>
    </message>
    <message>
        <source>Off: results come from the recording and no tool runs but those chosen below.</source>
        <translation>关闭时：结果来自录制，除下方选中的工具外不运行任何工具。</translation>
    </message>
    <message>
        <source>Take the time that replies and results took</source>
        <translation>按录制时响应和结果所用的时间回放</translation>
    </message>
    <message>
        <source>The recording gives the results of all others.</source>
        <translation>其他工具的结果都来自录制。</translation>
    </message>
    <message>
        <source>Tools that run live although the others are recorded</source>
        <translation>其他工具用录制时仍在线运行的工具</translation>
    </message>
    <message>
        <source>Places that may differ</source>
        <translation>允许不同的位置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Only these live</source>
        <translation>仅这些在线</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>节奏</translation>
    </message>
    <message>
        <source>May differ</source>
        <translation>允许不同</translation>
    </message>
    <message>
        <source>Write one path a line into May differ; * is any one member. Ids and seeds may differ anyway.</source>
        <translation>在“允许不同”中每行写一个路径；* 代表任意一个成员。id 和种子本来就允许不同。</translation>
    </message>
    <message>
        <source>A request that differs from the recorded one stops with the first differing place. Nothing goes live by itself.</source>
        <translation>与录制不同的请求会停下，并指出第一个不同之处。任何内容都不会自行转为在线。</translation>
    </message>
    <message>
        <source>{place} is no path. Write a JSON Pointer such as /messages/*/content/time.</source>
        <translation>{place} 不是路径。请写 JSON Pointer，例如 /messages/*/content/time。</translation>
    </message>
</context>
<context>
    <name>ReplyChanged</name>
    <message>
        <source>The reply is not as it came.</source>
        <translation>响应已不是收到时的样子。</translation>
    </message>
    <message>
        <source>Back to what the model said</source>
        <translation>恢复为模型所写</translation>
    </message>
</context>
<context>
    <name>ReplyDue</name>
    <message>
        <source>The next reply is yours to write.</source>
        <translation>下一个响应由您来写。</translation>
    </message>
    <message>
        <source>Write it</source>
        <translation>写响应</translation>
    </message>
</context>
<context>
    <name>ReplyText</name>
    <message>
        <source>Assistant text</source>
        <translation>助手文本</translation>
    </message>
    <message>
        <source>EDITED</source>
        <translation>已改</translation>
    </message>
    <message>
        <source>Change the text</source>
        <translation>更改文本</translation>
    </message>
    <message>
        <source>Back to what the model said</source>
        <translation>恢复为模型所写</translation>
    </message>
    <message>
        <source>Show the text as it was written</source>
        <translation>显示文本的原文</translation>
    </message>
    <message>
        <source>Add text</source>
        <translation>添加文本</translation>
    </message>
</context>
<context>
    <name>ReplyWriter</name>
    <message>
        <source>Write a text, or add a tool call.</source>
        <translation>请写文本，或添加工具调用。</translation>
    </message>
    <message>
        <source>Reply by hand</source>
        <translation>手动响应</translation>
    </message>
    <message>
        <source>You answer in the model's place. Nothing is sent; the reply is marked as written by hand.</source>
        <translation>由您代替模型回答。不发送任何内容；响应会标记为手动编写。</translation>
    </message>
    <message>
        <source>Text of the reply</source>
        <translation>响应的文本</translation>
    </message>
    <message>
        <source>Add tool call</source>
        <translation>添加工具调用</translation>
    </message>
    <message>
        <source>Give this reply</source>
        <translation>给出此响应</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Nothing is sent. Read it, copy it, and give it to whom you like. It holds no key and no text of a session.</source>
        <translation>不会发送任何内容。请阅读、复制，再交给您愿意给的人。其中不含密钥，也不含会话文本。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>How large the open session is, and by what it is answered</source>
        <translation>打开的会话的规模以及由什么应答</translation>
    </message>
    <message>
        <source>What the program said last; that may name files and tools</source>
        <translation>程序最近显示的消息；其中可能提到文件和工具</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The report is in the clipboard.</source>
        <translation>报告已在剪贴板中。</translation>
    </message>
</context>
<context>
    <name>ReportSaver</name>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation>HTML 页面 (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language of a page of HTML by its code, as zh-CN</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>Saved {name}.</source>
        <translation>已保存 {name}。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Saving the report</source>
        <translation>正在保存报告</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>什么都没有保存。</translation>
    </message>
</context>
<context>
    <name>RequestChat</name>
    <message>
        <source>Messages of the request</source>
        <translation>请求的消息</translation>
    </message>
    <message>
        <source>Show {n} earlier messages</source>
        <translation>显示之前的 {n} 条消息</translation>
    </message>
    <message>
        <source>Nothing was said yet. Write the first message; nothing is sent before you press Send.</source>
        <translation>还没有对话。请写下第一条消息；按“发送”之前不会发送任何内容。</translation>
    </message>
</context>
<context>
    <name>RequestForm</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>{n} of {of} sent</source>
        <translation>已发送 {n} / {of}</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Form of the request</source>
        <translation>请求的表单</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型的名称</translation>
    </message>
    <message>
        <source>Send a system text</source>
        <translation>发送系统文本</translation>
    </message>
    <message>
        <source>Tools are told</source>
        <translation>工具告知方式</translation>
    </message>
</context>
<context>
    <name>RequestPane</name>
    <message>
        <source>Something typed in the request is not committed yet. Commit it (Ctrl+Enter) or drop it first.</source>
        <translation>请求中有尚未提交的内容。请先提交（Ctrl+Enter）或放弃它。</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>View of the request</source>
        <translation>请求的视图</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>there are edits</source>
        <translation>有修改</translation>
    </message>
</context>
<context>
    <name>ResourceDialog</name>
    <message>
        <source>Reading changes nothing. What you insert goes along with the message that is sent next.</source>
        <translation>读取不会改变任何内容。您插入的内容随下一条发送的消息一起发送。</translation>
    </message>
    <message>
        <source>Resources of {server}</source>
        <translation>{server} 的资源</translation>
    </message>
    <message>
        <source>What is filled in</source>
        <translation>填写的值</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>With every request</source>
        <translation>随每个请求</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Asking the server for its resources…</source>
        <translation>正在向服务器获取资源…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reading {uri}…</source>
        <translation>正在读取 {uri}…</translation>
    </message>
    <message>
        <source>Read it to see what it holds.</source>
        <translation>读取后可查看其内容。</translation>
    </message>
    <message>
        <source>Insert into the request</source>
        <translation>插入请求</translation>
    </message>
    <message>
        <source>Attach to the next message</source>
        <translation>附加到下一条消息</translation>
    </message>
    <message>
        <source>Read a resource first.</source>
        <translation>请先读取一个资源。</translation>
    </message>
    <message>
        <source>The model is to be asked next: insert it after that.</source>
        <translation>接下来要询问模型：请在此之后插入。</translation>
    </message>
</context>
<context>
    <name>ResourceList</name>
    <message>
        <source>Find a resource</source>
        <translation>查找资源</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Resources of the server</source>
        <translation>服务器的资源</translation>
    </message>
    <message>
        <source>The server offers no resources.</source>
        <translation>服务器不提供资源。</translation>
    </message>
    <message>
        <source>{n} of {all} are shown; find the others.</source>
        <translation>显示 {n} 个，共 {all} 个；其余请用查找。</translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation>{n} / {all}</translation>
    </message>
    <message>
        <source>template</source>
        <translation>模板</translation>
    </message>
</context>
<context>
    <name>ResourceView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Choose a resource and read it.</source>
        <translation>请选择一个资源并读取。</translation>
    </message>
    <message>
        <source>The server gave nothing.</source>
        <translation>服务器没有给出内容。</translation>
    </message>
    <message>
        <source>{file} could not be written: {why}.</source>
        <translation>无法写入 {file}：{why}。</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>已保存为 {path}。</translation>
    </message>
    <message>
        <source>Which content is shown</source>
        <translation>显示哪个内容</translation>
    </message>
    <message>
        <source>Text of the resource</source>
        <translation>资源的文本</translation>
    </message>
    <message>
        <source>This is no text and no picture that can be shown; it can be saved.</source>
        <translation>这不是可显示的文本或图片；可以另存。</translation>
    </message>
    <message>
        <source>Picture {uri}</source>
        <translation>图片 {uri}</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Save the resource as</source>
        <translation>资源另存为</translation>
    </message>
</context>
<context>
    <name>ResponseChat</name>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
</context>
<context>
    <name>ResponsePane</name>
    <message>
        <source>Your reply is not given yet. Give it (Ctrl+Enter), or clear it.</source>
        <translation>您的响应尚未给出。请给出它（Ctrl+Enter），或清空它。</translation>
    </message>
    <message>
        <source>Something typed in the response is not committed yet. Commit it (Ctrl+Enter) or drop it first.</source>
        <translation>响应中有尚未提交的内容。请先提交（Ctrl+Enter）或放弃它。</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>View of the response</source>
        <translation>响应的视图</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>there are edits</source>
        <translation>有修改</translation>
    </message>
    <message>
        <source>{n} tok</source>
        <translation>{n} 词元</translation>
    </message>
    <message>
        <source>Waiting for the response</source>
        <translation>正在等待响应</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
</context>
<context>
    <name>ResultPartRow</name>
    <message>
        <source>{file} could not be written: {why}.</source>
        <translation>无法写入 {file}：{why}。</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>已保存为 {path}。</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide JSON</source>
        <translation>隐藏 JSON</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>读取…</translation>
    </message>
    <message>
        <source>What part {n} holds</source>
        <translation>部分 {n} 的内容</translation>
    </message>
    <message>
        <source>Save the part as</source>
        <translation>部分另存为</translation>
    </message>
</context>
<context>
    <name>ResultParts</name>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show {n} more</source>
        <translation>再显示 {n} 个</translation>
    </message>
</context>
<context>
    <name>Roster</name>
    <message>
        <source>The server does not wait for an answer any more.</source>
        <translation>服务器不再等待回答。</translation>
    </message>
</context>
<context>
    <name>RuleLoweredDialog</name>
    <message>
        <source>Switch off {rule}?</source>
        <translation>关闭 {rule}？</translation>
    </message>
    <message>
        <source>Let {rule} count as a warning?</source>
        <translation>将 {rule} 作为警告？</translation>
    </message>
    <message>
        <source>A provider may refuse them, or read them otherwise than you mean.</source>
        <translation>服务提供方可能拒绝，或者理解得与您的意思不同。</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Count it as a warning</source>
        <translation>作为警告</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Requests with this fault are sent in all sessions, and nothing tells it before.</source>
        <translation>所有会话中带有此错误的请求都会发送，事先不再提示。</translation>
    </message>
    <message>
        <source>Requests with this fault are sent in all sessions; it is still told.</source>
        <translation>所有会话中带有此错误的请求都会发送；仍会提示。</translation>
    </message>
    <message>
        <source>Requests of this session with this fault are sent, and nothing tells it before. Undo takes it back.</source>
        <translation>此会话中带有此错误的请求会发送，事先不再提示。可用“撤销”收回。</translation>
    </message>
    <message>
        <source>Requests of this session with this fault are sent; it is still told. Undo takes it back.</source>
        <translation>此会话中带有此错误的请求会发送；仍会提示。可用“撤销”收回。</translation>
    </message>
</context>
<context>
    <name>RulesOffLine</name>
    <message numerus="yes">
        <source>%n rule(s) are off</source>
        <translation>
            <numerusform>已关闭 %n 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the rules that are off</source>
        <translation>显示已关闭的规则</translation>
    </message>
</context>
<context>
    <name>RulesRoom</name>
    <message>
        <source>{rule} is off in this session.</source>
        <translation>{rule} 在此会话中已关闭。</translation>
    </message>
    <message>
        <source>{rule} is off in all sessions.</source>
        <translation>{rule} 在所有会话中已关闭。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>SampleAnswers</name>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The chosen answer</source>
        <translation>选中的回答</translation>
    </message>
</context>
<context>
    <name>SampleDialog</name>
    <message>
        <source>The due request, or the last one, is asked many times and what the model chooses is counted. No tool runs, and the session stays where it is.</source>
        <translation>把待发送的请求（或上一个请求）发送多次，统计模型的选择。不运行任何工具，会话停在原处。</translation>
    </message>
    <message>
        <source>Send n times</source>
        <translation>发送 n 次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>the script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>about {cost}</source>
        <translation>约 {cost}</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>about {cost} and what has no known price</source>
        <translation>约 {cost}，另有价格未知的部分</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) to {whom}: about {tokens} tokens in, {price}.</source>
        <translation>
            <numerusform>向 {whom} 发送 %n 个请求：输入约 {tokens} 个词元，{price}。</numerusform>
        </translation>
    </message>
    <message>
        <source>As the session: {whom}</source>
        <translation>与会话相同：{whom}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Asking</source>
        <translation>正在询问</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>没有发送任何内容。</translation>
    </message>
    <message>
        <source>It is over. What came is kept in the session, and counted in the part Sample.</source>
        <translation>已结束。结果保存在会话中，并在“采样”部分统计。</translation>
    </message>
    <message>
        <source>{done} of {total} · {tokens} tokens</source>
        <translation>{done} / {total} · {tokens} 个词元</translation>
    </message>
</context>
<context>
    <name>SampleForm</name>
    <message>
        <source>What is asked</source>
        <translation>询问的内容</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>At the same time</source>
        <translation>同时发送</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>session's model</source>
        <translation>会话的模型</translation>
    </message>
    <message>
        <source>Times each</source>
        <translation>每项次数</translation>
    </message>
    <message>
        <source>Who is asked</source>
        <translation>询问谁</translation>
    </message>
    <message>
        <source>Where it ends early</source>
        <translation>提前结束的上限</translation>
    </message>
</context>
<context>
    <name>SampleList</name>
    <message>
        <source>Sample: stuck in a loop</source>
        <translation>示例：陷入循环</translation>
    </message>
    <message>
        <source>A tool that does not exist, arguments that do not fit, one call again and again until the limit.</source>
        <translation>不存在的工具、不符的参数、反复重复同一个调用，直到上限。</translation>
    </message>
    <message>
        <source>Sample: an agent, two branches</source>
        <translation>示例：一个智能体，两个分支</translation>
    </message>
    <message>
        <source>A nested agent advises; with another answer of it the second branch ends otherwise.</source>
        <translation>由嵌套的智能体提供建议；它的另一个回答使第二个分支的结局不同。</translation>
    </message>
</context>
<context>
    <name>SamplePane</name>
    <message>
        <source>{id} · {done} of {total} · {variants}</source>
        <translation>{id} · {done}/{total} · {variants}</translation>
    </message>
    <message>
        <source>Which sample is shown</source>
        <translation>显示哪次采样</translation>
    </message>
    <message>
        <source>How it is shown</source>
        <translation>显示方式</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>What came</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Compare two</source>
        <translation>对比两个</translation>
    </message>
    <message>
        <source>Send n times…</source>
        <translation>发送 n 次…</translation>
    </message>
    <message>
        <source>Put the prompts, variants, models and limits of this one into the form again; nothing is sent</source>
        <translation>把这次的提示词、变体、模型和限制重新填入表单；不会发送任何内容</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Nothing was sampled yet. What comes is counted here, and kept in the session.</source>
        <translation>还没有采样。结果会在此统计，并保存在会话中。</translation>
    </message>
</context>
<context>
    <name>SampleProbes</name>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Each is asked in place of your last message and what follows it. Say which tools it should call, or that it should call none.</source>
        <translation>每条都代替您的最后一条消息及其后的内容来提问。请说明它应调用哪些工具，或不应调用任何工具。</translation>
    </message>
    <message>
        <source>Add a prompt</source>
        <translation>添加提示词</translation>
    </message>
    <message>
        <source>The request as it is</source>
        <translation>原样的请求</translation>
    </message>
    <message>
        <source>A prompt</source>
        <translation>一条提示词</translation>
    </message>
</context>
<context>
    <name>SampleVariants</name>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Each is asked beside the request as it is, and compared with it.</source>
        <translation>每个变体与原样的请求一起发送，并与之对比。</translation>
    </message>
    <message>
        <source>Add a variant</source>
        <translation>添加变体</translation>
    </message>
</context>
<context>
    <name>SampleWhom</name>
    <message>
        <source>Who is asked</source>
        <translation>询问谁</translation>
    </message>
    <message>
        <source>The model of the session</source>
        <translation>会话的模型</translation>
    </message>
</context>
<context>
    <name>SchemaForm</name>
    <message>
        <source>Add an item</source>
        <translation>添加一项</translation>
    </message>
    <message>
        <source>Add an item to {name}</source>
        <translation>向 {name} 添加一项</translation>
    </message>
    <message>
        <source>There is too much for a field each, so the text is shown as it is.</source>
        <translation>内容过多，无法逐项显示字段，因此按原文显示。</translation>
    </message>
    <message>
        <source>The text is not a JSON object, so it is shown as it is.</source>
        <translation>文本不是 JSON 对象，因此按原样显示。</translation>
    </message>
    <message>
        <source>Nothing is to be filled in.</source>
        <translation>没有需要填写的内容。</translation>
    </message>
</context>
<context>
    <name>SearchSettings</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The model searches</source>
        <translation>由模型搜索</translation>
    </message>
    <message>
        <source>How tools are ranked</source>
        <translation>工具的排序方式</translation>
    </message>
    <message>
        <source>How many tools a search finds at most</source>
        <translation>一次搜索最多找到的工具数</translation>
    </message>
    <message>
        <source>Least score of a tool that is found</source>
        <translation>找到的工具的最低得分</translation>
    </message>
    <message>
        <source>any score</source>
        <translation>任何得分</translation>
    </message>
    <message>
        <source>Name of the search tool</source>
        <translation>搜索工具的名称</translation>
    </message>
    <message>
        <source>Profile of the embeddings endpoint</source>
        <translation>嵌入端点的配置</translation>
    </message>
    <message>
        <source>Embeddings model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>A tool of this session has this name: choose another.</source>
        <translation>此会话已有同名的工具：请另选名称。</translation>
    </message>
    <message>
        <source>Choose who makes the vectors.</source>
        <translation>请选择由谁生成向量。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>2 for a whole word of the name, 1 for one of the description; one wrong letter still finds it.</source>
        <translation>名称中的整词 2 分，说明中的 1 分；错一个字母也能找到。</translation>
    </message>
    <message>
        <source>BM25</source>
        <translation>BM25</translation>
    </message>
    <message>
        <source>Rare words count more, long descriptions less.</source>
        <translation>少见的词权重更大，长的说明权重更小。</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>By meaning, through an embeddings endpoint. Descriptions are sent there once, each query every time.</source>
        <translation>按含义，通过嵌入端点。说明只发送一次，查询每次都发送。</translation>
    </message>
    <message>
        <source>Only what was found, is always visible or kept in, or came in by a group, a source or a skill is offered.</source>
        <translation>只提供已找到、始终可见或保留的工具，以及由分组、来源或技能带来的工具。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>Tool name</source>
        <translation>工具名称</translation>
    </message>
    <message>
        <source>The model calls the search by this name.</source>
        <translation>模型用此名称调用搜索。</translation>
    </message>
</context>
<context>
    <name>SearchTest</name>
    <message>
        <source>Enter asks the endpoint: for vectors of the descriptions once, and for that of the query.</source>
        <translation>按 Enter 询问端点：说明的向量只取一次，另取查询的向量。</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) found, together ≈{tokens} tokens. Nothing was changed.</source>
        <translation>
            <numerusform>找到 %n 个工具，共 ≈{tokens} 词元。未作任何更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is found by these words. Only tools that are not offered anyhow can be found.</source>
        <translation>这些词语找不到工具。只能找到本来不提供的工具。</translation>
    </message>
    <message>
        <source>{name}, score {score}, about {tokens} tokens, {by}</source>
        <translation>{name}，得分 {score}，约 {tokens} 词元，{by}</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>搜索测试</translation>
    </message>
    <message>
        <source>Words that the model might search for</source>
        <translation>模型可能搜索的词语</translation>
    </message>
    <message>
        <source>Query to try</source>
        <translation>要试的查询</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>取消搜索</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>匹配词</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tools that would be found</source>
        <translation>会找到的工具</translation>
    </message>
</context>
<context>
    <name>SecretsKnown</name>
    <message numerus="yes">
        <source>%n secret(s) of this run are blanked.</source>
        <translation>
            <numerusform>本次运行中有 %n 个机密被抹去。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SendAsDialog</name>
    <message>
        <source>The due request is asked in three ways, one after the other. Each reply is kept in the session, which stays where it is.</source>
        <translation>待发送的请求会依次以三种方式发送。每个响应都保存在会话中；会话停在原处。</translation>
    </message>
    <message>
        <source>Send as</source>
        <translation>以多种方式发送</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Text form</source>
        <translation>文本格式</translation>
    </message>
    <message>
        <source>Nothing has been sent yet.</source>
        <translation>尚未发送任何内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The session stands where it stood. The replies are branches of it.</source>
        <translation>会话仍停在原处。各响应是它的分支。</translation>
    </message>
    <message>
        <source>Asking one way after the other. Esc cancels.</source>
        <translation>正在依次询问。按 Esc 取消。</translation>
    </message>
    <message>
        <source>Cancelled. What had come is kept on its branch.</source>
        <translation>已取消。已收到的内容保留在其分支上。</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
</context>
<context>
    <name>ServerQuestion</name>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>{role}:</source>
        <translation>{role}：</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>[picture, {kind}]</source>
        <translation>[图片，{kind}]</translation>
    </message>
</context>
<context>
    <name>ServerRoom</name>
    <message>
        <source>Export MCP servers</source>
        <translation>导出 MCP 服务器</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>{file} cannot be written: {error}.</source>
        <translation>无法写入 {file}：{error}。</translation>
    </message>
    <message>
        <source>The servers are written to {file}, without any key.</source>
        <translation>服务器已写入 {file}，不含任何密钥。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>ServerWork</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled; nothing was changed.</source>
        <translation>已取消；未作任何更改。</translation>
    </message>
</context>
<context>
    <name>SessionPanes</name>
    <message>
        <source>Something typed at another step is not committed. Go there to commit it, or discard it.</source>
        <translation>在另一步输入的内容尚未提交。请转到那里提交，或放弃它。</translation>
    </message>
    <message>
        <source>The message that is being written cannot be kept like this. Send it, or discard it.</source>
        <translation>正在书写的消息不能这样保留。请发送它，或放弃它。</translation>
    </message>
</context>
<context>
    <name>SessionRoom</name>
    <message>
        <source>Notes on the session</source>
        <translation>会话备注</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>They stand in the session's file, in the summary and in the transcript. No model reads them.</source>
        <translation>备注保存在会话文件、摘要和会话记录中。模型不会读到。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Exported {name} into {folder}. Run it with pytest.</source>
        <translation>已将 {name} 导出到 {folder}。请用 pytest 运行。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Result of the agent {agent}</source>
        <translation>智能体 {agent} 的结果</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The agent ends here, and its caller reads this as what it gave. What it did stays in the timeline.</source>
        <translation>智能体到此结束，它的调用方把这当作它给出的结果。它做过的事仍在时间线中。</translation>
    </message>
    <message>
        <source>Give this result</source>
        <translation>给出此结果</translation>
    </message>
</context>
<context>
    <name>SessionsFolder</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Write the whole path of the folder.</source>
        <translation>请写出文件夹的完整路径。</translation>
    </message>
    <message>
        <source>{folder} cannot be used: {why}</source>
        <translation>无法使用 {folder}：{why}</translation>
    </message>
    <message>
        <source>Where new sessions are kept</source>
        <translation>新会话的保存位置</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset {field}</source>
        <translation>重置“{field}”</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Only secrets are blanked.</source>
        <translation>只抹去机密。</translation>
    </message>
    <message>
        <source>a pattern, such as \b\d{13,19}\b</source>
        <translation>模式，例如 \b\d{13,19}\b</translation>
    </message>
    <message>
        <source>New pattern</source>
        <translation>新模式</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the pattern {pattern}</source>
        <translation>移除模式 {pattern}</translation>
    </message>
    <message>
        <source>This pattern is there already.</source>
        <translation>此模式已存在。</translation>
    </message>
    <message>
        <source>A text to try</source>
        <translation>要试的文本</translation>
    </message>
    <message>
        <source>The text as it would be kept</source>
        <translation>将被保存的文本</translation>
    </message>
    <message>
        <source>Paste a text here</source>
        <translation>在此粘贴文本</translation>
    </message>
    <message>
        <source>Keyring of this system: {name}</source>
        <translation>此系统的密钥环：{name}</translation>
    </message>
    <message>
        <source>This system has no keyring that can be used. Name an environment variable in the profile instead.</source>
        <translation>此系统没有可用的密钥环。请在配置中改为指定环境变量。</translation>
    </message>
    <message>
        <source>There is no profile yet. Make one on the page Models.</source>
        <translation>还没有配置。请在“模型”页新建。</translation>
    </message>
    <message>
        <source>from the environment variable {variable}</source>
        <translation>来自环境变量 {variable}</translation>
    </message>
    <message>
        <source>missing: the environment variable {variable} is not set</source>
        <translation>缺失：环境变量 {variable} 未设置</translation>
    </message>
    <message>
        <source>stored in the keyring</source>
        <translation>存放在密钥环中</translation>
    </message>
    <message>
        <source>missing: nothing is stored in the keyring</source>
        <translation>缺失：密钥环中没有存放</translation>
    </message>
    <message>
        <source>needs no key</source>
        <translation>不需要密钥</translation>
    </message>
    <message>
        <source>Store…</source>
        <translation>存储…</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>替换…</translation>
    </message>
    <message>
        <source>Store the key of {profile}</source>
        <translation>存储 {profile} 的密钥</translation>
    </message>
    <message>
        <source>Remove the stored key of {profile}</source>
        <translation>移除 {profile} 存放的密钥</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>Where things lie</source>
        <translation>文件位置</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>程序库</translation>
    </message>
    <message>
        <source>What the program stands on, with the licences that the libraries name themselves.</source>
        <translation>程序所依赖的库，以及各库自己注明的许可证。</translation>
    </message>
    <message>
        <source>A step debugger for the loop between a language model and its tools.</source>
        <translation>语言模型与其工具之间循环的单步调试器。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Height of rows</source>
        <translation>行高</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Of the timeline and of lists.</source>
        <translation>时间线和各列表的行高。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>From 80 to 200 %; everything else grows with it.</source>
        <translation>80 % 到 200 %；其他一切随之缩放。</translation>
    </message>
    <message>
        <source>Font of words</source>
        <translation>界面字体</translation>
    </message>
    <message>
        <source>Signs that it does not have come from the usual fonts.</source>
        <translation>其中没有的字符取自通常的字体。</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>Fonts whose letters are all of one width.</source>
        <translation>所有字符等宽的字体。</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Lines of progress stand still, and the caret does not blink.</source>
        <translation>进度条静止，光标不闪烁。</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>They hold for all sessions. A session can say otherwise: row menu in Problems.</source>
        <translation>对所有会话有效。会话可以另行设置：见“问题”中的行菜单。</translation>
    </message>
    <message>
        <source>What is looked for in the history, in loops, in declarations of tools and in arguments of calls.</source>
        <translation>在历史、循环、工具声明和调用参数中检查的内容。</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>长行换行</translation>
    </message>
    <message>
        <source>Else the editor scrolls sideways. Plain texts always wrap.</source>
        <translation>否则编辑器横向滚动。纯文本总是换行。</translation>
    </message>
    <message>
        <source>Indent</source>
        <translation>缩进</translation>
    </message>
    <message>
        <source>blanks</source>
        <translation>个空格</translation>
    </message>
    <message>
        <source>For each level of JSON as it is shown. What is sent keeps its own layout.</source>
        <translation>JSON 每一级在显示时的缩进。发送的内容保持自己的排版。</translation>
    </message>
    <message>
        <source>Check while typing</source>
        <translation>输入时检查</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>kB</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Up to this size. Longer texts are checked when they are committed, or on request.</source>
        <translation>不超过此大小时检查。更长的文本在提交时或按要求检查。</translation>
    </message>
    <message>
        <source>Fold strings over</source>
        <translation>字符串折叠长度</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>个字符</translation>
    </message>
    <message>
        <source>A longer string is shown by its first letters and its size; nothing of it is lost.</source>
        <translation>更长的字符串只显示开头几个字符和大小；内容不会丢失。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Of the window, at once. What models and tools say stays as it is.</source>
        <translation>窗口的语言，立即生效。模型和工具所说的内容保持原样。</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>Show the start page</source>
        <translation>显示起始页</translation>
    </message>
    <message>
        <source>Open the last session</source>
        <translation>打开上一个会话</translation>
    </message>
    <message>
        <source>Opening a session runs nothing.</source>
        <translation>打开会话不会运行任何东西。</translation>
    </message>
    <message>
        <source>Keep sessions in</source>
        <translation>会话保存位置</translation>
    </message>
    <message>
        <source>Of new sessions. Those that are there stay where they are.</source>
        <translation>用于新会话。已有的会话留在原处。</translation>
    </message>
    <message>
        <source>Hints in the demo</source>
        <translation>演示中的提示</translation>
    </message>
    <message>
        <source>Four short hints that lead through the demo.</source>
        <translation>四条简短提示，带您走完演示。</translation>
    </message>
    <message>
        <source>Notices stay for</source>
        <translation>通知停留</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>They stay longer while the pointer or the keyboard is on them.</source>
        <translation>指针或键盘焦点在其上时会停留更久。</translation>
    </message>
    <message>
        <source>What is changed here acts at once and is kept. The program never looks for updates.</source>
        <translation>此处的更改立即生效并保存。程序从不检查更新。</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Keys of actions</source>
        <translation>操作的快捷键</translation>
    </message>
    <message>
        <source>Enter on an action, press the new key, Enter. It acts at once in every window.</source>
        <translation>在操作上按 Enter，按下新的键，再按 Enter。在所有窗口立即生效。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Keys of the profiles</source>
        <translation>各配置的密钥</translation>
    </message>
    <message>
        <source>A key lies in the system's keyring or in an environment variable, never in a file, and it is never shown.</source>
        <translation>密钥存放在系统密钥环或环境变量中，绝不写入文件，也绝不显示。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>A profile says which model answers, where it is, and where its key is kept.</source>
        <translation>配置说明由哪个模型回答、它在哪里，以及密钥存放在哪里。</translation>
    </message>
    <message>
        <source>Own prices</source>
        <translation>自定价格</translation>
    </message>
    <message>
        <source>In US dollars for a million tokens, by the name of a model or a pattern (qwen*). They go before the lists.</source>
        <translation>每百万词元的美元价格，按模型名称或模式（qwen*）。优先于价格表。</translation>
    </message>
    <message>
        <source>Context windows</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>How many tokens a model reads at most, where the lists do not know it or are wrong.</source>
        <translation>模型最多读取多少词元，用于列表未知或有误时。</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>机密</translation>
    </message>
    <message>
        <source>Keys of profiles and servers, and keys in addresses and headers: [redacted] stands in their place.</source>
        <translation>配置和服务器的密钥，以及地址和标头中的密钥：以 [redacted] 代替。</translation>
    </message>
    <message>
        <source>What else is blanked</source>
        <translation>其他要抹去的内容</translation>
    </message>
    <message>
        <source>Patterns (RE2). What they find is kept and shown as [redacted], also in replies, which then reach tools so.</source>
        <translation>模式（RE2）。匹配的内容以 [redacted] 保存和显示，响应中也是如此，并以此传给工具。</translation>
    </message>
    <message>
        <source>Try a text</source>
        <translation>试一段文本</translation>
    </message>
    <message>
        <source>How it would be kept and shown. It is kept nowhere.</source>
        <translation>显示它将如何被保存和显示。它不会保存在任何地方。</translation>
    </message>
    <message>
        <source>There is no telemetry. The program reaches only the models, servers and tools that you name.</source>
        <translation>没有遥测。程序只连接您指定的模型、服务器和工具。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Stop, as usual</source>
        <translation>停止（默认）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Tell the model</source>
        <translation>告知模型</translation>
    </message>
    <message>
        <source>Fail</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Before each request</source>
        <translation>每个请求之前</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>停止位置</translation>
    </message>
    <message>
        <source>After each reply</source>
        <translation>每个响应之后</translation>
    </message>
    <message>
        <source>Before each tool call</source>
        <translation>每个工具调用之前</translation>
    </message>
    <message>
        <source>Sensitive tools stop in any case.</source>
        <translation>敏感工具总会停止。</translation>
    </message>
    <message>
        <source>After each result</source>
        <translation>每个结果之后</translation>
    </message>
    <message>
        <source>Round trips</source>
        <translation>往返次数</translation>
    </message>
    <message>
        <source>A reply with calls is one, however many calls.</source>
        <translation>一个含调用的响应算一次，不论有多少调用。</translation>
    </message>
    <message>
        <source>Limits, counted anew with each message</source>
        <translation>限制（每条消息重新计数）</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>In and out together, as the model reports them.</source>
        <translation>输入与输出合计，以模型报告的为准。</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>US dollars. A model without a known price stops at once.</source>
        <translation>美元。价格未知的模型会立即停止。</translation>
    </message>
    <message>
        <source>Time at work</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>Of model and tools; what you take to decide does not count.</source>
        <translation>模型与工具的时间；您作决定的时间不计。</translation>
    </message>
    <message>
        <source>Same call in a row</source>
        <translation>连续相同的调用</translation>
    </message>
    <message>
        <source>Stops when the model asks for one tool with the same arguments so many times.</source>
        <translation>模型以相同参数连续请求同一工具达到此次数时停止。</translation>
    </message>
    <message>
        <source>Calls of a reply at once</source>
        <translation>同时运行一个响应的调用</translation>
    </message>
    <message>
        <source>Otherwise they run one after the other, in their order.</source>
        <translation>否则按顺序逐个运行。</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Send a failed request again</source>
        <translation>重发失败的请求</translation>
    </message>
    <message>
        <source>never by itself</source>
        <translation>从不自动</translation>
    </message>
    <message>
        <source>After 429, a fault of the server or a broken connection. Holds for what is opened from now on.</source>
        <translation>在 429、服务器故障或连接中断之后。对此后打开的会话有效。</translation>
    </message>
    <message>
        <source>Unknown tool</source>
        <translation>未知工具</translation>
    </message>
    <message>
        <source>When something goes wrong</source>
        <translation>出错时</translation>
    </message>
    <message>
        <source>Bad arguments</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>Run with the raw text</source>
        <translation>用原文执行</translation>
    </message>
    <message>
        <source>Error of a tool</source>
        <translation>工具的错误</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次执行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>New sessions begin with this. Those that exist keep their own, see Session › Loop settings.</source>
        <translation>新会话以此开始。已有会话保留各自的设置，见“会话 › 循环设置”。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Python for tools</source>
        <translation>工具使用的 Python</translation>
    </message>
    <message>
        <source>the program's own Python</source>
        <translation>程序自带的 Python</translation>
    </message>
    <message>
        <source>The path of a Python, such as that of your project's .venv. Files added from now on.</source>
        <translation>Python 的路径，例如您项目 .venv 中的。对此后添加的文件有效。</translation>
    </message>
    <message>
        <source>Time for one call</source>
        <translation>单次调用的时限</translation>
    </message>
    <message>
        <source>Then the tool is stopped. In new sessions; a tool may have a time of its own.</source>
        <translation>到时工具会被停止。用于新会话；工具可以有自己的时间。</translation>
    </message>
    <message>
        <source>Longest result</source>
        <translation>最长结果</translation>
    </message>
    <message>
        <source>never cut</source>
        <translation>从不截断</translation>
    </message>
    <message>
        <source>In characters. The model reads so much, and that the rest was cut. In new sessions.</source>
        <translation>以字符计。模型读到这么多，并得知其余被截断。用于新会话。</translation>
    </message>
    <message>
        <source>Trusted files and commands</source>
        <translation>受信任的文件和命令</translation>
    </message>
    <message>
        <source>Exactly as they were then: after a change you are asked again. What runs now runs on until it is closed.</source>
        <translation>仅限当时的内容：改动后会再次询问。正在运行的会继续到关闭为止。</translation>
    </message>
    <message>
        <source>Tools run in a process of their own, and nothing of a file runs before you trust it.</source>
        <translation>工具在单独的进程中运行，在您信任之前文件的任何内容都不会运行。</translation>
    </message>
    <message>
        <source>None: the lists that come with the program hold.</source>
        <translation>无：以程序自带的列表为准。</translation>
    </message>
    <message>
        <source>Model or pattern</source>
        <translation>模型或模式</translation>
    </message>
    <message>
        <source>In, per million tokens</source>
        <translation>输入，每百万词元</translation>
    </message>
    <message>
        <source>Out, per million tokens</source>
        <translation>输出，每百万词元</translation>
    </message>
    <message>
        <source>Cached, per million tokens</source>
        <translation>缓存，每百万词元</translation>
    </message>
    <message>
        <source>as in</source>
        <translation>同输入</translation>
    </message>
    <message>
        <source>in ${input} · out ${output} per million</source>
        <translation>输入 ${input} · 输出 ${output}（每百万）</translation>
    </message>
    <message>
        <source>in ${input} · cached ${cached} · out ${output} per million</source>
        <translation>输入 ${input} · 缓存 ${cached} · 输出 ${output}（每百万）</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Keep the price</source>
        <translation>保留价格</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the price of {model}</source>
        <translation>编辑 {model} 的价格</translation>
    </message>
    <message>
        <source>Remove the price of {model}</source>
        <translation>移除 {model} 的价格</translation>
    </message>
    <message>
        <source>The lists know it as {model} of {provider}.</source>
        <translation>列表中为 {provider} 的 {model}。</translation>
    </message>
    <message>
        <source>The lists do not know this model.</source>
        <translation>列表中没有此模型。</translation>
    </message>
    <message>
        <source>Write the name of a model first.</source>
        <translation>请先写模型名称。</translation>
    </message>
    <message>
        <source>There is no profile yet. Make one to say which model answers.</source>
        <translation>还没有配置。请新建一个配置，说明由哪个模型回答。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit the profile {profile}</source>
        <translation>编辑配置 {profile}</translation>
    </message>
    <message>
        <source>Edit profiles…</source>
        <translation>编辑配置…</translation>
    </message>
    <message>
        <source>Tokens at most</source>
        <translation>最多词元</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个词元</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Remove the context window of {model}</source>
        <translation>移除 {model} 的上下文窗口</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>As usual: off</source>
        <translation>默认：关闭</translation>
    </message>
    <message>
        <source>As usual: hint</source>
        <translation>默认：提示</translation>
    </message>
    <message>
        <source>As usual: warning</source>
        <translation>默认：警告</translation>
    </message>
    <message>
        <source>As usual: error</source>
        <translation>默认：错误</translation>
    </message>
    <message>
        <source>{rule} · holds the request back</source>
        <translation>{rule} · 会拦住请求</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Advice on tools</source>
        <translation>工具建议</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>No rule has these words.</source>
        <translation>没有包含这些词的规则。</translation>
    </message>
    <message>
        <source>All rules count as usual.</source>
        <translation>所有规则均按默认。</translation>
    </message>
    <message>
        <source>Find a rule</source>
        <translation>查找规则</translation>
    </message>
    <message>
        <source>Which rules</source>
        <translation>哪些规则</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>In the open session</source>
        <translation>在打开的会话中</translation>
    </message>
    <message>
        <source>{rule}: {level}</source>
        <translation>{rule}：{level}</translation>
    </message>
    <message>
        <source>As in all sessions</source>
        <translation>与所有会话一致</translation>
    </message>
    <message>
        <source>Nothing is trusted yet. You are asked when a session wants to run something.</source>
        <translation>尚未信任任何内容。会话要运行某些内容时会询问您。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Forget {path}</source>
        <translation>忘记 {path}</translation>
    </message>
    <message>
        <source>trusted {day}</source>
        <translation>{day} 信任</translation>
    </message>
    <message>
        <source>hash {hash}</source>
        <translation>哈希 {hash}</translation>
    </message>
    <message>
        <source>under {interpreter}</source>
        <translation>使用 {interpreter}</translation>
    </message>
</context>
<context>
    <name>SettingsWindow</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>没有设置包含这些词。</translation>
    </message>
    <message>
        <source>Reset this page</source>
        <translation>重置本页</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ShownFolder</name>
    <message>
        <source>There is no program here that shows folders.</source>
        <translation>这里没有可以显示文件夹的程序。</translation>
    </message>
    <message>
        <source>The file lies in {folder}.</source>
        <translation>文件位于 {folder}。</translation>
    </message>
</context>
<context>
    <name>SkillDetails</name>
    <message>
        <source>Announce it to the model</source>
        <translation>向模型公布</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>It has no other files.</source>
        <translation>没有其他文件。</translation>
    </message>
    <message>
        <source>It has no instructions.</source>
        <translation>没有指令。</translation>
    </message>
    <message>
        <source>No tool of the session fits: {names}.</source>
        <translation>会话中没有匹配的工具：{names}。</translation>
    </message>
    <message>
        <source>Add tools of {file}…</source>
        <translation>添加 {file} 的工具…</translation>
    </message>
    <message>
        <source>More names or patterns of tools</source>
        <translation>更多工具名称或通配模式</translation>
    </message>
    <message>
        <source>ACTIVE</source>
        <translation>已激活</translation>
    </message>
    <message>
        <source>Tools that it brings</source>
        <translation>它带来的工具</translation>
    </message>
    <message>
        <source>Offered from its activation on.</source>
        <translation>激活之后才提供。</translation>
    </message>
    <message>
        <source>Files that the model may read</source>
        <translation>模型可以读取的文件</translation>
    </message>
    <message>
        <source>Instructions, told when it is activated</source>
        <translation>指令，激活时告知</translation>
    </message>
</context>
<context>
    <name>SkillsDialog</name>
    <message>
        <source>The model reads their names and descriptions, and activates one when a task fits. Nothing of a skill is executed.</source>
        <translation>模型读到它们的名称和说明，任务合适时激活其中一个。不执行技能中的任何内容。</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>No skill yet. Add a folder that holds SKILL.md.</source>
        <translation>还没有技能。请添加含有 SKILL.md 的文件夹。</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>{name} · off</source>
        <translation>{name} · 已关闭</translation>
    </message>
    <message>
        <source>{name} · active</source>
        <translation>{name} · 已激活</translation>
    </message>
    <message>
        <source>Add a skill</source>
        <translation>添加技能</translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>没有变化。</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Remove the source</source>
        <translation>移除来源</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose the file that holds the function.</source>
        <translation>请选择含有该函数的文件。</translation>
    </message>
    <message>
        <source>Write the name of a function of the file.</source>
        <translation>请填写文件中某个函数的名称。</translation>
    </message>
    <message>
        <source>There is a source of this name already.</source>
        <translation>已有同名的来源。</translation>
    </message>
    <message>
        <source>Name of the source</source>
        <translation>来源的名称</translation>
    </message>
    <message>
        <source>Tools file</source>
        <translation>工具文件</translation>
    </message>
    <message>
        <source>Function of the file</source>
        <translation>文件中的函数</translation>
    </message>
    <message>
        <source>Tools that only the source lets in</source>
        <translation>只由此来源提供的工具</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Only by it</source>
        <translation>仅由它提供</translation>
    </message>
    <message>
        <source>choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>File of the source</source>
        <translation>来源的文件</translation>
    </message>
    <message>
        <source>Python files (*.py)</source>
        <translation>Python 文件 (*.py)</translation>
    </message>
    <message>
        <source>It gives this session no tools. You look at it and trust it before it is asked.</source>
        <translation>它不向此会话提供工具。在询问它之前，您先查看并信任它。</translation>
    </message>
    <message>
        <source>Tools that are offered only when the source names them; it may name others, too.</source>
        <translation>只有来源指名时才提供的工具；它也可以指名其他工具。</translation>
    </message>
</context>
<context>
    <name>SourceRows</name>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>A source is a function of a tools file: function(message, history) gives the names of tools to offer. It is asked before every request and only ever adds; what it named stays to the end of the turn. The function itself is no tool.</source>
        <translation>来源是工具文件中的一个函数：function(message, history) 给出要提供的工具名称。每次请求之前都会询问它，它只会增加；它给出的工具保留到回合结束。该函数本身不是工具。</translation>
    </message>
    <message>
        <source>Add a source</source>
        <translation>添加来源</translation>
    </message>
    <message>
        <source>No sources yet.</source>
        <translation>还没有来源。</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Step through tool-calling sessions, edit any message, replay from any point.</source>
        <translation>单步走过工具调用会话，修改任何消息，从任何位置回放。</translation>
    </message>
    <message>
        <source>Run the demo</source>
        <translation>运行演示</translation>
    </message>
    <message>
        <source>A refund agent with six tools and a scripted model. No key and no network needed.</source>
        <translation>一个退款智能体，带有六个工具和一个脚本模型。不需要密钥，也不需要网络。</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Choose a model and tools, write the first message.</source>
        <translation>选择模型和工具，写下第一条消息。</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>A session file. Opening it runs nothing.</source>
        <translation>会话文件。打开时不会运行任何东西。</translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation>Ctrl+O</translation>
    </message>
    <message>
        <source>Drop a session file anywhere in this window, or choose File › Open</source>
        <translation>把会话文件拖放到此窗口的任意位置，或选择“文件 › 打开”</translation>
    </message>
</context>
<context>
    <name>StateBar</name>
    <message>
        <source>The server starts</source>
        <translation>服务器正在启动</translation>
    </message>
    <message>
        <source>The server is {state}.</source>
        <translation>服务器{state}。</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>它失败了。</translation>
    </message>
    <message>
        <source>Nothing of this server runs before you trust it.</source>
        <translation>在您信任之前，此服务器不会运行任何内容。</translation>
    </message>
    <message>
        <source>This server is switched off: it never starts.</source>
        <translation>此服务器已停用：它不会启动。</translation>
    </message>
    <message>
        <source>The server does not run. The next call of one of its tools starts it.</source>
        <translation>服务器没有运行。下次调用其工具时会启动它。</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>Edit server…</source>
        <translation>编辑服务器…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Review and trust…</source>
        <translation>查看并信任…</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>No session open</source>
        <translation>没有打开的会话</translation>
    </message>
    <message>
        <source>Round {n}</source>
        <translation>第 {n} 轮</translation>
    </message>
    <message>
        <source>{n} of {of} round trips since your last message (menu Session, Loop settings)</source>
        <translation>自您上一条消息以来 {n} / {of} 次往返（菜单“会话”，“循环设置”）</translation>
    </message>
    <message>
        <source>{sent} tokens in · {received} out</source>
        <translation>输入 {sent} · 输出 {received} 词元</translation>
    </message>
    <message>
        <source>{sent} tokens in ({cached} cached) · {received} out</source>
        <translation>输入 {sent}（缓存 {cached}）· 输出 {received} 词元</translation>
    </message>
    <message>
        <source>no tokens reported</source>
        <translation>未报告词元</translation>
    </message>
    <message>
        <source>Of the whole session, with what its agents spent.</source>
        <translation>整个会话的用量，包括其智能体所用的。</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Saved {time}</source>
        <translation>已保存 {time}</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Not saved: disk full — Save as…</source>
        <translation>未保存：磁盘已满 — 另存为…</translation>
    </message>
    <message>
        <source>Not saved: the file is gone — Save as…</source>
        <translation>未保存：文件已不存在 — 另存为…</translation>
    </message>
    <message>
        <source>Not saved: no right to write — Save as…</source>
        <translation>未保存：没有写入权限 — 另存为…</translation>
    </message>
    <message>
        <source>Not saved — Save as…</source>
        <translation>未保存 — 另存为…</translation>
    </message>
    <message>
        <source>{time} model and tools</source>
        <translation>模型与工具 {time}</translation>
    </message>
</context>
<context>
    <name>StopBanner</name>
    <message>
        <source>Retrying in {n} s — stop waiting</source>
        <translation>{n} 秒后重试 — 停止等待</translation>
    </message>
</context>
<context>
    <name>StopPlaces</name>
    <message>
        <source>Stop places hold for the whole session, whatever the breakpoints below do (menu Run, Stop places).</source>
        <translation>停止位置对整个会话有效，不受下面断点的影响（菜单“运行”›“停止位置”）。</translation>
    </message>
    <message>
        <source>Before requests</source>
        <translation>请求之前</translation>
    </message>
    <message>
        <source>Stop before each request</source>
        <translation>在每个请求之前停止</translation>
    </message>
    <message>
        <source>After replies</source>
        <translation>响应之后</translation>
    </message>
    <message>
        <source>Stop after each reply</source>
        <translation>在每个响应之后停止</translation>
    </message>
    <message>
        <source>Before calls</source>
        <translation>调用之前</translation>
    </message>
    <message>
        <source>Stop before each call</source>
        <translation>在每个调用之前停止</translation>
    </message>
    <message>
        <source>After results</source>
        <translation>结果之后</translation>
    </message>
    <message>
        <source>Stop after each result</source>
        <translation>在每个结果之后停止</translation>
    </message>
    <message>
        <source>Stop places</source>
        <translation>停止位置</translation>
    </message>
</context>
<context>
    <name>Strategies</name>
    <message>
        <source>Stop, as usual</source>
        <translation>停止（默认）</translation>
    </message>
    <message>
        <source>Stops here in the window, so that you decide; on the command line the model is told.</source>
        <translation>在窗口中停在这里，由您决定；在命令行中则告知模型。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Tell the model</source>
        <translation>告知模型</translation>
    </message>
    <message>
        <source>Fail</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stops, and going on does not pass it: only your own decision does (edit, mock, reject).</source>
        <translation>停止，且继续也无法越过：只有您自己的决定可以（修改、模拟、拒绝）。</translation>
    </message>
    <message>
        <source>Stops before the call; going on tells the model.</source>
        <translation>在调用之前停止；继续则告知模型。</translation>
    </message>
    <message>
        <source>The model reads that there is no such tool, and the names it may use.</source>
        <translation>模型会读到没有这个工具，以及它可用的名称。</translation>
    </message>
    <message>
        <source>The model reads what does not fit, place by place.</source>
        <translation>模型会逐处读到哪里不符。</translation>
    </message>
    <message>
        <source>Run with the raw text</source>
        <translation>用原文执行</translation>
    </message>
    <message>
        <source>The tool runs with {"rawArguments": "…"} and makes of it what it can.</source>
        <translation>工具以 {"rawArguments": "…"} 运行，自行处理。</translation>
    </message>
    <message>
        <source>The model reads the message of the error.</source>
        <translation>模型会读到错误的消息。</translation>
    </message>
    <message>
        <source>Stops after the result; going on tells the model.</source>
        <translation>在结果之后停止；继续则告知模型。</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次执行</translation>
    </message>
    <message>
        <source>Runs an idempotent tool again, so often as you say; of any other the model is told.</source>
        <translation>按您设定的次数再次执行幂等工具；其他工具的错误则告知模型。</translation>
    </message>
</context>
<context>
    <name>StudioWindow</name>
    <message>
        <source>Theme: {name}</source>
        <translation>主题：{name}</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>Stream events</source>
        <translation>流事件</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>{n} errors</source>
        <translation>{n} 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>{n} warnings</source>
        <translation>{n} 个警告</translation>
    </message>
    <message>
        <source>MCP · {n} failed</source>
        <translation>MCP · {n} 个失败</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>菜单栏</translation>
    </message>
    <message>
        <source>Parts at the bottom</source>
        <translation>底部区域</translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Own replies</source>
        <translation>自身响应</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Choice of groups</source>
        <translation>分组选择</translation>
    </message>
    <message>
        <source>Asked by servers</source>
        <translation>服务器询问</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Time at work</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>({n} characters)</source>
        <translation>（{n} 个字符）</translation>
    </message>
</context>
<context>
    <name>SummaryDialog</name>
    <message>
        <source>Up to where the session stands: what was decided, what ran, what came back.</source>
        <translation>到会话所在之处为止：决定了什么，执行了什么，返回了什么。</translation>
    </message>
    <message>
        <source>Summary of the session</source>
        <translation>会话摘要</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>TemplateFields</name>
    <message>
        <source>left out when empty</source>
        <translation>留空则不填</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>Reads {uri}</source>
        <translation>读取 {uri}</translation>
    </message>
</context>
<context>
    <name>TemplateRow</name>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Save as template…</source>
        <translation>保存为模板…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the template</source>
        <translation>删除模板</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>With a tools file (the demo's)</source>
        <translation>带工具文件（演示所用）</translation>
    </message>
    <message>
        <source>As last time</source>
        <translation>同上次</translation>
    </message>
    <message>
        <source>Replay of a file…</source>
        <translation>回放一个文件…</translation>
    </message>
    <message>
        <source>Only templates that you saved can be deleted.</source>
        <translation>只能删除您保存的模板。</translation>
    </message>
    <message>
        <source>Save as template</source>
        <translation>保存为模板</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>A template of the same name is replaced. The first message is kept, too.</source>
        <translation>同名的模板会被替换。第一条消息也会保存。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>TextEntry</name>
    <message>
        <source>Esc once more drops what was typed.</source>
        <translation>再按一次 Esc 会丢弃已输入的内容。</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>TextField</name>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
</context>
<context>
    <name>TextsField</name>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
</context>
<context>
    <name>ThinkingFold</name>
    <message>
        <source>Show the thinking</source>
        <translation>显示思考</translation>
    </message>
    <message>
        <source>Fold the thinking</source>
        <translation>折叠思考</translation>
    </message>
</context>
<context>
    <name>Thumbnail</name>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Picture {n} of the result ({kind})</source>
        <translation>结果的图片 {n}（{kind}）</translation>
    </message>
    <message>
        <source>Picture {n} ({kind})</source>
        <translation>图片 {n}（{kind}）</translation>
    </message>
    <message>
        <source>cannot be shown</source>
        <translation>无法显示</translation>
    </message>
    <message>
        <source>Show large</source>
        <translation>放大显示</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>TimelineFrame</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Steps of the session</source>
        <translation>会话的步</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>New branch here</source>
        <translation>在此新建分支</translation>
    </message>
    <message>
        <source>New branch here: what comes next is on a branch of its own; this one stays</source>
        <translation>在此新建分支：之后的内容在单独的分支上；当前分支保留</translation>
    </message>
    <message>
        <source>Filter steps   kind:call tool:issue_* is:edited</source>
        <translation>筛选步   kind:call tool:issue_* is:edited</translation>
    </message>
    <message>
        <source>Filter steps</source>
        <translation>筛选步</translation>
    </message>
    <message>
        <source>Jump to newest (End)</source>
        <translation>跳到最新 (End)</translation>
    </message>
    <message>
        <source>Nothing has happened yet. Write a message to begin.</source>
        <translation>还没有发生任何事。写一条消息开始。</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Plain words find what a row shows. All words must fit; of a|b one. (Ctrl+L; Down shows what fits)</source>
        <translation>普通词查找行中显示的内容。各词须全部符合；a|b 符合其一即可。（Ctrl+L；按下箭头列出可用的词）</translation>
    </message>
    <message>
        <source>kind:{kinds}</source>
        <translation>kind:{kinds}</translation>
    </message>
    <message>
        <source>is:{states} (slow: 5 s and more)</source>
        <translation>is:{states}（slow：5 秒及以上）</translation>
    </message>
    <message>
        <source>tool:issue_* · round:3-7 · tokens:&gt;500 · time:&gt;2s</source>
        <translation>tool:issue_* · round:3-7 · tokens:&gt;500 · time:&gt;2s</translation>
    </message>
    <message>
        <source>text:"…" finds what a row cuts, too</source>
        <translation>text:"…" 也查找行中被截去的内容</translation>
    </message>
    <message>
        <source>{word} cannot be read. Write it like {known}.</source>
        <translation>无法理解 {word}。请写成 {known} 的形式。</translation>
    </message>
    <message>
        <source>No step fits the filter.</source>
        <translation>没有步符合筛选条件。</translation>
    </message>
    <message numerus="yes">
        <source>No step fits the filter; %n kinds of rows are hidden.</source>
        <translation>
            <numerusform>没有符合筛选的步；已隐藏 %n 种行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>There is no {word} here, but {known}.</source>
        <translation>没有 {word}，可用的有 {known}。</translation>
    </message>
</context>
<context>
    <name>TimelineMenu</name>
    <message>
        <source>Rewind to here</source>
        <translation>回到此处</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从此处分支</translation>
    </message>
    <message>
        <source>Rerun from here</source>
        <translation>从此处重新运行</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Breakpoint here, or none</source>
        <translation>在此设置或取消断点</translation>
    </message>
    <message>
        <source>Mock this tool…</source>
        <translation>模拟此工具…</translation>
    </message>
    <message>
        <source>Record as a rule</source>
        <translation>记录为规则</translation>
    </message>
    <message>
        <source>Export as test…</source>
        <translation>导出为测试…</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Stop before this…</source>
        <translation>在此之前停止…</translation>
    </message>
    <message>
        <source>Stop after this…</source>
        <translation>在此之后停止…</translation>
    </message>
    <message>
        <source>Copy JSON</source>
        <translation>复制 JSON</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>复制为 curl 命令</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>对比…</translation>
    </message>
    <message>
        <source>Hide rows of this kind</source>
        <translation>隐藏此类行</translation>
    </message>
    <message>
        <source>Fold all rounds</source>
        <translation>折叠所有轮</translation>
    </message>
    <message>
        <source>Open all rounds</source>
        <translation>展开所有轮</translation>
    </message>
    <message>
        <source>Run to here</source>
        <translation>运行到此处</translation>
    </message>
</context>
<context>
    <name>TimelineModel</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Waterfall</source>
        <translation>瀑布图</translation>
    </message>
</context>
<context>
    <name>TimelineTips</name>
    <message>
        <source>It stops {place}.</source>
        <translation>停止位置：{place}。</translation>
    </message>
    <message>
        <source>It stops {place}, under a condition.</source>
        <translation>停止位置：{place}，带条件。</translation>
    </message>
    <message>
        <source>It does something {place} and does not stop.</source>
        <translation>{place}执行动作，不停止。</translation>
    </message>
    <message>
        <source>A breakpoint {place} is switched off.</source>
        <translation>断点（{place}）已停用。</translation>
    </message>
    <message>
        <source>A click, or F9, sets a breakpoint {place}.</source>
        <translation>单击或按 F9 设置断点：{place}。</translation>
    </message>
    <message>
        <source>A click, or F9, takes it away or sets one.</source>
        <translation>单击或按 F9 可取消或设置断点。</translation>
    </message>
</context>
<context>
    <name>TimingView</name>
    <message>
        <source>{time} in all</source>
        <translation>共 {time}</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s)</source>
        <translation>
            <numerusform>%n 个数据块</numerusform>
        </translation>
    </message>
    <message>
        <source>from {start} to {end}</source>
        <translation>从 {start} 到 {end}</translation>
    </message>
</context>
<context>
    <name>TokensLine</name>
    <message>
        <source>system text {n}</source>
        <translation>系统文本 {n}</translation>
    </message>
    <message>
        <source>tools {n}</source>
        <translation>工具 {n}</translation>
    </message>
    <message>
        <source>messages {n}</source>
        <translation>消息 {n}</translation>
    </message>
    <message>
        <source>passages {n}</source>
        <translation>引文 {n}</translation>
    </message>
    <message>
        <source>About {n} tokens</source>
        <translation>约 {n} 词元</translation>
    </message>
    <message>
        <source>About {n} tokens: {parts}</source>
        <translation>约 {n} 词元：{parts}</translation>
    </message>
    <message>
        <source>Estimated; scaled by what the provider reported for the last request.</source>
        <translation>估计值；按服务提供方对上一个请求的报告换算。</translation>
    </message>
    <message>
        <source>Estimated; the provider has reported nothing yet to scale it by.</source>
        <translation>估计值；服务提供方尚未报告可用于换算的数量。</translation>
    </message>
</context>
<context>
    <name>ToolActs</name>
    <message>
        <source>Open groups</source>
        <translation>打开的分组</translation>
    </message>
</context>
<context>
    <name>ToolAgent</name>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>System text of the agent</source>
        <translation>智能体的系统文本</translation>
    </message>
    <message>
        <source>First message of the agent</source>
        <translation>智能体的第一条消息</translation>
    </message>
    <message>
        <source>Parameters of the agent</source>
        <translation>智能体的参数</translation>
    </message>
    <message>
        <source>Most round trips</source>
        <translation>最多往返</translation>
    </message>
    <message>
        <source>The parameters are no JSON object.</source>
        <translation>参数不是 JSON 对象。</translation>
    </message>
    <message>
        <source>{task}</source>
        <translation>{task}</translation>
    </message>
    <message>
        <source>as its caller</source>
        <translation>与调用方相同</translation>
    </message>
    <message>
        <source>begins anew with each call</source>
        <translation>每次调用重新开始</translation>
    </message>
    <message>
        <source>goes on where its last call ended</source>
        <translation>从上次调用结束处继续</translation>
    </message>
    <message>
        <source>Who it is and how it works. Empty: it has none.</source>
        <translation>它是谁、如何工作。留空：没有系统文本。</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>What it may call, also tools that are off for its caller. Below: more names or patterns.</source>
        <translation>它可以调用的工具，包括对其调用方关闭的工具。下方：更多名称或通配模式。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型的名称</translation>
    </message>
    <message>
        <source>Empty: that of the profile.</source>
        <translation>留空：使用配置中的。</translation>
    </message>
    <message>
        <source>Members of the request as JSON. Empty: those of its caller.</source>
        <translation>请求的成员，写成 JSON。留空：与调用方相同。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>What it is asked first; {name} stands for the argument of that name. Empty: its only text argument, else all as JSON.</source>
        <translation>首先问它的内容；{name} 代表该名称的参数。留空：用它唯一的文本参数，否则用全部参数的 JSON。</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>第一条消息</translation>
    </message>
    <message>
        <source>Kept histories belong to the memory id of the caller.</source>
        <translation>保留的历史归于调用方的记忆 ID。</translation>
    </message>
    <message>
        <source>Its session</source>
        <translation>其会话</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Then it stops, as a session does at its limit.</source>
        <translation>到时停止，与会话达到限制时一样。</translation>
    </message>
    <message>
        <source>Tools that the agent may call</source>
        <translation>智能体可以调用的工具</translation>
    </message>
    <message>
        <source>Model of the agent</source>
        <translation>智能体的模型</translation>
    </message>
    <message>
        <source>More names or patterns of tools</source>
        <translation>更多工具名称或通配模式</translation>
    </message>
</context>
<context>
    <name>ToolBehaviour</name>
    <message>
        <source>What holds for this tool</source>
        <translation>此工具的设定</translation>
    </message>
    <message>
        <source>As declared: {words}</source>
        <translation>按声明：{words}</translation>
    </message>
    <message>
        <source>Result goes</source>
        <translation>结果去向</translation>
    </message>
    <message>
        <source>Seconds for a call</source>
        <translation>单次调用的秒数</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Time for a call</source>
        <translation>单次调用的时限</translation>
    </message>
    <message>
        <source>As usual: {n} s.</source>
        <translation>默认：{n} 秒。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Bad arguments</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>Error of the tool</source>
        <translation>工具的错误</translation>
    </message>
    <message>
        <source>As the rules say: {words}</source>
        <translation>按规则：{words}</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>A denied tool is not offered to the model. The rules stand in Session › Loop settings.</source>
        <translation>被禁止的工具不会提供给模型。规则在“会话 › 循环设置”中。</translation>
    </message>
    <message>
        <source>As in the session: {words}</source>
        <translation>按会话：{words}</translation>
    </message>
</context>
<context>
    <name>ToolChecks</name>
    <message>
        <source>Tools that are sent</source>
        <translation>发送的工具</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>sensitive: asks before it runs</source>
        <translation>敏感：运行前会询问</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add a tools file</source>
        <translation>添加工具文件</translation>
    </message>
    <message>
        <source>Take the tools file off the list</source>
        <translation>把工具文件移出列表</translation>
    </message>
    <message>
        <source>MCP server</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>{file} is not there any more.</source>
        <translation>{file} 已不存在。</translation>
    </message>
    <message>
        <source>{name} — {where}</source>
        <translation>{name} — {where}</translation>
    </message>
    <message>
        <source>Python files (*.py)</source>
        <translation>Python 文件 (*.py)</translation>
    </message>
</context>
<context>
    <name>ToolChoiceField</name>
    <message>
        <source>Write the name of the tool.</source>
        <translation>请填写工具的名称。</translation>
    </message>
    <message>
        <source>The tool {name} is not sent: switch it on below, or choose another.</source>
        <translation>工具 {name} 没有发送：请在下方启用它，或另选一个。</translation>
    </message>
    <message>
        <source>name of the tool</source>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>Name of the tool that must be called</source>
        <translation>必须调用的工具的名称</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
    <message>
        <source>auto: the model decides</source>
        <translation>auto：由模型决定</translation>
    </message>
    <message>
        <source>none: no tool is called</source>
        <translation>none：不调用工具</translation>
    </message>
    <message>
        <source>required: some tool has to be called</source>
        <translation>required：必须调用某个工具</translation>
    </message>
    <message>
        <source>one tool, by its name…</source>
        <translation>指定名称的一个工具…</translation>
    </message>
    <message>
        <source>the tool {name}</source>
        <translation>工具 {name}</translation>
    </message>
</context>
<context>
    <name>ToolCommand</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Words of the command line, one a line</source>
        <translation>命令行的各个词，每行一个</translation>
    </message>
    <message>
        <source>Variables, one a line</source>
        <translation>变量，每行一个</translation>
    </message>
    <message>
        <source>Most bytes of a result</source>
        <translation>结果的最多字节</translation>
    </message>
    <message>
        <source>Line {n} of the variables is not “NAME=value”.</source>
        <translation>变量的第 {n} 行不是“名称=值”的形式。</translation>
    </message>
    <message>
        <source>the folder of this program</source>
        <translation>本程序的文件夹</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the arguments as JSON</source>
        <translation>参数（JSON）</translation>
    </message>
    <message>
        <source>One word a line, the program first; never a shell. {name} stands for the argument of that name; a word that is only an argument goes when the argument was left out.</source>
        <translation>每行一个词，程序在最前；绝不经过 shell。{name} 代表该名称的参数；只含一个参数的词，在该参数未填时省去。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>One a line, NAME=value. ${NAME} is taken from the environment when the tool runs.</source>
        <translation>每行一个，写成 NAME=value。${NAME} 在工具运行时取自环境变量。</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Most bytes</source>
        <translation>最多字节</translation>
    </message>
    <message>
        <source>A longer result is cut off there.</source>
        <translation>更长的结果在此截断。</translation>
    </message>
    <message>
        <source>Folder to run in</source>
        <translation>运行所在的文件夹</translation>
    </message>
    <message>
        <source>What stands on its input</source>
        <translation>写入其输入的内容</translation>
    </message>
</context>
<context>
    <name>ToolDeclaration</name>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What it does and when to use it, as the model reads it</source>
        <translation>它的作用和使用时机，供模型阅读</translation>
    </message>
    <message>
        <source>Name of the tool</source>
        <translation>工具的名称</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>A tool needs a name.</source>
        <translation>工具需要名称。</translation>
    </message>
    <message>
        <source>Letters without accents, digits, _, - and . are what providers take in a name.</source>
        <translation>服务提供方接受的名称由不带重音的字母、数字、_、- 和 . 组成。</translation>
    </message>
</context>
<context>
    <name>ToolFacts</name>
    <message>
        <source>What it is</source>
        <translation>基本属性</translation>
    </message>
    <message>
        <source>Asks before it runs</source>
        <translation>运行前询问</translation>
    </message>
    <message>
        <source>Running it twice does no more than running it once</source>
        <translation>执行两次与执行一次效果相同</translation>
    </message>
    <message>
        <source>Always offered, also where tools are searched for</source>
        <translation>始终提供，即使工具需经搜索</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the same arguments</source>
        <translation>相同的参数</translation>
    </message>
    <message>
        <source>the record of the execution</source>
        <translation>执行记录</translation>
    </message>
    <message>
        <source>Sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>Idempotent</source>
        <translation>幂等</translation>
    </message>
    <message>
        <source>Only such a tool is run again after an error.</source>
        <translation>只有这样的工具在出错后会再次执行。</translation>
    </message>
    <message>
        <source>Visible</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>Result goes</source>
        <translation>结果去向</translation>
    </message>
    <message>
        <source>Called with undoing switched on, when a later call fails.</source>
        <translation>打开撤销功能后，在后面的调用失败时调用。</translation>
    </message>
    <message>
        <source>Undoes</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>With the record the tool is not offered to the model: it takes call, arguments and result.</source>
        <translation>使用记录时，工具不提供给模型：它接收调用、参数和结果。</translation>
    </message>
    <message>
        <source>Undoes with</source>
        <translation>撤销时使用</translation>
    </message>
    <message>
        <source>Where the result goes</source>
        <translation>结果的去向</translation>
    </message>
    <message>
        <source>The tool that it undoes</source>
        <translation>它所撤销的工具</translation>
    </message>
    <message>
        <source>What it undoes with</source>
        <translation>撤销时使用的内容</translation>
    </message>
</context>
<context>
    <name>ToolHints</name>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Read-only, its server says: it changes nothing</source>
        <translation>服务器称其只读：不作任何更改</translation>
    </message>
    <message>
        <source>Not read-only, its server says: it may change something</source>
        <translation>服务器称其非只读：可能作出更改</translation>
    </message>
    <message>
        <source>destructive</source>
        <translation>破坏性</translation>
    </message>
    <message>
        <source>Destructive, its server says: it may delete or overwrite</source>
        <translation>服务器称其有破坏性：可能删除或覆盖</translation>
    </message>
    <message>
        <source>Not destructive, its server says: it only adds</source>
        <translation>服务器称其无破坏性：只作添加</translation>
    </message>
    <message>
        <source>idempotent</source>
        <translation>幂等</translation>
    </message>
    <message>
        <source>Idempotent, its server says: twice does no more than once</source>
        <translation>服务器称其幂等：两次与一次效果相同</translation>
    </message>
    <message>
        <source>Not idempotent, its server says: each call does something anew</source>
        <translation>服务器称其非幂等：每次调用都会重新产生效果</translation>
    </message>
    <message>
        <source>open world</source>
        <translation>开放</translation>
    </message>
    <message>
        <source>Open world, its server says: it reaches other systems, such as the web</source>
        <translation>服务器称其开放：会访问其他系统，例如网络</translation>
    </message>
    <message>
        <source>Closed world, its server says: it stays within the server's own data</source>
        <translation>服务器称其封闭：只涉及服务器自己的数据</translation>
    </message>
</context>
<context>
    <name>ToolHttp</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Headers, one a line</source>
        <translation>标头，每行一个</translation>
    </message>
    <message>
        <source>Template of the body</source>
        <translation>请求体的模板</translation>
    </message>
    <message>
        <source>Most bytes of a result</source>
        <translation>结果的最多字节</translation>
    </message>
    <message>
        <source>Line {n} of the headers is not “Name: value”.</source>
        <translation>标头的第 {n} 行不是“名称: 值”的形式。</translation>
    </message>
    <message>
        <source>arguments as JSON</source>
        <translation>参数（JSON）</translation>
    </message>
    <message>
        <source>arguments as a form</source>
        <translation>参数（表单）</translation>
    </message>
    <message>
        <source>a template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>none, arguments become the query</source>
        <translation>无，参数写入查询串</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>{name} stands for the argument of that name. With GET the others become the query.</source>
        <translation>{name} 代表该名称的参数。用 GET 时，其余参数写入查询串。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>One a line, Name: value. ${NAME} is taken from the environment when the tool runs, so that no key is kept.</source>
        <translation>每行一个，写成“名称: 值”。${NAME} 在工具运行时取自环境变量，因此不保存密钥。</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>请求体</translation>
    </message>
    <message>
        <source>Arguments that the address takes do not stand in the body again.</source>
        <translation>地址中用到的参数不再写入请求体。</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Most bytes</source>
        <translation>最多字节</translation>
    </message>
    <message>
        <source>A longer result is cut off there.</source>
        <translation>更长的结果在此截断。</translation>
    </message>
</context>
<context>
    <name>ToolMarks</name>
    <message>
        <source>Sensitive: asks before it runs</source>
        <translation>敏感：运行前会询问</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>Asks before it runs, by a rule of approval</source>
        <translation>按批准规则，运行前会询问</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Denied: it is not offered to the model and does not run</source>
        <translation>已禁止：不提供给模型，也不运行</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>已禁止</translation>
    </message>
    <message>
        <source>Mocked by 1 rule</source>
        <translation>由 1 条规则模拟</translation>
    </message>
    <message>
        <source>Mocked by {n} rules</source>
        <translation>由 {n} 条规则模拟</translation>
    </message>
    <message>
        <source>mocked</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Its result goes to the caller at once</source>
        <translation>其结果直接给调用方</translation>
    </message>
    <message>
        <source>returns at once</source>
        <translation>直接返回</translation>
    </message>
    <message>
        <source>Its result goes to the caller at once when it is the last call</source>
        <translation>作为最后一个调用时，其结果直接给调用方</translation>
    </message>
    <message>
        <source>returns at once when last</source>
        <translation>最后时直接返回</translation>
    </message>
    <message>
        <source>Undoes {tool}</source>
        <translation>撤销 {tool}</translation>
    </message>
</context>
<context>
    <name>ToolMenus</name>
    <message>
        <source>Open the page…</source>
        <translation>打开页面…</translation>
    </message>
    <message>
        <source>Send to the model</source>
        <translation>发送给模型</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Mock rules…</source>
        <translation>模拟规则…</translation>
    </message>
    <message>
        <source>Call by hand…</source>
        <translation>手动调用…</translation>
    </message>
    <message>
        <source>Review and trust…</source>
        <translation>查看并信任…</translation>
    </message>
    <message>
        <source>Notes of the checks ({n})…</source>
        <translation>检查意见 ({n})…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>It comes from a file: leave it out instead.</source>
        <translation>它来自文件：请改为不发送。</translation>
    </message>
    <message>
        <source>Let go</source>
        <translation>取消保留</translation>
    </message>
    <message>
        <source>Keep in</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>A tool that is kept in is offered whatever groups, sources and search say.</source>
        <translation>保留的工具始终提供，不论分组、来源和搜索如何决定。</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>A pattern of the group puts the tool there.</source>
        <translation>分组的通配模式已包含此工具。</translation>
    </message>
    <message>
        <source>New group…</source>
        <translation>新建分组…</translation>
    </message>
    <message>
        <source>Switch its mock rules on</source>
        <translation>打开其模拟规则</translation>
    </message>
    <message>
        <source>Switch its mock rules off</source>
        <translation>关闭其模拟规则</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>As the rules say: {words}</source>
        <translation>按规则：{words}</translation>
    </message>
</context>
<context>
    <name>ToolNotesDialog</name>
    <message>
        <source>Tool checks</source>
        <translation>工具检查</translation>
    </message>
    <message>
        <source>Nothing to say: these tools are described well.</source>
        <translation>没有意见：这些工具的说明很好。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>{tools} tools, {notes} notes. They are advice on the declarations; nothing is changed by itself.</source>
        <translation>{tools} 个工具，{notes} 条意见。它们是对声明的建议；不会自行更改任何内容。</translation>
    </message>
</context>
<context>
    <name>ToolOfServer</name>
    <message>
        <source>What its server says</source>
        <translation>其服务器的说明</translation>
    </message>
    <message>
        <source>Its calls go to the MCP server {server}, which calls it {tool}.</source>
        <translation>其调用发往 MCP 服务器 {server}，在那里名为 {tool}。</translation>
    </message>
    <message>
        <source>Nothing on this page is ever sent to the model.</source>
        <translation>本页的内容都不会发送给模型。</translation>
    </message>
    <message>
        <source>Title: {title}</source>
        <translation>标题：{title}</translation>
    </message>
    <message>
        <source>The server says nothing about what the tool may change.</source>
        <translation>服务器没有说明此工具会更改什么。</translation>
    </message>
    <message>
        <source>Output schema</source>
        <translation>输出模式</translation>
    </message>
    <message>
        <source>Other metadata</source>
        <translation>其他元数据</translation>
    </message>
</context>
<context>
    <name>ToolPage</name>
    <message>
        <source>Tool {name}</source>
        <translation>工具 {name}</translation>
    </message>
    <message>
        <source>Parts of the page</source>
        <translation>页面的各部分</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Declaration</source>
        <translation>声明</translation>
    </message>
    <message>
        <source>Behaviour</source>
        <translation>行为</translation>
    </message>
    <message>
        <source>How it runs</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Call by hand…</source>
        <translation>手动调用…</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Nothing to say: the tool is described well.</source>
        <translation>没有意见：此工具的说明很好。</translation>
    </message>
    <message>
        <source>Advice on the declaration; nothing is changed by itself.</source>
        <translation>对声明的建议；不会自行更改任何内容。</translation>
    </message>
    <message>
        <source>Checks ({n})</source>
        <translation>检查 ({n})</translation>
    </message>
    <message>
        <source>This tool is not in the session any more.</source>
        <translation>此工具已不在会话中。</translation>
    </message>
    <message>
        <source>The tool was changed while this page was open. OK once more puts what stands here in its place.</source>
        <translation>此页面打开期间，工具已被更改。再按一次“确定”则以此处的内容取代。</translation>
    </message>
</context>
<context>
    <name>ToolPreview</name>
    <message>
        <source>With these arguments</source>
        <translation>使用这些参数</translation>
    </message>
    <message>
        <source>Example arguments as JSON</source>
        <translation>示例参数（JSON）</translation>
    </message>
    <message>
        <source>is run</source>
        <translation>将运行</translation>
    </message>
    <message>
        <source>is sent</source>
        <translation>将发送</translation>
    </message>
    <message>
        <source>What would be run</source>
        <translation>将运行的内容</translation>
    </message>
    <message>
        <source>What would be sent</source>
        <translation>将发送的内容</translation>
    </message>
    <message>
        <source>The example is no JSON object yet.</source>
        <translation>示例还不是 JSON 对象。</translation>
    </message>
    <message>
        <source>on its input:</source>
        <translation>其输入：</translation>
    </message>
</context>
<context>
    <name>ToolRoom</name>
    <message>
        <source>Rename {tool}</source>
        <translation>重命名 {tool}</translation>
    </message>
    <message>
        <source>Name that the model reads</source>
        <translation>模型读到的名称</translation>
    </message>
    <message>
        <source>Groups, rules and mocks that name the tool follow; its file or endpoint keeps its own name for it.</source>
        <translation>指名此工具的分组、规则和模拟会随之更改；其文件或端点仍用自己的名称。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>http</source>
        <translation>http</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>py</source>
        <translation>py</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>mcp</source>
        <translation>mcp</translation>
    </message>
    <message>
        <source>Its declaration costs about {n} tokens.</source>
        <translation>其声明约占 {n} 词元。</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>about {n} tokens</source>
        <translation>约 {n} 词元</translation>
    </message>
    <message>
        <source>notes of the checks: {n}</source>
        <translation>检查意见：{n}</translation>
    </message>
</context>
<context>
    <name>ToolRuns</name>
    <message>
        <source>How the tool runs</source>
        <translation>工具的运行方式</translation>
    </message>
    <message>
        <source>Python, in its file</source>
        <translation>Python（在其文件中）</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>不运行</translation>
    </message>
    <message>
        <source>HTTP request</source>
        <translation>HTTP 请求</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Runs as</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Its function stands in {file}. It runs in a process of its own, once the file is trusted.</source>
        <translation>其函数在 {file} 中。文件受信任后，在单独的进程中运行。</translation>
    </message>
    <message>
        <source>The tool is only declared. When the model calls it, you give the result, or a mock rule does.</source>
        <translation>工具只作声明。模型调用它时，由您或模拟规则给出结果。</translation>
    </message>
</context>
<context>
    <name>ToolSchema</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>View of the parameters</source>
        <translation>参数的视图</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Parameters as JSON Schema</source>
        <translation>参数（JSON Schema）</translation>
    </message>
    <message>
        <source>The top of this schema is no plain group of parameters, so it is edited as JSON.</source>
        <translation>此模式的顶层不是简单的参数组，因此以 JSON 编辑。</translation>
    </message>
    <message>
        <source>This tool takes more than {n} parameters, so they are edited as JSON.</source>
        <translation>此工具的参数超过 {n} 个，因此以 JSON 编辑。</translation>
    </message>
    <message>
        <source>This is no JSON object yet.</source>
        <translation>这还不是 JSON 对象。</translation>
    </message>
</context>
<context>
    <name>ToolSchemaForm</name>
    <message>
        <source>This tool takes nothing.</source>
        <translation>此工具不接受参数。</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>A parameter needs a name.</source>
        <translation>参数需要名称。</translation>
    </message>
    <message>
        <source>Two parameters have this name.</source>
        <translation>有两个参数同名。</translation>
    </message>
</context>
<context>
    <name>ToolSchemaSlips</name>
    <message>
        <source>the schema of a tool is an object</source>
        <translation>工具的模式是对象</translation>
    </message>
    <message>
        <source>the parameters of a tool are of type object</source>
        <translation>工具的参数是 object 类型</translation>
    </message>
    <message>
        <source>must be a schema: an object, or true or false</source>
        <translation>必须是模式：对象，或 true、false</translation>
    </message>
    <message>
        <source>must be an object of schemas</source>
        <translation>必须是由模式组成的对象</translation>
    </message>
    <message>
        <source>must be a list with at least one value</source>
        <translation>必须是至少含一个值的列表</translation>
    </message>
    <message>
        <source>there is no type {name}</source>
        <translation>没有类型 {name}</translation>
    </message>
    <message>
        <source>must be a list of names</source>
        <translation>必须是名称的列表</translation>
    </message>
    <message>
        <source>{name} is required and not among the properties</source>
        <translation>{name} 为必填，但不在属性中</translation>
    </message>
    <message>
        <source>the reference {name} leads nowhere</source>
        <translation>引用 {name} 没有目标</translation>
    </message>
</context>
<context>
    <name>ToolSearchDialog</name>
    <message>
        <source>The model gets a tool that finds others. OK is one step that Undo takes back; the test changes nothing.</source>
        <translation>模型得到一个能查找其他工具的工具。“确定”算一步，可用“撤销”收回；测试不作任何更改。</translation>
    </message>
    <message>
        <source>Tool search</source>
        <translation>工具搜索</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Words that the model might search for</source>
        <translation>模型可能搜索的词语</translation>
    </message>
    <message>
        <source>Words, then Enter to ask the endpoint</source>
        <translation>输入词语，按 Enter 询问端点</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>ToolSent</name>
    <message>
        <source>As sent</source>
        <translation>发送的形式</translation>
    </message>
    <message>
        <source>Parameters as they are sent</source>
        <translation>参数的发送形式</translation>
    </message>
    <message>
        <source>What was changed for this provider</source>
        <translation>为此服务提供方所作的更改</translation>
    </message>
    <message>
        <source>As sent to {who}</source>
        <translation>发送给 {who} 的形式</translation>
    </message>
    <message>
        <source>It cannot be sent like this.</source>
        <translation>不能这样发送。</translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) are said otherwise than declared.</source>
        <translation>
            <numerusform>有 %n 处与声明的表述不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>Exactly as declared.</source>
        <translation>与声明完全一致。</translation>
    </message>
    <message>
        <source>the model, as text</source>
        <translation>模型（文本）</translation>
    </message>
</context>
<context>
    <name>ToolWent</name>
    <message>
        <source>Not called in this session yet</source>
        <translation>此会话中尚未调用</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n 次失败</numerusform>
        </translation>
    </message>
    <message>
        <source>median {time}</source>
        <translation>中位数 {time}</translation>
    </message>
    <message>
        <source>longest {time}</source>
        <translation>最长 {time}</translation>
    </message>
</context>
<context>
    <name>ToolWords</name>
    <message>
        <source>To the model</source>
        <translation>给模型</translation>
    </message>
    <message>
        <source>The model reads the result and goes on.</source>
        <translation>模型读取结果并继续。</translation>
    </message>
    <message>
        <source>To the caller at once</source>
        <translation>直接给调用方</translation>
    </message>
    <message>
        <source>When all calls of the reply do so, their results are the answer; the model is asked no more.</source>
        <translation>当响应的所有调用都如此时，它们的结果就是回答；不再询问模型。</translation>
    </message>
    <message>
        <source>To the caller when it is the last call</source>
        <translation>作为最后一个调用时给调用方</translation>
    </message>
    <message>
        <source>As the last call of a reply its result is the answer; else the model reads it.</source>
        <translation>作为响应的最后一个调用时，其结果就是回答；否则由模型读取。</translation>
    </message>
    <message>
        <source>py</source>
        <translation>py</translation>
    </message>
    <message>
        <source>http</source>
        <translation>http</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Edit profiles…</source>
        <translation>编辑配置…</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Nobody chosen</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>These run live: {tools}</source>
        <translation>以下工具在线运行：{tools}</translation>
    </message>
    <message>
        <source>Recorded, {n} live</source>
        <translation>录制，{n} 个在线</translation>
    </message>
    <message>
        <source>Scripted</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>执行命令</translation>
    </message>
</context>
<context>
    <name>ToolsFoot</name>
    <message numerus="yes">
        <source>%n note(s) on these tools…</source>
        <translation>
            <numerusform>对这些工具有 %n 条意见…</numerusform>
        </translation>
    </message>
    <message>
        <source>{sent} of {all} sent · ≈{tokens} tokens · {share} of the request</source>
        <translation>发送 {sent} / {all} · ≈{tokens} 词元 · 占请求 {share}</translation>
    </message>
</context>
<context>
    <name>ToolsPane</name>
    <message>
        <source>Which tools are listed</source>
        <translation>列出哪些工具</translation>
    </message>
    <message>
        <source>No tool holds these words.</source>
        <translation>没有工具含有这些词语。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>The next request offers no tool.</source>
        <translation>下一个请求不提供工具。</translation>
    </message>
    <message>
        <source>Show all tools</source>
        <translation>显示所有工具</translation>
    </message>
    <message>
        <source>No tools yet.</source>
        <translation>还没有工具。</translation>
    </message>
    <message>
        <source>Add a tool…</source>
        <translation>添加工具…</translation>
    </message>
    <message>
        <source>The MCP server {name} waits for your trust.</source>
        <translation>MCP 服务器 {name} 等待您的信任。</translation>
    </message>
    <message>
        <source>MCP servers wait for your trust: {names}.</source>
        <translation>等待您信任的 MCP 服务器：{names}。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Find a tool</source>
        <translation>查找工具</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s) wait for your trust.</source>
        <translation>
            <numerusform>%n 个工具等待您的信任。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add tools: a Python file, by hand, HTTP, a command, an agent, a skill, a list</source>
        <translation>添加工具：Python 文件、手动、HTTP、命令、智能体、技能、列表</translation>
    </message>
    <message>
        <source>Groups, search and checks of tools</source>
        <translation>工具的分组、搜索和检查</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>查看…</translation>
    </message>
    <message numerus="yes">
        <source>%n tools file(s) of this session wait for your trust.</source>
        <translation>
            <numerusform>此会话有 %n 个工具文件等待您的信任。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptDialog</name>
    <message>
        <source>All that was said and done, to be read by others. Keys are blanked.</source>
        <translation>所说与所做的全部内容，供他人阅读。密钥已抹去。</translation>
    </message>
    <message>
        <source>Export transcript</source>
        <translation>导出会话记录</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>HTML page</source>
        <translation>HTML 页面</translation>
    </message>
    <message>
        <source>Written as</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>The transcript as it will be</source>
        <translation>将要写出的会话记录</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>This is the beginning. The file holds all of it.</source>
        <translation>这是开头部分。文件包含全部内容。</translation>
    </message>
</context>
<context>
    <name>TrialLines</name>
    <message>
        <source>Answers of the test</source>
        <translation>测试的回答</translation>
    </message>
    <message>
        <source>What the test found</source>
        <translation>测试结果</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
</context>
<context>
    <name>TroubleBar</name>
    <message>
        <source>Close this line</source>
        <translation>关闭此行</translation>
    </message>
</context>
<context>
    <name>TrustExecutorsDialog</name>
    <message>
        <source>The trust holds for exactly what stands here, not for what a program's file holds; when it changes you are asked again.</source>
        <translation>信任只对这里写明的内容有效，不包括程序文件本身的内容；这些内容改变后会再次询问。</translation>
    </message>
    <message>
        <source>Review a tool</source>
        <translation>查看工具</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What the tool does, exactly</source>
        <translation>工具的确切行为</translation>
    </message>
    <message>
        <source>sends a request</source>
        <translation>发送请求</translation>
    </message>
    <message>
        <source>runs a command</source>
        <translation>运行命令</translation>
    </message>
    <message>
        <source>{name} {what}</source>
        <translation>{name} {what}</translation>
    </message>
    <message>
        <source>The variable {name} is not set now; without it the tool cannot run.</source>
        <translation>变量 {name} 现在未设置；没有它工具无法运行。</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Body: {kind}</source>
        <translation>请求体：{kind}</translation>
    </message>
    <message>
        <source>Taken from the environment</source>
        <translation>取自环境变量</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Program: {path}</source>
        <translation>程序：{path}</translation>
    </message>
    <message>
        <source>Folder: {path}</source>
        <translation>文件夹：{path}</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Input: the arguments as JSON</source>
        <translation>输入：参数（JSON）</translation>
    </message>
</context>
<context>
    <name>UndoOffer</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>UnknownFileDialog</name>
    <message>
        <source>{file} cannot be opened</source>
        <translation>无法打开 {file}</translation>
    </message>
    <message>
        <source>It was tried as each of these. Nothing was changed.</source>
        <translation>已按下列每种类型尝试。没有更改任何内容。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>UrlQuestion</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>The server wants you to visit this address, to sign in or to pay for example. What you do there is between you and that host; nothing of it comes back here.</source>
        <translation>服务器请您访问此地址，例如用于登录或付款。您在那里的操作只在您与该主机之间进行，不会有任何内容返回这里。</translation>
    </message>
    <message>
        <source>Host: {host}</source>
        <translation>主机：{host}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The whole address</source>
        <translation>完整地址</translation>
    </message>
    <message>
        <source>The address is not https: others on the way can read and change what you do there.</source>
        <translation>此地址不是 https：途中的他人可以读取并更改您在那里的操作。</translation>
    </message>
    <message>
        <source>It holds a name before the host: what counts is the host above.</source>
        <translation>主机之前有一个用户名：以上面的主机为准。</translation>
    </message>
    <message>
        <source>The host has letters that can look like others. Read it letter by letter.</source>
        <translation>主机名含有容易混淆的字母。请逐个字母核对。</translation>
    </message>
</context>
<context>
    <name>ValueField</name>
    <message>
        <source>Leave out</source>
        <translation>不填</translation>
    </message>
    <message>
        <source>Send null as {name}</source>
        <translation>以 null 发送 {name}</translation>
    </message>
    <message>
        <source>Leave {name} out</source>
        <translation>不填 {name}</translation>
    </message>
</context>
<context>
    <name>ValueRow</name>
    <message>
        <source>Keep it in the keyring</source>
        <translation>存入密钥环</translation>
    </message>
    <message>
        <source>{what}: name</source>
        <translation>{what}：名称</translation>
    </message>
    <message>
        <source>{what}: value of {name}</source>
        <translation>{what}：{name} 的值</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>{name} holds nothing yet.</source>
        <translation>{name} 还没有值。</translation>
    </message>
    <message>
        <source>This is a key: it must not stand in the session.</source>
        <translation>这是密钥：不得写在会话中。</translation>
    </message>
    <message>
        <source>Value of {name} for the keyring</source>
        <translation>存入密钥环的 {name} 的值</translation>
    </message>
</context>
<context>
    <name>VariantRow</name>
    <message>
        <source>Remove this variant</source>
        <translation>移除此变体</translation>
    </message>
    <message>
        <source>What is said otherwise</source>
        <translation>改写的内容</translation>
    </message>
    <message>
        <source>Description of {tool}</source>
        <translation>{tool} 的说明</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>How it is said</source>
        <translation>改写后的文字</translation>
    </message>
</context>
<context>
    <name>WatchPane</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Go to where it changed</source>
        <translation>转到变化之处</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Expression to watch</source>
        <translation>要监视的表达式</translation>
    </message>
    <message>
        <source>A JMESPath over {names}.</source>
        <translation>针对 {names} 的 JMESPath。</translation>
    </message>
    <message>
        <source>Watch this expression (Enter)</source>
        <translation>监视此表达式（Enter）</translation>
    </message>
    <message>
        <source>Watched expressions</source>
        <translation>监视的表达式</translation>
    </message>
    <message>
        <source>Nothing is watched.</source>
        <translation>没有监视任何表达式。</translation>
    </message>
    <message>
        <source>Watch an expression</source>
        <translation>监视表达式</translation>
    </message>
</context>
<context>
    <name>WatchRows</name>
    <message>
        <source>It was {value} at the step before.</source>
        <translation>上一步的值为 {value}。</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已变化</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>还有 {n} 个</translation>
    </message>
</context>
<context>
    <name>WayColumn</name>
    <message>
        <source>Reply</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Go on with this one</source>
        <translation>用这个继续</translation>
    </message>
    <message>
        <source>What is shown of {way}</source>
        <translation>{way}：显示内容</translation>
    </message>
    <message>
        <source>Reply of {way}</source>
        <translation>{way}的响应</translation>
    </message>
    <message>
        <source>Request of {way}</source>
        <translation>{way}的请求</translation>
    </message>
    <message>
        <source>Go on with this one: {way}</source>
        <translation>用这个继续：{way}</translation>
    </message>
    <message>
        <source>cannot be asked</source>
        <translation>无法询问</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
    </message>
    <message>
        <source>Natively</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>As text: {form}</source>
        <translation>文本：{form}</translation>
    </message>
    <message>
        <source>In JSON mode</source>
        <translation>JSON 模式</translation>
    </message>
    <message>
        <source>There are no tools to tell.</source>
        <translation>没有要告知的工具。</translation>
    </message>
    <message>
        <source>The reply has to be JSON.</source>
        <translation>响应必须是 JSON。</translation>
    </message>
    <message>
        <source>The tools go in the member that the provider has for them.</source>
        <translation>工具放在服务提供方为其准备的成员里。</translation>
    </message>
    <message>
        <source>The tools stand in the system text, and calls are read from the text of the reply.</source>
        <translation>工具写在系统文本里，调用从响应的文本中读出。</translation>
    </message>
    <message>
        <source>The tools stand in the system text, and the reply has to be JSON.</source>
        <translation>工具写在系统文本里，响应必须是 JSON。</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>{input} tokens in, {output} out</source>
        <translation>输入 {input} 词元，输出 {output}</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>WholeString</name>
    <message>
        <source>The whole string</source>
        <translation>完整字符串</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
    <message>
        <source>Save the string as</source>
        <translation>字符串另存为</translation>
    </message>
    <message>
        <source>Saved as {name}.</source>
        <translation>已保存为 {name}。</translation>
    </message>
    <message>
        <source>It could not be saved: {why}</source>
        <translation>无法保存：{why}</translation>
    </message>
</context>
<context>
    <name>WordField</name>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>{words} ({key})</source>
        <translation>{words}（{key}）</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>今天 {time}</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>WrittenCall</name>
    <message>
        <source>A tool call has no name.</source>
        <translation>有一个工具调用没有名称。</translation>
    </message>
    <message>
        <source>The arguments of {tool} are not JSON.</source>
        <translation>{tool} 的参数不是 JSON。</translation>
    </message>
    <message>
        <source>Call of {tool}</source>
        <translation>调用 {tool}</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Do without this call</source>
        <translation>去掉此调用</translation>
    </message>
</context>
<context>
    <name>checks</name>
    <message>
        <source>{name} is missing</source>
        <translation>缺少 {name}</translation>
    </message>
    <message>
        <source>{name} is not known</source>
        <translation>{name} 不是已知的成员</translation>
    </message>
    <message>
        <source>{name} is not known; did you mean {near}?</source>
        <translation>{name} 不是已知的成员；您是指 {near} 吗？</translation>
    </message>
    <message>
        <source>is not allowed here</source>
        <translation>此处不允许</translation>
    </message>
    <message>
        <source>is nested deeper than {n} levels</source>
        <translation>嵌套超过 {n} 层</translation>
    </message>
    <message>
        <source>takes too long to check against this schema</source>
        <translation>按此模式检查耗时过长</translation>
    </message>
    <message>
        <source>cannot be checked, the schema is broken: {why}</source>
        <translation>无法检查，模式本身有误：{why}</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one}或{other}</translation>
    </message>
    <message>
        <source>must be {kinds}</source>
        <translation>必须是{kinds}</translation>
    </message>
    <message>
        <source>must be {value}</source>
        <translation>必须是 {value}</translation>
    </message>
    <message>
        <source>must be one of {values}</source>
        <translation>必须是以下之一：{values}</translation>
    </message>
    <message>
        <source>must be one of {values}, … ({n} values)</source>
        <translation>必须是以下之一：{values}，…（共 {n} 个值）</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>must be at least {value}</source>
        <translation>不得小于 {value}</translation>
    </message>
    <message>
        <source>must be at most {value}</source>
        <translation>不得大于 {value}</translation>
    </message>
    <message>
        <source>must be more than {value}</source>
        <translation>必须大于 {value}</translation>
    </message>
    <message>
        <source>must be less than {value}</source>
        <translation>必须小于 {value}</translation>
    </message>
    <message>
        <source>must be a multiple of {value}</source>
        <translation>必须是 {value} 的倍数</translation>
    </message>
    <message>
        <source>must have at least {n} character</source>
        <translation>至少要有 {n} 个字符</translation>
    </message>
    <message>
        <source>must have at least {n} characters</source>
        <translation>至少要有 {n} 个字符</translation>
    </message>
    <message>
        <source>must have at most {n} character</source>
        <translation>至多只能有 {n} 个字符</translation>
    </message>
    <message>
        <source>must have at most {n} characters</source>
        <translation>至多只能有 {n} 个字符</translation>
    </message>
    <message>
        <source>must have at least {n} item</source>
        <translation>至少要有 {n} 项</translation>
    </message>
    <message>
        <source>must have at least {n} items</source>
        <translation>至少要有 {n} 项</translation>
    </message>
    <message>
        <source>must have at most {n} item</source>
        <translation>至多只能有 {n} 项</translation>
    </message>
    <message>
        <source>must have at most {n} items</source>
        <translation>至多只能有 {n} 项</translation>
    </message>
    <message>
        <source>must have at least {n} member</source>
        <translation>至少要有 {n} 个成员</translation>
    </message>
    <message>
        <source>must have at least {n} members</source>
        <translation>至少要有 {n} 个成员</translation>
    </message>
    <message>
        <source>must have at most {n} member</source>
        <translation>至多只能有 {n} 个成员</translation>
    </message>
    <message>
        <source>must have at most {n} members</source>
        <translation>至多只能有 {n} 个成员</translation>
    </message>
    <message>
        <source>must match the pattern {value}</source>
        <translation>必须匹配模式 {value}</translation>
    </message>
    <message>
        <source>must not hold the same item twice</source>
        <translation>不得含有重复的项</translation>
    </message>
    <message>
        <source>is a value that the schema rules out</source>
        <translation>是模式所排除的值</translation>
    </message>
    <message>
        <source>fits none of the allowed forms</source>
        <translation>不符合任何一种允许的形式</translation>
    </message>
    <message>
        <source>fits none, or more than one, of the allowed forms</source>
        <translation>不符合任何一种允许的形式，或符合多于一种</translation>
    </message>
    <message>
        <source>runs as {value}</source>
        <translation>执行时为 {value}</translation>
    </message>
    <message>
        <source>is left out when it runs</source>
        <translation>执行时被略去</translation>
    </message>
    <message>
        <source>{tool} has no description.</source>
        <translation>{tool} 没有说明。</translation>
    </message>
    <message>
        <source>Say what it does, what it gives back, and when to use it.</source>
        <translation>请写明它做什么、返回什么，以及何时使用。</translation>
    </message>
    <message>
        <source>The description of {tool} is too short to choose it by.</source>
        <translation>{tool} 的说明太短，不足以据此选择它。</translation>
    </message>
    <message>
        <source>The description of {tool} says only what its name says.</source>
        <translation>{tool} 的说明只重复了它的名称。</translation>
    </message>
    <message>
        <source>Say what the name does not: what it gives back, and when to use it.</source>
        <translation>请写明名称没有说的：返回什么，以及何时使用。</translation>
    </message>
    <message>
        <source>The description of {tool} says what it does, not when to use it.</source>
        <translation>{tool} 的说明写了它做什么，没写何时使用。</translation>
    </message>
    <message>
        <source>Add a sentence that begins with “Use it when”, and one on when not to, if another tool is near.</source>
        <translation>请加一句“在……时使用”；若有相近的工具，再写明何时不用。</translation>
    </message>
    <message>
        <source>{tool} and {other} are hard to tell apart: names and descriptions say nearly the same.</source>
        <translation>{tool} 与 {other} 难以区分：名称和说明几乎相同。</translation>
    </message>
    <message>
        <source>Say in both what only the one does and when the other is right; or make one tool of them.</source>
        <translation>请在两者中写明各自独有的作用，以及何时该用另一个；或合并为一个工具。</translation>
    </message>
    <message>
        <source>{tool} and {other} have the same description.</source>
        <translation>{tool} 与 {other} 的说明相同。</translation>
    </message>
    <message>
        <source>Say in each what only that one does.</source>
        <translation>请在每个说明中写明只有它做的事。</translation>
    </message>
    <message>
        <source>{name} takes any text, but its description names the values: {values}.</source>
        <translation>{name} 接受任何文本，但其说明列出了值：{values}。</translation>
    </message>
    <message>
        <source>Give it "enum": {enum}, so that no other value comes.</source>
        <translation>请为它加上 "enum": {enum}，以免出现其他值。</translation>
    </message>
    <message>
        <source>{name} takes any text, but its description names a form: {form}.</source>
        <translation>{name} 接受任何文本，但其说明指定了格式：{form}。</translation>
    </message>
    <message>
        <source>Give it {keyword}, so that what does not fit is refused.</source>
        <translation>请为它加上 {keyword}，使不符的值被拒绝。</translation>
    </message>
    <message>
        <source>The parameter {name} has no description.</source>
        <translation>参数 {name} 没有说明。</translation>
    </message>
    <message>
        <source>Say what it means, in which unit or form, with an example.</source>
        <translation>请写明它的含义、单位或格式，并举例。</translation>
    </message>
    <message>
        <source>{n} tools are offered at once: models choose the wrong one more often.</source>
        <translation>同时提供 {n} 个工具：模型会更常选错。</translation>
    </message>
    <message>
        <source>Leave out what the task does not need, or switch on groups of tools or tool search.</source>
        <translation>请不发送任务不需要的工具，或启用工具分组或工具搜索。</translation>
    </message>
    <message>
        <source>{n} tools are offered at once: that is far too many to choose among, and each request pays for them.</source>
        <translation>同时提供 {n} 个工具：远远超出可选择的数量，而且每个请求都要为它们付费。</translation>
    </message>
    <message>
        <source>Switch on tool search or groups of tools, so that a request offers fewer than 20.</source>
        <translation>请启用工具搜索或工具分组，使一个请求提供的工具少于 20 个。</translation>
    </message>
    <message>
        <source>{providers} refuses the name {tool}: it takes {allowed}.</source>
        <translation>{providers} 拒绝名称 {tool}：只接受{allowed}。</translation>
    </message>
    <message>
        <source>Rename it, for example to {better}.</source>
        <translation>请重命名，例如改为 {better}。</translation>
    </message>
    <message>
        <source>{providers} refuse the name {tool}: they take {allowed}.</source>
        <translation>{providers} 都拒绝名称 {tool}：只接受{allowed}。</translation>
    </message>
    <message>
        <source>letters, digits, _ and -, at most {most}</source>
        <translation>字母、数字、_ 和 -，至多 {most} 个</translation>
    </message>
    <message>
        <source>letters, digits, _, ., : and -, at most {most}, a letter or _ first</source>
        <translation>字母、数字、_、.、: 和 -，至多 {most} 个，以字母或 _ 开头</translation>
    </message>
    <message>
        <source>letters, digits, _ and -, at most {most}, a letter or _ first</source>
        <translation>字母、数字、_ 和 -，至多 {most} 个，以字母或 _ 开头</translation>
    </message>
    <message>
        <source>The names {tool} and {other} differ only in how they are written.</source>
        <translation>名称 {tool} 与 {other} 只是写法不同。</translation>
    </message>
    <message>
        <source>Give one of them a name of its own: a model writes one for the other.</source>
        <translation>请给其中一个另起名称：模型会把两者写混。</translation>
    </message>
    <message>
        <source>Two tools have the name {tool}.</source>
        <translation>有两个工具名为 {tool}。</translation>
    </message>
    <message>
        <source>Rename one of them: a provider refuses a name that stands twice.</source>
        <translation>请重命名其中一个：服务提供方拒绝重复的名称。</translation>
    </message>
    <message>
        <source>{tool} changes something, and a call that is made twice does it twice.</source>
        <translation>{tool} 会改变外部状态，同一调用发出两次就会执行两次。</translation>
    </message>
    <message>
        <source>Add a parameter such as idempotency_key and do nothing again for a known one; or mark it idempotent if it is.</source>
        <translation>请添加 idempotency_key 之类的参数，对已见过的值不再执行；若它本就幂等，请标为幂等。</translation>
    </message>
    <message>
        <source>Here stands what looks like {what}. It is sent to the model with every request.</source>
        <translation>这里的内容看起来像{what}。它会随每个请求发送给模型。</translation>
    </message>
    <message>
        <source>Take it out, and make it void where it came from. What runs the tool can read it from the environment.</source>
        <translation>请将它移除，并在其来源处作废。运行工具的程序可以从环境变量读取它。</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>a password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>a private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: it is switched off</source>
        <translation>{tool} 已知但未提供：它已设为不发送</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: a policy of yours denies it</source>
        <translation>{tool} 已知但未提供：您的策略禁止它</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: it only undoes calls</source>
        <translation>{tool} 已知但未提供：它只用于撤销调用</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: its group {by} is closed</source>
        <translation>{tool} 已知但未提供：其分组 {by} 已关闭</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: its groups are closed ({by})</source>
        <translation>{tool} 已知但未提供：其分组均已关闭（{by}）</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: the source {by} did not name it</source>
        <translation>{tool} 已知但未提供：来源 {by} 没有指名它</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: the model did not find it by search yet</source>
        <translation>{tool} 已知但未提供：模型尚未通过搜索找到它</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: the skill {by} is not activated</source>
        <translation>{tool} 已知但未提供：技能 {by} 未激活</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: its MCP server {by} is switched off</source>
        <translation>{tool} 已知但未提供：其 MCP 服务器 {by} 已停用</translation>
    </message>
    <message>
        <source>{tool} is known but was not offered: the agent {by} has no such tool</source>
        <translation>{tool} 已知但未提供：智能体 {by} 没有这个工具</translation>
    </message>
    <message>
        <source>{tool} is known, but only the next request offers it</source>
        <translation>{tool} 已知，但下一个请求才会提供它</translation>
    </message>
    <message>
        <source>is no JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>must be a mail address, such as me@example.com</source>
        <translation>必须是邮件地址，例如 me@example.com</translation>
    </message>
    <message>
        <source>must be a whole address, such as https://example.com</source>
        <translation>必须是完整的网址，例如 https://example.com</translation>
    </message>
    <message>
        <source>must be a date, such as 2026-12-31</source>
        <translation>必须是日期，例如 2026-12-31</translation>
    </message>
    <message>
        <source>must be a date with time and zone, such as 2026-12-31T23:59:00Z</source>
        <translation>必须是带时间和时区的日期，例如 2026-12-31T23:59:00Z</translation>
    </message>
    <message>
        <source>{tool} was called {count} times with the same arguments, nothing new between.</source>
        <translation>{tool} 以相同的参数被调用了 {count} 次，其间没有新内容。</translation>
    </message>
    <message>
        <source>{tool} and {other} took turns with the same arguments, {count} calls in a row.</source>
        <translation>{tool} 与 {other} 以相同的参数交替调用，连续 {count} 次。</translation>
    </message>
    <message>
        <source>{tool} gave an error and was called again with the same arguments ({count} calls).</source>
        <translation>{tool} 出错后又以相同的参数被调用（共 {count} 次）。</translation>
    </message>
    <message>
        <source>None of the numbers that {tool} gave stands in the answer.</source>
        <translation>{tool} 给出的数字没有一个出现在回答中。</translation>
    </message>
    <message>
        <source>Over {count} rounds the history grew by {size} characters, and every call had been made before.</source>
        <translation>{count} 轮中历史增加了 {size} 个字符，而其中的调用此前都做过。</translation>
    </message>
    <message>
        <source>The call {tool} ({id}) has no result.</source>
        <translation>调用 {tool}（{id}）没有结果。</translation>
    </message>
    <message>
        <source>This result answers {id}, but no such call stands before it.</source>
        <translation>此结果对应 {id}，但它之前没有这个调用。</translation>
    </message>
    <message>
        <source>Two calls have the id {id}: their results cannot be told apart.</source>
        <translation>两个调用的 id 都是 {id}：无法区分它们的结果。</translation>
    </message>
    <message>
        <source>The call {id} has its result already.</source>
        <translation>调用 {id} 已有结果。</translation>
    </message>
    <message>
        <source>The result of {id} has to stand in the one message right behind the calls.</source>
        <translation>{id} 的结果必须放在紧跟调用之后的同一条消息中。</translation>
    </message>
    <message>
        <source>Results have to stand first in their message.</source>
        <translation>结果必须放在其消息的最前面。</translation>
    </message>
    <message>
        <source>An empty text is refused.</source>
        <translation>空文本会被拒绝。</translation>
    </message>
    <message>
        <source>This answer says nothing: it has neither text nor calls.</source>
        <translation>此回答没有内容：既没有文本也没有调用。</translation>
    </message>
    <message>
        <source>With thinking on, a turn that goes on has to begin with the model's thinking.</source>
        <translation>开启思考时，继续的回合必须以模型的思考开头。</translation>
    </message>
    <message>
        <source>Many templates of this model take user and assistant only in turn.</source>
        <translation>此模型的许多模板只接受 user 与 assistant 交替出现。</translation>
    </message>
    <message>
        <source>A result takes only text in this format.</source>
        <translation>在这种格式中，结果只能是文本。</translation>
    </message>
    <message>
        <source>The name {tool} is refused: letters, digits, _ and - are taken, at most 64.</source>
        <translation>名称 {tool} 会被拒绝：只接受字母、数字、_ 和 -，至多 64 个。</translation>
    </message>
    <message>
        <source>The id “{id}” is not of the form that this provider takes.</source>
        <translation>id“{id}”不符合此服务提供方接受的形式。</translation>
    </message>
    <message>
        <source>The arguments of {tool} have to be a text that holds JSON.</source>
        <translation>{tool} 的参数必须是含有 JSON 的文本。</translation>
    </message>
    <message>
        <source>The arguments of {tool} are no object.</source>
        <translation>{tool} 的参数不是对象。</translation>
    </message>
    <message>
        <source>The arguments of {tool} are no JSON.</source>
        <translation>{tool} 的参数不是 JSON。</translation>
    </message>
    <message>
        <source>Reasoning has to be followed by the message or call it led to.</source>
        <translation>推理之后必须紧跟由它得出的消息或调用。</translation>
    </message>
    <message>
        <source>the provider signed this call as the model wrote it, and may refuse your edit; let the history keep the model's call</source>
        <translation>服务提供方已为模型所写的此调用签名，可能拒绝您的修改；请让历史保留模型的调用</translation>
    </message>
    <message>
        <source>the thinking before this call is signed and may not fit your edit; the history can keep the model's call</source>
        <translation>此调用之前的思考带有签名，可能与您的修改不符；可以让历史保留模型的调用</translation>
    </message>
    <message>
        <source>The pattern cannot be read: {why}.</source>
        <translation>正则表达式无法解析：{why}。</translation>
    </message>
    <message>
        <source>The pattern cannot be read from character {n} on: {why}.</source>
        <translation>正则表达式从第 {n} 个字符起无法解析：{why}。</translation>
    </message>
    <message>
        <source>The pattern is too large.</source>
        <translation>正则表达式过大。</translation>
    </message>
    <message>
        <source>The pattern is nested too deep.</source>
        <translation>正则表达式嵌套过深。</translation>
    </message>
    <message>
        <source>The session is only looked at.</source>
        <translation>会话仅供查看。</translation>
    </message>
    <message>
        <source>The last line ({line}) was cut while it was written.</source>
        <translation>最后一行（{line}）在写入时被截断。</translation>
    </message>
    <message>
        <source>The last line ({line}) was cut while it was written. It is kept beside the file.</source>
        <translation>最后一行（{line}）在写入时被截断。它保存在文件旁边。</translation>
    </message>
    <message>
        <source>Line {line} is not readable. What hangs under it is shown as a branch of its own.</source>
        <translation>第 {line} 行无法读取。其下的内容显示为单独的分支。</translation>
    </message>
    <message>
        <source>Line {line} holds bytes that are not UTF-8; they are shown as replaced.</source>
        <translation>第 {line} 行含有非 UTF-8 的字节；显示为替换字符。</translation>
    </message>
    <message>
        <source>The file is not UTF-8.</source>
        <translation>文件不是 UTF-8。</translation>
    </message>
    <message>
        <source>A call in the history has no result. Providers refuse such a request.</source>
        <translation>历史中有一个调用没有结果。服务提供方会拒绝这样的请求。</translation>
    </message>
    <message>
        <source>A result answers a call that does not stand before it. Providers refuse it.</source>
        <translation>一个结果所回应的调用不在它之前。服务提供方会拒绝。</translation>
    </message>
    <message>
        <source>Two calls have one id, so that their results cannot be told apart.</source>
        <translation>两个调用用同一个 id，它们的结果无法区分。</translation>
    </message>
    <message>
        <source>A call has two results.</source>
        <translation>一个调用有两个结果。</translation>
    </message>
    <message>
        <source>The results of one reply do not stand together, in the message right behind its calls.</source>
        <translation>一个响应的各个结果没有一起放在紧跟其调用的那条消息里。</translation>
    </message>
    <message>
        <source>In a message with results something stands before them.</source>
        <translation>在含有结果的消息里，结果之前还有别的内容。</translation>
    </message>
    <message>
        <source>A text is empty where the format takes none.</source>
        <translation>在格式不允许的地方有空文本。</translation>
    </message>
    <message>
        <source>An answer of the model has neither text nor calls.</source>
        <translation>模型的一个回答既没有文本也没有调用。</translation>
    </message>
    <message>
        <source>With thinking on, a turn goes on without the thinking that it began with.</source>
        <translation>思考已打开，但这一回合继续时缺少开头的思考。</translation>
    </message>
    <message>
        <source>User and assistant do not take turns, which templates of some models want.</source>
        <translation>用户与助手没有轮流出现，而有些模型的模板要求轮流。</translation>
    </message>
    <message>
        <source>A result holds a picture where the format takes only text.</source>
        <translation>结果里有图片，而该格式只接受文本。</translation>
    </message>
    <message>
        <source>The name of a tool has signs that the provider refuses, or is too long.</source>
        <translation>工具名含有服务提供方拒绝的字符，或者太长。</translation>
    </message>
    <message>
        <source>The id of a call is not of the form that the provider takes.</source>
        <translation>调用的 id 不是服务提供方接受的形式。</translation>
    </message>
    <message>
        <source>The arguments of a call are no text, though the format wants JSON as text.</source>
        <translation>调用的参数不是文本，而该格式要求以文本写 JSON。</translation>
    </message>
    <message>
        <source>The arguments of a call in the history are no object.</source>
        <translation>历史中一个调用的参数不是对象。</translation>
    </message>
    <message>
        <source>The arguments of a call in the history are no JSON. Some servers refuse them.</source>
        <translation>历史中一个调用的参数不是 JSON。有些服务器会拒绝。</translation>
    </message>
    <message>
        <source>Reasoning stands alone, without the message or call that it led to.</source>
        <translation>推理单独出现，缺少它引出的消息或调用。</translation>
    </message>
    <message>
        <source>The same call is made again, and nothing new was learnt between.</source>
        <translation>同一个调用又做了一次，其间没有得到任何新信息。</translation>
    </message>
    <message>
        <source>Two tools take turns, each with the same arguments again.</source>
        <translation>两个工具轮流被调用，每次参数都相同。</translation>
    </message>
    <message>
        <source>A call that failed is made again with the same arguments.</source>
        <translation>失败的调用又用相同的参数做了一次。</translation>
    </message>
    <message>
        <source>A tool gave numbers, and none of them stands in the answer.</source>
        <translation>工具给出了数字，但回答里一个也没有。</translation>
    </message>
    <message>
        <source>The history grows over rounds whose calls had all been made before.</source>
        <translation>历史在增长，而这些轮的调用以前都做过。</translation>
    </message>
    <message>
        <source>A request offers 10 tools or more.</source>
        <translation>一个请求提供了 10 个或更多工具。</translation>
    </message>
    <message>
        <source>A request offers 20 tools or more.</source>
        <translation>一个请求提供了 20 个或更多工具。</translation>
    </message>
    <message>
        <source>A provider refuses the name of a tool.</source>
        <translation>有服务提供方拒绝某个工具的名称。</translation>
    </message>
    <message>
        <source>Two tools have one name.</source>
        <translation>两个工具同名。</translation>
    </message>
    <message>
        <source>The names of two tools differ only in how they are written.</source>
        <translation>两个工具的名称只有写法不同。</translation>
    </message>
    <message>
        <source>A declaration holds what looks like a key or a password; it goes to the model.</source>
        <translation>声明里有像密钥或密码的内容；它会发给模型。</translation>
    </message>
    <message>
        <source>A tool has no description.</source>
        <translation>工具没有描述。</translation>
    </message>
    <message>
        <source>The description of a tool is too short to choose it by.</source>
        <translation>工具的描述太短，无法据此选择。</translation>
    </message>
    <message>
        <source>The description of a tool says only what its name says.</source>
        <translation>工具的描述只重复了名称。</translation>
    </message>
    <message>
        <source>The description of a tool does not say when to use it.</source>
        <translation>工具的描述没有说明何时使用。</translation>
    </message>
    <message>
        <source>A tool changes something and does it twice when it is called twice.</source>
        <translation>工具会改变某些东西，调用两次就会改变两次。</translation>
    </message>
    <message>
        <source>A parameter takes any text, though its description lists the values.</source>
        <translation>参数接受任意文本，而描述里列出了取值。</translation>
    </message>
    <message>
        <source>A parameter takes any text, though its description names a form, such as a date.</source>
        <translation>参数接受任意文本，而描述里写明了格式，例如日期。</translation>
    </message>
    <message>
        <source>A parameter has no description.</source>
        <translation>参数没有描述。</translation>
    </message>
    <message>
        <source>Two tools are hard to tell apart.</source>
        <translation>两个工具很难区分。</translation>
    </message>
    <message>
        <source>The arguments of a call name a member twice; the last one counts.</source>
        <translation>调用的参数里同一成员出现两次；以最后一个为准。</translation>
    </message>
    <message>
        <source>A value does not fit as it is, and is made to fit when the call runs.</source>
        <translation>值本身不符合，运行调用时会被调整。</translation>
    </message>
    <message>
        <source>The provider signed a call that you edited, and may refuse the edit.</source>
        <translation>服务提供方为您编辑过的调用签了名，可能拒绝这次编辑。</translation>
    </message>
    <message>
        <source>The thinking before a call that you edited is signed, and may not fit the edit.</source>
        <translation>您编辑过的调用之前的思考带有签名，可能与编辑不符。</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>它不是文件夹</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>文件正在被使用</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>可执行文件格式错误</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Expecting value</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>Expecting property name enclosed in double quotes</source>
        <translation>缺少双引号中的成员名称</translation>
    </message>
    <message>
        <source>Expecting ',' delimiter</source>
        <translation>缺少分隔符“,”</translation>
    </message>
    <message>
        <source>Expecting ':' delimiter</source>
        <translation>缺少分隔符“:”</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of object</source>
        <translation>对象结尾前多了一个逗号</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of array</source>
        <translation>数组结尾前多了一个逗号</translation>
    </message>
    <message>
        <source>Extra data</source>
        <translation>其后还有多余的内容</translation>
    </message>
    <message>
        <source>Unterminated string starting at</source>
        <translation>字符串没有结尾，开始于</translation>
    </message>
    <message>
        <source>Invalid control character at</source>
        <translation>无效的控制字符，位于</translation>
    </message>
    <message>
        <source>Invalid \escape</source>
        <translation>无效的 \ 转义</translation>
    </message>
    <message>
        <source>certificate has expired</source>
        <translation>证书已过期</translation>
    </message>
    <message>
        <source>self-signed certificate</source>
        <translation>自签名证书</translation>
    </message>
    <message>
        <source>self-signed certificate in certificate chain</source>
        <translation>证书链中有自签名证书</translation>
    </message>
    <message>
        <source>unable to get local issuer certificate</source>
        <translation>无法获取本地颁发者证书</translation>
    </message>
    <message>
        <source>Hostname mismatch, certificate is not valid for {host}.</source>
        <translation>主机名不匹配，证书对 {host} 无效。</translation>
    </message>
    <message>
        <source>this must be {wanted}, and is {given}</source>
        <translation>这必须是{wanted}，而它是{given}</translation>
    </message>
    <message>
        <source>there is no member {name}</source>
        <translation>没有成员 {name}</translation>
    </message>
    <message>
        <source>the member {name} is missing</source>
        <translation>缺少成员 {name}</translation>
    </message>
    <message>
        <source>there is no {name} here</source>
        <translation>这里没有 {name}</translation>
    </message>
    <message>
        <source>{key} of {tool} is {shown}, it has to be {wanted}</source>
        <translation>{tool} 的 {key} 是 {shown}，它必须是{wanted}</translation>
    </message>
    <message>
        <source>1 to 64 letters, digits, _ or -, and no digit first</source>
        <translation>1 到 64 个字母、数字、_ 或 -，且不以数字开头</translation>
    </message>
    <message>
        <source>the name of the tool that it undoes, or its function</source>
        <translation>它所撤销的工具的名称，或其函数</translation>
    </message>
    <message>
        <source>a number of seconds above 0</source>
        <translation>大于 0 的秒数</translation>
    </message>
    <message>
        <source>the parameter {name} of {tool} is filled in by the program and has a default</source>
        <translation>{tool} 的参数 {name} 由程序填入，却有默认值</translation>
    </message>
    <message>
        <source>its parameter {name} is filled in by name, and cannot stand before a /</source>
        <translation>它的参数 {name} 按名称填入，不能写在 / 之前</translation>
    </message>
    <message>
        <source>the parameter {name} of {tool}: {why}</source>
        <translation>{tool} 的参数 {name}：{why}</translation>
    </message>
    <message>
        <source>it has no type hints</source>
        <translation>它没有类型提示</translation>
    </message>
    <message>
        <source>it takes {name}</source>
        <translation>它接受 {name}</translation>
    </message>
    <message>
        <source>its parameter {name} has no type hint</source>
        <translation>它的参数 {name} 没有类型提示</translation>
    </message>
    <message>
        <source>a type hint of {tool} cannot be found: {why}</source>
        <translation>找不到 {tool} 的某个类型提示：{why}</translation>
    </message>
    <message>
        <source>two tools are called {tool}: {one} (line {line}) and {other}</source>
        <translation>有两个工具名为 {tool}：{one}（第 {line} 行）和 {other}</translation>
    </message>
    <message>
        <source>{tool} is defined twice, first in line {line}; only the last would be the tool</source>
        <translation>{tool} 定义了两次，第一次在第 {line} 行；只有最后一个会成为工具</translation>
    </message>
    <message>
        <source>it is imported from {module}</source>
        <translation>它是从 {module} 导入的</translation>
    </message>
    <message>
        <source>its name begins with an underscore</source>
        <translation>它的名称以下划线开头</translation>
    </message>
    <message>
        <source>the default of {name} is {shown}, which does not fit its type</source>
        <translation>{name} 的默认值是 {shown}，不符合它的类型</translation>
    </message>
    <message>
        <source>it takes the Execution that it undoes, and then it can take nothing else</source>
        <translation>它接受所撤销的 Execution，因此不能再接受其他内容</translation>
    </message>
    <message>
        <source>it takes an Execution, but does not say which tool it compensates</source>
        <translation>它接受 Execution，却没有说明它补偿哪个工具</translation>
    </message>
    <message>
        <source>the type {type} has no JSON Schema</source>
        <translation>类型 {type} 没有 JSON Schema</translation>
    </message>
    <message>
        <source>the type goes on without end</source>
        <translation>该类型没有尽头</translation>
    </message>
    <message>
        <source>the file has no function {name}</source>
        <translation>文件没有函数 {name}</translation>
    </message>
    <message>
        <source>{function} gave more than {n} names</source>
        <translation>{function} 给出了超过 {n} 个名称</translation>
    </message>
    <message>
        <source>the reference {ref} leads nowhere</source>
        <translation>引用 {ref} 不指向任何内容</translation>
    </message>
    <message>
        <source>it refers to itself without end</source>
        <translation>它无休止地引用自身</translation>
    </message>
    <message>
        <source>This takes too long to check.</source>
        <translation>检查耗时过长。</translation>
    </message>
    <message>
        <source>{spelled} is no value here: numbers stand between backticks.</source>
        <translation>{spelled} 在这里不是值：数字写在反引号之间。</translation>
    </message>
    <message>
        <source>{word} is the name of a member here, not the value.</source>
        <translation>{word} 在这里是成员的名称，而不是值。</translation>
    </message>
    <message>
        <source>{quoted} in double quotes is the name of a member, not a text.</source>
        <translation>双引号中的 {quoted} 是成员的名称，而不是文本。</translation>
    </message>
    <message>
        <source>{word} is no operator here.</source>
        <translation>{word} 在这里不是运算符。</translation>
    </message>
    <message>
        <source>{name}() takes {wanted} values, not {given}.</source>
        <translation>{name}() 需要 {wanted} 个值，而不是 {given} 个。</translation>
    </message>
    <message>
        <source>Write {meant}</source>
        <translation>请写 {meant}</translation>
    </message>
    <message>
        <source>Write == to compare.</source>
        <translation>请写 == 来比较。</translation>
    </message>
    <message>
        <source>The expression cannot be read from column {n} on (“{text}”).</source>
        <translation>从第 {n} 列起无法读取表达式（“{text}”）。</translation>
    </message>
    <message>
        <source>{name}() takes {wanted} or more values, not {given}.</source>
        <translation>{name}() 需要 {wanted} 个或更多的值，而不是 {given} 个。</translation>
    </message>
    <message>
        <source>{name}() takes 1 value, not {given}.</source>
        <translation>{name}() 需要 1 个值，而不是 {given} 个。</translation>
    </message>
    <message>
        <source>The expression is empty.</source>
        <translation>表达式为空。</translation>
    </message>
    <message>
        <source>Write one, such as city == 'Paris'.</source>
        <translation>请写一个，例如 city == 'Paris'。</translation>
    </message>
    <message>
        <source>The expression is longer than {most} characters.</source>
        <translation>表达式超过 {most} 个字符。</translation>
    </message>
    <message>
        <source>Write it shorter.</source>
        <translation>请写得短一些。</translation>
    </message>
    <message>
        <source>Between backticks stands JSON, and this is none.</source>
        <translation>反引号之间应为 JSON，而这不是。</translation>
    </message>
    <message>
        <source>The expression cannot be read: {why}</source>
        <translation>无法读取表达式：{why}</translation>
    </message>
    <message>
        <source>{text} breaks off.</source>
        <translation>{text} 中途断开。</translation>
    </message>
    <message>
        <source>Write the rest of the expression.</source>
        <translation>请写完表达式的其余部分。</translation>
    </message>
    <message>
        <source>What begins at column {n} has no end.</source>
        <translation>从第 {n} 列开始的内容没有结尾。</translation>
    </message>
    <message>
        <source>Close it with {text}</source>
        <translation>请用 {text} 结束它</translation>
    </message>
    <message>
        <source>Write a text in single quotes: 'text'.</source>
        <translation>请把文本写在单引号中：'text'。</translation>
    </message>
    <message>
        <source>The expression is nested too deep.</source>
        <translation>表达式嵌套过深。</translation>
    </message>
    <message>
        <source>There is no function {name}().</source>
        <translation>没有函数 {name}()。</translation>
    </message>
    <message>
        <source>{text} takes too long to be worked out.</source>
        <translation>计算 {text} 耗时过长。</translation>
    </message>
    <message>
        <source>Write it simpler.</source>
        <translation>请写得简单一些。</translation>
    </message>
    <message>
        <source>{name}() takes {kinds}, and was given {given}.</source>
        <translation>{name}() 接受 {kinds}，得到的是 {given}。</translation>
    </message>
    <message>
        <source>{text} could not be worked out: {why}</source>
        <translation>无法计算 {text}：{why}</translation>
    </message>
    <message>
        <source>Did you mean {near}()?</source>
        <translation>您是否想写 {near}()？</translation>
    </message>
    <message>
        <source>This brace is not closed.</source>
        <translation>这个花括号没有闭合。</translation>
    </message>
    <message>
        <source>Write }} after the expression, or {{{{ for a brace.</source>
        <translation>请在表达式后写 }}，或写 {{{{ 表示一个花括号。</translation>
    </message>
    <message>
        <source>The rule names no word. Write at least one.</source>
        <translation>规则没有写任何词。请至少写一个。</translation>
    </message>
    <message>
        <source>write ${{NAME}} in its place, and keep it in the keyring or the environment</source>
        <translation>请在此处写 ${{NAME}}，并把值保存在密钥环或环境变量中</translation>
    </message>
    <message>
        <source>The server is longer than {most} characters.</source>
        <translation>服务器的内容超过 {most} 个字符。</translation>
    </message>
    <message>
        <source>A server needs a name.</source>
        <translation>服务器需要名称。</translation>
    </message>
    <message>
        <source>The name of a server begins and ends with a letter or a sign, and holds no line break.</source>
        <translation>服务器的名称要以字母或符号开头和结尾，且不含换行。</translation>
    </message>
    <message>
        <source>The name of a server has at most {most} characters.</source>
        <translation>服务器的名称最多 {most} 个字符。</translation>
    </message>
    <message>
        <source>One of the patterns for tools is empty.</source>
        <translation>工具的模式中有一个为空。</translation>
    </message>
    <message>
        <source>A key or a password stands where names of tools belong.</source>
        <translation>在工具名称处写了密钥或密码。</translation>
    </message>
    <message>
        <source>A server needs some seconds to start.</source>
        <translation>服务器需要几秒钟来启动。</translation>
    </message>
    <message>
        <source>The server has no command.</source>
        <translation>服务器没有命令。</translation>
    </message>
    <message>
        <source>A command holds no null character.</source>
        <translation>命令不能含空字符。</translation>
    </message>
    <message>
        <source>The folder of a server has to be a whole path.</source>
        <translation>服务器的文件夹必须是完整路径。</translation>
    </message>
    <message>
        <source>One of the arguments is a key or a password: {instead}.</source>
        <translation>参数中有一个是密钥或密码：{instead}。</translation>
    </message>
    <message>
        <source>{name} is no name of a variable.</source>
        <translation>{name} 不是变量的名称。</translation>
    </message>
    <message>
        <source>The value of {name} holds a null character.</source>
        <translation>{name} 的值含有空字符。</translation>
    </message>
    <message>
        <source>The value of {name} is a secret: {instead}.</source>
        <translation>{name} 的值是机密：{instead}。</translation>
    </message>
    <message>
        <source>The address has to begin with http:// or https:// and the name of a server, or with ${{NAME}}.</source>
        <translation>地址必须以 http:// 或 https:// 加服务器名称开头，或以 ${{NAME}} 开头。</translation>
    </message>
    <message>
        <source>The address holds a key or a password: {instead}.</source>
        <translation>地址含有密钥或密码：{instead}。</translation>
    </message>
    <message>
        <source>{name} is no name of a header, such as X-Team.</source>
        <translation>{name} 不是标头的名称，例如 X-Team。</translation>
    </message>
    <message>
        <source>The value of {name} holds a line break.</source>
        <translation>{name} 的值含有换行。</translation>
    </message>
    <message>
        <source>One of the texts of the server holds half of a character.</source>
        <translation>服务器的某个文本含有半个字符。</translation>
    </message>
    <message>
        <source>A number of the server is too large.</source>
        <translation>服务器的某个数字过大。</translation>
    </message>
    <message>
        <source>The provider sent an error without words.</source>
        <translation>服务提供方发来了没有说明的错误。</translation>
    </message>
    <message>
        <source>A piece of the stream is cut: it is not whole JSON.</source>
        <translation>流中的一段被截断：它不是完整的 JSON。</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>reply</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>The request has no list of messages.</source>
        <translation>请求没有消息列表。</translation>
    </message>
    <message>
        <source>tools has to be a list.</source>
        <translation>tools 必须是列表。</translation>
    </message>
    <message>
        <source>The body holds no reply.</source>
        <translation>正文中没有响应。</translation>
    </message>
    <message>
        <source>a message has to be an object.</source>
        <translation>消息必须是对象。</translation>
    </message>
    <message>
        <source>the role {role} is not known.</source>
        <translation>角色 {role} 未知。</translation>
    </message>
    <message>
        <source>has to be a text or a list of blocks.</source>
        <translation>必须是文本或内容块的列表。</translation>
    </message>
    <message>
        <source>a block has to be an object.</source>
        <translation>内容块必须是对象。</translation>
    </message>
    <message>
        <source>a tool has to be an object.</source>
        <translation>工具必须是对象。</translation>
    </message>
    <message>
        <source>The reply ended before it was whole: no message_stop came.</source>
        <translation>响应尚未完整就结束了：没有收到 message_stop。</translation>
    </message>
    <message>
        <source>Arguments came for a tool call that never began.</source>
        <translation>收到了一个从未开始的工具调用的参数。</translation>
    </message>
    <message>
        <source>A part in the format {dialect} cannot be sent as Anthropic Messages.</source>
        <translation>格式 {dialect} 的部分不能作为 Anthropic Messages 发送。</translation>
    </message>
    <message>
        <source>{place}: {sentence}</source>
        <translation>{place}：{sentence}</translation>
    </message>
    <message>
        <source>The server gave no reason.</source>
        <translation>服务器没有说明原因。</translation>
    </message>
    <message>
        <source>nested too deep</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>The {what} is not a JSON object.</source>
        <translation>{what}不是 JSON 对象。</translation>
    </message>
    <message>
        <source>This cannot be written as JSON: {why}</source>
        <translation>无法写成 JSON：{why}</translation>
    </message>
    <message>
        <source>The {what} is not JSON ({why}).</source>
        <translation>{what}不是 JSON（{why}）。</translation>
    </message>
    <message>
        <source>The body holds no whole reply.</source>
        <translation>正文中没有完整的响应。</translation>
    </message>
    <message>
        <source>The reply ends with an error.</source>
        <translation>响应以错误结束。</translation>
    </message>
    <message>
        <source>The server sent an error without words.</source>
        <translation>服务器发来了没有说明的错误。</translation>
    </message>
    <message>
        <source>{key} has to be a text.</source>
        <translation>{key} 必须是文本。</translation>
    </message>
    <message>
        <source>{key} has to be a list.</source>
        <translation>{key} 必须是列表。</translation>
    </message>
    <message>
        <source>a message needs its role.</source>
        <translation>消息需要角色。</translation>
    </message>
    <message>
        <source>The reply ended before it was whole: no line said that it is done.</source>
        <translation>响应尚未完整就结束了：没有一行说明它已完成。</translation>
    </message>
    <message>
        <source>A line of the stream is cut: it is not whole JSON.</source>
        <translation>流中的一行被截断：它不是完整的 JSON。</translation>
    </message>
    <message>
        <source>A part in the format {dialect} cannot be sent to Ollama.</source>
        <translation>格式 {dialect} 的部分不能发送给 Ollama。</translation>
    </message>
    <message>
        <source>Ollama takes a picture only inline, as a data: URL in base64.</source>
        <translation>Ollama 只接受内嵌的图片，即 base64 的 data: URL。</translation>
    </message>
    <message>
        <source>A tool result has no place in this message.</source>
        <translation>工具结果不能放在这条消息中。</translation>
    </message>
    <message>
        <source>Beside the reply stands an error.</source>
        <translation>响应旁边有一个错误。</translation>
    </message>
    <message>
        <source>content has to be a text, a list of parts or null.</source>
        <translation>content 必须是文本、部分的列表或 null。</translation>
    </message>
    <message>
        <source>a tool call has to be an object.</source>
        <translation>工具调用必须是对象。</translation>
    </message>
    <message>
        <source>a tool call needs its function.</source>
        <translation>工具调用需要它的函数。</translation>
    </message>
    <message>
        <source>tool_calls has to be a list.</source>
        <translation>tool_calls 必须是列表。</translation>
    </message>
    <message>
        <source>The reply ended before it was whole: neither a finish reason nor [DONE] came.</source>
        <translation>响应尚未完整就结束了：既没有结束原因，也没有 [DONE]。</translation>
    </message>
    <message>
        <source>A tool call or result has no place in the content of this message.</source>
        <translation>工具调用或结果不能放在这条消息的内容中。</translation>
    </message>
    <message>
        <source>A part in the format {dialect} cannot be sent as Chat Completions.</source>
        <translation>格式 {dialect} 的部分不能作为 Chat Completions 发送。</translation>
    </message>
    <message>
        <source>The request has messages instead of input: it is one of another format.</source>
        <translation>请求中是 messages 而不是 input：它是另一种格式的请求。</translation>
    </message>
    <message>
        <source>input has to be a text or a list of items.</source>
        <translation>input 必须是文本或项的列表。</translation>
    </message>
    <message>
        <source>content has to be a text or a list of parts.</source>
        <translation>content 必须是文本或部分的列表。</translation>
    </message>
    <message>
        <source>an item has to be an object.</source>
        <translation>项必须是对象。</translation>
    </message>
    <message>
        <source>The response failed.</source>
        <translation>响应失败。</translation>
    </message>
    <message>
        <source>The response was cancelled.</source>
        <translation>响应被取消。</translation>
    </message>
    <message>
        <source>The reply ended before it was whole: no response.completed came.</source>
        <translation>响应尚未完整就结束了：没有收到 response.completed。</translation>
    </message>
    <message>
        <source>A part in the format {dialect} cannot be sent as Responses.</source>
        <translation>格式 {dialect} 的部分不能作为 Responses 发送。</translation>
    </message>
    <message>
        <source>Only results have a place in a message of the tools.</source>
        <translation>工具的消息中只能放结果。</translation>
    </message>
    <message>
        <source>Reasoning, refusals, calls and results have no place in the content of this message.</source>
        <translation>推理、拒绝、调用和结果不能放在这条消息的内容中。</translation>
    </message>
    <message>
        <source>A picture or a tool's result has no place in a message of the assistant.</source>
        <translation>图片或工具的结果不能放在助手的消息中。</translation>
    </message>
    <message>
        <source>With the tool choice none nothing is called: leave out whether several calls may come.</source>
        <translation>工具选择为 none 时不会有调用：请不要设置是否允许多个调用。</translation>
    </message>
    <message>
        <source>There is no effort {value} here: take none, {names}.</source>
        <translation>这里没有强度 {value}：请用 none、{names}。</translation>
    </message>
    <message>
        <source>There is no effort {value} here: take none, on, {names}.</source>
        <translation>这里没有强度 {value}：请用 none、on、{names}。</translation>
    </message>
    <message>
        <source>Thinking cannot only be switched on here: name a level, such as medium.</source>
        <translation>这里不能只打开思考：请给出强度，例如 medium。</translation>
    </message>
    <message>
        <source>There is no JSON mode without a schema here: give a schema, or ask for JSON in the system text.</source>
        <translation>这里没有不带模式的 JSON 模式：请给出模式，或在系统文本中要求 JSON。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a whole number from 1 on</source>
        <translation>从 1 开始的整数</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本的列表</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>auto, none, required or {{"name": …}}</source>
        <translation>auto、none、required 或 {{"name": …}}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a word, such as low</source>
        <translation>一个词，例如 low</translation>
    </message>
    <message>
        <source>text, json or {{"schema": …}}</source>
        <translation>text、json 或 {{"schema": …}}</translation>
    </message>
    <message>
        <source>The parameters of {dialect} are not known.</source>
        <translation>{dialect} 的参数未知。</translation>
    </message>
    <message>
        <source>There is no parameter named {name}. Known are: {names}.</source>
        <translation>没有名为 {name} 的参数。已知的有：{names}。</translation>
    </message>
    <message>
        <source>{name} has to be {wanted}.</source>
        <translation>{name} 必须是{wanted}。</translation>
    </message>
    <message>
        <source>There is no text form named {name}. Known are: {names}.</source>
        <translation>没有名为 {name} 的文本形式。已知的有：{names}。</translation>
    </message>
    <message>
        <source>a name that is no text</source>
        <translation>不是文本的名称</translation>
    </message>
    <message>
        <source>The rules for printed calls (from the line "{heading}" on) are made from the tools: change the text before them or the tools' lines, or switch the tools off and write rules of your own.</source>
        <translation>打印调用的规则（从“{heading}”一行起）是由工具生成的：请更改它之前的文本或工具的各行，或关闭工具并写自己的规则。</translation>
    </message>
    <message>
        <source>There is no dialect named {name}. Known are: {names}.</source>
        <translation>没有名为 {name} 的方言。已知的有：{names}。</translation>
    </message>
    <message>
        <source>Mend the history, or send it anyway.</source>
        <translation>请修复历史，或仍然发送。</translation>
    </message>
    <message>
        <source>The answer ended without an end.</source>
        <translation>回答没有结束就停止了。</translation>
    </message>
    <message>
        <source>Stopped by the person.</source>
        <translation>被用户停止。</translation>
    </message>
    <message>
        <source>{tool} is an agent, and an agent undoes no call.</source>
        <translation>{tool} 是智能体，智能体不能撤销调用。</translation>
    </message>
    <message>
        <source>A breakpoint has a place or a trouble.</source>
        <translation>断点要有位置或问题。</translation>
    </message>
    <message>
        <source>Choose one of the two.</source>
        <translation>请二选一。</translation>
    </message>
    <message>
        <source>A request is of no tool.</source>
        <translation>请求不属于任何工具。</translation>
    </message>
    <message>
        <source>Leave the tool empty.</source>
        <translation>请把工具留空。</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>The name of a tool holds no {sign}.</source>
        <translation>工具的名称不能含 {sign}。</translation>
    </message>
    <message>
        <source>? stands for any sign, * for any number.</source>
        <translation>? 表示任意一个字符，* 表示任意多个。</translation>
    </message>
    <message>
        <source>It acts at one hit or at every so many.</source>
        <translation>它在某一次命中时起作用，或每隔若干次。</translation>
    </message>
    <message>
        <source>The most is a number from 0 on.</source>
        <translation>上限是从 0 开始的数字。</translation>
    </message>
    <message>
        <source>It is not said how many {trouble} are the most.</source>
        <translation>没有说明 {trouble} 的上限是多少。</translation>
    </message>
    <message>
        <source>Write a number.</source>
        <translation>请写一个数字。</translation>
    </message>
    <message>
        <source>There is nothing to count here.</source>
        <translation>这里没有可计数的内容。</translation>
    </message>
    <message>
        <source>Leave the number away.</source>
        <translation>请去掉数字。</translation>
    </message>
    <message>
        <source>There is nothing to log.</source>
        <translation>没有可记录的内容。</translation>
    </message>
    <message>
        <source>Write a text, such as {{call.name}} {{args}}.</source>
        <translation>请写文本，例如 {{call.name}} {{args}}。</translation>
    </message>
    <message>
        <source>Nothing can be edited there.</source>
        <translation>那里没有可编辑的内容。</translation>
    </message>
    <message>
        <source>Choose a request, a call or a result.</source>
        <translation>请选择请求、调用或结果。</translation>
    </message>
    <message>
        <source>JSON has no NaN and no Infinity.</source>
        <translation>JSON 没有 NaN 和 Infinity。</translation>
    </message>
    <message>
        <source>Write a number, a text or null.</source>
        <translation>请写数字、文本或 null。</translation>
    </message>
    <message>
        <source>It is not said what to change.</source>
        <translation>没有说明要更改什么。</translation>
    </message>
    <message>
        <source>Write members, such as {{"amount": 1}}.</source>
        <translation>请写成员，例如 {{"amount": 1}}。</translation>
    </message>
    <message>
        <source>There are no breakpoints in it.</source>
        <translation>其中没有断点。</translation>
    </message>
    <message>
        <source>It must be [{{"place": "before_call", "tool": "name"}}].</source>
        <translation>它必须是 [{{"place": "before_call", "tool": "name"}}]。</translation>
    </message>
    <message>
        <source>Two breakpoints have the id {twice}.</source>
        <translation>两个断点的 id 都是 {twice}。</translation>
    </message>
    <message>
        <source>Leave ids away, or give each its own.</source>
        <translation>请去掉 id，或让每个都有自己的 id。</translation>
    </message>
    <message>
        <source>{place}: a breakpoint is an object.</source>
        <translation>{place}：断点是一个对象。</translation>
    </message>
    <message>
        <source>Such as {{"place": "before_call"}}.</source>
        <translation>例如 {{"place": "before_call"}}。</translation>
    </message>
    <message>
        <source>{place}: a breakpoint has no member {unknown}.</source>
        <translation>{place}：断点没有成员 {unknown}。</translation>
    </message>
    <message>
        <source>{member} cannot be less than 0.</source>
        <translation>{member} 不能小于 0。</translation>
    </message>
    <message>
        <source>0 means: each time.</source>
        <translation>0 表示每一次。</translation>
    </message>
    <message>
        <source>{member} cannot be more than {most}.</source>
        <translation>{member} 不能大于 {most}。</translation>
    </message>
    <message>
        <source>This is not JSON: line {line}, column {column}: {why}.</source>
        <translation>这不是 JSON：第 {line} 行第 {column} 列：{why}。</translation>
    </message>
    <message>
        <source>This is not JSON: {why}.</source>
        <translation>这不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>{at}: {why}.</source>
        <translation>{at}：{why}。</translation>
    </message>
    <message>
        <source>{at}: {why}</source>
        <translation>{at}：{why}</translation>
    </message>
    <message>
        <source>Only a call can be answered.</source>
        <translation>只有调用可以被回答。</translation>
    </message>
    <message>
        <source>Choose a place before a call.</source>
        <translation>请选择调用之前的位置。</translation>
    </message>
    <message>
        <source>The recording ends in the agent {name}.</source>
        <translation>录制在智能体 {name} 中结束。</translation>
    </message>
    <message>
        <source>End it by hand, or switch Tools to live.</source>
        <translation>请手动结束它，或把“工具”切换为在线。</translation>
    </message>
    <message>
        <source>The recording has no result for {tool} with these arguments.</source>
        <translation>录制中没有 {tool} 在这些参数下的结果。</translation>
    </message>
    <message>
        <source>Type the result, or switch Tools to live.</source>
        <translation>请输入结果，或把“工具”切换为在线。</translation>
    </message>
    <message>
        <source>The agent {agent} is at work.</source>
        <translation>智能体 {agent} 正在工作。</translation>
    </message>
    <message>
        <source>Step out of it first, or end it.</source>
        <translation>请先步出，或结束它。</translation>
    </message>
    <message>
        <source>{names} and {n} more</source>
        <translation>{names}，还有 {n} 个</translation>
    </message>
    <message>
        <source>It named tools that there are not: {names}.</source>
        <translation>它写了不存在的工具：{names}。</translation>
    </message>
    <message>
        <source>What it said names no group: {words}</source>
        <translation>它的回答没有写任何分组：{words}</translation>
    </message>
    <message>
        <source>The recording holds no choice of groups here.</source>
        <translation>录制中此处没有分组的选择。</translation>
    </message>
    <message>
        <source>No groups of tools were chosen. {why}</source>
        <translation>没有选择工具分组。{why}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The recording holds no further request here.</source>
        <translation>录制中此处没有更多的请求。</translation>
    </message>
    <message>
        <source>The request differs from the recorded one at {pointer}.</source>
        <translation>请求与录制的请求在 {pointer} 处不同。</translation>
    </message>
    <message>
        <source>The recorded request cannot be compared. {why}</source>
        <translation>无法比较录制的请求。{why}</translation>
    </message>
    <message>
        <source>This call is no longer open.</source>
        <translation>此调用已不再等待处理。</translation>
    </message>
    <message>
        <source>Go back to its round, or fork there.</source>
        <translation>请回到它所在的轮，或在那里分支。</translation>
    </message>
    <message>
        <source>This call has its result already.</source>
        <translation>此调用已有结果。</translation>
    </message>
    <message>
        <source>Fork before it to run it with other arguments.</source>
        <translation>请在它之前分支，以用其他参数运行。</translation>
    </message>
    <message>
        <source>The agent of this call is at work.</source>
        <translation>此调用的智能体正在工作。</translation>
    </message>
    <message>
        <source>Fork before the call to ask it something else.</source>
        <translation>请在调用之前分支，以向它提出别的要求。</translation>
    </message>
    <message>
        <source>There is no reply to edit here.</source>
        <translation>这里没有可编辑的响应。</translation>
    </message>
    <message>
        <source>Step to a reply first.</source>
        <translation>请先步进到一个响应。</translation>
    </message>
    <message>
        <source>The call {tool} has begun and cannot be removed.</source>
        <translation>调用 {tool} 已经开始，不能移除。</translation>
    </message>
    <message>
        <source>Fork at the reply instead.</source>
        <translation>请改为在响应处分支。</translation>
    </message>
    <message>
        <source>Edit the result instead.</source>
        <translation>请改为编辑结果。</translation>
    </message>
    <message>
        <source>This call has no result yet.</source>
        <translation>此调用还没有结果。</translation>
    </message>
    <message>
        <source>Run it, mock it or reject it first.</source>
        <translation>请先运行、模拟或拒绝它。</translation>
    </message>
    <message>
        <source>There is no such message.</source>
        <translation>没有这条消息。</translation>
    </message>
    <message>
        <source>There is no such result.</source>
        <translation>没有这个结果。</translation>
    </message>
    <message>
        <source>The request is under way.</source>
        <translation>请求正在进行。</translation>
    </message>
    <message>
        <source>Stop it first, then change it.</source>
        <translation>请先停止，然后再更改。</translation>
    </message>
    <message>
        <source>Calls of this round have no result yet.</source>
        <translation>本轮有调用还没有结果。</translation>
    </message>
    <message>
        <source>Run, mock or reject them first, or fork at an earlier step.</source>
        <translation>请先运行、模拟或拒绝它们，或在更早的一步分支。</translation>
    </message>
    <message>
        <source>Calls are to be undone first.</source>
        <translation>有调用要先撤销。</translation>
    </message>
    <message>
        <source>Undo them, skip that, or switch compensation off in the settings.</source>
        <translation>请撤销它们、跳过，或在设置中关闭补偿。</translation>
    </message>
    <message>
        <source>{name} is a tool of the program and cannot be changed here.</source>
        <translation>{name} 是本程序的工具，不能在此更改。</translation>
    </message>
    <message>
        <source>Tool search, skills and groups are switched on and off in the settings.</source>
        <translation>工具搜索、技能和分组在设置中打开或关闭。</translation>
    </message>
    <message>
        <source>The model did not ask for this call, so the history can only say it as it stands.</source>
        <translation>模型没有要求此调用，因此历史只能照现状记载。</translation>
    </message>
    <message>
        <source>Calls that are added, duplicated, moved or removed always change what the model reads.</source>
        <translation>添加、复制、移动或移除调用总会改变模型读到的内容。</translation>
    </message>
    <message>
        <source>Only the id of this call was changed, and the history always says the new one.</source>
        <translation>此调用只更改了 id，而历史总是记载新的 id。</translation>
    </message>
    <message>
        <source>The result names its call by the id. The model's own name and arguments can be kept.</source>
        <translation>结果用 id 指出其调用。可以保留模型自己的名称和参数。</translation>
    </message>
    <message>
        <source>This call stands as the model wrote it.</source>
        <translation>此调用仍是模型所写的样子。</translation>
    </message>
    <message>
        <source>Change its name or arguments first.</source>
        <translation>请先更改它的名称或参数。</translation>
    </message>
    <message>
        <source>What comes before this branch is missing in the file.</source>
        <translation>文件中缺少此分支之前的内容。</translation>
    </message>
    <message>
        <source>Wait for its result first.</source>
        <translation>请先等待它的结果。</translation>
    </message>
    <message>
        <source>This cannot be mended with one click.</source>
        <translation>这不能一键修复。</translation>
    </message>
    <message>
        <source>Edit the message.</source>
        <translation>请编辑消息。</translation>
    </message>
    <message>
        <source>It is not known which message of the session this is.</source>
        <translation>不知道这是会话中的哪条消息。</translation>
    </message>
    <message>
        <source>Apply what you typed first, then mend it.</source>
        <translation>请先应用您输入的内容，再修复。</translation>
    </message>
    <message>
        <source>One click does not mend this here.</source>
        <translation>一键修复在这里不起作用。</translation>
    </message>
    <message>
        <source>Mend what else is wrong first, or edit it.</source>
        <translation>请先修复其他错误，或编辑它。</translation>
    </message>
    <message>
        <source>The call of this result is not in the history.</source>
        <translation>此结果的调用不在历史中。</translation>
    </message>
    <message>
        <source>Remove the result.</source>
        <translation>请移除该结果。</translation>
    </message>
    <message>
        <source>The reasoning is not in this message of the session.</source>
        <translation>推理不在会话的这条消息中。</translation>
    </message>
    <message>
        <source>Edit the body.</source>
        <translation>请编辑正文。</translation>
    </message>
    <message>
        <source>More than pictures stands in this result.</source>
        <translation>此结果中不只有图片。</translation>
    </message>
    <message>
        <source>Edit the result.</source>
        <translation>请编辑该结果。</translation>
    </message>
    <message>
        <source>These two messages cannot be one.</source>
        <translation>这两条消息不能合并。</translation>
    </message>
    <message>
        <source>Remove one of them, or put a message between them.</source>
        <translation>请移除其中一条，或在它们之间加入一条消息。</translation>
    </message>
    <message>
        <source>These two messages were said in different formats.</source>
        <translation>这两条消息是以不同的格式写的。</translation>
    </message>
    <message>
        <source>Remove one of them.</source>
        <translation>请移除其中一条。</translation>
    </message>
    <message>
        <source>It is not known which call this result is of.</source>
        <translation>不知道此结果属于哪个调用。</translation>
    </message>
    <message>
        <source>Give it the id of its call by hand.</source>
        <translation>请手动为它写上调用的 id。</translation>
    </message>
    <message>
        <source>This call stands in a form of its own in the session.</source>
        <translation>此调用在会话中有自己的形式。</translation>
    </message>
    <message>
        <source>This result stands in a form of its own in the session.</source>
        <translation>此结果在会话中有自己的形式。</translation>
    </message>
    <message>
        <source>Two tools are named {twice}: one of {one}, one of {other}. Rename one of them, or switch it off.</source>
        <translation>有两个工具名为 {twice}：一个来自 {one}，一个来自 {other}。请重命名其中一个，或把它关闭。</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>此会话</translation>
    </message>
    <message>
        <source>The group {group} is closed, because its rule cannot be worked out. {why}</source>
        <translation>分组 {group} 已关闭，因为无法计算它的规则。{why}</translation>
    </message>
    <message>
        <source>The recording ends before {tool}.</source>
        <translation>录制在 {tool} 之前结束。</translation>
    </message>
    <message>
        <source>only {tool} requires {name}</source>
        <translation>只有 {tool} 要求 {name}</translation>
    </message>
    <message>
        <source>types of the same name are not the same</source>
        <translation>同名的类型并不相同</translation>
    </message>
    <message>
        <source>{tool} is declared to undo {undone}, but there is no tool of that name.</source>
        <translation>{tool} 声明为撤销 {undone}，但没有这个名称的工具。</translation>
    </message>
    <message>
        <source>Correct the name in its declaration.</source>
        <translation>请在声明中更正名称。</translation>
    </message>
    <message>
        <source>{tool} is declared to undo {undone}, but that is itself.</source>
        <translation>{tool} 声明为撤销 {undone}，但那就是它自己。</translation>
    </message>
    <message>
        <source>Name the tool that it undoes.</source>
        <translation>请写出它所撤销的工具。</translation>
    </message>
    <message>
        <source>{tool} is declared to undo {undone}, but another tool undoes it, too.</source>
        <translation>{tool} 声明为撤销 {undone}，但另一个工具也撤销它。</translation>
    </message>
    <message>
        <source>Let one tool undo it.</source>
        <translation>请只让一个工具撤销它。</translation>
    </message>
    <message>
        <source>{tool} is declared to undo {undone}, but its parameters are others: {differs}.</source>
        <translation>{tool} 声明为撤销 {undone}，但两者的参数不同：{differs}。</translation>
    </message>
    <message>
        <source>Give it the same parameters, or let it take the record of the execution.</source>
        <translation>请给它相同的参数，或让它接收执行的记录。</translation>
    </message>
    <message>
        <source>only {tool} takes {name}</source>
        <translation>只有 {tool} 接受 {name}</translation>
    </message>
    <message>
        <source>{name} is of another type</source>
        <translation>{name} 的类型不同</translation>
    </message>
    <message>
        <source>It is not this call's turn to be undone.</source>
        <translation>还没有轮到撤销此调用。</translation>
    </message>
    <message>
        <source>Undo the later ones first.</source>
        <translation>请先撤销之后的调用。</translation>
    </message>
    <message>
        <source>There is nothing to undo in this call.</source>
        <translation>此调用没有可撤销的内容。</translation>
    </message>
    <message>
        <source>The recording does not undo this call of {tool}.</source>
        <translation>录制没有撤销 {tool} 的此调用。</translation>
    </message>
    <message>
        <source>Given up before it was answered.</source>
        <translation>在得到回答之前就放弃了。</translation>
    </message>
    <message>
        <source>No request is due here, and none was sent.</source>
        <translation>这里没有待发的请求，也没有已发送的请求。</translation>
    </message>
    <message>
        <source>Write a message first.</source>
        <translation>请先写一条消息。</translation>
    </message>
    <message>
        <source>Which tools this request offers is yet to be chosen.</source>
        <translation>此请求提供哪些工具尚待选择。</translation>
    </message>
    <message>
        <source>Step once (F10): the choice is made, and nothing is sent.</source>
        <translation>请单步一次（F10）：会作出选择，但不发送任何内容。</translation>
    </message>
    <message>
        <source>There is no tool named {tool} to describe.</source>
        <translation>没有名为 {tool} 的工具可供描述。</translation>
    </message>
    <message>
        <source>Name one of the session's tools.</source>
        <translation>请写出会话中的一个工具。</translation>
    </message>
    <message>
        <source>Repair the messages first, then ask.</source>
        <translation>请先修复消息，然后再询问。</translation>
    </message>
    <message>
        <source>{text} names no step.</source>
        <translation>{text} 没有指出任何一步。</translation>
    </message>
    <message>
        <source>There is no step {number}: the last one is {last}.</source>
        <translation>没有第 {number} 步：最后一步是 {last}。</translation>
    </message>
    <message>
        <source>it has {n}</source>
        <translation>它有 {n} 轮</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>它没有轮</translation>
    </message>
    <message>
        <source>There is no round {what} on this branch: {there}.</source>
        <translation>此分支上没有第 {what} 轮：{there}。</translation>
    </message>
    <message>
        <source>Round {what} has no reply.</source>
        <translation>第 {what} 轮没有响应。</translation>
    </message>
    <message>
        <source>There is no call with the id {id} on this branch.</source>
        <translation>此分支上没有 id 为 {id} 的调用。</translation>
    </message>
    <message>
        <source>Ids on it: {ids}.</source>
        <translation>其中的 id：{ids}。</translation>
    </message>
    <message>
        <source>{there} on this branch.</source>
        <translation>此分支上{there}。</translation>
    </message>
    <message>
        <source>Tools that are: {tools}.</source>
        <translation>有的工具：{tools}。</translation>
    </message>
    <message>
        <source>{call} has no result on this branch.</source>
        <translation>{call} 在此分支上没有结果。</translation>
    </message>
    <message>
        <source>A line of this branch cannot be read.</source>
        <translation>此分支有一行无法读取。</translation>
    </message>
    <message>
        <source>Name the step by its number.</source>
        <translation>请用编号指出步。</translation>
    </message>
    <message>
        <source>The session is running.</source>
        <translation>会话正在运行。</translation>
    </message>
    <message>
        <source>Pause it first (F5).</source>
        <translation>请先暂停（F5）。</translation>
    </message>
    <message>
        <source>Fork before it to run it again.</source>
        <translation>请在它之前分支，以再次运行。</translation>
    </message>
    <message>
        <source>Did you mean {near}?</source>
        <translation>您是否想写 {near}？</translation>
    </message>
    <message>
        <source>An argument of the call is args.{name}.</source>
        <translation>调用的参数写作 args.{name}。</translation>
    </message>
    <message>
        <source>There is no {name} here.</source>
        <translation>这里没有 {name}。</translation>
    </message>
    <message>
        <source>{hint} There are: {names}.</source>
        <translation>{hint} 有：{names}。</translation>
    </message>
    <message>
        <source>This call is running.</source>
        <translation>此调用正在运行。</translation>
    </message>
    <message>
        <source>{why} ({n} more)</source>
        <translation>{why}（还有 {n} 个）</translation>
    </message>
    <message>
        <source>{file} is no path into a request.</source>
        <translation>{file} 不是请求中的路径。</translation>
    </message>
    <message>
        <source>Write a JSON Pointer such as /messages/*/content/time; * stands for any one member or place, and never for all of them.</source>
        <translation>请写 JSON Pointer，例如 /messages/*/content/time；* 表示任意一个成员或位置，而不是全部。</translation>
    </message>
    <message>
        <source>it is not JSON: {why}</source>
        <translation>它不是 JSON：{why}</translation>
    </message>
    <message>
        <source>it is larger than {n} MB</source>
        <translation>它大于 {n} MB</translation>
    </message>
    <message>
        <source>{why} (line {line}, column {column})</source>
        <translation>{why}（第 {line} 行第 {column} 列）</translation>
    </message>
    <message>
        <source>it lists more than {most} tools</source>
        <translation>它列出了超过 {most} 个工具</translation>
    </message>
    <message>
        <source>it holds no object. {forms}</source>
        <translation>它不含对象。{forms}</translation>
    </message>
    <message>
        <source>the server refused: {why}</source>
        <translation>服务器拒绝了：{why}</translation>
    </message>
    <message>
        <source>two tools are named {tool}</source>
        <translation>有两个工具名为 {tool}</translation>
    </message>
    <message>
        <source>{tool}: providers refuse this name; they want letters, digits, _ and -, at most 64.</source>
        <translation>{tool}：服务提供方拒绝这个名称；它们要求字母、数字、_ 和 -，最多 64 个。</translation>
    </message>
    <message>
        <source>it declares no tool</source>
        <translation>它没有声明工具</translation>
    </message>
    <message>
        <source>it is no text in UTF-8</source>
        <translation>它不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>The list goes on on another page, which this file does not hold.</source>
        <translation>列表在另一页继续，而此文件不含那一页。</translation>
    </message>
    <message>
        <source>Tools are read from an OpenAI, Anthropic or Gemini list or request, LangChain's tools as JSON, an MCP tools/list answer, a JSON Schema, or a file that says how they run: with http, command or agent.</source>
        <translation>可以读取的工具：OpenAI、Anthropic 或 Gemini 的列表或请求、LangChain 工具的 JSON、MCP 的 tools/list 回答、JSON Schema，或说明如何运行的文件：用 http、command 或 agent。</translation>
    </message>
    <message>
        <source>{where}: {why}</source>
        <translation>{where}：{why}</translation>
    </message>
    <message>
        <source>the file does not say which arguments are required; those without a default are taken to be.</source>
        <translation>文件没有说明哪些参数是必需的；没有默认值的被视为必需。</translation>
    </message>
    <message>
        <source>{name}: LangChain's dump of it holds no schema; write it with convert_to_openai_tool or model_dump_json.</source>
        <translation>{name}：LangChain 的转储不含模式；请用 convert_to_openai_tool 或 model_dump_json 写出。</translation>
    </message>
    <message>
        <source>a tool has to be an object</source>
        <translation>工具必须是对象</translation>
    </message>
    <message>
        <source>this is no tool that can be read here. {forms}</source>
        <translation>这不是这里能读取的工具。{forms}</translation>
    </message>
    <message>
        <source>{named}: it declares no parameters.</source>
        <translation>{named}：它没有声明参数。</translation>
    </message>
    <message>
        <source>{tool}: only the provider runs a tool of the kind {kind}.</source>
        <translation>{tool}：只有服务提供方能运行 {kind} 类的工具。</translation>
    </message>
    <message>
        <source>the schema has no title to name the tool by</source>
        <translation>模式没有可用作工具名称的标题</translation>
    </message>
    <message>
        <source>{name}: named after {title}.</source>
        <translation>{name}：以 {title} 命名。</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>它没有名称</translation>
    </message>
    <message>
        <source>the parameters have to be a JSON Schema, which is an object</source>
        <translation>参数必须是 JSON Schema，即一个对象</translation>
    </message>
    <message>
        <source>In one object there is more than one {names}: the last one counts.</source>
        <translation>一个对象中有多个 {names}：以最后一个为准。</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>它不是对象</translation>
    </message>
    <message>
        <source>it holds no server</source>
        <translation>它不含服务器</translation>
    </message>
    <message>
        <source>a text in it holds half of a character</source>
        <translation>其中有文本含半个字符</translation>
    </message>
    <message>
        <source>two servers are named {key}</source>
        <translation>有两个服务器名为 {key}</translation>
    </message>
    <message>
        <source>the servers have to be an object, each under its name</source>
        <translation>servers 必须是对象，每个服务器在其名称之下</translation>
    </message>
    <message>
        <source>Called are: {names}.</source>
        <translation>被调用的有：{names}。</translation>
    </message>
    <message>
        <source>It has: {known}.</source>
        <translation>它有：{known}。</translation>
    </message>
    <message>
        <source>No call of {tool} has the member {member}.</source>
        <translation>{tool} 的任何调用都没有成员 {member}。</translation>
    </message>
    <message>
        <source>The schema of {tool} says nothing about {at}.</source>
        <translation>{tool} 的模式没有说明 {at}。</translation>
    </message>
    <message>
        <source>Choose type.</source>
        <translation>请选择类型。</translation>
    </message>
    <message>
        <source>no tools</source>
        <translation>没有工具</translation>
    </message>
    <message>
        <source>The call of {tool} has no member {pointer}.</source>
        <translation>{tool} 的调用没有成员 {pointer}。</translation>
    </message>
    <message>
        <source>this is no tool with its arguments</source>
        <translation>这不是带参数的工具</translation>
    </message>
    <message>
        <source>its command is a whole line, and was split into words.</source>
        <translation>它的命令是一整行，已拆分为词。</translation>
    </message>
    <message>
        <source>${{{name}}} stands where the file holds only a stand-in: set that variable, or keep its value.</source>
        <translation>${{{name}}} 代替了文件中只是占位的内容：请设置该变量，或保存它的值。</translation>
    </message>
    <message>
        <source>a server has to be an object</source>
        <translation>服务器必须是对象</translation>
    </message>
    <message>
        <source>a command is a text</source>
        <translation>命令是一个文本</translation>
    </message>
    <message>
        <source>its folder is told from where the other program was: name a whole path.</source>
        <translation>它的文件夹是相对于另一个程序的位置写的：请写完整路径。</translation>
    </message>
    <message>
        <source>it speaks SSE, the transport that streamable HTTP has replaced, and stays switched off. Many such servers also answer streamable HTTP, often at /mcp: change the address and switch it on.</source>
        <translation>它使用 SSE，这种传输已被 streamable HTTP 取代，因此保持关闭。许多这样的服务器也回答 streamable HTTP，通常在 /mcp：请更改地址并打开它。</translation>
    </message>
    <message>
        <source>its transport {kind}is none that is spoken here, and it stays switched off.</source>
        <translation>它的传输 {kind}不是这里所支持的，因此保持关闭。</translation>
    </message>
    <message>
        <source>its envFile is not read: set the variables, or keep them as keys.</source>
        <translation>不会读取它的 envFile：请设置这些变量，或作为密钥保存。</translation>
    </message>
    <message>
        <source>this has to be a text</source>
        <translation>这必须是文本</translation>
    </message>
    <message>
        <source>this has to be a list of texts</source>
        <translation>这必须是文本的列表</translation>
    </message>
    <message>
        <source>this has to be an object of names and texts</source>
        <translation>这必须是名称和文本的对象</translation>
    </message>
    <message>
        <source>{member} is kept and not followed: here nothing runs unasked unless you allow it.</source>
        <translation>{member} 已保留但不遵循：在这里，除非您允许，任何内容都不会不经询问就运行。</translation>
    </message>
    <message>
        <source>{member} is kept and not followed: programs count it differently.</source>
        <translation>{member} 已保留但不遵循：各程序对它的计数不同。</translation>
    </message>
    <message>
        <source>{name} was left out: it has neither a command nor a URL.</source>
        <translation>{name} 已略去：它既没有命令也没有 URL。</translation>
    </message>
    <message>
        <source>the other program asks for {theirs}; here it is ${{{ours}}}, a variable or a key to keep.</source>
        <translation>另一个程序会询问 {theirs}；在这里它是 ${{{ours}}}，一个变量或要保存的密钥。</translation>
    </message>
    <message>
        <source>what ${{{name}}} is when it is not set is not taken over: set it.</source>
        <translation>${{{name}}} 未设置时的值没有一并取用：请设置它。</translation>
    </message>
    <message>
        <source>only the other program knows {name}: write what it stands for.</source>
        <translation>只有另一个程序知道 {name}：请写出它代表的内容。</translation>
    </message>
    <message>
        <source>{theirs} is passed on as it stands; ${{{ours}}} would be filled in.</source>
        <translation>{theirs} 按原样传递；${{{ours}}} 则会被填充。</translation>
    </message>
    <message>
        <source>Servers are read as desktop clients keep them: {{"mcpServers": {{"NAME": {{"command": …, "args": […], "env": {{…}}}}}}}}, or {{"url": …, "headers": {{…}}}} for a server that is reached by HTTP; also "servers", a map of names alone, or one server.</source>
        <translation>服务器按桌面客户端的保存方式读取：{{"mcpServers": {{"NAME": {{"command": …, "args": […], "env": {{…}}}}}}}}，或用 {{"url": …, "headers": {{…}}}} 表示通过 HTTP 访问的服务器；也可以是 "servers"、只有名称的映射，或单个服务器。</translation>
    </message>
    <message>
        <source>line {line}, column {column}</source>
        <translation>第 {line} 行第 {column} 列</translation>
    </message>
    <message>
        <source>The arguments name a member more than once ({names}); the last value counts.</source>
        <translation>参数多次写出同一成员（{names}）；以最后的值为准。</translation>
    </message>
    <message>
        <source>After the arguments' JSON value comes {rest}.</source>
        <translation>参数的 JSON 值之后是 {rest}。</translation>
    </message>
    <message>
        <source>The arguments are not JSON: {why} ({place}).</source>
        <translation>参数不是 JSON：{why}（{place}）。</translation>
    </message>
    <message>
        <source>The arguments are nested more than {most} levels deep.</source>
        <translation>参数的嵌套超过 {most} 层。</translation>
    </message>
    <message>
        <source>The arguments are {value}, not an object with named members.</source>
        <translation>参数是{value}，而不是带有命名成员的对象。</translation>
    </message>
    <message>
        <source>The arguments hold {name}, which is no JSON number.</source>
        <translation>参数含有 {name}，这不是 JSON 数字。</translation>
    </message>
    <message>
        <source>The arguments hold more than one JSON value, one after the other.</source>
        <translation>参数中接连有多个 JSON 值。</translation>
    </message>
    <message>
        <source>The arguments break off after {n} characters.</source>
        <translation>参数在 {n} 个字符后中断。</translation>
    </message>
    <message>
        <source>The arguments hold half of a character (a lone surrogate), which cannot be sent or saved as UTF-8.</source>
        <translation>参数含有半个字符（单独的代理项），无法以 UTF-8 发送或保存。</translation>
    </message>
    <message>
        <source>The arguments are a JSON text inside a JSON string: encoded twice.</source>
        <translation>参数是 JSON 字符串中的 JSON 文本：编码了两次。</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>The number {text} is too large for any program to hold.</source>
        <translation>数字 {text} 太大，任何程序都无法容纳。</translation>
    </message>
    <message>
        <source>The arguments hold a number of {n} digits.</source>
        <translation>参数中有一个 {n} 位的数字。</translation>
    </message>
    <message>
        <source>There is nothing to compare in this step.</source>
        <translation>这一步没有可对比的内容。</translation>
    </message>
    <message>
        <source>Choose a request, a reply or a call.</source>
        <translation>请选择请求、响应或调用。</translation>
    </message>
    <message>
        <source>There is no member {pointer} to rename.</source>
        <translation>没有可重命名的成员 {pointer}。</translation>
    </message>
    <message>
        <source>There is no member {pointer} to remove.</source>
        <translation>没有可移除的成员 {pointer}。</translation>
    </message>
    <message>
        <source>There is no {last} in this text.</source>
        <translation>此文本中没有 {last}。</translation>
    </message>
    <message>
        <source>There is no list at {place}.</source>
        <translation>{place} 处没有列表。</translation>
    </message>
    <message>
        <source>There is no object at {place}.</source>
        <translation>{place} 处没有对象。</translation>
    </message>
    <message>
        <source>the top</source>
        <translation>顶层</translation>
    </message>
    <message>
        <source>{first}
{second}</source>
        <translation>{first}
{second}</translation>
    </message>
    <message>
        <source>This is no file of keys.</source>
        <translation>这不是快捷键文件。</translation>
    </message>
    <message>
        <source>The proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>The header {name}</source>
        <translation>标头 {name}</translation>
    </message>
    <message>
        <source>such as http://127.0.0.1:11434/v1</source>
        <translation>例如 http://127.0.0.1:11434/v1</translation>
    </message>
    <message>
        <source>{blank} stands for a part of your own address. Put that in its place.</source>
        <translation>{blank} 代表您自己地址的一部分。请在此处写上它。</translation>
    </message>
    <message>
        <source>{url} is not a web address.</source>
        <translation>{url} 不是网址。</translation>
    </message>
    <message>
        <source>A user name or password does not belong into the address. Name the key's variable instead.</source>
        <translation>用户名或密码不应写在地址中。请改为写出密钥的变量。</translation>
    </message>
    <message>
        <source>{url} has to begin with http:// or https://, {example}.</source>
        <translation>{url} 必须以 http:// 或 https:// 开头，{example}。</translation>
    </message>
    <message>
        <source>{url} is not a web address: the name of the server is missing or holds a space.</source>
        <translation>{url} 不是网址：缺少服务器名称，或其中有空格。</translation>
    </message>
    <message>
        <source>{url} must not hold a # part.</source>
        <translation>{url} 不能含有 # 部分。</translation>
    </message>
    <message>
        <source>{own} was left off: it is added for each request. The base address is {cut}.</source>
        <translation>已去掉 {own}：它会为每个请求添加。基础地址为 {cut}。</translation>
    </message>
    <message>
        <source>The proxy has to be an address such as http://127.0.0.1:8080, or a variable such as ${{MY_PROXY}}.</source>
        <translation>代理必须是地址，例如 http://127.0.0.1:8080，或变量，例如 ${{MY_PROXY}}。</translation>
    </message>
    <message>
        <source>The password of the proxy is a secret: name its variable instead, such as http://me:${{PROXY_PASSWORD}}@proxy:8080.</source>
        <translation>代理的密码是机密：请改为写出它的变量，例如 http://me:${{PROXY_PASSWORD}}@proxy:8080。</translation>
    </message>
    <message>
        <source>The address ends in {ending}, which is asked in the dialect {name}, not in {dialect}. Choose that one.</source>
        <translation>地址以 {ending} 结尾，这属于方言 {name}，而不是 {dialect}。请选择那一个。</translation>
    </message>
    <message>
        <source>The embeddings endpoint of {name} gave {what}.</source>
        <translation>{name} 的嵌入端点给出了{what}。</translation>
    </message>
    <message>
        <source>Check the name of the embeddings model.</source>
        <translation>请检查嵌入模型的名称。</translation>
    </message>
    <message>
        <source>The embeddings endpoint of {profile} answered {status}: {why}</source>
        <translation>{profile} 的嵌入端点回答了 {status}：{why}</translation>
    </message>
    <message>
        <source>{n} vectors for {count} texts</source>
        <translation>{count} 个文本的 {n} 个向量</translation>
    </message>
    <message>
        <source>a vector without a direction</source>
        <translation>没有方向的向量</translation>
    </message>
    <message>
        <source>something that is no list of vectors</source>
        <translation>不是向量列表的内容</translation>
    </message>
    <message>
        <source>The embeddings endpoint sent more than {n} MB.</source>
        <translation>嵌入端点发送的内容超过 {n} MB。</translation>
    </message>
    <message>
        <source>No key for {profile}. Add one, or use the demo recording.{where}</source>
        <translation>{profile} 没有密钥。请添加一个，或使用演示录制。{where}</translation>
    </message>
    <message>
        <source>{what} of {profile} needs the environment variable {variable}, which is not set.</source>
        <translation>{profile} 的{what}需要环境变量 {variable}，而它未设置。</translation>
    </message>
    <message>
        <source>The proxy of {profile} is no address such as http://127.0.0.1:8080 once its variables are filled in.</source>
        <translation>填入变量后，{profile} 的代理不是 http://127.0.0.1:8080 这样的地址。</translation>
    </message>
    <message>
        <source>The server answered ({status}) with {kind} that is no reply of a model: {quoted}</source>
        <translation>服务器的回答（{status}）是 {kind}，不是模型的响应：{quoted}</translation>
    </message>
    <message>
        <source> Set the environment variable {variable}.</source>
        <translation>请设置环境变量 {variable}。</translation>
    </message>
    <message>
        <source>The reply broke off after {received} bytes. What arrived is kept.</source>
        <translation>响应在 {received} 字节后中断。已保留收到的内容。</translation>
    </message>
    <message>
        <source>The server answered ({status}) with an empty body.</source>
        <translation>服务器的回答（{status}）正文为空。</translation>
    </message>
    <message>
        <source>{value} is no known dialect. Known are: {names}.</source>
        <translation>{value} 不是已知的方言。已知的有：{names}。</translation>
    </message>
    <message>
        <source>{name} is no name of a header, such as api-key.</source>
        <translation>{name} 不是标头的名称，例如 api-key。</translation>
    </message>
    <message>
        <source>{value} is no known way to call tools. Known are: {names}.</source>
        <translation>{value} 不是已知的调用工具的方式。已知的有：{names}。</translation>
    </message>
    <message>
        <source>{place}: {words}</source>
        <translation>{place}：{words}</translation>
    </message>
    <message>
        <source>The value of {name} is a secret: name its variable instead, such as ${{MY_KEY}}.</source>
        <translation>{name} 的值是机密：请改为写出它的变量，例如 ${{MY_KEY}}。</translation>
    </message>
    <message>
        <source>The script cannot be read ({place}): {why}.</source>
        <translation>无法读取脚本（{place}）：{why}。</translation>
    </message>
    <message>
        <source>The script holds no reply after the results of {names}.</source>
        <translation>脚本在 {names} 的结果之后没有响应。</translation>
    </message>
    <message>
        <source>The script holds no reply to a request without messages.</source>
        <translation>对没有消息的请求，脚本没有响应。</translation>
    </message>
    <message>
        <source>The script holds no reply to "{text}".</source>
        <translation>对“{text}”，脚本没有响应。</translation>
    </message>
    <message>
        <source>The script holds no reply after the results of {names} with an error.</source>
        <translation>脚本在 {names} 的带错误的结果之后没有响应。</translation>
    </message>
    <message>
        <source>The embeddings endpoint changed the length of its vectors.</source>
        <translation>嵌入端点改变了向量的长度。</translation>
    </message>
    <message>
        <source>Search once more.</source>
        <translation>请再搜索一次。</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>{sentence}.</source>
        <translation>{sentence}。</translation>
    </message>
    <message>
        <source>A request of the session cannot be put together again: its line is damaged, or one that it refers to.</source>
        <translation>无法重新拼出会话中的一个请求：它的行或它引用的行已损坏。</translation>
    </message>
    <message>
        <source>{where} is no place to stop.</source>
        <translation>{where} 不是可以停止的位置。</translation>
    </message>
    <message>
        <source>There are {names}.</source>
        <translation>有：{names}。</translation>
    </message>
    <message>
        <source>{text} is no breakpoint.</source>
        <translation>{text} 不是断点。</translation>
    </message>
    <message>
        <source>Write {form}.</source>
        <translation>请写 {form}。</translation>
    </message>
    <message>
        <source>There is no condition after the if.</source>
        <translation>if 之后没有条件。</translation>
    </message>
    <message>
        <source>Write one, or leave the if away.</source>
        <translation>请写一个条件，或去掉 if。</translation>
    </message>
    <message>
        <source>{name} is no action.</source>
        <translation>{name} 不是动作。</translation>
    </message>
    <message>
        <source>There are log, mock, error and edit.</source>
        <translation>有 log、mock、error 和 edit。</translation>
    </message>
    <message>
        <source>The line could not be read: {why}</source>
        <translation>无法读取该行：{why}</translation>
    </message>
    <message>
        <source>The request {part} is not in the file as it was sent.</source>
        <translation>请求 {part} 在文件中与发送时不同。</translation>
    </message>
    <message>
        <source>Name an environment variable for the key in the profile instead.</source>
        <translation>请改为在配置中写出密钥的环境变量。</translation>
    </message>
    <message>
        <source>The system has no keyring that can be used.</source>
        <translation>系统没有可用的密钥环。</translation>
    </message>
    <message>
        <source>{file} could not be written: {why}.</source>
        <translation>无法写入 {file}：{why}。</translation>
    </message>
    <message>
        <source>Save the session elsewhere.</source>
        <translation>请把会话保存到别处。</translation>
    </message>
    <message>
        <source>{file} cannot be made: {why}.</source>
        <translation>无法创建 {file}：{why}。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{file} is not a session file.</source>
        <translation>{file} 不是会话文件。</translation>
    </message>
    <message>
        <source>Session files end in .tcsession and begin with a line of kind session.</source>
        <translation>会话文件以 .tcsession 结尾，并以 session 类的一行开头。</translation>
    </message>
    <message>
        <source>{file} was written by a newer version.</source>
        <translation>{file} 由更新的版本写成。</translation>
    </message>
    <message>
        <source>It is open for reading only.</source>
        <translation>它以只读方式打开。</translation>
    </message>
    <message>
        <source>{file} was changed while it was opened.</source>
        <translation>{file} 在打开时被更改。</translation>
    </message>
    <message>
        <source>Open it again to see and change all of it.</source>
        <translation>请重新打开它，以查看和更改全部内容。</translation>
    </message>
    <message>
        <source>{file} is not UTF-8.</source>
        <translation>{file} 不是 UTF-8。</translation>
    </message>
    <message>
        <source>Save it as UTF-8 and open it again.</source>
        <translation>请另存为 UTF-8 后再打开。</translation>
    </message>
    <message>
        <source>it was deleted or replaced by another program</source>
        <translation>它被另一个程序删除或替换了</translation>
    </message>
    <message>
        <source>{file} exists already.</source>
        <translation>{file} 已存在。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请换一个名称。</translation>
    </message>
    <message>
        <source>{file} cannot be written: {why}.</source>
        <translation>无法写入 {file}：{why}。</translation>
    </message>
    <message>
        <source>The cut end of {file} cannot be kept beside it: {why}.</source>
        <translation>无法在旁边保存 {file} 被截断的结尾：{why}。</translation>
    </message>
    <message>
        <source>{file} is open in another window.</source>
        <translation>{file} 已在另一个窗口中打开。</translation>
    </message>
    <message>
        <source>It can be read here; close it there to change it here.</source>
        <translation>在这里可以阅读；要在这里更改，请先在那里关闭它。</translation>
    </message>
    <message>
        <source>{file} cannot be read: {why}.</source>
        <translation>无法读取 {file}：{why}。</translation>
    </message>
    <message>
        <source>Check the name and the rights of the file.</source>
        <translation>请检查文件的名称和权限。</translation>
    </message>
    <message>
        <source>They were set aside as {file}</source>
        <translation>它们已另存为 {file}</translation>
    </message>
    <message>
        <source>Of the settings these could not be read: {names}. {aside}; the others hold.</source>
        <translation>设置中无法读取的有：{names}。{aside}；其余的有效。</translation>
    </message>
    <message>
        <source>The settings could not be read. {aside}; the defaults are used.</source>
        <translation>无法读取设置。{aside}；使用默认值。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {why}.</source>
        <translation>无法保存设置：{why}。</translation>
    </message>
    <message>
        <source>The settings were not saved: {why}.</source>
        <translation>设置没有保存：{why}。</translation>
    </message>
    <message>
        <source>They stand in {file}</source>
        <translation>它们在 {file} 中</translation>
    </message>
    <message>
        <source>The word {template}</source>
        <translation>词 {template}</translation>
    </message>
    <message>
        <source>the agent may call {name}, which this file does not have: another file has to have it.</source>
        <translation>智能体可以调用 {name}，而此文件中没有它：要由另一个文件提供。</translation>
    </message>
    <message>
        <source>It is {{"tools": [{{"name": …, "description": …, "parameters": {{…}}, "http": {{…}}, "command": {{…}} or "agent": {{…}}}}]}}.</source>
        <translation>它是 {{"tools": [{{"name": …, "description": …, "parameters": {{…}}, "http": {{…}}, "command": {{…}} 或 "agent": {{…}}}}]}}。</translation>
    </message>
    <message>
        <source>the member {member} stands twice in one object, and only one of them would count.</source>
        <translation>成员 {member} 在一个对象中出现两次，而只有一个有效。</translation>
    </message>
    <message>
        <source>{name}, {place}: {why}.</source>
        <translation>{name}，{place}：{why}。</translation>
    </message>
    <message>
        <source>{file}: {why}</source>
        <translation>{file}：{why}</translation>
    </message>
    <message>
        <source>Take one of them away.</source>
        <translation>请去掉其中一个。</translation>
    </message>
    <message>
        <source>{place}.parameters: it has to be the JSON Schema of an object.</source>
        <translation>{place}.parameters：必须是对象的 JSON Schema。</translation>
    </message>
    <message>
        <source>{place}.seconds: it has to be more than 0.</source>
        <translation>{place}.seconds：必须大于 0。</translation>
    </message>
    <message>
        <source>{place}: it says both {one} and {other}; one is how it runs.</source>
        <translation>{place}：它同时写了 {one} 和 {other}；运行方式只能有一种。</translation>
    </message>
    <message>
        <source>{place}.{kind}: {problem}</source>
        <translation>{place}.{kind}：{problem}</translation>
    </message>
    <message>
        <source>The tools file {file} does not exist.</source>
        <translation>工具文件 {file} 不存在。</translation>
    </message>
    <message>
        <source>Choose the file again.</source>
        <translation>请重新选择文件。</translation>
    </message>
    <message>
        <source>The tools file {file} cannot be read: {why}.</source>
        <translation>无法读取工具文件 {file}：{why}。</translation>
    </message>
    <message>
        <source>{place}: {why}.</source>
        <translation>{place}：{why}。</translation>
    </message>
    <message>
        <source>{place}.agent.memory: {why}.</source>
        <translation>{place}.agent.memory：{why}。</translation>
    </message>
    <message>
        <source>{{{name}}} is no parameter of the tool.</source>
        <translation>{{{name}}} 不是工具的参数。</translation>
    </message>
    <message>
        <source>The most bytes of a result must be 1 or more.</source>
        <translation>结果的最大字节数必须为 1 或更大。</translation>
    </message>
    <message>
        <source>{{{name}}} is no parameter of the tool. Did you mean {{{near}}}?</source>
        <translation>{{{name}}} 不是工具的参数。您是否想写 {{{near}}}？</translation>
    </message>
    <message>
        <source>An agent needs at least 1 round trip.</source>
        <translation>智能体至少需要 1 次往返。</translation>
    </message>
    <message>
        <source>The memory of an agent keeps at least 1 of its {kind}.</source>
        <translation>智能体的记忆至少保留 1 个 {kind}。</translation>
    </message>
    <message>
        <source>{method} is no HTTP method, such as GET or POST.</source>
        <translation>{method} 不是 HTTP 方法，例如 GET 或 POST。</translation>
    </message>
    <message>
        <source>The address needs a / between the server and what the arguments fill in.</source>
        <translation>在服务器与参数所填的内容之间，地址需要一个 /。</translation>
    </message>
    <message>
        <source>The address holds a key or a password: name its variable instead, such as ${{MY_KEY}}.</source>
        <translation>地址含有密钥或密码：请改为写出它的变量，例如 ${{MY_KEY}}。</translation>
    </message>
    <message>
        <source>The command line has no program.</source>
        <translation>命令行没有程序。</translation>
    </message>
    <message>
        <source>The program of a command line is fixed; only the words after it are filled in.</source>
        <translation>命令行的程序是固定的；只有它之后的词会被填充。</translation>
    </message>
    <message>
        <source>{program} would run in a shell: name the program that it starts.</source>
        <translation>{program} 会在 shell 中运行：请写出它启动的程序。</translation>
    </message>
    <message>
        <source>Everybody on the machine can read the words of a command line: put ${{NAME}} into a variable of the command.</source>
        <translation>本机上的任何人都能读到命令行的词：请把 ${{NAME}} 放入命令的变量中。</translation>
    </message>
    <message>
        <source>The folder of a command line has to be a whole path.</source>
        <translation>命令行的文件夹必须是完整路径。</translation>
    </message>
    <message>
        <source>{program} is not a whole path: give the whole path, or a folder to run it in.</source>
        <translation>{program} 不是完整路径：请写完整路径，或给出运行它的文件夹。</translation>
    </message>
    <message>
        <source>The value of {name} is a secret: name its variable instead, such as ${{{name}}}.</source>
        <translation>{name} 的值是机密：请改为写出它的变量，例如 ${{{name}}}。</translation>
    </message>
    <message>
        <source>{what} needs {name}, which was left out.</source>
        <translation>{what} 需要 {name}，而它没有给出。</translation>
    </message>
    <message>
        <source>It may be: {known}.</source>
        <translation>可以是：{known}。</translation>
    </message>
    <message>
        <source>Did you mean {near}? It may be: {known}.</source>
        <translation>您是否想写 {near}？可以是：{known}。</translation>
    </message>
    <message>
        <source>It begins with a line ---, then `name: …` and `description: …`, then a line ---.</source>
        <translation>它以一行 --- 开头，然后是 `name: …` 和 `description: …`，再是一行 ---。</translation>
    </message>
    <message>
        <source>{name}, line 1: there is no front matter.</source>
        <translation>{name}，第 1 行：没有前置元数据。</translation>
    </message>
    <message>
        <source>{name}: its front matter has no end.</source>
        <translation>{name}：它的前置元数据没有结尾。</translation>
    </message>
    <message>
        <source>{name}: its front matter is longer than {most} characters.</source>
        <translation>{name}：它的前置元数据超过 {most} 个字符。</translation>
    </message>
    <message>
        <source>{name}, line 2: the front matter is no list of `name: value`.</source>
        <translation>{name}，第 2 行：前置元数据不是 `name: value` 的列表。</translation>
    </message>
    <message>
        <source>{name}, line {line}: {key} stands there twice.</source>
        <translation>{name}，第 {line} 行：{key} 在那里出现两次。</translation>
    </message>
    <message>
        <source>{name}, line {line}: a name has to be a word.</source>
        <translation>{name}，第 {line} 行：名称必须是一个词。</translation>
    </message>
    <message>
        <source>, line {n}</source>
        <translation>，第 {n} 行</translation>
    </message>
    <message>
        <source>it is no YAML</source>
        <translation>它不是 YAML</translation>
    </message>
    <message>
        <source>{name}{line}: {why}.</source>
        <translation>{name}{line}：{why}。</translation>
    </message>
    <message>
        <source>A value that holds ": " or " #" stands in quotes.</source>
        <translation>含有 ": " 或 " #" 的值要加引号。</translation>
    </message>
    <message>
        <source>{name}: its front matter is no YAML.</source>
        <translation>{name}：它的前置元数据不是 YAML。</translation>
    </message>
    <message>
        <source>{place}.rule.kind: there is no rule {rule}.</source>
        <translation>{place}.rule.kind：没有规则 {rule}。</translation>
    </message>
    <message>
        <source>There are: {names}.</source>
        <translation>有：{names}。</translation>
    </message>
    <message>
        <source>{place}.rule: {problem}</source>
        <translation>{place}.rule：{problem}</translation>
    </message>
    <message>
        <source>chooser.by: {by} chooses nothing.</source>
        <translation>chooser.by：{by} 不作任何选择。</translation>
    </message>
    <message>
        <source>It may be "tool" or "model".</source>
        <translation>可以是 "tool" 或 "model"。</translation>
    </message>
    <message>
        <source>{place}: this must be an object.</source>
        <translation>{place}：这必须是对象。</translation>
    </message>
    <message>
        <source>Such as {example}</source>
        <translation>例如 {example}</translation>
    </message>
    <message>
        <source>{place}: there is no member {unknown}.</source>
        <translation>{place}：没有成员 {unknown}。</translation>
    </message>
    <message>
        <source>{place}: the member {needs} is missing.</source>
        <translation>{place}：缺少成员 {needs}。</translation>
    </message>
    <message>
        <source>{name}: this must be a list.</source>
        <translation>{name}：这必须是列表。</translation>
    </message>
    <message>
        <source>{file}, line {line}: this is not JSON: {why}.</source>
        <translation>{file}，第 {line} 行：这不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>{file} is not JSON: {why}.</source>
        <translation>{file} 不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>The address takes no user or password from the arguments ({name}).</source>
        <translation>地址不从参数取用户名或密码（{name}）。</translation>
    </message>
    <message>
        <source>The address does not begin with http:// or https://.</source>
        <translation>地址不以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>The address has no / after the server.</source>
        <translation>地址的服务器之后没有 /。</translation>
    </message>
    <message>
        <source>{name} stands in the name of a server: only letters, digits, dots and hyphens may be in it.</source>
        <translation>{name} 出现在服务器的名称中：其中只能有字母、数字、点和连字符。</translation>
    </message>
    <message>
        <source>{template} stands in the address and must not be empty.</source>
        <translation>{template} 出现在地址中，不能为空。</translation>
    </message>
    <message>
        <source>{template} stands in the address and must not lead to another path (. or ..).</source>
        <translation>{template} 出现在地址中，不能指向另一个路径（. 或 ..）。</translation>
    </message>
    <message>
        <source>A message of the role {role} was taken as the user's.</source>
        <translation>角色为 {role} 的消息被当作用户的消息。</translation>
    </message>
    <message>
        <source>Not taken as it stands: {line}</source>
        <translation>没有按原样取用：{line}</translation>
    </message>
    <message>
        <source>One message could not be read and was left out.</source>
        <translation>有一条消息无法读取，已略去。</translation>
    </message>
    <message>
        <source>{server} ended every session at once.</source>
        <translation>{server} 立即结束了每个会话。</translation>
    </message>
    <message>
        <source>{server} {why}.</source>
        <translation>{server} {why}。</translation>
    </message>
    <message>
        <source>{server} {why}, to {asked}.</source>
        <translation>{server} 对 {asked} {why}。</translation>
    </message>
    <message>
        <source>answered with the error {code}, {why}</source>
        <translation>回答了错误 {code}，{why}</translation>
    </message>
    <message>
        <source>answered what the protocol does not know ({place}: {why})</source>
        <translation>回答了协议不认识的内容（{place}：{why}）</translation>
    </message>
    <message>
        <source>did not answer in time</source>
        <translation>没有及时回答</translation>
    </message>
    <message>
        <source>cannot be reached: {why}</source>
        <translation>无法访问：{why}</translation>
    </message>
    <message>
        <source>could not be talked to: {why}</source>
        <translation>无法与之通信：{why}</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>没有说明</translation>
    </message>
    <message>
        <source>The server sent a line of {size} bytes, which is too long and was thrown away.</source>
        <translation>服务器发送了 {size} 字节的一行，太长，已丢弃。</translation>
    </message>
    <message>
        <source>The server's answer is no JSON-RPC answer: {why}.</source>
        <translation>服务器的回答不是 JSON-RPC 回答：{why}。</translation>
    </message>
    <message>
        <source>its member "error" is no object with a number "code" and a text "message"</source>
        <translation>它的成员 "error" 不是带有数字 "code" 和文本 "message" 的对象</translation>
    </message>
    <message>
        <source>its member "jsonrpc" is not "2.0"</source>
        <translation>它的成员 "jsonrpc" 不是 "2.0"</translation>
    </message>
    <message>
        <source>its member "result" is no object</source>
        <translation>它的成员 "result" 不是对象</translation>
    </message>
    <message>
        <source>it has neither a "result" nor an "error"</source>
        <translation>它既没有 "result" 也没有 "error"</translation>
    </message>
    <message>
        <source>The server's answer cannot be read: it is nested too deep.</source>
        <translation>无法读取服务器的回答：它嵌套过深。</translation>
    </message>
    <message>
        <source>The server's answer cannot be read: it is no JSON.</source>
        <translation>无法读取服务器的回答：它不是 JSON。</translation>
    </message>
    <message>
        <source>{server} ended the session.</source>
        <translation>{server} 结束了会话。</translation>
    </message>
    <message>
        <source>It ended when it was asked which protocol it speaks. It is started again as an older one.</source>
        <translation>被询问使用哪种协议时它结束了。将按较旧的协议重新启动。</translation>
    </message>
    <message>
        <source>{server} was stopped while it started.</source>
        <translation>{server} 在启动时被停止。</translation>
    </message>
    <message>
        <source>{server} is not running.</source>
        <translation>{server} 没有运行。</translation>
    </message>
    <message>
        <source>Start it first.</source>
        <translation>请先启动它。</translation>
    </message>
    <message>
        <source>{server} ended.</source>
        <translation>{server} 已结束。</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>请重新启动它。</translation>
    </message>
    <message>
        <source>Its list of tools changed and could not be asked for: {why}</source>
        <translation>它的工具列表已更改，但无法获取：{why}</translation>
    </message>
    <message>
        <source>{server} was not ready within {seconds} seconds.</source>
        <translation>{server} 在 {seconds} 秒内没有准备好。</translation>
    </message>
    <message>
        <source>The server {name} is not reached: {why}</source>
        <translation>无法访问服务器 {name}：{why}</translation>
    </message>
    <message>
        <source>Begins to speak to {url}</source>
        <translation>开始与 {url} 通信</translation>
    </message>
    <message>
        <source>The server {name} has no address that begins with http:// or https://.</source>
        <translation>服务器 {name} 没有以 http:// 或 https:// 开头的地址。</translation>
    </message>
    <message>
        <source>No connection to {place} in {seconds} s.</source>
        <translation>{seconds} 秒内未能连接到 {place}。</translation>
    </message>
    <message>
        <source>The connection to {place} broke off.</source>
        <translation>与 {place} 的连接中断。</translation>
    </message>
    <message>
        <source>Look at its address, and whether it runs.</source>
        <translation>请检查它的地址，以及它是否在运行。</translation>
    </message>
    <message>
        <source>The server's answer is nested too deep.</source>
        <translation>服务器的回答嵌套过深。</translation>
    </message>
    <message>
        <source>{name} was stopped while it started.</source>
        <translation>{name} 在启动时被停止。</translation>
    </message>
    <message>
        <source>
Is the path of the address right? Many servers answer at /mcp.</source>
        <translation>
地址的路径是否正确？许多服务器在 /mcp 处回答。</translation>
    </message>
    <message>
        <source>{method} was answered by {answer}</source>
        <translation>对 {method} 的回答是 {answer}</translation>
    </message>
    <message>
        <source>An answer came compressed ({coding}) and cannot be shown.</source>
        <translation>收到的回答是压缩的（{coding}），无法显示。</translation>
    </message>
    <message>
        <source>The answer has more than {most} bytes and was not read to its end.</source>
        <translation>回答超过 {most} 字节，没有读完。</translation>
    </message>
    <message>
        <source>The list {key} has more than {most} pages.</source>
        <translation>列表 {key} 超过 {most} 页。</translation>
    </message>
    <message>
        <source>The list {key} has no end: the server gives a cursor for the second time.</source>
        <translation>列表 {key} 没有结尾：服务器第二次给出同一个游标。</translation>
    </message>
    <message>
        <source>{count} log messages were left out here: they came faster than they can be shown.</source>
        <translation>此处略去了 {count} 条日志消息：它们来得太快，无法全部显示。</translation>
    </message>
    <message>
        <source>Install it, or write its whole path.</source>
        <translation>请安装它，或写出它的完整路径。</translation>
    </message>
    <message>
        <source>It comes with Node.js: install that, or write the whole path of npx.</source>
        <translation>它随 Node.js 提供：请安装 Node.js，或写出 npx 的完整路径。</translation>
    </message>
    <message>
        <source>Install Node.js, or write the whole path of node.</source>
        <translation>请安装 Node.js，或写出 node 的完整路径。</translation>
    </message>
    <message>
        <source>It comes with uv: install that, or write the whole path of uvx.</source>
        <translation>它随 uv 提供：请安装 uv，或写出 uvx 的完整路径。</translation>
    </message>
    <message>
        <source>Install uv, or write the whole path of uv.</source>
        <translation>请安装 uv，或写出 uv 的完整路径。</translation>
    </message>
    <message>
        <source>Write python3, or the whole path of the Python that has the server.</source>
        <translation>请写 python3，或写出装有该服务器的 Python 的完整路径。</translation>
    </message>
    <message>
        <source>Write the whole path of the Python that has the server.</source>
        <translation>请写出装有该服务器的 Python 的完整路径。</translation>
    </message>
    <message>
        <source>Install Docker, or write the whole path of docker.</source>
        <translation>请安装 Docker，或写出 docker 的完整路径。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: its command or environment holds a character that cannot stand there.</source>
        <translation>服务器 {name} 无法启动：它的命令或环境含有不能出现在那里的字符。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: there is no folder {cwd}.</source>
        <translation>服务器 {name} 无法启动：没有文件夹 {cwd}。</translation>
    </message>
    <message>
        <source>Write another folder, or make this one.</source>
        <translation>请写另一个文件夹，或创建这一个。</translation>
    </message>
    <message>
        <source>Nothing had arrived.</source>
        <translation>没有收到任何内容。</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>请重新询问。</translation>
    </message>
    <message>
        <source>The reply says nothing.</source>
        <translation>响应没有内容。</translation>
    </message>
    <message>
        <source>Write a text, or add a tool call.</source>
        <translation>请写文本，或添加工具调用。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: the command {command} was not found.</source>
        <translation>服务器 {name} 无法启动：没有找到命令 {command}。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: {command} may not be run.</source>
        <translation>服务器 {name} 无法启动：不允许运行 {command}。</translation>
    </message>
    <message>
        <source>Make the file executable, or name its interpreter.</source>
        <translation>请把文件设为可执行，或写出它的解释器。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: {command}: {why}.</source>
        <translation>服务器 {name} 无法启动：{command}：{why}。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: the interpreter that {command} names was not found.</source>
        <translation>服务器 {name} 无法启动：没有找到 {command} 所指的解释器。</translation>
    </message>
    <message>
        <source>Install it.</source>
        <translation>请安装它。</translation>
    </message>
    <message>
        <source>The server {name} cannot start: there is no program {command}.</source>
        <translation>服务器 {name} 无法启动：没有程序 {command}。</translation>
    </message>
    <message>
        <source>Look where it is and correct the path.</source>
        <translation>请查看它在哪里并更正路径。</translation>
    </message>
    <message>
        <source>Started as process {pid}: {command}</source>
        <translation>已作为进程 {pid} 启动：{command}</translation>
    </message>
    <message>
        <source>closed its standard {stream} and lived on, so it was ended</source>
        <translation>关闭了它的标准 {stream} 却继续运行，因此已结束它</translation>
    </message>
    <message>
        <source>does not read what it is sent, so it was ended</source>
        <translation>不读取发送给它的内容，因此已结束它</translation>
    </message>
    <message>
        <source>The server {why}.</source>
        <translation>服务器{why}。</translation>
    </message>
    <message>
        <source>The server {name} {why}.</source>
        <translation>服务器 {name} {why}。</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>ended: {how}</source>
        <translation>已结束：{how}</translation>
    </message>
    <message>
        <source>Write an object such as {{"jsonrpc": "2.0", "method": "ping", "id": 1}}.</source>
        <translation>请写对象，例如 {{"jsonrpc": "2.0", "method": "ping", "id": 1}}。</translation>
    </message>
    <message>
        <source>This is no JSON-RPC message.</source>
        <translation>这不是 JSON-RPC 消息。</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>It may have: {known}.</source>
        <translation>可以有：{known}。</translation>
    </message>
    <message>
        <source>Did you mean {near}? It may have: {known}.</source>
        <translation>您是否想写 {near}？可以有：{known}。</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one}或{other}</translation>
    </message>
    <message>
        <source>A rule needs the name of a tool.</source>
        <translation>规则需要工具的名称。</translation>
    </message>
    <message>
        <source>Write a name, or a pattern such as get_*.</source>
        <translation>请写名称，或模式，例如 get_*。</translation>
    </message>
    <message>
        <source>A delay is 0 to {most} seconds.</source>
        <translation>延迟为 0 到 {most} 秒。</translation>
    </message>
    <message>
        <source>The pictures are too large.</source>
        <translation>图片过大。</translation>
    </message>
    <message>
        <source>Of a rule they have room for {n} KB.</source>
        <translation>一条规则有 {n} KB 的空间供其使用。</translation>
    </message>
    <message>
        <source>The answer is not JSON: line {line}, column {column}: {why}.</source>
        <translation>回答不是 JSON：第 {line} 行第 {column} 列：{why}。</translation>
    </message>
    <message>
        <source>There are no rules in it.</source>
        <translation>其中没有规则。</translation>
    </message>
    <message>
        <source>It must be {{"mocks": [{{"tool": "name", "text": "answer"}}]}}.</source>
        <translation>它必须是 {{"mocks": [{{"tool": "name", "text": "answer"}}]}}。</translation>
    </message>
    <message>
        <source>{place}: a rule is an object.</source>
        <translation>{place}：规则是一个对象。</translation>
    </message>
    <message>
        <source>Such as {{"tool": "get_order", "text": "paid"}}.</source>
        <translation>例如 {{"tool": "get_order", "text": "paid"}}。</translation>
    </message>
    <message>
        <source>{place}: a rule has no member {unknown}.</source>
        <translation>{place}：规则没有成员 {unknown}。</translation>
    </message>
    <message>
        <source>{place}: it does not say which tool.</source>
        <translation>{place}：没有说明是哪个工具。</translation>
    </message>
    <message>
        <source>Add "tool": a name, or a pattern such as get_*.</source>
        <translation>请添加 "tool"：名称，或模式，例如 get_*。</translation>
    </message>
    <message>
        <source>It may be {names}.</source>
        <translation>可以是 {names}。</translation>
    </message>
    <message>
        <source>Mend it, or let the rule answer with text.</source>
        <translation>请修复它，或让规则以文本回答。</translation>
    </message>
    <message>
        <source>The answer is not JSON: {why}.</source>
        <translation>回答不是 JSON：{why}。</translation>
    </message>
    <message>
        <source>Let the rule answer with text.</source>
        <translation>请让规则以文本回答。</translation>
    </message>
    <message>
        <source>mocks[{at}].id: {id} is the id of mocks[{first}].</source>
        <translation>mocks[{at}].id：{id} 已是 mocks[{first}] 的 id。</translation>
    </message>
    <message>
        <source>Leave it out, or change one.</source>
        <translation>请去掉它，或更改其中一个。</translation>
    </message>
    <message>
        <source>{place}.{member}: {why}</source>
        <translation>{place}.{member}：{why}</translation>
    </message>
    <message>
        <source>The folder of the skill {skill} is not there any more.</source>
        <translation>技能 {skill} 的文件夹已不存在。</translation>
    </message>
    <message>
        <source>{skill_file} of the skill {skill} changed since it was read.</source>
        <translation>技能 {skill} 的 {skill_file} 在读取之后被更改。</translation>
    </message>
    <message>
        <source>Add the folder again, or reload the skill.</source>
        <translation>请重新添加该文件夹，或重新加载技能。</translation>
    </message>
    <message>
        <source>The file {file} of the skill {skill} is a link; only files inside the skill are read.</source>
        <translation>技能 {skill} 的文件 {file} 是链接；只读取技能之内的文件。</translation>
    </message>
    <message>
        <source>The skill {skill} cannot be read any more: {why}</source>
        <translation>无法再读取技能 {skill}：{why}</translation>
    </message>
    <message>
        <source>The file {file} of the skill {skill} is not there any more.</source>
        <translation>技能 {skill} 的文件 {file} 已不存在。</translation>
    </message>
    <message>
        <source>The file {file} of the skill {skill} cannot be read.</source>
        <translation>无法读取技能 {skill} 的文件 {file}。</translation>
    </message>
    <message>
        <source>{file} is too long to be attached: {n} characters, at most {most}.</source>
        <translation>{file} 太长，不能附加：{n} 个字符，最多 {most} 个。</translation>
    </message>
    <message>
        <source>Attach some lines of it: {file}:1-200.</source>
        <translation>请附加其中几行：{file}:1-200。</translation>
    </message>
    <message>
        <source>{text} names no lines.</source>
        <translation>{text} 没有指出任何行。</translation>
    </message>
    <message>
        <source>Lines are counted from 1: FILE:10-40.</source>
        <translation>行从 1 开始计数：FILE:10-40。</translation>
    </message>
    <message>
        <source>{name} has no line {first}: it ends with line {n}.</source>
        <translation>{name} 没有第 {first} 行：它在第 {n} 行结束。</translation>
    </message>
    <message>
        <source>There is no text in {file}, {where}.</source>
        <translation>{file} 的 {where} 处没有文本。</translation>
    </message>
    <message>
        <source>There is no text in {file}.</source>
        <translation>{file} 中没有文本。</translation>
    </message>
    <message>
        <source>signal {signal}</source>
        <translation>信号 {signal}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出码 {code}</translation>
    </message>
    <message>
        <source>The tool process had ended and was started again; what the tools kept in memory is lost.</source>
        <translation>工具进程已结束并重新启动；工具保存在内存中的内容已丢失。</translation>
    </message>
    <message>
        <source>names with unusual signs are left out</source>
        <translation>名称含特殊字符的被略去</translation>
    </message>
    <message>
        <source>links are not followed</source>
        <translation>不跟随链接</translation>
    </message>
    <message>
        <source>files over {n} KB are left out</source>
        <translation>超过 {n} KB 的文件被略去</translation>
    </message>
    <message>
        <source>{folder} is a file.</source>
        <translation>{folder} 是文件。</translation>
    </message>
    <message>
        <source>Name the folder that holds SKILL.md.</source>
        <translation>请写出含有 SKILL.md 的文件夹。</translation>
    </message>
    <message>
        <source>There is no folder {folder}.</source>
        <translation>没有文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Choose the folder that holds SKILL.md.</source>
        <translation>请选择含有 SKILL.md 的文件夹。</translation>
    </message>
    <message>
        <source>{folder} holds no {skill_file}.</source>
        <translation>{folder} 中没有 {skill_file}。</translation>
    </message>
    <message>
        <source>A skill is a folder with a file {skill_file}.</source>
        <translation>技能是含有文件 {skill_file} 的文件夹。</translation>
    </message>
    <message>
        <source>{folder}/{skill_file} is a link.</source>
        <translation>{folder}/{skill_file} 是链接。</translation>
    </message>
    <message>
        <source>Put the file itself there.</source>
        <translation>请把文件本身放在那里。</translation>
    </message>
    <message>
        <source>{where}{line}: it has no {member}.</source>
        <translation>{where}{line}：它没有 {member}。</translation>
    </message>
    <message>
        <source>Write `{member}: …` into its front matter.</source>
        <translation>请在它的前置元数据中写 `{member}: …`。</translation>
    </message>
    <message>
        <source>{where}, line {line}: the name {name} does not do.</source>
        <translation>{where}，第 {line} 行：名称 {name} 不可用。</translation>
    </message>
    <message>
        <source>It has at most {most} lowercase letters, digits, and single hyphens between them.</source>
        <translation>它最多有 {most} 个小写字母、数字，以及它们之间的单个连字符。</translation>
    </message>
    <message>
        <source>The skill {skill} lies in a folder named {folder}; the two should be the same.</source>
        <translation>技能 {skill} 位于名为 {folder} 的文件夹中；两者应当相同。</translation>
    </message>
    <message>
        <source>The description of {skill} has {n} characters, more than {most}.</source>
        <translation>{skill} 的描述有 {n} 个字符，超过 {most} 个。</translation>
    </message>
    <message>
        <source>The skill {skill} has no instructions after its front matter.</source>
        <translation>技能 {skill} 在前置元数据之后没有说明。</translation>
    </message>
    <message>
        <source>The skill {skill}: {names} is nested too deeply and left out.</source>
        <translation>技能 {skill}：{names} 嵌套过深，已略去。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be read: {why}.</source>
        <translation>无法读取文件夹 {folder}：{why}。</translation>
    </message>
    <message>
        <source>only {most} files of a skill can be read</source>
        <translation>技能只能读取 {most} 个文件</translation>
    </message>
    <message>
        <source>there is no tool any more that undoes {name}.</source>
        <translation>已没有撤销 {name} 的工具。</translation>
    </message>
    <message>
        <source>calls of {undo} are denied.</source>
        <translation>{undo} 的调用被禁止。</translation>
    </message>
    <message>
        <source>{file} is too large: more than {n} KB.</source>
        <translation>{file} 过大：超过 {n} KB。</translation>
    </message>
    <message>
        <source>{name} is a PDF, which cannot be read.</source>
        <translation>{name} 是 PDF，无法读取。</translation>
    </message>
    <message>
        <source>Save its text as a text file.</source>
        <translation>请把它的文本另存为文本文件。</translation>
    </message>
    <message>
        <source>{name} is no text: {n} bytes that are not UTF-8.</source>
        <translation>{name} 不是文本：有 {n} 个字节不是 UTF-8。</translation>
    </message>
    <message>
        <source>Only text files can be read here.</source>
        <translation>这里只能读取文本文件。</translation>
    </message>
    <message>
        <source>{file} is a folder.</source>
        <translation>{file} 是文件夹。</translation>
    </message>
    <message>
        <source>Name a file in it.</source>
        <translation>请写出其中的一个文件。</translation>
    </message>
    <message>
        <source>{file} is no plain file.</source>
        <translation>{file} 不是普通文件。</translation>
    </message>
    <message>
        <source>{file} does not exist.</source>
        <translation>{file} 不存在。</translation>
    </message>
    <message>
        <source>there is no such name</source>
        <translation>没有这样的名称</translation>
    </message>
    <message>
        <source>Install it for the Python that runs the file, or choose another interpreter for the file, such as that of your project's virtual environment (tools and call: --python PYTHON).</source>
        <translation>请为运行该文件的 Python 安装它，或为该文件选择另一个解释器，例如您项目的虚拟环境的解释器（tools 和 call：--python PYTHON）。</translation>
    </message>
    <message>
        <source>Choose another interpreter, for example that of your project's virtual environment.</source>
        <translation>请选择另一个解释器，例如您项目的虚拟环境的解释器。</translation>
    </message>
    <message>
        <source>Use a type that JSON has a form for, or make the function private with a leading underscore.</source>
        <translation>请使用 JSON 有对应形式的类型，或以下划线开头把函数设为私有。</translation>
    </message>
    <message>
        <source>Correct what the decorator or the attribute says.</source>
        <translation>请更正装饰器或属性所写的内容。</translation>
    </message>
    <message>
        <source>Correct the default or the type: an int that may be None is written int | None.</source>
        <translation>请更正默认值或类型：可以为 None 的 int 写作 int | None。</translation>
    </message>
    <message>
        <source>Take the default away: the program always fills it in, and no model sees it.</source>
        <translation>请去掉默认值：程序总会填入它，模型看不到它。</translation>
    </message>
    <message>
        <source>Give one of them another name, in the file or with @tool(name=…), or begin it with an underscore.</source>
        <translation>请在文件中或用 @tool(name=…) 给其中一个换名称，或让它以下划线开头。</translation>
    </message>
    <message>
        <source>that is no name of a file</source>
        <translation>那不是文件的名称</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择另一个文件。</translation>
    </message>
    <message>
        <source>{file} has changed since it was trusted.</source>
        <translation>{file} 在被信任之后已更改。</translation>
    </message>
    <message>
        <source>Look at it and trust it again.</source>
        <translation>请查看它并重新信任。</translation>
    </message>
    <message>
        <source>{file} is not loaded.</source>
        <translation>{file} 没有加载。</translation>
    </message>
    <message>
        <source>Trust the file first, so that it may run.</source>
        <translation>请先信任该文件，它才可以运行。</translation>
    </message>
    <message>
        <source> (line {line})</source>
        <translation>（第 {line} 行）</translation>
    </message>
    <message>
        <source>Importing {file} did not end within {seconds} seconds.</source>
        <translation>导入 {file} 在 {seconds} 秒内没有结束。</translation>
    </message>
    <message>
        <source>A tools file should only define functions; move work into them, or allow more time in the settings.</source>
        <translation>工具文件应当只定义函数；请把工作移到函数中，或在设置中允许更长时间。</translation>
    </message>
    <message>
        <source>The tool process ended while it imported {file} ({code}).</source>
        <translation>导入 {file} 时工具进程结束（{code}）。</translation>
    </message>
    <message>
        <source>See what it printed last.</source>
        <translation>请查看它最后打印的内容。</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>cannot be started: {why}</source>
        <translation>无法启动：{why}</translation>
    </message>
    <message>
        <source>The Python interpreter {interpreter} {why}.</source>
        <translation>Python 解释器 {interpreter} {why}。</translation>
    </message>
    <message>
        <source>{file} has no public function with type hints.</source>
        <translation>{file} 没有带类型提示的公共函数。</translation>
    </message>
    <message>
        <source>Write one, such as: def get_order(order_id: str) -&gt; dict{left}</source>
        <translation>请写一个，例如：def get_order(order_id: str) -&gt; dict{left}</translation>
    </message>
    <message>
        <source>{interpreter} does not work as a Python interpreter: {why}.</source>
        <translation>{interpreter} 不能作为 Python 解释器工作：{why}。</translation>
    </message>
    <message>
        <source>{name}{at}: {why}.</source>
        <translation>{name}{at}：{why}。</translation>
    </message>
    <message>
        <source>Importing {name} raises {why}{at}.</source>
        <translation>导入 {name} 引发 {why}{at}。</translation>
    </message>
    <message>
        <source>it did not answer within {seconds} seconds</source>
        <translation>它在 {seconds} 秒内没有回答</translation>
    </message>
    <message>
        <source>{interpreter} is {version}; tools need Python {oldest} or newer.</source>
        <translation>{interpreter} 是 {version}；工具需要 Python {oldest} 或更新的版本。</translation>
    </message>
    <message>
        <source>it ended with {code}</source>
        <translation>它以 {code} 结束</translation>
    </message>
    <message>
        <source>{name} is not valid Python: {why}{at}.</source>
        <translation>{name} 不是有效的 Python：{why}{at}。</translation>
    </message>
    <message>
        <source>Correct the file and load it again.</source>
        <translation>请更正文件并重新加载。</translation>
    </message>
    <message>
        <source>
Left out:{reasons}</source>
        <translation>
已略去：{reasons}</translation>
    </message>
    <message>
        <source>The environment variable {name} is not set.</source>
        <translation>环境变量 {name} 未设置。</translation>
    </message>
    <message>
        <source>The answer of {place} is compressed more than once.</source>
        <translation>{place} 的回答被压缩了不止一次。</translation>
    </message>
    <message>
        <source>Check the variables for proxies and certificates (ALL_PROXY, HTTPS_PROXY, SSL_CERT_FILE).</source>
        <translation>请检查代理和证书的变量（ALL_PROXY、HTTPS_PROXY、SSL_CERT_FILE）。</translation>
    </message>
    <message>
        <source>No connection to {proxy} in {seconds} s.</source>
        <translation>{seconds} 秒内未能连接到 {proxy}。</translation>
    </message>
    <message>
        <source>No answer in {seconds} s. {received} bytes came.</source>
        <translation>{seconds} 秒内没有回答。收到了 {received} 字节。</translation>
    </message>
    <message>
        <source>The address is not a web address.</source>
        <translation>地址不是网址。</translation>
    </message>
    <message>
        <source>It has to begin with http:// or https://.</source>
        <translation>它必须以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>A header holds a character that cannot be sent.</source>
        <translation>某个标头含有不能发送的字符。</translation>
    </message>
    <message>
        <source>Check the key and headers.</source>
        <translation>请检查密钥和标头。</translation>
    </message>
    <message>
        <source>The answer of {place} is not compressed as its headers say.</source>
        <translation>{place} 的回答并未按其标头所说的方式压缩。</translation>
    </message>
    <message>
        <source>The connection to {place} broke off. {received} bytes came.</source>
        <translation>与 {place} 的连接中断。收到了 {received} 字节。</translation>
    </message>
    <message>
        <source>The way to {place} could not be set up.</source>
        <translation>无法建立到 {place} 的连接。</translation>
    </message>
    <message>
        <source>on the way</source>
        <translation>途中</translation>
    </message>
    <message>
        <source>No connection to {place} could be made.</source>
        <translation>未能连接到 {place}。</translation>
    </message>
    <message>
        <source>The proxy {proxy} gave no connection to {place}{why}.</source>
        <translation>代理 {proxy} 没有连接到 {place}{why}。</translation>
    </message>
    <message>
        <source>Nothing listens at {place}. Is the local server started?</source>
        <translation>{place} 处没有程序在监听。本地服务器启动了吗？</translation>
    </message>
    <message>
        <source>There is no way to {place}. Is there a network?</source>
        <translation>没有通往 {place} 的路由。网络是否可用？</translation>
    </message>
    <message>
        <source>The certificate of {place} could not be checked ({why}).</source>
        <translation>无法检查 {place} 的证书（{why}）。</translation>
    </message>
    <message>
        <source>{place} does not speak TLS as expected. Is it http:// instead of https://?</source>
        <translation>{place} 没有按预期使用 TLS。是否应为 http:// 而不是 https://？</translation>
    </message>
    <message>
        <source>The name {name} was not found. Is the address right, and is there a network?</source>
        <translation>没有找到名称 {name}。地址是否正确，网络是否可用？</translation>
    </message>
    <message>
        <source>This pattern cannot be read: {why}.</source>
        <translation>无法读取此模式：{why}。</translation>
    </message>
    <message>
        <source>There is no message that is to be sent.</source>
        <translation>没有待发送的消息。</translation>
    </message>
    <message>
        <source>Write it first, then insert into it.</source>
        <translation>请先写消息，再插入其中。</translation>
    </message>
    <message>
        <source>This prompt gave no message.</source>
        <translation>此提示词没有给出消息。</translation>
    </message>
    <message>
        <source>Fill it in otherwise, or choose another one.</source>
        <translation>请换一种方式填写，或选择另一个。</translation>
    </message>
    <message>
        <source>This is for a model to answer.</source>
        <translation>这要由模型来回答。</translation>
    </message>
    <message>
        <source>Let a profile answer it, or write the answer.</source>
        <translation>请让某个配置回答，或自己写回答。</translation>
    </message>
    <message>
        <source>{where}: {why}.</source>
        <translation>{where}：{why}。</translation>
    </message>
    <message>
        <source>Mend it, or decline.</source>
        <translation>请修复它，或拒绝。</translation>
    </message>
    <message>
        <source>What would be sent is not what was shown any more.</source>
        <translation>将要发送的内容已与显示的不同。</translation>
    </message>
    <message>
        <source>Look at it once more.</source>
        <translation>请再看一次。</translation>
    </message>
    <message>
        <source>The model gave no answer. {why}</source>
        <translation>模型没有给出回答。{why}</translation>
    </message>
    <message>
        <source>Let it answer once more, choose another profile, or write the answer yourself.</source>
        <translation>请让它再回答一次、选择另一个配置，或自己写回答。</translation>
    </message>
    <message>
        <source>This is not for a model to answer.</source>
        <translation>这不由模型来回答。</translation>
    </message>
    <message>
        <source>Answer it yourself.</source>
        <translation>请自己回答。</translation>
    </message>
    <message>
        <source>There is no profile named {profile}.</source>
        <translation>没有名为 {profile} 的配置。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择另一个。</translation>
    </message>
    <message>
        <source>This replay asks no model.</source>
        <translation>此回放不询问模型。</translation>
    </message>
    <message>
        <source>Choose a profile, or write the answer yourself.</source>
        <translation>请选择一个配置，或自己写回答。</translation>
    </message>
    <message>
        <source>No model is chosen.</source>
        <translation>没有选择模型。</translation>
    </message>
    <message>
        <source>Attach a PNG, JPEG, GIF or WebP picture.</source>
        <translation>请附加 PNG、JPEG、GIF 或 WebP 图片。</translation>
    </message>
    <message>
        <source>{name} is no picture that a model can take.</source>
        <translation>{name} 不是模型能接收的图片。</translation>
    </message>
    <message>
        <source>{name} is larger than {n} MB.</source>
        <translation>{name} 大于 {n} MB。</translation>
    </message>
    <message>
        <source>Make it smaller, then attach it.</source>
        <translation>请先缩小它，再附加。</translation>
    </message>
    <message>
        <source>Write it first, then attach files to it.</source>
        <translation>请先写消息，再附加文件。</translation>
    </message>
    <message>
        <source>There is no place to stop at here.</source>
        <translation>这里没有可以停止的位置。</translation>
    </message>
    <message>
        <source>This breakpoint is not there any more.</source>
        <translation>此断点已不存在。</translation>
    </message>
    <message>
        <source>they are no JSON object</source>
        <translation>它们不是 JSON 对象</translation>
    </message>
    <message>
        <source>{tool} was not called, its arguments do not fit: {what}.</source>
        <translation>没有调用 {tool}，它的参数不符：{what}。</translation>
    </message>
    <message>
        <source>Correct them first.</source>
        <translation>请先更正它们。</translation>
    </message>
    <message>
        <source>A call that is kept needs a name.</source>
        <translation>要保存的调用需要名称。</translation>
    </message>
    <message>
        <source>Write one.</source>
        <translation>请写一个。</translation>
    </message>
    <message>
        <source>This call is to be undone.</source>
        <translation>此调用有待撤销。</translation>
    </message>
    <message>
        <source>Undo it, or skip that.</source>
        <translation>请撤销它，或跳过。</translation>
    </message>
    <message>
        <source>There is no tool named {tool}.</source>
        <translation>没有名为 {tool} 的工具。</translation>
    </message>
    <message>
        <source>Choose one of the session's tools.</source>
        <translation>请选择会话中的一个工具。</translation>
    </message>
    <message>
        <source>{tool} is an agent, a session of its own: it can only be called in the loop.</source>
        <translation>{tool} 是智能体，是一个自己的会话：它只能在循环中被调用。</translation>
    </message>
    <message>
        <source>Ask the model to call it, or open the agent's session.</source>
        <translation>请让模型调用它，或打开该智能体的会话。</translation>
    </message>
    <message>
        <source>Name two of them with --branch, or another file.</source>
        <translation>请用 --branch 写出其中两个，或另一个文件。</translation>
    </message>
    <message>
        <source>There is no such branch.</source>
        <translation>没有这样的分支。</translation>
    </message>
    <message>
        <source>Nothing has happened in {file} yet.</source>
        <translation>{file} 中还没有发生任何事。</translation>
    </message>
    <message>
        <source>{file} has one branch only.</source>
        <translation>{file} 只有一个分支。</translation>
    </message>
    <message>
        <source>{file} has {many} branches.</source>
        <translation>{file} 有 {many} 个分支。</translation>
    </message>
    <message>
        <source>{file} has no branch named {name}.</source>
        <translation>{file} 没有名为 {name} 的分支。</translation>
    </message>
    <message>
        <source>A tool needs a name.</source>
        <translation>工具需要名称。</translation>
    </message>
    <message>
        <source>There is no tool named {name}.</source>
        <translation>没有名为 {name} 的工具。</translation>
    </message>
    <message>
        <source>{source} gives the tool {name}.</source>
        <translation>工具 {name} 由 {source} 提供。</translation>
    </message>
    <message>
        <source>Switch it off, or take it out of the file.</source>
        <translation>请关闭它，或从文件中移除它。</translation>
    </message>
    <message>
        <source>The MCP server {source} gives the tool {name}.</source>
        <translation>工具 {name} 由 MCP 服务器 {source} 提供。</translation>
    </message>
    <message>
        <source>Switch it off, or leave it out of what is taken in.</source>
        <translation>请关闭它，或在取用时略去它。</translation>
    </message>
    <message>
        <source>The model did not ask for this call.</source>
        <translation>模型没有要求此调用。</translation>
    </message>
    <message>
        <source>Remove it from the reply instead.</source>
        <translation>请改为从响应中移除它。</translation>
    </message>
    <message>
        <source>The open reply is as the model said it.</source>
        <translation>未决的响应与模型所写的一致。</translation>
    </message>
    <message>
        <source>The reply's text prints no call of a sent tool.</source>
        <translation>响应的文本没有打印已发送工具的调用。</translation>
    </message>
    <message>
        <source>NaN and infinity are no numbers that a session can keep.</source>
        <translation>NaN 和无穷大不是会话能保存的数字。</translation>
    </message>
    <message>
        <source>Write another.</source>
        <translation>请写另一个。</translation>
    </message>
    <message>
        <source>There is no rule {rule} that could be so.</source>
        <translation>没有可以这样设置的规则 {rule}。</translation>
    </message>
    <message>
        <source>Choose one of the list.</source>
        <translation>请从列表中选择。</translation>
    </message>
    <message>
        <source>Calls of {tool} are denied by your policy.</source>
        <translation>您的策略禁止调用 {tool}。</translation>
    </message>
    <message>
        <source>Declare it first.</source>
        <translation>请先声明它。</translation>
    </message>
    <message>
        <source>{name} has nothing to trust: it runs neither by HTTP nor as a command.</source>
        <translation>{name} 没有需要信任的内容：它既不通过 HTTP 运行，也不作为命令运行。</translation>
    </message>
    <message>
        <source>{source} has no tool named {unknown}.</source>
        <translation>{source} 没有名为 {unknown} 的工具。</translation>
    </message>
    <message>
        <source>pytest would find no test in a file named {file}.</source>
        <translation>pytest 在名为 {file} 的文件中找不到测试。</translation>
    </message>
    <message>
        <source>Name it like test_refund.py: letters, digits and _.</source>
        <translation>请按 test_refund.py 这样命名：字母、数字和 _。</translation>
    </message>
    <message>
        <source>There is nothing here that a test could replay.</source>
        <translation>这里没有测试可以回放的内容。</translation>
    </message>
    <message>
        <source>Choose a step that is whole.</source>
        <translation>请选择完整的一步。</translation>
    </message>
    <message>
        <source>Nothing was asked and nothing answered on this branch.</source>
        <translation>此分支上既没有询问也没有回答。</translation>
    </message>
    <message>
        <source>Run the session first.</source>
        <translation>请先运行会话。</translation>
    </message>
    <message>
        <source>There is no branch named {branch}.</source>
        <translation>没有名为 {branch} 的分支。</translation>
    </message>
    <message>
        <source>There are: {known}.</source>
        <translation>有：{known}。</translation>
    </message>
    <message>
        <source>{session} is open as a session itself.</source>
        <translation>{session} 本身正作为会话打开。</translation>
    </message>
    <message>
        <source>Choose another name for the test.</source>
        <translation>请为测试换一个名称。</translation>
    </message>
    <message>
        <source>A line of this branch is damaged.</source>
        <translation>此分支有一行已损坏。</translation>
    </message>
    <message>
        <source>Export another branch.</source>
        <translation>请导出另一个分支。</translation>
    </message>
    <message>
        <source>{file} was changed by hand.</source>
        <translation>{file} 被手动更改过。</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be lost.</source>
        <translation>请换一个名称，或说明它可以丢失。</translation>
    </message>
    <message>
        <source>{session} is there already, and of another test.</source>
        <translation>{session} 已存在，且属于另一个测试。</translation>
    </message>
    <message>
        <source>{file} cannot be copied: {why}.</source>
        <translation>无法复制 {file}：{why}。</translation>
    </message>
    <message>
        <source>What is to be written is told by the ending of its name, and {name} has none of them.</source>
        <translation>要写什么由名称的结尾决定，而 {name} 没有这样的结尾。</translation>
    </message>
    <message>
        <source>Use .md or .html for a transcript, .json for the document, .har for the HTTP archive.</source>
        <translation>会话记录用 .md 或 .html，文档用 .json，HTTP 归档用 .har。</translation>
    </message>
    <message>
        <source>Nothing of this branch went over HTTP.</source>
        <translation>此分支没有任何内容经过 HTTP。</translation>
    </message>
    <message>
        <source>An archive holds what was asked of a live model.</source>
        <translation>归档保存的是发给在线模型的请求。</translation>
    </message>
    <message>
        <source>There is no branch named {name}.</source>
        <translation>没有名为 {name} 的分支。</translation>
    </message>
    <message>
        <source>{file} is open as a session itself.</source>
        <translation>{file} 本身正作为会话打开。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>{tool} is no search for tools.</source>
        <translation>{tool} 不是工具搜索。</translation>
    </message>
    <message>
        <source>Mock its result instead.</source>
        <translation>请改为模拟它的结果。</translation>
    </message>
    <message>
        <source>A search cannot find {wrong}.</source>
        <translation>搜索不能找到 {wrong}。</translation>
    </message>
    <message>
        <source>It is unknown, off, denied, in a group, or offered anyhow.</source>
        <translation>它未知、已关闭、被禁止、在分组中，或本来就提供。</translation>
    </message>
    <message>
        <source>To fork it, copy its file and open the copy.</source>
        <translation>要分支，请复制它的文件并打开副本。</translation>
    </message>
    <message>
        <source>Nothing has happened in this session yet.</source>
        <translation>此会话中还没有发生任何事。</translation>
    </message>
    <message>
        <source>What comes before this step is missing in the file, so that no branch can begin here.</source>
        <translation>文件中缺少这一步之前的内容，因此不能从这里开始分支。</translation>
    </message>
    <message>
        <source>Fork a step whose beginning is there.</source>
        <translation>请在开头完整的一步分支。</translation>
    </message>
    <message>
        <source>Nothing was sent yet.</source>
        <translation>还没有发送任何内容。</translation>
    </message>
    <message>
        <source>There is a branch named {wanted} already.</source>
        <translation>已有名为 {wanted} 的分支。</translation>
    </message>
    <message>
        <source>The session stands on this branch.</source>
        <translation>会话正位于此分支。</translation>
    </message>
    <message>
        <source>Go to another branch, then hide this one.</source>
        <translation>请转到另一个分支，再隐藏这个分支。</translation>
    </message>
    <message>
        <source>This is not so any more.</source>
        <translation>情况已不是这样。</translation>
    </message>
    <message>
        <source>Look at the problems as they are now.</source>
        <translation>请查看现在的问题。</translation>
    </message>
    <message>
        <source>No request is due here.</source>
        <translation>这里没有待发的请求。</translation>
    </message>
    <message>
        <source>Run or answer the open calls first.</source>
        <translation>请先运行或回答未决的调用。</translation>
    </message>
    <message>
        <source>There is no such answer in this session.</source>
        <translation>此会话中没有这个回答。</translation>
    </message>
    <message>
        <source>A branch or session cannot be laid beside a single step.</source>
        <translation>分支或会话不能与单独的一步并排。</translation>
    </message>
    <message>
        <source>Choose two branches or sessions, or two steps.</source>
        <translation>请选择两个分支或会话，或两个步骤。</translation>
    </message>
    <message>
        <source>Nobody waits for this file any more.</source>
        <translation>已没有人在等待此文件。</translation>
    </message>
    <message>
        <source>This rule is not there any more.</source>
        <translation>此规则已不存在。</translation>
    </message>
    <message>
        <source>It was removed, or the session went back to before it.</source>
        <translation>它已被移除，或会话回到了它之前。</translation>
    </message>
    <message>
        <source>There is no result of a tool here.</source>
        <translation>这里没有工具的结果。</translation>
    </message>
    <message>
        <source>Choose a result that a tool gave.</source>
        <translation>请选择由工具给出的结果。</translation>
    </message>
    <message>
        <source>The arguments of this call do not fit its tool.</source>
        <translation>此调用的参数不符合它的工具。</translation>
    </message>
    <message>
        <source>No rule is asked for such a call.</source>
        <translation>这样的调用不会询问任何规则。</translation>
    </message>
    <message>
        <source>Run, mock or reject them first.</source>
        <translation>请先运行、模拟或拒绝它们。</translation>
    </message>
    <message>
        <source>No call is open.</source>
        <translation>没有未决的调用。</translation>
    </message>
    <message>
        <source>To go on with it, copy its file and open the copy.</source>
        <translation>要继续，请复制它的文件并打开副本。</translation>
    </message>
    <message>
        <source>No agent is at work here.</source>
        <translation>这里没有正在工作的智能体。</translation>
    </message>
    <message>
        <source>Step into one first.</source>
        <translation>请先步入一个智能体。</translation>
    </message>
    <message>
        <source>Stop it first (Shift+F5).</source>
        <translation>请先停止它（Shift+F5）。</translation>
    </message>
    <message>
        <source>This is the beginning of the session.</source>
        <translation>这是会话的开头。</translation>
    </message>
    <message>
        <source>What comes before this step is missing in the file.</source>
        <translation>文件中缺少此步之前的内容。</translation>
    </message>
    <message>
        <source>Stop it first (Shift+F5), or wait for it to stop.</source>
        <translation>请先停止它（Shift+F5），或等待它停止。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的内容。</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>没有可重做的内容。</translation>
    </message>
    <message>
        <source>Two {of_what} are named {twice}.</source>
        <translation>有两个{of_what}名为 {twice}。</translation>
    </message>
    <message>
        <source>One of the {of_what} has no name.</source>
        <translation>有一个{of_what}没有名称。</translation>
    </message>
    <message>
        <source>Give each a name of its own.</source>
        <translation>请给每个写上自己的名称。</translation>
    </message>
    <message>
        <source>There is no group named {name}.</source>
        <translation>没有名为 {name} 的分组。</translation>
    </message>
    <message>
        <source>A group is opened by its rule, or for a turn.</source>
        <translation>分组由它的规则打开，或为一个回合打开。</translation>
    </message>
    <message>
        <source>Write the message first, or give the group the rule that you open it by hand.</source>
        <translation>请先写消息，或给分组设置由您手动打开的规则。</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The rule of the group {group}: {why}</source>
        <translation>分组 {group} 的规则：{why}</translation>
    </message>
    <message>
        <source>An agent is at work: its settings are not all of the session.</source>
        <translation>有智能体正在工作：它的设置不是会话的全部设置。</translation>
    </message>
    <message>
        <source>Step out of it first.</source>
        <translation>请先步出。</translation>
    </message>
    <message>
        <source>A call of {name} is open.</source>
        <translation>{name} 有一个未决的调用。</translation>
    </message>
    <message>
        <source>Run, mock or reject it first.</source>
        <translation>请先运行、模拟或拒绝它。</translation>
    </message>
    <message>
        <source>The policy for {pattern} would treat {new} otherwise than {name}.</source>
        <translation>{pattern} 的策略对 {new} 的处理会与 {name} 不同。</translation>
    </message>
    <message>
        <source>Change the policy first.</source>
        <translation>请先更改策略。</translation>
    </message>
    <message>
        <source>{name} is its name already.</source>
        <translation>它的名称已是 {name}。</translation>
    </message>
    <message>
        <source>The server tells no models.</source>
        <translation>服务器没有说明有哪些模型。</translation>
    </message>
    <message>
        <source>Write the name of the model.</source>
        <translation>请写出模型的名称。</translation>
    </message>
    <message>
        <source>The session is closed.</source>
        <translation>会话已关闭。</translation>
    </message>
    <message>
        <source>{file} is open already.</source>
        <translation>{file} 已经打开。</translation>
    </message>
    <message>
        <source>{file} is not trusted yet, or it changed since.</source>
        <translation>{file} 尚未受信任，或之后已更改。</translation>
    </message>
    <message>
        <source>Review it and trust it first.</source>
        <translation>请先查看并信任它。</translation>
    </message>
    <message>
        <source>A tools file named {file} is there already: {other}.</source>
        <translation>已有名为 {file} 的工具文件：{other}。</translation>
    </message>
    <message>
        <source>Rename one of them, then add it again.</source>
        <translation>请重命名其中一个，再重新添加。</translation>
    </message>
    <message>
        <source>This session cannot be moved: it is open for reading only.</source>
        <translation>此会话不能移动：它以只读方式打开。</translation>
    </message>
    <message>
        <source>Copy its file and open the copy.</source>
        <translation>请复制它的文件并打开副本。</translation>
    </message>
    <message>
        <source>Choose another branch.</source>
        <translation>请选择另一个分支。</translation>
    </message>
    <message>
        <source>This replay goes on without its recording. {why} Switch Model and Tools to live to go on.</source>
        <translation>此回放在没有录制的情况下继续。{why} 要继续，请把“模型”和“工具”切换为在线。</translation>
    </message>
    <message>
        <source>The program ended while the recorded reply was waited for. Nothing was sent.</source>
        <translation>程序在等待录制的响应时结束。没有发送任何内容。</translation>
    </message>
    <message>
        <source>{file} has changed: the path that was replayed is not there any more.</source>
        <translation>{file} 已更改：回放的路径已不在其中。</translation>
    </message>
    <message>
        <source>This branch of {file} cannot be replayed: what stood before it is damaged.</source>
        <translation>{file} 的此分支不能回放：它之前的内容已损坏。</translation>
    </message>
    <message>
        <source>{file} has no branch named {branch}.</source>
        <translation>{file} 没有名为 {branch} 的分支。</translation>
    </message>
    <message>
        <source>This branch of {file} cannot be replayed: a line of it is not readable.</source>
        <translation>{file} 的此分支不能回放：其中一行无法读取。</translation>
    </message>
    <message>
        <source>The program ended while the reply came. What had arrived is kept.</source>
        <translation>程序在接收响应时结束。已保留收到的内容。</translation>
    </message>
    <message>
        <source>Write a pattern first.</source>
        <translation>请先写一个模式。</translation>
    </message>
    <message>
        <source>The pattern is too long: {n} characters at most.</source>
        <translation>模式太长：最多 {n} 个字符。</translation>
    </message>
    <message>
        <source>This pattern would also blank {word}, which a session needs. Make it say more.</source>
        <translation>此模式也会抹去会话所需的 {word}。请写得更具体。</translation>
    </message>
    <message>
        <source>This pattern would also blank ids of calls, such as {id}. Make it say more.</source>
        <translation>此模式也会抹去调用的 id，例如 {id}。请写得更具体。</translation>
    </message>
    <message>
        <source>{file} is no picture.</source>
        <translation>{file} 不是图片。</translation>
    </message>
    <message>
        <source>PNG, JPEG, GIF and WebP can be used.</source>
        <translation>可以使用 PNG、JPEG、GIF 和 WebP。</translation>
    </message>
    <message>
        <source>{file} is too large: {n} KB.</source>
        <translation>{file} 过大：{n} KB。</translation>
    </message>
    <message>
        <source>There is room for {n} KB.</source>
        <translation>可用空间为 {n} KB。</translation>
    </message>
    <message>
        <source>The server gave nothing.</source>
        <translation>服务器没有给出内容。</translation>
    </message>
    <message>
        <source>Read it again, or choose another resource.</source>
        <translation>请重新读取，或选择另一个资源。</translation>
    </message>
    <message>
        <source>{uri} is too long to go along: {n} characters, at most {most}.</source>
        <translation>{uri} 太长，不能随附：{n} 个字符，最多 {most} 个。</translation>
    </message>
    <message>
        <source>Save it, and attach some lines of the file.</source>
        <translation>请保存它，并附加文件的几行。</translation>
    </message>
    <message>
        <source>There is no text in {uri}.</source>
        <translation>{uri} 中没有文本。</translation>
    </message>
    <message>
        <source>The picture {uri} is too large to go along: {n} characters of base64, at most {most}.</source>
        <translation>图片 {uri} 太大，不能随附：base64 为 {n} 个字符，最多 {most} 个。</translation>
    </message>
    <message>
        <source>Save it, and make it smaller.</source>
        <translation>请保存它，并缩小它。</translation>
    </message>
    <message>
        <source>of no known type</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>{uri} is neither text nor a picture that a model can take ({kind}).</source>
        <translation>{uri} 既不是文本，也不是模型能接收的图片（{kind}）。</translation>
    </message>
    <message>
        <source>Save it instead.</source>
        <translation>请改为保存它。</translation>
    </message>
    <message>
        <source>{name} cannot run: {problem}</source>
        <translation>{name} 无法运行：{problem}</translation>
    </message>
    <message>
        <source>{name} is not trusted yet, or what it runs changed since. Review it, or mock the call.</source>
        <translation>{name} 尚未受信任，或它运行的内容之后已更改。请查看它，或模拟此调用。</translation>
    </message>
    <message>
        <source>{name} needs the environment variable {variable}, which is not set. Set it, or mock the call.</source>
        <translation>{name} 需要环境变量 {variable}，而它未设置。请设置它，或模拟此调用。</translation>
    </message>
    <message>
        <source>Two variants are named {twice}.</source>
        <translation>有两个变体名为 {twice}。</translation>
    </message>
    <message>
        <source>Give each another name.</source>
        <translation>请给每个写上不同的名称。</translation>
    </message>
    <message>
        <source>Nothing would be asked.</source>
        <translation>不会询问任何内容。</translation>
    </message>
    <message>
        <source>Ask at least one variant, one prompt, once.</source>
        <translation>请至少询问一个变体、一个提示词、一次。</translation>
    </message>
    <message>
        <source>A sample asks at most {most_requests} requests, {most} at the same time.</source>
        <translation>一次采样最多 {most_requests} 个请求，同时最多 {most} 个。</translation>
    </message>
    <message>
        <source>Ask for less.</source>
        <translation>请减少一些。</translation>
    </message>
    <message>
        <source>A sample is under way.</source>
        <translation>正在采样。</translation>
    </message>
    <message>
        <source>Wait for its end, or cancel it.</source>
        <translation>请等待它结束，或取消它。</translation>
    </message>
    <message>
        <source>There is no sample {id} in this session.</source>
        <translation>此会话中没有采样 {id}。</translation>
    </message>
    <message>
        <source>Name a profile, or switch Model to live.</source>
        <translation>请写出配置，或把“模型”切换为在线。</translation>
    </message>
    <message>
        <source>There is no profile named {name}.</source>
        <translation>没有名为 {name} 的配置。</translation>
    </message>
    <message>
        <source>Audio is not sent: the model reads only that it is there.</source>
        <translation>不发送音频：模型只会读到那里有音频。</translation>
    </message>
    <message>
        <source>Calls and results of the server's own tools are told as text.</source>
        <translation>服务器自己的工具的调用和结果以文本转述。</translation>
    </message>
    <message>
        <source>The server would like a model such as {names}; {model_name} is asked.</source>
        <translation>服务器希望使用 {names} 这样的模型；将询问 {model_name}。</translation>
    </message>
    <message>
        <source>The server asks for what was said in the session to go along; nothing of it is sent.</source>
        <translation>服务器要求一并发送会话中所说的内容；不会发送其中任何内容。</translation>
    </message>
    <message>
        <source>The server gives tools that the model may call; they are not sent.</source>
        <translation>服务器给出了模型可以调用的工具；不会发送它们。</translation>
    </message>
    <message>
        <source>The server gives metadata for the provider; it is not sent.</source>
        <translation>服务器给出了供服务提供方使用的元数据；不会发送它。</translation>
    </message>
    <message>
        <source>A part of the kind {kind} is told in words only.</source>
        <translation>{kind} 类的部分只用文字转述。</translation>
    </message>
    <message>
        <source>{key} is left out. {why}</source>
        <translation>{key} 已略去。{why}</translation>
    </message>
    <message>
        <source>the chosen model</source>
        <translation>所选的模型</translation>
    </message>
    <message>
        <source>A report is Markdown or HTML.</source>
        <translation>报告是 Markdown 或 HTML。</translation>
    </message>
    <message>
        <source>Let its name end in .md or .html.</source>
        <translation>请让名称以 .md 或 .html 结尾。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>请选择另一个位置。</translation>
    </message>
    <message>
        <source>The profile {profile}, which gives the vectors, is not there</source>
        <translation>提供向量的配置 {profile} 不存在</translation>
    </message>
    <message>
        <source>{gone}.</source>
        <translation>{gone}。</translation>
    </message>
    <message>
        <source>Choose a profile in the settings of tool search.</source>
        <translation>请在工具搜索的设置中选择配置。</translation>
    </message>
    <message>
        <source>No model for embeddings is named.</source>
        <translation>没有写出嵌入模型。</translation>
    </message>
    <message>
        <source>Name one in the settings of tool search.</source>
        <translation>请在工具搜索的设置中写出一个。</translation>
    </message>
    <message>
        <source>it took longer than {seconds} s.</source>
        <translation>耗时超过 {seconds} 秒。</translation>
    </message>
    <message>
        <source>No endpoint for embeddings is chosen</source>
        <translation>没有选择嵌入端点</translation>
    </message>
    <message>
        <source>Write a message first, or go back to before a request.</source>
        <translation>请先写一条消息，或回到某个请求之前。</translation>
    </message>
    <message>
        <source>The server asks no more: it took its question back, or ended.</source>
        <translation>服务器不再询问：它撤回了问题，或已结束。</translation>
    </message>
    <message>
        <source>The call was over before the question was answered.</source>
        <translation>在问题得到回答之前，调用就结束了。</translation>
    </message>
    <message>
        <source>The session was closed.</source>
        <translation>会话已被关闭。</translation>
    </message>
    <message>
        <source>Nobody asks this any more.</source>
        <translation>已没有人询问这个问题。</translation>
    </message>
    <message>
        <source>It is answered, or the server took it back.</source>
        <translation>它已得到回答，或服务器已撤回它。</translation>
    </message>
    <message>
        <source>A model is answering this already.</source>
        <translation>已有模型正在回答。</translation>
    </message>
    <message>
        <source>Wait for it, or decline.</source>
        <translation>请等待它，或拒绝。</translation>
    </message>
    <message>
        <source>The server {server} needs ${{{name}}}, which holds nothing.</source>
        <translation>服务器 {server} 需要 ${{{name}}}，而它没有值。</translation>
    </message>
    <message>
        <source>Set that environment variable, or keep its value in the keyring.</source>
        <translation>请设置该环境变量，或把它的值保存在密钥环中。</translation>
    </message>
    <message>
        <source>The MCP server {server} is switched off. Switch it on, or mock the call.</source>
        <translation>MCP 服务器 {server} 已关闭。请打开它，或模拟此调用。</translation>
    </message>
    <message>
        <source>The MCP server {server} is not trusted yet, or how it is reached changed since. Review it and trust it, or mock the call.</source>
        <translation>MCP 服务器 {server} 尚未受信任，或访问它的方式之后已更改。请查看并信任它，或模拟此调用。</translation>
    </message>
    <message>
        <source>it does not run.</source>
        <translation>它没有运行。</translation>
    </message>
    <message>
        <source>The start of the MCP server {server} was stopped.</source>
        <translation>MCP 服务器 {server} 的启动被停止。</translation>
    </message>
    <message>
        <source>The MCP server {server} is not ready: {why}</source>
        <translation>MCP 服务器 {server} 没有准备好：{why}</translation>
    </message>
    <message>
        <source>Nobody is chosen to answer.</source>
        <translation>没有选择由谁回答。</translation>
    </message>
    <message>
        <source>Choose a model profile.</source>
        <translation>请选择模型配置。</translation>
    </message>
    <message>
        <source>{tool} is only a declaration. Mock it, or type its result.</source>
        <translation>{tool} 只是一个声明。请模拟它，或输入它的结果。</translation>
    </message>
    <message>
        <source>{source} is not trusted yet, or it changed since. Review it, or mock the call.</source>
        <translation>{source} 尚未受信任，或之后已更改。请查看它，或模拟此调用。</translation>
    </message>
    <message>
        <source>The reply is yours to write.</source>
        <translation>响应由您来写。</translation>
    </message>
    <message>
        <source>Choose a model profile, or make one.</source>
        <translation>请选择模型配置，或创建一个。</translation>
    </message>
    <message>
        <source>This session has no script to answer from.</source>
        <translation>此会话没有可用来回答的脚本。</translation>
    </message>
    <message>
        <source>{source} has no tool named {tool} any more.</source>
        <translation>{source} 已没有名为 {tool} 的工具。</translation>
    </message>
    <message>
        <source>Reload the file, or mock the call.</source>
        <translation>请重新加载文件，或模拟此调用。</translation>
    </message>
    <message>
        <source>This session has no recording to answer from.</source>
        <translation>此会话没有可用来回答的录制。</translation>
    </message>
    <message>
        <source>Switch Model to live.</source>
        <translation>请把“模型”切换为在线。</translation>
    </message>
    <message>
        <source>The recording holds no answer of this source here.</source>
        <translation>录制中此处没有该来源的回答。</translation>
    </message>
    <message>
        <source>A server named {server} is there already.</source>
        <translation>已有名为 {server} 的服务器。</translation>
    </message>
    <message>
        <source>Give this one another name.</source>
        <translation>请给这个换一个名称。</translation>
    </message>
    <message>
        <source>Tools of {server} are in the session already, and they are not of a server.</source>
        <translation>会话中已有 {server} 的工具，而它们不属于服务器。</translation>
    </message>
    <message>
        <source>Give the server another name.</source>
        <translation>请给服务器换一个名称。</translation>
    </message>
    <message>
        <source>There is no MCP server named {name}.</source>
        <translation>没有名为 {name} 的 MCP 服务器。</translation>
    </message>
    <message>
        <source>{folder} holds {first}. Nothing of a skill runs: add it as a tools file to offer its tools.</source>
        <translation>{folder} 含有 {first}。技能中的任何内容都不会运行：要提供其中的工具，请把它作为工具文件添加。</translation>
    </message>
    <message>
        <source>The skill {name} names no tools, so those of {names} are offered from the beginning. Name them in SKILL.md (allowed-tools: NAME, …) to offer them from its activation on.</source>
        <translation>技能 {name} 没有写出工具，因此 {names} 的工具从一开始就提供。要在激活之后才提供，请在 SKILL.md 中写出它们（allowed-tools: NAME, …）。</translation>
    </message>
    <message>
        <source>The skill {name} is named {now} now.</source>
        <translation>技能 {name} 现在名为 {now}。</translation>
    </message>
    <message>
        <source>The description changed.</source>
        <translation>描述已更改。</translation>
    </message>
    <message>
        <source>The instructions changed.</source>
        <translation>说明已更改。</translation>
    </message>
    <message>
        <source>New files: {names}.</source>
        <translation>新文件：{names}。</translation>
    </message>
    <message>
        <source>Files that are gone: {names}.</source>
        <translation>已不存在的文件：{names}。</translation>
    </message>
    <message>
        <source>SKILL.md names tools that were not chosen: {names}.</source>
        <translation>SKILL.md 写出了未选择的工具：{names}。</translation>
    </message>
    <message>
        <source>{folder} holds {n} skills; tools are chosen for one.</source>
        <translation>{folder} 含有 {n} 个技能；只能为一个技能选择工具。</translation>
    </message>
    <message>
        <source>Add its own folder.</source>
        <translation>请添加它自己的文件夹。</translation>
    </message>
    <message>
        <source>Two skills are named {name}.</source>
        <translation>有两个技能名为 {name}。</translation>
    </message>
    <message>
        <source>Rename one of them.</source>
        <translation>请重命名其中一个。</translation>
    </message>
    <message>
        <source>There is no skill named {name}.</source>
        <translation>没有名为 {name} 的技能。</translation>
    </message>
    <message>
        <source>Add its folder first.</source>
        <translation>请先添加它的文件夹。</translation>
    </message>
    <message>
        <source>The system text does not name {names}: what it says of skills is in your own words. Add them there, or go back to the usual words.</source>
        <translation>系统文本没有写出 {names}：它关于技能的内容是您自己写的。请在其中添加它们，或恢复为通常的文字。</translation>
    </message>
    <message>
        <source>Two skills are named {name}: one of {folder}, one of {other}.</source>
        <translation>有两个技能名为 {name}：一个来自 {folder}，一个来自 {other}。</translation>
    </message>
    <message>
        <source>Rename one of them, or take out the other first.</source>
        <translation>请重命名其中一个，或先移除另一个。</translation>
    </message>
    <message>
        <source>Review it and trust it, or switch the source off.</source>
        <translation>请查看并信任它，或关闭该来源。</translation>
    </message>
    <message>
        <source>Two tools are named {name}: one of {first}, one of {second}.</source>
        <translation>有两个工具名为 {name}：一个来自 {first}，一个来自 {second}。</translation>
    </message>
    <message>
        <source>Rename the one that is there, or give the other one another name as you add it.</source>
        <translation>请重命名已有的那个，或在添加时给另一个换名称。</translation>
    </message>
    <message>
        <source>An MCP server is named {source} already.</source>
        <translation>已有名为 {source} 的 MCP 服务器。</translation>
    </message>
    <message>
        <source>Rename the server, then add the tools again.</source>
        <translation>请重命名该服务器，再重新添加工具。</translation>
    </message>
    <message>
        <source>{first} has a tool named {name} already.</source>
        <translation>{first} 已有名为 {name} 的工具。</translation>
    </message>
    <message>
        <source>Write another name.</source>
        <translation>请写另一个名称。</translation>
    </message>
    <message>
        <source>pytest is not installed for the Python that runs this program.</source>
        <translation>运行此程序的 Python 没有安装 pytest。</translation>
    </message>
    <message>
        <source>Export the test, and run it where pytest and toolcall-studio are installed.</source>
        <translation>请导出测试，并在装有 pytest 和 toolcall-studio 的地方运行它。</translation>
    </message>
    <message>
        <source>The test cannot be started: {why}.</source>
        <translation>无法启动测试：{why}。</translation>
    </message>
    <message>
        <source>The script {file} cannot be read: {why}.</source>
        <translation>无法读取脚本 {file}：{why}。</translation>
    </message>
</context>
<context>
    <name>json</name>
    <message>
        <source>a value is missing: the text is empty</source>
        <translation>缺少值：文本是空的</translation>
    </message>
    <message>
        <source>a comma is missing here</source>
        <translation>此处缺少逗号</translation>
    </message>
    <message>
        <source>one comma too many</source>
        <translation>多了一个逗号</translation>
    </message>
    <message>
        <source>a colon is missing after the key</source>
        <translation>键后面缺少冒号</translation>
    </message>
    <message>
        <source>a value is missing here</source>
        <translation>此处缺少值</translation>
    </message>
    <message>
        <source>a key needs double quotes</source>
        <translation>键需要双引号</translation>
    </message>
    <message>
        <source>text needs double quotes, not single ones</source>
        <translation>文本需要双引号，不能用单引号</translation>
    </message>
    <message>
        <source>this word is not JSON; text needs double quotes</source>
        <translation>这个词不是 JSON；文本需要双引号</translation>
    </message>
    <message>
        <source>this is not a number as JSON writes it</source>
        <translation>这不是 JSON 写法的数字</translation>
    </message>
    <message>
        <source>JSON has no NaN and no Infinity</source>
        <translation>JSON 没有 NaN 和 Infinity</translation>
    </message>
    <message>
        <source>the closing quote is missing (a line break inside text is written \n)</source>
        <translation>缺少结尾的引号（文本中的换行要写成 \n）</translation>
    </message>
    <message>
        <source>this control character must be written as an escape</source>
        <translation>这个控制字符必须写成转义形式</translation>
    </message>
    <message>
        <source>JSON does not know this escape</source>
        <translation>JSON 不认识这个转义</translation>
    </message>
    <message>
        <source>the closing } is missing</source>
        <translation>缺少结尾的 }</translation>
    </message>
    <message>
        <source>the closing ] is missing</source>
        <translation>缺少结尾的 ]</translation>
    </message>
    <message>
        <source>this bracket closes nothing that is open here</source>
        <translation>这个括号没有对应的开括号</translation>
    </message>
    <message>
        <source>this sign does not belong here</source>
        <translation>这个符号不该在这里</translation>
    </message>
    <message>
        <source>the value ended before; this is too much</source>
        <translation>值在此之前已经结束；这里是多余的</translation>
    </message>
    <message>
        <source>this key stands twice; only the last one counts</source>
        <translation>这个键出现了两次；只有最后一个有效</translation>
    </message>
</context>
<context>
    <name>labels</name>
    <message>
        <source>Paused before the request</source>
        <translation>已在请求之前暂停</translation>
    </message>
    <message>
        <source>Paused after the reply</source>
        <translation>已在响应之后暂停</translation>
    </message>
    <message>
        <source>Paused before {tool}</source>
        <translation>已在 {tool} 之前暂停</translation>
    </message>
    <message>
        <source>Paused after {tool}</source>
        <translation>已在 {tool} 之后暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Waiting for your message</source>
        <translation>等待您的消息</translation>
    </message>
    <message>
        <source>Limit reached</source>
        <translation>已达限制</translation>
    </message>
    <message>
        <source>Paused before the tools of the request are chosen</source>
        <translation>已在选择请求的工具之前暂停</translation>
    </message>
    <message>
        <source>The tools could not be chosen</source>
        <translation>无法选择工具</translation>
    </message>
    <message>
        <source>Two tools have one name</source>
        <translation>有两个工具同名</translation>
    </message>
    <message>
        <source>An MCP server that is needed is not ready</source>
        <translation>必需的 MCP 服务器未就绪</translation>
    </message>
    <message>
        <source>Not sent: the messages are not valid</source>
        <translation>未发送：消息无效</translation>
    </message>
    <message>
        <source>The request failed</source>
        <translation>请求失败</translation>
    </message>
    <message>
        <source>{tool} may have run</source>
        <translation>{tool} 可能已执行</translation>
    </message>
    <message>
        <source>The request may have been sent</source>
        <translation>请求可能已发送</translation>
    </message>
    <message>
        <source>The request differs from the recorded one</source>
        <translation>请求与录制的不同</translation>
    </message>
    <message>
        <source>The recording has no answer here</source>
        <translation>录制中到此没有答复</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>breakpoint</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>由您暂停</translation>
    </message>
    <message>
        <source>approval: the tool is sensitive</source>
        <translation>批准：该工具是敏感工具</translation>
    </message>
    <message>
        <source>approval: your policy asks for it</source>
        <translation>批准：您的策略要求询问</translation>
    </message>
    <message>
        <source>something went wrong</source>
        <translation>出了问题</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>the model asked for nothing more</source>
        <translation>模型没有更多请求</translation>
    </message>
    <message>
        <source>nothing is due</source>
        <translation>没有待办</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>由您停止</translation>
    </message>
    <message>
        <source>it began and has no end: run again, type the result, or reject</source>
        <translation>它已开始但没有结束：再次执行、输入结果或拒绝</translation>
    </message>
    <message>
        <source>it began and has no reply: send it again or change it</source>
        <translation>它已开始但没有响应：重新发送或更改</translation>
    </message>
    <message>
        <source>first difference at {pointer}</source>
        <translation>第一个不同之处在 {pointer}</translation>
    </message>
    <message>
        <source>nearest recorded: the request of round {round} (step {step})</source>
        <translation>最接近：第 {round} 轮的请求（第 {step} 步）</translation>
    </message>
    <message>
        <source>nearest recorded: {tool} in round {round} (step {step})</source>
        <translation>最接近：第 {round} 轮的 {tool}（第 {step} 步）</translation>
    </message>
    <message>
        <source>the recording holds no such request</source>
        <translation>录制中没有这样的请求</translation>
    </message>
    <message>
        <source>the recording holds no result for this call</source>
        <translation>录制中没有此调用的结果</translation>
    </message>
    <message>
        <source>no whole reply came</source>
        <translation>没有收到完整的响应</translation>
    </message>
    <message>
        <source>there is no tool of this name</source>
        <translation>没有这个名称的工具</translation>
    </message>
    <message>
        <source>the arguments do not fit</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>the tool raised an error</source>
        <translation>工具引发了错误</translation>
    </message>
    <message>
        <source>the tools are not ready</source>
        <translation>工具尚未就绪</translation>
    </message>
    <message>
        <source>nobody can answer</source>
        <translation>无人可以回答</translation>
    </message>
    <message>
        <source>{text}</source>
        <translation>{text}</translation>
    </message>
    <message>
        <source>you answer in the model's place</source>
        <translation>由您代替模型回答</translation>
    </message>
    <message>
        <source>the messages cannot be sent like this</source>
        <translation>消息不能这样发送</translation>
    </message>
    <message>
        <source>the session file cannot be written</source>
        <translation>会话文件无法写入</translation>
    </message>
    <message>
        <source>1 round trip since your last message</source>
        <translation>自您上一条消息以来 1 次往返</translation>
    </message>
    <message>
        <source>{n} round trips since your last message</source>
        <translation>自您上一条消息以来 {n} 次往返</translation>
    </message>
    <message>
        <source>1 round trip since it was called</source>
        <translation>自它被调用以来 1 次往返</translation>
    </message>
    <message>
        <source>{n} round trips since it was called</source>
        <translation>自它被调用以来 {n} 次往返</translation>
    </message>
    <message>
        <source>call {i} of {of}</source>
        <translation>第 {i} 个调用，共 {of} 个</translation>
    </message>
    <message>
        <source>send the request</source>
        <translation>发送请求</translation>
    </message>
    <message>
        <source>send your message</source>
        <translation>发送您的消息</translation>
    </message>
    <message>
        <source>send the request again</source>
        <translation>重新发送请求</translation>
    </message>
    <message>
        <source>send 1 tool result</source>
        <translation>发送 1 个工具结果</translation>
    </message>
    <message>
        <source>send {n} tool results</source>
        <translation>发送 {n} 个工具结果</translation>
    </message>
    <message>
        <source>run {tool}</source>
        <translation>执行 {tool}</translation>
    </message>
    <message>
        <source>run {tool} (call {i} of {of})</source>
        <translation>执行 {tool}（第 {i} 个调用，共 {of} 个）</translation>
    </message>
    <message>
        <source>decide on {tool}, which may have run</source>
        <translation>决定如何处理可能已执行的 {tool}</translation>
    </message>
    <message>
        <source>decide on the request, which may have been sent</source>
        <translation>决定如何处理可能已发送的请求</translation>
    </message>
    <message>
        <source>write a message</source>
        <translation>写一条消息</translation>
    </message>
    <message>
        <source>nothing: the turn is finished</source>
        <translation>无：回合已结束</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings changed</source>
        <translation>设置已更改</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Developer</source>
        <translation>开发者</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Call {tool}</source>
        <translation>调用 {tool}</translation>
    </message>
    <message>
        <source>Result of {tool}</source>
        <translation>{tool} 的结果</translation>
    </message>
    <message>
        <source>No reply</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>{tool} began and has no end</source>
        <translation>{tool} 已开始但没有结束</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Damaged line</source>
        <translation>损坏的行</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Fork: {branch}</source>
        <translation>分支：{branch}</translation>
    </message>
    <message>
        <source>Branch {branch}</source>
        <translation>分支 {branch}</translation>
    </message>
    <message>
        <source>Branch {branch}, detached: what stood before it is damaged</source>
        <translation>分支 {branch}，已脱离：之前的内容已损坏</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>started {time}</source>
        <translation>{time} 开始</translation>
    </message>
    <message>
        <source>empty result</source>
        <translation>空结果</translation>
    </message>
    <message>
        <source>this line of the file cannot be read</source>
        <translation>文件的这一行无法读取</translation>
    </message>
    <message>
        <source>Branch {branch} starts here</source>
        <translation>分支 {branch} 从这里开始</translation>
    </message>
    <message>
        <source>responder</source>
        <translation>回答者</translation>
    </message>
    <message>
        <source>system text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>tools sent</source>
        <translation>发送的工具</translation>
    </message>
    <message>
        <source>tools files</source>
        <translation>工具文件</translation>
    </message>
    <message>
        <source>stop places</source>
        <translation>停止位置</translation>
    </message>
    <message>
        <source>most round trips</source>
        <translation>最多往返次数</translation>
    </message>
    <message>
        <source>time limit of a call</source>
        <translation>调用的时限</translation>
    </message>
    <message>
        <source>HTTP and command tools</source>
        <translation>HTTP 与命令工具</translation>
    </message>
    <message>
        <source>choices for tools</source>
        <translation>工具的选项</translation>
    </message>
    <message>
        <source>how values are made to fit</source>
        <translation>值的调整方式</translation>
    </message>
    <message>
        <source>what is done with bad calls</source>
        <translation>出错调用的处理</translation>
    </message>
    <message>
        <source>calls at once</source>
        <translation>同时执行的调用</translation>
    </message>
    <message>
        <source>undoing after an error</source>
        <translation>出错后撤销</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>approval</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>mock rules</source>
        <translation>模拟规则</translation>
    </message>
    <message>
        <source>strict schemas</source>
        <translation>严格模式</translation>
    </message>
    <message>
        <source>longest result</source>
        <translation>最长结果</translation>
    </message>
    <message>
        <source>memory id</source>
        <translation>记忆 ID</translation>
    </message>
    <message>
        <source>tool groups</source>
        <translation>工具分组</translation>
    </message>
    <message>
        <source>tool sources</source>
        <translation>工具来源</translation>
    </message>
    <message>
        <source>who chooses tool groups</source>
        <translation>由谁选择工具分组</translation>
    </message>
    <message>
        <source>tool search</source>
        <translation>工具搜索</translation>
    </message>
    <message>
        <source>tools kept in</source>
        <translation>保留的工具</translation>
    </message>
    <message>
        <source>context values</source>
        <translation>上下文值</translation>
    </message>
    <message>
        <source>skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>a result</source>
        <translation>一个结果</translation>
    </message>
    <message>
        <source>calls {tools}</source>
        <translation>调用 {tools}</translation>
    </message>
    <message>
        <source>without words</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>System text</source>
        <translation>系统文本</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Tool results</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>Room left</source>
        <translation>剩余空间</translation>
    </message>
    <message>
        <source>words about the skills</source>
        <translation>关于技能的文字</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>what the history says of edited calls</source>
        <translation>历史如何记载修改过的调用</translation>
    </message>
    <message>
        <source>kept calls</source>
        <translation>已保存的调用</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已改</translation>
    </message>
    <message>
        <source>mock</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>retry {times}</source>
        <translation>重试 {times}</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>may have run</source>
        <translation>可能已执行</translation>
    </message>
    <message>
        <source>may have been sent</source>
        <translation>可能已发送</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>tool call {tool}</source>
        <translation>工具调用 {tool}</translation>
    </message>
    <message>
        <source>result of {tool}</source>
        <translation>{tool} 的结果</translation>
    </message>
    <message>
        <source>stop place</source>
        <translation>停止位置</translation>
    </message>
    <message>
        <source>stop place: before each request</source>
        <translation>停止位置：每个请求之前</translation>
    </message>
    <message>
        <source>stop place: after each reply</source>
        <translation>停止位置：每个响应之后</translation>
    </message>
    <message>
        <source>stop place: before each call</source>
        <translation>停止位置：每个调用之前</translation>
    </message>
    <message>
        <source>stop place: after each result</source>
        <translation>停止位置：每个结果之后</translation>
    </message>
    <message>
        <source>the recording ends before {tool}</source>
        <translation>录制在 {tool} 之前结束</translation>
    </message>
    <message>
        <source>the recording ends before {tool} is undone</source>
        <translation>录制在撤销 {tool} 之前结束</translation>
    </message>
    <message>
        <source>the recording ends here</source>
        <translation>录制在此结束</translation>
    </message>
    <message>
        <source>send the edited messages</source>
        <translation>发送编辑过的消息</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>the response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>by breakpoint {rule}</source>
        <translation>由断点 {rule}</translation>
    </message>
    <message>
        <source>Branch {branch}, after round {round}</source>
        <translation>分支 {branch}，第 {round} 轮之后</translation>
    </message>
    <message>
        <source>Branch {branch}, within round {round}</source>
        <translation>分支 {branch}，第 {round} 轮之中</translation>
    </message>
    <message>
        <source>error of {tool}</source>
        <translation>工具 {tool} 的错误</translation>
    </message>
    <message>
        <source>next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>the session stands here</source>
        <translation>会话停在这里</translation>
    </message>
    <message>
        <source>stops here</source>
        <translation>在此停止</translation>
    </message>
    <message>
        <source>shared with the parent branch</source>
        <translation>与父分支共有</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>{n} problems</source>
        <translation>{n} 个问题</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>{n} messages</source>
        <translation>{n} 条消息</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 个工具</translation>
    </message>
    <message>
        <source>{n} tools</source>
        <translation>{n} 个工具</translation>
    </message>
    <message>
        <source>1 tool call</source>
        <translation>1 个工具调用</translation>
    </message>
    <message>
        <source>{n} tool calls</source>
        <translation>{n} 个工具调用</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>1 个结果</translation>
    </message>
    <message>
        <source>{n} results</source>
        <translation>{n} 个结果</translation>
    </message>
    <message>
        <source>1 round</source>
        <translation>1 轮</translation>
    </message>
    <message>
        <source>{n} rounds</source>
        <translation>{n} 轮</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>{n} steps</source>
        <translation>{n} 步</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个词元</translation>
    </message>
    <message>
        <source>1 removed</source>
        <translation>移除 1 个</translation>
    </message>
    <message>
        <source>{n} removed</source>
        <translation>移除 {n} 个</translation>
    </message>
    <message>
        <source>1 added</source>
        <translation>新增 1 个</translation>
    </message>
    <message>
        <source>{n} added</source>
        <translation>新增 {n} 个</translation>
    </message>
    <message>
        <source>executed</source>
        <translation>已执行</translation>
    </message>
    <message>
        <source>mocked</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>written by hand</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>time-out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>its process ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>没有此工具</translation>
    </message>
    <message>
        <source>added by you</source>
        <translation>由您添加</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>was</source>
        <translation>原为</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现为</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>refusal</source>
        <translation>拒答</translation>
    </message>
    <message>
        <source>what had arrived</source>
        <translation>已收到的部分</translation>
    </message>
    <message>
        <source>a part of another kind</source>
        <translation>其他类型的部分</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>{money}</source>
        <translation>{money}</translation>
    </message>
    <message>
        <source>at least {money}</source>
        <translation>至少 {money}</translation>
    </message>
    <message>
        <source>({money})</source>
        <translation>（{money}）</translation>
    </message>
    <message>
        <source>(at least {money})</source>
        <translation>（至少 {money}）</translation>
    </message>
    <message>
        <source>(unknown)</source>
        <translation>（未知）</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Cost: {money}.</source>
        <translation>费用：{money}。</translation>
    </message>
    <message>
        <source>Cost: at least {money}; of 1 reply it is not known.</source>
        <translation>费用：至少 {money}；有 1 个响应的费用未知。</translation>
    </message>
    <message>
        <source>Cost: at least {money}; of {n} replies it is not known.</source>
        <translation>费用：至少 {money}；有 {n} 个响应的费用未知。</translation>
    </message>
    <message>
        <source>Cost: unknown.</source>
        <translation>费用：未知。</translation>
    </message>
    <message>
        <source>Nothing was paid.</source>
        <translation>未产生费用。</translation>
    </message>
    <message>
        <source>Recorded and scripted replies cost nothing here; asked live they would cost {money}.</source>
        <translation>录制和脚本的响应在这里不花钱；在线请求则需 {money}。</translation>
    </message>
    <message>
        <source>Recorded and scripted replies cost nothing here; asked live they would cost at least {money}.</source>
        <translation>录制和脚本的响应在这里不花钱；在线请求则至少需 {money}。</translation>
    </message>
    <message>
        <source>Recorded and scripted replies cost nothing here; what they would cost live is not known.</source>
        <translation>录制和脚本的响应在这里不花钱；在线请求的费用未知。</translation>
    </message>
    <message>
        <source>For 1 reply no tokens were reported.</source>
        <translation>有 1 个响应没有报告词元。</translation>
    </message>
    <message>
        <source>For {n} replies no tokens were reported.</source>
        <translation>有 {n} 个响应没有报告词元。</translation>
    </message>
    <message>
        <source>cost unknown</source>
        <translation>费用未知</translation>
    </message>
    <message>
        <source>nothing paid</source>
        <translation>未产生费用</translation>
    </message>
    <message>
        <source>Round {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>without a model</source>
        <translation>没有模型</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次调用</translation>
    </message>
    <message>
        <source>{n} calls</source>
        <translation>{n} 次调用</translation>
    </message>
    <message>
        <source>1 failed</source>
        <translation>1 次失败</translation>
    </message>
    <message>
        <source>{n} failed</source>
        <translation>{n} 次失败</translation>
    </message>
    <message>
        <source>1 reply</source>
        <translation>1 个响应</translation>
    </message>
    <message>
        <source>{n} replies</source>
        <translation>{n} 个响应</translation>
    </message>
    <message>
        <source>1 request failed</source>
        <translation>1 个请求失败</translation>
    </message>
    <message>
        <source>{n} requests failed</source>
        <translation>{n} 个请求失败</translation>
    </message>
    <message>
        <source>as an agent</source>
        <translation>作为智能体</translation>
    </message>
    <message>
        <source>price: {model} ({provider}), {input} / {output} per million in / out</source>
        <translation>价格：{model}（{provider}），每百万词元输入 {input} / 输出 {output}</translation>
    </message>
    <message>
        <source>price: {model} ({provider}), {input} / {output} per million in / out, {cached} cached</source>
        <translation>价格：{model}（{provider}），每百万词元输入 {input} / 输出 {output}，缓存 {cached}</translation>
    </message>
    <message>
        <source>your price: {model}, {input} / {output} per million in / out</source>
        <translation>您的价格：{model}，每百万词元输入 {input} / 输出 {output}</translation>
    </message>
    <message>
        <source>your price: {model}, {input} / {output} per million in / out, {cached} cached</source>
        <translation>您的价格：{model}，每百万词元输入 {input} / 输出 {output}，缓存 {cached}</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>what</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>in</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>model time</source>
        <translation>模型用时</translation>
    </message>
    <message>
        <source>tool time</source>
        <translation>工具用时</translation>
    </message>
    <message>
        <source>waited for you</source>
        <translation>等待您</translation>
    </message>
    <message>
        <source>By round</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>By tool</source>
        <translation>按工具</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>signature</source>
        <translation>签名</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>other members</source>
        <translation>其他成员</translation>
    </message>
    <message>
        <source>keep-alive</source>
        <translation>保活</translation>
    </message>
    <message>
        <source>end marker</source>
        <translation>结束标记</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>无新内容</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>whole reply</source>
        <translation>完整响应</translation>
    </message>
    <message>
        <source>This event is not JSON (from character {at} on).</source>
        <translation>此事件不是 JSON（从第 {at} 个字符起）。</translation>
    </message>
    <message>
        <source>This event holds bytes that are not UTF-8.</source>
        <translation>此事件含有不是 UTF-8 的字节。</translation>
    </message>
    <message>
        <source>The server reports an error here: {message}</source>
        <translation>服务器在此报告错误：{message}</translation>
    </message>
    <message>
        <source>This event came after the end of the reply.</source>
        <translation>此事件出现在响应结束之后。</translation>
    </message>
    <message>
        <source>These arguments belong to no call that was open: neither a name nor an id came before them.</source>
        <translation>这些参数不属于任何已开始的调用：之前既没有名称也没有 id。</translation>
    </message>
    <message>
        <source>The id of the call changes from {old} to {new} here.</source>
        <translation>调用的 id 在此由 {old} 变为 {new}。</translation>
    </message>
    <message>
        <source>Another call ({new}) begins under the index that {old} has already.</source>
        <translation>另一个调用（{new}）使用了 {old} 已占用的序号。</translation>
    </message>
    <message>
        <source>The whole arguments of {tool} are not those that came in pieces; the whole ones count.</source>
        <translation>{tool} 的完整参数与分段收到的不同；以完整参数为准。</translation>
    </message>
    <message>
        <source>The stream broke off after this event.</source>
        <translation>流在此事件之后中断。</translation>
    </message>
    <message>
        <source>The arguments of {tool} break off with this event.</source>
        <translation>{tool} 的参数在此事件处中断。</translation>
    </message>
    <message>
        <source>Here the arguments of {tool} stop being JSON (at their character {at}).</source>
        <translation>{tool} 的参数从这里起不再是 JSON（参数的第 {at} 个字符）。</translation>
    </message>
    <message>
        <source>Here a second JSON value begins in the arguments of {tool} (at their character {at}).</source>
        <translation>{tool} 的参数在这里出现第二个 JSON 值（参数的第 {at} 个字符）。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, are not an object.</source>
        <translation>{tool} 的参数到此事件完整，但不是对象。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, are JSON inside a JSON text.</source>
        <translation>{tool} 的参数到此事件完整，但被编码了两次：JSON 文本中又是 JSON。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, hold a number that is not finite.</source>
        <translation>{tool} 的参数到此事件完整，但含有非有限的数值。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, hold a number that is too long.</source>
        <translation>{tool} 的参数到此事件完整，但含有过长的数字。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, hold half of a character.</source>
        <translation>{tool} 的参数到此事件完整，但含有半个字符。</translation>
    </message>
    <message>
        <source>The arguments of {tool}, whole with this event, are nested too deep.</source>
        <translation>{tool} 的参数到此事件完整，但嵌套过深。</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>尚未收到内容。</translation>
    </message>
    <message>
        <source>call {tool}</source>
        <translation>调用 {tool}</translation>
    </message>
    <message>
        <source>Waiting for your reply</source>
        <translation>等待您的响应</translation>
    </message>
    <message>
        <source>rules of the checks</source>
        <translation>检查规则</translation>
    </message>
    <message>
        <source>call {tool} · {id}</source>
        <translation>调用 {tool} · {id}</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>the server refused</source>
        <translation>服务器拒绝</translation>
    </message>
    <message>
        <source>the server answered {status}</source>
        <translation>服务器回答 {status}</translation>
    </message>
    <message>
        <source>the provider reports an error</source>
        <translation>服务提供方报告错误</translation>
    </message>
    <message>
        <source>the reply broke off</source>
        <translation>响应中断</translation>
    </message>
    <message>
        <source>the reply is not JSON</source>
        <translation>响应不是 JSON</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>未及时回答</translation>
    </message>
    <message>
        <source>the recording holds no answer</source>
        <translation>录制中没有回答</translation>
    </message>
    <message>
        <source>the profile is not complete</source>
        <translation>配置不完整</translation>
    </message>
    <message>
        <source>Cannot be sent like this: 1 problem.</source>
        <translation>这样无法发送：1 个问题。</translation>
    </message>
    <message>
        <source>Cannot be sent like this: {n} problems.</source>
        <translation>这样无法发送：{n} 个问题。</translation>
    </message>
    <message>
        <source>1 thing may be refused.</source>
        <translation>有 1 处可能被拒绝。</translation>
    </message>
    <message>
        <source>{n} things may be refused.</source>
        <translation>有 {n} 处可能被拒绝。</translation>
    </message>
    <message>
        <source>As typed, it cannot be sent: 1 problem.</source>
        <translation>按当前输入无法发送：1 个问题。</translation>
    </message>
    <message>
        <source>As typed, it cannot be sent: {n} problems.</source>
        <translation>按当前输入无法发送：{n} 个问题。</translation>
    </message>
    <message>
        <source>As typed, 1 thing may be refused.</source>
        <translation>按当前输入有 1 处可能被拒绝。</translation>
    </message>
    <message>
        <source>As typed, {n} things may be refused.</source>
        <translation>按当前输入有 {n} 处可能被拒绝。</translation>
    </message>
    <message>
        <source>Branch begins</source>
        <translation>分支开始</translation>
    </message>
    <message>
        <source>{hits} of 1 step</source>
        <translation>1 步中的 {hits} 步</translation>
    </message>
    <message>
        <source>{hits} of {n} steps</source>
        <translation>{n} 步中的 {hits} 步</translation>
    </message>
    <message>
        <source>Reasoning (1 character) is left out: only the provider that made it takes it back.</source>
        <translation>推理（1 个字符）已略去：只有生成它的服务提供方才接受它。</translation>
    </message>
    <message>
        <source>Reasoning ({n} characters) is left out: only the provider that made it takes it back.</source>
        <translation>推理（{n} 个字符）已略去：只有生成它的服务提供方才接受它。</translation>
    </message>
    <message>
        <source>Encrypted reasoning is left out: only the provider that made it can read it.</source>
        <translation>加密的推理已略去：只有生成它的服务提供方才能读取。</translation>
    </message>
    <message>
        <source>Reasoning {id} is left out: the provider did not store it, and it came without encrypted content.</source>
        <translation>推理 {id} 已略去：服务提供方没有保存它，也没有给出加密内容。</translation>
    </message>
    <message>
        <source>Reasoning {id} is left out: the reply broke off behind it, and the provider refuses that.</source>
        <translation>推理 {id} 已略去：响应在它之后中断，服务提供方会拒绝这样的内容。</translation>
    </message>
    <message>
        <source>Members of {owner} are left out ({members}): only the format they came in knows them.</source>
        <translation>{owner} 的成员已略去（{members}）：只有它们原来的格式认识它们。</translation>
    </message>
    <message>
        <source>A part of the kind {kind} is left out: only the provider that made it takes it back.</source>
        <translation>类型为 {kind} 的部分已略去：只有生成它的服务提供方才接受它。</translation>
    </message>
    <message>
        <source>A result that the model made up is left out: no tool gave it.</source>
        <translation>模型编造的结果已略去：没有工具给出过它。</translation>
    </message>
    <message>
        <source>A refusal is sent as plain text: this format has no part for it.</source>
        <translation>拒答以纯文本发送：这种格式没有对应的部分。</translation>
    </message>
    <message>
        <source>A system message is sent as the user's: this model takes none in the middle of a conversation.</source>
        <translation>系统消息以用户的身份发送：这个模型不接受对话中间的系统消息。</translation>
    </message>
    <message>
        <source>The call of {tool} is sent as a function call: this format has no calls with free text.</source>
        <translation>对 {tool} 的调用以函数调用发送：这种格式没有自由文本的调用。</translation>
    </message>
    <message>
        <source>The printed call of {tool} is sent as a native one: tools are told natively now.</source>
        <translation>打印出来的 {tool} 调用以原生调用发送：现在以原生方式告知工具。</translation>
    </message>
    <message>
        <source>A call id is changed ({ids}): this provider wants ids of another form.</source>
        <translation>调用 id 已更改（{ids}）：这个服务提供方要求另一种形式的 id。</translation>
    </message>
    <message>
        <source>The tool {tool} is left out: another provider runs it.</source>
        <translation>工具 {tool} 已略去：它由另一个服务提供方运行。</translation>
    </message>
    <message>
        <source>The schema of {tool} is said otherwise for this provider: {why}.</source>
        <translation>{tool} 的模式为此服务提供方作了改写：{why}。</translation>
    </message>
    <message>
        <source>The tool {tool} cannot be declared and is left out: {why}.</source>
        <translation>工具 {tool} 无法声明，已略去：{why}。</translation>
    </message>
    <message>
        <source>The tool {tool} is declared without strict mode, which does not take it: {why}.</source>
        <translation>工具 {tool} 的声明未用严格模式，因为严格模式不接受它：{why}。</translation>
    </message>
    <message>
        <source>The tools are declared without strict mode: this provider has none.</source>
        <translation>工具的声明未用严格模式：此服务提供方没有这种模式。</translation>
    </message>
    <message>
        <source>The parameter {parameter} is left out: this format cannot say it.</source>
        <translation>参数 {parameter} 已略去：这种格式无法表达它。</translation>
    </message>
    <message>
        <source>The member {member} is left out: only the format it came from knows it.</source>
        <translation>成员 {member} 已略去：只有它原来的格式认识它。</translation>
    </message>
    <message>
        <source>The provider takes no tools natively: they are told as text ({form}) from here on.</source>
        <translation>服务提供方不接受原生工具：从这里起以文本（{form}）告知工具。</translation>
    </message>
    <message>
        <source>The request that is due here was asked in several ways; each reply is a branch.</source>
        <translation>这里待发送的请求曾以多种方式发送；每个响应是一个分支。</translation>
    </message>
    <message>
        <source>Another branch begins here; what follows is this one going on.</source>
        <translation>另一个分支从这里开始；后面是本分支的继续。</translation>
    </message>
    <message>
        <source>Tools are told as text ({form}), chosen automatically: this model takes none natively.</source>
        <translation>自动选择以文本（{form}）告知工具：这个模型不接受原生工具。</translation>
    </message>
    <message>
        <source>The tools of the MCP server {server} were taken over as it lists them now.</source>
        <translation>已按 MCP 服务器 {server} 现在列出的内容更新其工具。</translation>
    </message>
    <message>
        <source>The MCP server {server} could not be started: the session goes on without it. {why}</source>
        <translation>MCP 服务器 {server} 无法启动：会话在没有它的情况下继续。{why}</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>附注</translation>
    </message>
    <message>
        <source>Said otherwise: {code} {subject}</source>
        <translation>另有表述：{code} {subject}</translation>
    </message>
    <message>
        <source>and 1 more</source>
        <translation>还有 1 项</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>还有 {n} 项</translation>
    </message>
    <message>
        <source>message {number}</source>
        <translation>消息 {number}</translation>
    </message>
    <message>
        <source>1 thing is left out of this request or said otherwise.</source>
        <translation>此请求中有 1 处被略去或改写。</translation>
    </message>
    <message>
        <source>{n} things are left out of this request or said otherwise.</source>
        <translation>此请求中有 {n} 处被略去或改写。</translation>
    </message>
    <message>
        <source>1 thing will be left out of the next request or said otherwise.</source>
        <translation>下一个请求中将有 1 处被略去或改写。</translation>
    </message>
    <message>
        <source>{n} things will be left out of the next request or said otherwise.</source>
        <translation>下一个请求中将有 {n} 处被略去或改写。</translation>
    </message>
    <message>
        <source>1 thing is left out or said otherwise, as in the requests before.</source>
        <translation>与之前的请求一样，有 1 处被略去或改写。</translation>
    </message>
    <message>
        <source>{n} things are left out or said otherwise, as in the requests before.</source>
        <translation>与之前的请求一样，有 {n} 处被略去或改写。</translation>
    </message>
    <message>
        <source>1 remark</source>
        <translation>1 条附注</translation>
    </message>
    <message>
        <source>{n} remarks</source>
        <translation>{n} 条附注</translation>
    </message>
    <message>
        <source>tools told as text: {form}</source>
        <translation>工具以文本告知：{form}</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>printed</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>legacy</source>
        <translation>旧式</translation>
    </message>
    <message>
        <source>goes on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>printed into the text, in the form {form}</source>
        <translation>打印在文本中，形式为 {form}</translation>
    </message>
    <message>
        <source>signed by the provider, goes back unchanged</source>
        <translation>由服务提供方签名，原样发回</translation>
    </message>
    <message>
        <source>custom call: free text instead of JSON</source>
        <translation>自定义调用：自由文本而非 JSON</translation>
    </message>
    <message>
        <source>asked for by the old function_call: one call a reply, without an id</source>
        <translation>由旧的 function_call 请求：每个响应一个调用，没有 id</translation>
    </message>
    <message>
        <source>the turn goes on</source>
        <translation>回合继续</translation>
    </message>
    <message>
        <source>The provider paused here: the turn is not over.</source>
        <translation>服务提供方在此暂停：回合尚未结束。</translation>
    </message>
    <message>
        <source>The text prints a call ({form}), but it was asked for in another way: it is only text.</source>
        <translation>文本中打印了一个调用（{form}），但要求的是另一种方式：它只是文本。</translation>
    </message>
    <message>
        <source>Read it as a call</source>
        <translation>把它读作调用</translation>
    </message>
    <message>
        <source>The next step sends this response back as it is, and the model goes on.</source>
        <translation>下一步会把此响应原样发回，模型接着继续。</translation>
    </message>
    <message>
        <source>send the paused turn back, so that it goes on</source>
        <translation>发回暂停的回合，让它继续</translation>
    </message>
    <message>
        <source>signed, goes back unchanged</source>
        <translation>已签名，原样发回</translation>
    </message>
    <message>
        <source>encrypted, goes back unchanged</source>
        <translation>已加密，原样发回</translation>
    </message>
    <message>
        <source>The provider shows no text of it.</source>
        <translation>服务提供方不显示其文本。</translation>
    </message>
    <message>
        <source>{title}: {what}</source>
        <translation>{title}：{what}</translation>
    </message>
    <message>
        <source>Tool search</source>
        <translation>工具搜索</translation>
    </message>
    <message>
        <source>Tool found</source>
        <translation>找到的工具</translation>
    </message>
    <message>
        <source>Tools added</source>
        <translation>添加的工具</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网页搜索</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>File search</source>
        <translation>文件搜索</translation>
    </message>
    <message>
        <source>Search result</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Code run by the provider</source>
        <translation>服务提供方运行的代码</translation>
    </message>
    <message>
        <source>File edited by the provider</source>
        <translation>服务提供方编辑的文件</translation>
    </message>
    <message>
        <source>Shell command</source>
        <translation>Shell 命令</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>补丁</translation>
    </message>
    <message>
        <source>Computer use</source>
        <translation>计算机操作</translation>
    </message>
    <message>
        <source>Picture made by the provider</source>
        <translation>服务提供方生成的图片</translation>
    </message>
    <message>
        <source>MCP call</source>
        <translation>MCP 调用</translation>
    </message>
    <message>
        <source>Tools of an MCP server</source>
        <translation>MCP 服务器的工具</translation>
    </message>
    <message>
        <source>MCP call that waits for approval</source>
        <translation>等待批准的 MCP 调用</translation>
    </message>
    <message>
        <source>Decision on an MCP call</source>
        <translation>对 MCP 调用的决定</translation>
    </message>
    <message>
        <source>Advice of another model</source>
        <translation>另一个模型的建议</translation>
    </message>
    <message>
        <source>Tool of the provider</source>
        <translation>服务提供方的工具</translation>
    </message>
    <message>
        <source>Redacted thinking</source>
        <translation>隐去的思考</translation>
    </message>
    <message>
        <source>Earlier turns, condensed by the provider</source>
        <translation>由服务提供方压缩的早先回合</translation>
    </message>
    <message>
        <source>Another model took over</source>
        <translation>由另一个模型接手</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Item stored at the provider</source>
        <translation>保存在服务提供方的条目</translation>
    </message>
    <message>
        <source>Result made up by the model</source>
        <translation>模型编造的结果</translation>
    </message>
    <message>
        <source>Part of another kind</source>
        <translation>其他类型的部分</translation>
    </message>
    <message>
        <source>error: {code}</source>
        <translation>错误：{code}</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>状态 {status}</translation>
    </message>
    <message>
        <source>server {server}</source>
        <translation>服务器 {server}</translation>
    </message>
    <message>
        <source>run by the client</source>
        <translation>由客户端运行</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>1 source</source>
        <translation>1 个来源</translation>
    </message>
    <message>
        <source>{n} sources</source>
        <translation>{n} 个来源</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出码 {code}</translation>
    </message>
    <message>
        <source>Paused before {tool} is undone</source>
        <translation>已在撤销 {tool} 之前暂停</translation>
    </message>
    <message>
        <source>Paused after the undoing of {tool}</source>
        <translation>已在撤销 {tool} 之后暂停</translation>
    </message>
    <message>
        <source>{tool} may have been undone</source>
        <translation>{tool} 可能已撤销</translation>
    </message>
    <message>
        <source>{tool} could not be undone</source>
        <translation>{tool} 无法撤销</translation>
    </message>
    <message>
        <source>approval: the undoing tool is sensitive</source>
        <translation>批准：撤销工具是敏感工具</translation>
    </message>
    <message>
        <source>the undoing began and has no end: run it again, type its result, or skip it</source>
        <translation>撤销已开始但没有结束：再次执行、输入其结果或跳过</translation>
    </message>
    <message>
        <source>its effect may still be there; the others are still undone</source>
        <translation>它的影响可能还在；其余的仍会撤销</translation>
    </message>
    <message>
        <source>the undoing tool is not ready</source>
        <translation>撤销工具尚未就绪</translation>
    </message>
    <message>
        <source>it came to its end; going on gives its answer to its caller</source>
        <translation>它已结束；继续则把它的回答交给调用方</translation>
    </message>
    <message>
        <source>inside {agent} (depth {depth})</source>
        <translation>在 {agent} 内（第 {depth} 层）</translation>
    </message>
    <message>
        <source>the recording does not undo this call</source>
        <translation>录制中没有撤销此调用</translation>
    </message>
    <message>
        <source>the arguments fit only when they are changed</source>
        <translation>参数须更改后才符合</translation>
    </message>
    <message>
        <source>it is set to go no further here</source>
        <translation>已设为到此不再继续</translation>
    </message>
    <message>
        <source>there is no tool of this name, and that is set to go no further</source>
        <translation>没有这个名称的工具，已设为不再继续</translation>
    </message>
    <message>
        <source>the arguments do not fit, and that is set to go no further</source>
        <translation>参数不符，已设为不再继续</translation>
    </message>
    <message>
        <source>its mocked result is an error</source>
        <translation>其模拟的结果是错误</translation>
    </message>
    <message>
        <source>the tool raised an error, and that is set to go no further</source>
        <translation>工具引发了错误，已设为不再继续</translation>
    </message>
    <message>
        <source>the results are the answer: the model is asked no more</source>
        <translation>结果就是回答：不再询问模型</translation>
    </message>
    <message>
        <source>{value} tokens since your last message, the limit is {most}</source>
        <translation>自您上一条消息以来 {value} 个词元，限制为 {most}</translation>
    </message>
    <message>
        <source>{value} US dollars since your last message, the limit is {most}</source>
        <translation>自您上一条消息以来 {value} 美元，限制为 {most}</translation>
    </message>
    <message>
        <source>what this model costs is not known, and there is a limit of {most} US dollars</source>
        <translation>此模型的费用未知，而限制为 {most} 美元</translation>
    </message>
    <message>
        <source>{value} seconds at work since your last message, the limit is {most}</source>
        <translation>自您上一条消息以来工作 {value} 秒，限制为 {most}</translation>
    </message>
    <message>
        <source>the same call {value} times in a row, the limit is {most}</source>
        <translation>相同的调用连续 {value} 次，限制为 {most}</translation>
    </message>
    <message>
        <source>Rolled back 1 call</source>
        <translation>已回滚 1 个调用</translation>
    </message>
    <message>
        <source>Rolled back {n} calls</source>
        <translation>已回滚 {n} 个调用</translation>
    </message>
    <message>
        <source>Rolling back</source>
        <translation>正在回滚</translation>
    </message>
    <message>
        <source>{tool} undone</source>
        <translation>{tool} 已撤销</translation>
    </message>
    <message>
        <source>{tool} not undone</source>
        <translation>{tool} 未撤销</translation>
    </message>
    <message>
        <source>Attempt {number} of {tool}</source>
        <translation>{tool} 的第 {number} 次尝试</translation>
    </message>
    <message>
        <source>by {undo}</source>
        <translation>通过 {undo}</translation>
    </message>
    <message>
        <source>because {cause} failed</source>
        <translation>因为 {cause} 失败</translation>
    </message>
    <message>
        <source>1 could not be undone</source>
        <translation>1 个无法撤销</translation>
    </message>
    <message>
        <source>{n} could not be undone</source>
        <translation>{n} 个无法撤销</translation>
    </message>
    <message>
        <source>the model reads</source>
        <translation>模型读到</translation>
    </message>
    <message>
        <source>ran with {arguments}</source>
        <translation>以 {arguments} 执行</translation>
    </message>
    <message>
        <source>the history says your edit</source>
        <translation>历史记载的是您的修改</translation>
    </message>
    <message>
        <source>the history keeps the model's call; its result begins with a notice</source>
        <translation>历史保留模型的调用；其结果以提示开头</translation>
    </message>
    <message>
        <source>the history keeps the model's call</source>
        <translation>历史保留模型的调用</translation>
    </message>
    <message>
        <source>the history says {call}</source>
        <translation>历史记载为 {call}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>历史未改</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>附提示</translation>
    </message>
    <message>
        <source>1 attempt failed before</source>
        <translation>此前 1 次尝试失败</translation>
    </message>
    <message>
        <source>{n} attempts failed before</source>
        <translation>此前 {n} 次尝试失败</translation>
    </message>
    <message>
        <source>mock rule {rule}</source>
        <translation>模拟规则 {rule}</translation>
    </message>
    <message>
        <source>made to go wrong: {fault}</source>
        <translation>制造故障：{fault}</translation>
    </message>
    <message>
        <source>cut from 1 character</source>
        <translation>由 1 个字符截断</translation>
    </message>
    <message>
        <source>cut from {n} characters</source>
        <translation>由 {n} 个字符截断</translation>
    </message>
    <message>
        <source>picture {number}</source>
        <translation>图片 {number}</translation>
    </message>
    <message>
        <source>picture {number}: {what}</source>
        <translation>图片 {number}：{what}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>one megabyte</source>
        <translation>1 MB</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>缓慢</translation>
    </message>
    <message>
        <source>its process ends</source>
        <translation>其进程结束</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>rolled back</source>
        <translation>已回滚</translation>
    </message>
    <message>
        <source>not undone</source>
        <translation>未撤销</translation>
    </message>
    <message>
        <source>changed to fit</source>
        <translation>已调整</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>已禁止</translation>
    </message>
    <message>
        <source>may be undone</source>
        <translation>可能已撤销</translation>
    </message>
    <message>
        <source>denied by the policy</source>
        <translation>被策略禁止</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>rollback</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>undoing of {tool}</source>
        <translation>撤销 {tool}</translation>
    </message>
    <message>
        <source>shown only, never sent back</source>
        <translation>仅供显示，绝不发回</translation>
    </message>
    <message>
        <source>deferred</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>hosted</source>
        <translation>托管</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Deferred: the model is told of it only when a tool search finds it.</source>
        <translation>延迟加载：只有工具搜索找到它时，模型才会得知。</translation>
    </message>
    <message>
        <source>The provider runs it itself ({kind}).</source>
        <translation>由服务提供方自己运行（{kind}）。</translation>
    </message>
    <message>
        <source>The provider searches the deferred tools for the model ({kind}).</source>
        <translation>服务提供方为模型搜索延迟加载的工具（{kind}）。</translation>
    </message>
    <message>
        <source>A custom tool: it takes free text instead of JSON.</source>
        <translation>自定义工具：它接受自由文本而非 JSON。</translation>
    </message>
    <message>
        <source>A group of tools: {tools}.</source>
        <translation>一组工具：{tools}。</translation>
    </message>
    <message>
        <source>A type is named where none was: {detail}.</source>
        <translation>补上了原来没有的类型：{detail}。</translation>
    </message>
    <message>
        <source>Only the type {detail} is left.</source>
        <translation>只保留类型 {detail}。</translation>
    </message>
    <message>
        <source>An empty list of properties is added: none were declared.</source>
        <translation>添加了空的属性列表：原来没有声明。</translation>
    </message>
    <message>
        <source>The list says what it holds: it did not.</source>
        <translation>列表注明了所含的内容：原来没有注明。</translation>
    </message>
    <message>
        <source>{detail} at the top is told in the description: no provider takes it there.</source>
        <translation>顶层的 {detail} 改写在说明中：没有服务提供方在那里接受它。</translation>
    </message>
    <message>
        <source>The definition {detail} stands at the top now, where its reference looks for it.</source>
        <translation>定义 {detail} 移到了顶层，即其引用所指之处。</translation>
    </message>
    <message>
        <source>The reference {detail} is made one inside the schema.</source>
        <translation>引用 {detail} 改为模式内部的引用。</translation>
    </message>
    <message>
        <source>A reference is written out.</source>
        <translation>引用已展开。</translation>
    </message>
    <message>
        <source>A reference stands alone now, its description beside it.</source>
        <translation>引用现在单独书写，说明放在旁边。</translation>
    </message>
    <message>
        <source>{detail} would repeat itself here: it ends as anything.</source>
        <translation>{detail} 在此会无限重复：到此改为任意值。</translation>
    </message>
    <message>
        <source>{detail} of an older draft is said in the present one.</source>
        <translation>旧草案的 {detail} 改用当前草案表述。</translation>
    </message>
    <message>
        <source>{detail} was no JSON Schema and is set right.</source>
        <translation>{detail} 不是 JSON Schema，已改正。</translation>
    </message>
    <message>
        <source>It is required now, and may be null instead of being left out.</source>
        <translation>现为必填；原可不填，现可为 null。</translation>
    </message>
    <message>
        <source>No other members are allowed.</source>
        <translation>不允许其他成员。</translation>
    </message>
    <message>
        <source>Its default is left out: strict mode takes none.</source>
        <translation>默认值已略去：严格模式不接受。</translation>
    </message>
    <message>
        <source>{detail} is left out here; a call is still checked by it.</source>
        <translation>{detail} 在此略去；调用仍按它检查。</translation>
    </message>
    <message>
        <source>oneOf is said as anyOf.</source>
        <translation>oneOf 改写为 anyOf。</translation>
    </message>
    <message>
        <source>allOf is told in one.</source>
        <translation>allOf 合并为一个。</translation>
    </message>
    <message>
        <source>Several types are said as anyOf: {detail}.</source>
        <translation>多个类型改写为 anyOf：{detail}。</translation>
    </message>
    <message>
        <source>Null is said by the flag nullable.</source>
        <translation>null 改用 nullable 标志表述。</translation>
    </message>
    <message>
        <source>const is said as an enum of one value.</source>
        <translation>const 改写为单值的 enum。</translation>
    </message>
    <message>
        <source>The values are listed as texts: only texts may be.</source>
        <translation>值以文本列出：只允许文本。</translation>
    </message>
    <message>
        <source>The value {detail} is left out of the list: it may not be empty.</source>
        <translation>值 {detail} 已从列表中略去：不允许空值。</translation>
    </message>
    <message>
        <source>The places of the tuple are said as one kind of item.</source>
        <translation>元组的各位置改写为同一种项。</translation>
    </message>
    <message>
        <source>{detail} is said as an inclusive bound.</source>
        <translation>{detail} 改写为包含边界的界限。</translation>
    </message>
    <message>
        <source>What stood beside anyOf is moved into it or left out.</source>
        <translation>anyOf 旁边的内容已移入其中或略去。</translation>
    </message>
    <message>
        <source>{detail} is not required any more: there is no such property.</source>
        <translation>{detail} 不再必填：没有这个属性。</translation>
    </message>
    <message>
        <source>Said otherwise: {code} {detail}</source>
        <translation>另有表述：{code} {detail}</translation>
    </message>
    <message>
        <source>A reference leads nowhere: {detail}.</source>
        <translation>引用没有目标：{detail}。</translation>
    </message>
    <message>
        <source>Strict mode does not take it: {detail}.</source>
        <translation>严格模式不接受：{detail}。</translation>
    </message>
    <message>
        <source>The alternatives at the top do not come to one object: {detail}.</source>
        <translation>顶层的各种可能无法合成一个对象：{detail}。</translation>
    </message>
    <message>
        <source>{detail} is of an old draft and has no place in the present one.</source>
        <translation>{detail} 属于旧草案，在当前草案中没有位置。</translation>
    </message>
    <message>
        <source>Here is no JSON Schema.</source>
        <translation>这里不是 JSON Schema。</translation>
    </message>
    <message>
        <source>The parameters have to be an object, not: {detail}.</source>
        <translation>参数必须是对象，而不是：{detail}。</translation>
    </message>
    <message>
        <source>There is no type {detail}.</source>
        <translation>没有类型 {detail}。</translation>
    </message>
    <message>
        <source>The provider refuses the name {detail}: it wants letters, digits, _, . and -, at most 64.</source>
        <translation>服务提供方拒绝名称 {detail}：只接受字母、数字、_、. 和 -，至多 64 个。</translation>
    </message>
    <message>
        <source>It is nested too deep.</source>
        <translation>嵌套过深。</translation>
    </message>
    <message>
        <source>It is too large.</source>
        <translation>过大。</translation>
    </message>
    <message>
        <source>It holds a value that JSON does not have.</source>
        <translation>含有 JSON 没有的值。</translation>
    </message>
    <message>
        <source>It cannot be sent: {code} {detail}</source>
        <translation>无法发送：{code} {detail}</translation>
    </message>
    <message>
        <source>Source {source}</source>
        <translation>来源 {source}</translation>
    </message>
    <message>
        <source>Groups chosen</source>
        <translation>已选择分组</translation>
    </message>
    <message>
        <source>Tools chosen</source>
        <translation>已选择工具</translation>
    </message>
    <message>
        <source>Agent {tool}</source>
        <translation>智能体 {tool}</translation>
    </message>
    <message>
        <source>named {tools}</source>
        <translation>指名 {tools}</translation>
    </message>
    <message>
        <source>named no tool</source>
        <translation>没有指名工具</translation>
    </message>
    <message>
        <source>failed: {error}</source>
        <translation>失败：{error}</translation>
    </message>
    <message>
        <source>opened {groups}</source>
        <translation>打开 {groups}</translation>
    </message>
    <message>
        <source>opened no group</source>
        <translation>没有打开分组</translation>
    </message>
    <message>
        <source>no choice came of it: {error}</source>
        <translation>未能作出选择：{error}</translation>
    </message>
    <message>
        <source>asked {model}</source>
        <translation>询问 {model}</translation>
    </message>
    <message>
        <source>in: {tools}</source>
        <translation>加入：{tools}</translation>
    </message>
    <message>
        <source>out: {tools}</source>
        <translation>移出：{tools}</translation>
    </message>
    <message>
        <source>no tool</source>
        <translation>无工具</translation>
    </message>
    <message>
        <source>the same as before</source>
        <translation>与之前相同</translation>
    </message>
    <message>
        <source>nothing speaks against it</source>
        <translation>没有限制</translation>
    </message>
    <message>
        <source>always visible</source>
        <translation>始终可见</translation>
    </message>
    <message>
        <source>kept in by hand</source>
        <translation>手动保留</translation>
    </message>
    <message>
        <source>group {by}</source>
        <translation>分组 {by}</translation>
    </message>
    <message>
        <source>source {by}</source>
        <translation>来源 {by}</translation>
    </message>
    <message>
        <source>found by “{by}”</source>
        <translation>搜索“{by}”找到</translation>
    </message>
    <message>
        <source>skill {by}</source>
        <translation>技能 {by}</translation>
    </message>
    <message>
        <source>of this program</source>
        <translation>本程序的</translation>
    </message>
    <message>
        <source>found by “{query}”: {tools}</source>
        <translation>搜索“{query}”找到：{tools}</translation>
    </message>
    <message>
        <source>nothing found by “{query}”</source>
        <translation>搜索“{query}”未找到</translation>
    </message>
    <message>
        <source>activated the skill {skill}</source>
        <translation>激活技能 {skill}</translation>
    </message>
    <message>
        <source>opened the groups {groups}</source>
        <translation>打开分组 {groups}</translation>
    </message>
    <message>
        <source>answer of the agent</source>
        <translation>智能体的回答</translation>
    </message>
    <message>
        <source>1 message left out</source>
        <translation>略去 1 条消息</translation>
    </message>
    <message>
        <source>{n} messages left out</source>
        <translation>略去 {n} 条消息</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 条引文</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} 条引文</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>引文</translation>
    </message>
    <message>
        <source>with every request</source>
        <translation>随每个请求</translation>
    </message>
    <message>
        <source>Calls {tools}.</source>
        <translation>调用 {tools}。</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>行动</translation>
    </message>
    <message>
        <source>Observed</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>its own replies: {spent}</source>
        <translation>自身响应：{spent}</translation>
    </message>
    <message>
        <source>agents: {spent}</source>
        <translation>智能体：{spent}</translation>
    </message>
    <message>
        <source>choice of groups: {spent}</source>
        <translation>分组选择：{spent}</translation>
    </message>
    <message>
        <source>{input} in, {output} out</source>
        <translation>输入 {input}，输出 {output}</translation>
    </message>
    <message>
        <source>{input} in ({cached} cached), {output} out</source>
        <translation>输入 {input}（缓存 {cached}），输出 {output}</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未报告</translation>
    </message>
    <message>
        <source>the model wrote {call}</source>
        <translation>模型写的是 {call}</translation>
    </message>
    <message>
        <source>No request was sent yet.</source>
        <translation>尚未发送请求。</translation>
    </message>
    <message>
        <source>The turn is not over yet.</source>
        <translation>回合尚未结束。</translation>
    </message>
    <message>
        <source>choose the tools of the next request</source>
        <translation>选择下一个请求的工具</translation>
    </message>
    <message>
        <source>give the agent's answer to its caller</source>
        <translation>把智能体的回答交给调用方</translation>
    </message>
    <message>
        <source>{n} of {of} offered</source>
        <translation>提供 {n} / {of}</translation>
    </message>
    <message>
        <source>The model that chose said: {text}</source>
        <translation>作选择的模型说：{text}</translation>
    </message>
    <message>
        <source>1 tool found</source>
        <translation>找到 1 个工具</translation>
    </message>
    <message>
        <source>{n} tools found</source>
        <translation>找到 {n} 个工具</translation>
    </message>
    <message>
        <source>skill activated</source>
        <translation>已激活技能</translation>
    </message>
    <message>
        <source>1 group opened</source>
        <translation>打开 1 个分组</translation>
    </message>
    <message>
        <source>{n} groups opened</source>
        <translation>打开 {n} 个分组</translation>
    </message>
    <message>
        <source>{count} left out</source>
        <translation>略去 {count}</translation>
    </message>
    <message>
        <source>the memory reaches back no further</source>
        <translation>记忆到此为止</translation>
    </message>
    <message>
        <source>sent again after {seconds} s</source>
        <translation>{seconds} 秒后重新发送</translation>
    </message>
    <message>
        <source>sent anyway</source>
        <translation>仍然发送</translation>
    </message>
    <message>
        <source>sent although its messages were not valid: {codes}</source>
        <translation>消息无效但仍然发送：{codes}</translation>
    </message>
    <message>
        <source>1 message was left out of this request: the memory reaches back no further.</source>
        <translation>此请求中略去了 1 条消息：记忆只到这里为止。</translation>
    </message>
    <message>
        <source>{n} messages were left out of this request: the memory reaches back no further.</source>
        <translation>此请求中略去了 {n} 条消息：记忆只到这里为止。</translation>
    </message>
    <message>
        <source>Passages went along from: {sources}</source>
        <translation>附带的引文来自：{sources}</translation>
    </message>
    <message>
        <source>About 1 token: an estimate, no provider counted it.</source>
        <translation>约 1 个词元：估算值，服务提供方没有计数。</translation>
    </message>
    <message>
        <source>About {n} tokens: an estimate, no provider counted it.</source>
        <translation>约 {n} 个词元：估算值，服务提供方没有计数。</translation>
    </message>
    <message>
        <source>same again</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>back and forth</source>
        <translation>来回</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>{old} is now {new}</source>
        <translation>{old} 现为 {new}</translation>
    </message>
    <message>
        <source>argument {name}</source>
        <translation>参数 {name}</translation>
    </message>
    <message>
        <source>1 argument: {names}</source>
        <translation>1 个参数：{names}</translation>
    </message>
    <message>
        <source>{n} arguments: {names}</source>
        <translation>{n} 个参数：{names}</translation>
    </message>
    <message>
        <source>the arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>It was asked: {text}</source>
        <translation>问它的内容：{text}</translation>
    </message>
    <message>
        <source>call of the agent {tool}</source>
        <translation>调用智能体 {tool}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>waits for trust</source>
        <translation>等待信任</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>restarting</source>
        <translation>正在重启</translation>
    </message>
    <message>
        <source>1 left out</source>
        <translation>排除 1 个</translation>
    </message>
    <message>
        <source>{n} left out</source>
        <translation>排除 {n} 个</translation>
    </message>
    <message>
        <source>1 resource</source>
        <translation>1 个资源</translation>
    </message>
    <message>
        <source>{n} resources</source>
        <translation>{n} 个资源</translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation>1 个提示词</translation>
    </message>
    <message>
        <source>{n} prompts</source>
        <translation>{n} 个提示词</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>destructive</source>
        <translation>破坏性</translation>
    </message>
    <message>
        <source>idempotent</source>
        <translation>幂等</translation>
    </message>
    <message>
        <source>open world</source>
        <translation>开放</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>to the server</source>
        <translation>发往服务器</translation>
    </message>
    <message>
        <source>from the server</source>
        <translation>来自服务器</translation>
    </message>
    <message>
        <source>answers #{number}</source>
        <translation>应答 #{number}</translation>
    </message>
    <message>
        <source>answered by #{number}</source>
        <translation>由 #{number} 应答</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>answers no open request</source>
        <translation>不应答任何未决请求</translation>
    </message>
    <message>
        <source>cut, {size} characters in all</source>
        <translation>已截断，共 {size} 个字符</translation>
    </message>
    <message>
        <source>{server} asks you</source>
        <translation>{server} 向您提问</translation>
    </message>
    <message>
        <source>{server} asks you to open an address</source>
        <translation>{server} 请您打开一个地址</translation>
    </message>
    <message>
        <source>{server} asks a model</source>
        <translation>{server} 询问模型</translation>
    </message>
    <message>
        <source>It was at work on {tool}.</source>
        <translation>它当时正在执行 {tool}。</translation>
    </message>
    <message>
        <source>sent {content}</source>
        <translation>已发送 {content}</translation>
    </message>
    <message>
        <source>sent, with nothing filled in</source>
        <translation>已发送，未填任何内容</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>{model} answered</source>
        <translation>{model} 已回答</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>未回答</translation>
    </message>
    <message>
        <source>The model said: {text}</source>
        <translation>模型说：{text}</translation>
    </message>
    <message>
        <source>Address: {url}</source>
        <translation>地址：{url}</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>asked by servers: {spent}</source>
        <translation>服务器询问：{spent}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Picture {number}</source>
        <translation>图片 {number}</translation>
    </message>
    <message>
        <source>Text of a resource</source>
        <translation>资源的文本</translation>
    </message>
    <message>
        <source>File of a resource</source>
        <translation>资源的文件</translation>
    </message>
    <message>
        <source>Link to a resource</source>
        <translation>资源的链接</translation>
    </message>
    <message>
        <source>Structured content</source>
        <translation>结构化内容</translation>
    </message>
    <message>
        <source>Part of the kind {kind}</source>
        <translation>类型为 {kind} 的部分</translation>
    </message>
    <message>
        <source>the model reads it</source>
        <translation>模型会读到</translation>
    </message>
    <message>
        <source>the model reads only a line about it</source>
        <translation>模型只读到一行说明</translation>
    </message>
    <message>
        <source>only for you</source>
        <translation>仅供您查看</translation>
    </message>
    <message>
        <source>meant for the user</source>
        <translation>面向用户</translation>
    </message>
    <message>
        <source>meant for the model</source>
        <translation>面向模型</translation>
    </message>
    <message>
        <source>priority {priority}</source>
        <translation>优先级 {priority}</translation>
    </message>
    <message>
        <source>changed {time}</source>
        <translation>更改于 {time}</translation>
    </message>
    <message>
        <source>not kept: too large</source>
        <translation>未保存：太大</translation>
    </message>
    <message>
        <source>{place}. {what}</source>
        <translation>{place}. {what}</translation>
    </message>
    <message>
        <source>1 part, as the tool gave it</source>
        <translation>1 个部分，按工具给出的原样</translation>
    </message>
    <message>
        <source>{n} parts, in the order of the tool</source>
        <translation>{n} 个部分，按工具给出的顺序</translation>
    </message>
    <message>
        <source>1 part that the tool gave beside text and pictures is no longer in the result: its text was changed.</source>
        <translation>工具在文本和图片之外给出的 1 个部分已不在结果中：结果的文本已更改。</translation>
    </message>
    <message>
        <source>{n} parts that the tool gave beside text and pictures are no longer in the result: its text was changed.</source>
        <translation>工具在文本和图片之外给出的 {n} 个部分已不在结果中：结果的文本已更改。</translation>
    </message>
    <message>
        <source>1 part</source>
        <translation>1 个部分</translation>
    </message>
    <message>
        <source>{n} parts</source>
        <translation>{n} 个部分</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 字节</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} 字节</translation>
    </message>
    <message>
        <source>{size} KB</source>
        <translation>{size} KB</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>{n} characters</source>
        <translation>{n} 个字符</translation>
    </message>
    <message>
        <source>before each request</source>
        <translation>每个请求之前</translation>
    </message>
    <message>
        <source>after each reply</source>
        <translation>每个响应之后</translation>
    </message>
    <message>
        <source>after replies that call {tool}</source>
        <translation>调用 {tool} 的响应之后</translation>
    </message>
    <message>
        <source>before each call</source>
        <translation>每个调用之前</translation>
    </message>
    <message>
        <source>before {tool}</source>
        <translation>在 {tool} 之前</translation>
    </message>
    <message>
        <source>after each result</source>
        <translation>每个结果之后</translation>
    </message>
    <message>
        <source>after {tool}</source>
        <translation>在 {tool} 之后</translation>
    </message>
    <message>
        <source>unknown tool</source>
        <translation>未知工具</translation>
    </message>
    <message>
        <source>unknown tool {tool}</source>
        <translation>未知工具 {tool}</translation>
    </message>
    <message>
        <source>arguments that do not fit</source>
        <translation>参数不符</translation>
    </message>
    <message>
        <source>arguments that do not fit {tool}</source>
        <translation>参数不符：{tool}</translation>
    </message>
    <message>
        <source>tool error</source>
        <translation>工具错误</translation>
    </message>
    <message>
        <source>the same call again</source>
        <translation>重复相同的调用</translation>
    </message>
    <message>
        <source>the same call of {tool} again</source>
        <translation>重复相同的 {tool} 调用</translation>
    </message>
    <message>
        <source>provider error</source>
        <translation>服务提供方错误</translation>
    </message>
    <message>
        <source>messages that are not valid</source>
        <translation>消息无效</translation>
    </message>
    <message>
        <source>no progress</source>
        <translation>没有进展</translation>
    </message>
    <message>
        <source>a turn over {most} tokens</source>
        <translation>一个回合超过 {most} 个词元</translation>
    </message>
    <message>
        <source>a turn over {most} US dollars</source>
        <translation>一个回合超过 {most} 美元</translation>
    </message>
    <message>
        <source>a turn over {most} seconds</source>
        <translation>一个回合超过 {most} 秒</translation>
    </message>
    <message>
        <source>if {condition}</source>
        <translation>当 {condition}</translation>
    </message>
    <message>
        <source>at hit {number} only</source>
        <translation>仅第 {number} 次命中</translation>
    </message>
    <message>
        <source>once every {number} hits</source>
        <translation>每命中 {number} 次</translation>
    </message>
    <message>
        <source>logs: {text}</source>
        <translation>记录：{text}</translation>
    </message>
    <message>
        <source>answers: {text}</source>
        <translation>回答：{text}</translation>
    </message>
    <message>
        <source>answers with the error: {text}</source>
        <translation>回答错误：{text}</translation>
    </message>
    <message>
        <source>changes: {text}</source>
        <translation>更改：{text}</translation>
    </message>
    <message>
        <source>breakpoint with a condition</source>
        <translation>带条件的断点</translation>
    </message>
    <message>
        <source>breakpoint that does not stop</source>
        <translation>不停止的断点</translation>
    </message>
    <message>
        <source>breakpoint, off</source>
        <translation>断点，停用</translation>
    </message>
    <message>
        <source>Sample {id}</source>
        <translation>采样 {id}</translation>
    </message>
    <message>
        <source>The request came to its end.</source>
        <translation>请求已完成。</translation>
    </message>
    <message>
        <source>All {n} requests came to their end.</source>
        <translation>{n} 个请求已全部完成。</translation>
    </message>
    <message>
        <source>{done} of {total} requests so far.</source>
        <translation>至今完成 {done} / {total} 个请求。</translation>
    </message>
    <message>
        <source>Cancelled after {done} of {total} requests.</source>
        <translation>完成 {done} / {total} 个请求后取消。</translation>
    </message>
    <message>
        <source>The money was used up after {done} of {total} requests.</source>
        <translation>完成 {done} / {total} 个请求后费用用尽。</translation>
    </message>
    <message>
        <source>The tokens were used up after {done} of {total} requests.</source>
        <translation>完成 {done} / {total} 个请求后词元用尽。</translation>
    </message>
    <message>
        <source>The time was over after {done} of {total} requests.</source>
        <translation>完成 {done} / {total} 个请求后时间用尽。</translation>
    </message>
    <message>
        <source>It could not go on after {done} of {total} requests.</source>
        <translation>完成 {done} / {total} 个请求后无法继续。</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>What the variants say</source>
        <translation>各变体的内容</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>several calls</source>
        <translation>多个调用</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>90 % within</source>
        <translation>90 % 以内</translation>
    </message>
    <message>
        <source>Tokens in / out</source>
        <translation>词元 输入 / 输出</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{arm}: the provider did not say the tokens of 1 reply.</source>
        <translation>{arm}：有 1 个响应，服务提供方没有报告词元。</translation>
    </message>
    <message>
        <source>{arm}: the provider did not say the tokens of {n} replies.</source>
        <translation>{arm}：有 {n} 个响应，服务提供方没有报告词元。</translation>
    </message>
    <message>
        <source>{arm}: 1 request was given up before it was answered.</source>
        <translation>{arm}：1 个请求在得到响应之前放弃。</translation>
    </message>
    <message>
        <source>{arm}: {n} requests were given up before they were answered.</source>
        <translation>{arm}：{n} 个请求在得到响应之前放弃。</translation>
    </message>
    <message>
        <source>What came</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Which tool was called</source>
        <translation>调用了哪个工具</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>At all</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>（全部）</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未填</translation>
    </message>
    <message>
        <source>1 other</source>
        <translation>其他 1 个</translation>
    </message>
    <message>
        <source>{n} others</source>
        <translation>其他 {n} 个</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>(the request as it is)</source>
        <translation>（原样的请求）</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>no tool called</source>
        <translation>未调用工具</translation>
    </message>
    <message>
        <source>{tool} called</source>
        <translation>调用 {tool}</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>{points} points</source>
        <translation>{points} 个百分点</translation>
    </message>
    <message>
        <source>Chance?</source>
        <translation>是否偶然</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>could be chance (p {p}, n = {count} + {other})</source>
        <translation>可能是偶然（p {p}，n = {count} + {other}）</translation>
    </message>
    <message>
        <source>hardly chance (p {p}, n = {count} + {other})</source>
        <translation>不太可能是偶然（p {p}，n = {count} + {other}）</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>1 request</source>
        <translation>1 个请求</translation>
    </message>
    <message>
        <source>{n} requests</source>
        <translation>{n} 个请求</translation>
    </message>
    <message>
        <source>Both decided the same in every round, and got the same.</source>
        <translation>双方每一轮的决定都相同，得到的结果也相同。</translation>
    </message>
    <message>
        <source>Both decided the same in every round; tools gave other results.</source>
        <translation>双方每一轮的决定都相同；工具给出的结果不同。</translation>
    </message>
    <message>
        <source>The first decision that differs is in round {round}.</source>
        <translation>第一个不同的决定在第 {round} 轮。</translation>
    </message>
    <message>
        <source>Both decided the same in every round; some calls were run on one side only.</source>
        <translation>双方每一轮的决定都相同；有些调用只在一侧运行过。</translation>
    </message>
    <message>
        <source>Nothing was asked in either of them yet.</source>
        <translation>双方都还没有发送过请求。</translation>
    </message>
    <message>
        <source>same calls</source>
        <translation>调用相同</translation>
    </message>
    <message>
        <source>other calls</source>
        <translation>调用不同</translation>
    </message>
    <message>
        <source>same arguments</source>
        <translation>参数相同</translation>
    </message>
    <message>
        <source>other arguments</source>
        <translation>参数不同</translation>
    </message>
    <message>
        <source>same answer</source>
        <translation>回答相同</translation>
    </message>
    <message>
        <source>the left one ends earlier</source>
        <translation>左侧较早结束</translation>
    </message>
    <message>
        <source>the right one ends earlier</source>
        <translation>右侧较早结束</translation>
    </message>
    <message>
        <source>another answer</source>
        <translation>回答不同</translation>
    </message>
    <message>
        <source>The person changed the reply.</source>
        <translation>响应由人更改过。</translation>
    </message>
    <message>
        <source>The person changed what stands before it.</source>
        <translation>使用者更改了它之前的内容。</translation>
    </message>
    <message>
        <source>Another model was asked.</source>
        <translation>询问的模型不同。</translation>
    </message>
    <message>
        <source>The request had other parameters.</source>
        <translation>请求参数不同。</translation>
    </message>
    <message>
        <source>The request offered other tools.</source>
        <translation>请求提供的工具不同。</translation>
    </message>
    <message>
        <source>The request asked for something else.</source>
        <translation>请求所问的内容不同。</translation>
    </message>
    <message>
        <source>A tool had given something else.</source>
        <translation>此前工具给出的结果不同。</translation>
    </message>
    <message>
        <source>The history before it says something else.</source>
        <translation>此前的历史不同。</translation>
    </message>
    <message>
        <source>Chance: both requests say the same.</source>
        <translation>偶然：两个请求的内容相同。</translation>
    </message>
    <message>
        <source>One of the two ends before.</source>
        <translation>其中一方先结束。</translation>
    </message>
    <message>
        <source>Also, less likely:</source>
        <translation>另外可能（可能性较小）：</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>failed request</source>
        <translation>失败的请求</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>请求参数</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>on the left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>on the right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>Request, step {step}</source>
        <translation>请求，第 {step} 步</translation>
    </message>
    <message>
        <source>Reply, step {step}</source>
        <translation>响应，第 {step} 步</translation>
    </message>
    <message>
        <source>Failure, step {step}</source>
        <translation>失败，第 {step} 步</translation>
    </message>
    <message>
        <source>{tool}, step {step}</source>
        <translation>{tool}，第 {step} 步</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>Sample {sample}: {arm}, answer {nth}</source>
        <translation>采样 {sample}：{arm}，第 {nth} 个回答</translation>
    </message>
    <message>
        <source>Round {round}: request</source>
        <translation>第 {round} 轮：请求</translation>
    </message>
    <message>
        <source>Round {round}: reply, {said}</source>
        <translation>第 {round} 轮：响应，{said}</translation>
    </message>
    <message>
        <source>Round {round}: failed, {said}</source>
        <translation>第 {round} 轮：失败，{said}</translation>
    </message>
    <message>
        <source>Round {round}: {said}</source>
        <translation>第 {round} 轮：{said}</translation>
    </message>
    <message>
        <source>Both say the same.</source>
        <translation>双方内容相同。</translation>
    </message>
    <message>
        <source>They differ in 1 place.</source>
        <translation>有 1 处不同。</translation>
    </message>
    <message>
        <source>They differ in {n} places.</source>
        <translation>有 {n} 处不同。</translation>
    </message>
    <message>
        <source>Round by round</source>
        <translation>逐轮对比</translation>
    </message>
    <message>
        <source>Of the left file 1 damaged line is missing here.</source>
        <translation>左侧文件有 1 行已损坏，此处缺少。</translation>
    </message>
    <message>
        <source>Of the left file {n} damaged lines are missing here.</source>
        <translation>左侧文件有 {n} 行已损坏，此处缺少。</translation>
    </message>
    <message>
        <source>Of the right file 1 damaged line is missing here.</source>
        <translation>右侧文件有 1 行已损坏，此处缺少。</translation>
    </message>
    <message>
        <source>Of the right file {n} damaged lines are missing here.</source>
        <translation>右侧文件有 {n} 行已损坏，此处缺少。</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>tool calls</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>failed calls</source>
        <translation>失败的调用</translation>
    </message>
    <message>
        <source>tokens in → out</source>
        <translation>词元 输入 → 输出</translation>
    </message>
    <message>
        <source>time at work</source>
        <translation>工作时间</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>the same round</source>
        <translation>同一轮</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>not run left</source>
        <translation>左侧未运行</translation>
    </message>
    <message>
        <source>not run right</source>
        <translation>右侧未运行</translation>
    </message>
    <message>
        <source>other results</source>
        <translation>结果不同</translation>
    </message>
    <message>
        <source>another tool</source>
        <translation>另一个工具</translation>
    </message>
    <message>
        <source>another result</source>
        <translation>另一个结果</translation>
    </message>
    <message>
        <source>only left</source>
        <translation>仅左侧</translation>
    </message>
    <message>
        <source>only right</source>
        <translation>仅右侧</translation>
    </message>
    <message>
        <source>it ran already with these arguments, on another branch; Run runs it once more</source>
        <translation>它在另一个分支上已用这些参数执行过；“运行”会再执行一次</translation>
    </message>
    <message>
        <source>from the beginning</source>
        <translation>自开头</translation>
    </message>
    <message>
        <source>before round 1</source>
        <translation>第 1 轮之前</translation>
    </message>
    <message>
        <source>after round {round}</source>
        <translation>第 {round} 轮之后</translation>
    </message>
    <message>
        <source>within round {round}</source>
        <translation>第 {round} 轮之中</translation>
    </message>
    <message>
        <source>detached: what stood before it is damaged</source>
        <translation>已脱离：之前的内容已损坏</translation>
    </message>
    <message>
        <source>Branch goes on</source>
        <translation>分支继续</translation>
    </message>
    <message>
        <source>only begun</source>
        <translation>刚开始</translation>
    </message>
    <message>
        <source>edited, nothing sent yet</source>
        <translation>已编辑，尚未发送</translation>
    </message>
    <message>
        <source>the request failed</source>
        <translation>请求失败</translation>
    </message>
    <message>
        <source>at a limit</source>
        <translation>已达限制</translation>
    </message>
    <message>
        <source>waits for approval</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <source>stopped: something went wrong</source>
        <translation>已停止：出了问题</translation>
    </message>
    <message>
        <source>something has no end</source>
        <translation>有未结束的操作</translation>
    </message>
    <message>
        <source>a request is due</source>
        <translation>待发送请求</translation>
    </message>
    <message>
        <source>1 call waits</source>
        <translation>1 个调用等待</translation>
    </message>
    <message>
        <source>{n} calls wait</source>
        <translation>{n} 个调用等待</translation>
    </message>
    <message>
        <source>stopped within a round</source>
        <translation>停在一轮之中</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>met</source>
        <translation>符合</translation>
    </message>
    <message>
        <source>not met</source>
        <translation>不符合</translation>
    </message>
    <message>
        <source>not met so far</source>
        <translation>尚未符合</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>尚无法得知</translation>
    </message>
    <message>
        <source>cannot be said</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>cannot be said: {why}</source>
        <translation>无法判断：{why}</translation>
    </message>
    <message>
        <source>expects {expression}</source>
        <translation>期望 {expression}</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>正在发送</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>正在接收</translation>
    </message>
    <message>
        <source>Running tools</source>
        <translation>正在运行工具</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等待您决定</translation>
    </message>
</context>
<context>
    <name>parameters</name>
    <message>
        <source>Responses takes no stop sequences: use Chat Completions, or cut the text after it came.</source>
        <translation>Responses 不接受停止序列：请改用 Chat Completions，或在收到后截断文本。</translation>
    </message>
    <message>
        <source>Responses takes no seed: use Chat Completions, or set the temperature to 0.</source>
        <translation>Responses 不接受随机种子：请改用 Chat Completions，或把温度设为 0。</translation>
    </message>
    <message>
        <source>Anthropic takes no seed: set the temperature to 0 for replies that differ little.</source>
        <translation>Anthropic 不接受随机种子：把温度设为 0 可让响应差别很小。</translation>
    </message>
    <message>
        <source>Ollama takes no tool choice: switch tools off, or say in the system text which to call.</source>
        <translation>Ollama 不接受工具选择：请停用工具，或在系统文本中说明调用哪个。</translation>
    </message>
    <message>
        <source>Ollama cannot be told to call one tool at a time: say it in the system text.</source>
        <translation>无法要求 Ollama 一次只调用一个工具：请在系统文本中说明。</translation>
    </message>
    <message>
        <source>With the tool choice none nothing is called: leave out whether several calls may come.</source>
        <translation>工具选择为 none 时不会有调用：请不要设置是否允许多个调用。</translation>
    </message>
    <message>
        <source>Thinking cannot only be switched on here: name a level, such as medium.</source>
        <translation>这里不能只打开思考：请给出强度，例如 medium。</translation>
    </message>
    <message>
        <source>There is no JSON mode without a schema here: give a schema, or ask for JSON in the system text.</source>
        <translation>这里没有不带模式的 JSON 模式：请给出模式，或在系统文本中要求 JSON。</translation>
    </message>
    <message>
        <source>natively</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>automatically</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>as text: {form}</source>
        <translation>文本：{form}</translation>
    </message>
    <message>
        <source>In the member that the provider has for them. What a model made for tools wants.</source>
        <translation>放在服务提供方为其准备的成员里。适合为工具训练的模型。</translation>
    </message>
    <message>
        <source>Natively, and as text where the model is known to have no tools or the server refuses them; it is noted.</source>
        <translation>原生；若已知模型不支持工具或服务器拒绝，则改用文本，并作记录。</translation>
    </message>
    <message>
        <source>A JSON object in &lt;tool_call&gt; tags, as Hermes and most Qwen models print it.</source>
        <translation>&lt;tool_call&gt; 标签中的 JSON 对象，Hermes 和多数 Qwen 模型这样输出。</translation>
    </message>
    <message>
        <source>&lt;function=…&gt; with &lt;parameter=…&gt; elements, as Qwen's coder models print it.</source>
        <translation>&lt;function=…&gt; 与 &lt;parameter=…&gt; 元素，Qwen 的 coder 模型这样输出。</translation>
    </message>
    <message>
        <source>A JSON object with name and parameters, as Llama 3 prints it.</source>
        <translation>含 name 和 parameters 的 JSON 对象，Llama 3 这样输出。</translation>
    </message>
    <message>
        <source>[TOOL_CALLS] with a JSON list behind it, as Mistral's models print it.</source>
        <translation>[TOOL_CALLS] 后接 JSON 列表，Mistral 的模型这样输出。</translation>
    </message>
    <message>
        <source>DeepSeek's special tokens around a name and JSON.</source>
        <translation>DeepSeek 的特殊词元包住名称和 JSON。</translation>
    </message>
    <message>
        <source>A name with &lt;arg_key&gt; and &lt;arg_value&gt; elements, as GLM prints it.</source>
        <translation>名称加 &lt;arg_key&gt; 与 &lt;arg_value&gt; 元素，GLM 这样输出。</translation>
    </message>
    <message>
        <source>Channels with messages to tools, as gpt-oss prints them.</source>
        <translation>带有发给工具的消息的通道，gpt-oss 这样输出。</translation>
    </message>
    <message>
        <source>A list of calls as Python writes them, as Llama 4 and LFM2 print it.</source>
        <translation>Python 写法的调用列表，Llama 4 和 LFM2 这样输出。</translation>
    </message>
    <message>
        <source>A JSON object with tool and arguments in a code fence: for any model that writes JSON.</source>
        <translation>代码块中含工具和参数的 JSON 对象：适合任何会写 JSON 的模型。</translation>
    </message>
    <message>
        <source>Action: and Action Input: on lines of their own: for any model, also an old one.</source>
        <translation>Action: 与 Action Input: 各占一行：适合任何模型，包括较旧的。</translation>
    </message>
</context>
<context>
    <name>presets</name>
    <message>
        <source>The address holds the name of your resource, the model is the name of your deployment. An older resource wants …/openai/deployments/{deployment}?api-version=2024-10-21 instead.</source>
        <translation>地址中含有您的资源名，模型是您的部署名。较旧的资源则需要 …/openai/deployments/{deployment}?api-version=2024-10-21。</translation>
    </message>
    <message>
        <source>Keys of other regions have an address of their own, such as https://dashscope-intl.aliyuncs.com/compatible-mode/v1.</source>
        <translation>其他地区的密钥有各自的地址，例如 https://dashscope-intl.aliyuncs.com/compatible-mode/v1。</translation>
    </message>
    <message>
        <source>Models are named with their maker, such as mistralai/mistral-small. Not every one of them takes tools.</source>
        <translation>模型名带有制作者，例如 mistralai/mistral-small。并非每个都支持工具。</translation>
    </message>
    <message>
        <source>Runs on this machine and asks for no key. A long history needs a larger options.num_ctx: what does not fit is cut off without a word.</source>
        <translation>在本机运行，不需要密钥。较长的历史需要更大的 options.num_ctx：放不下的内容会被悄悄截掉。</translation>
    </message>
    <message>
        <source>Runs on this machine and asks for no key. The length of the context can only be set in the server, with OLLAMA_CONTEXT_LENGTH.</source>
        <translation>在本机运行，不需要密钥。上下文长度只能在服务器上用 OLLAMA_CONTEXT_LENGTH 设置。</translation>
    </message>
    <message>
        <source>Runs on this machine and asks for no key. Start its server on the Developer page.</source>
        <translation>在本机运行，不需要密钥。请在 Developer 页启动其服务器。</translation>
    </message>
    <message>
        <source>Takes tools only when it was started with --enable-auto-tool-choice and --tool-call-parser. A key is asked for when it was started with --api-key.</source>
        <translation>只有以 --enable-auto-tool-choice 和 --tool-call-parser 启动时才支持工具。以 --api-key 启动时需要密钥。</translation>
    </message>
    <message>
        <source>llama-server takes tools when it was started with --jinja. A key is asked for when it was started with --api-key.</source>
        <translation>llama-server 以 --jinja 启动时支持工具。以 --api-key 启动时需要密钥。</translation>
    </message>
</context>
<context>
    <name>trial</name>
    <message>
        <source>Reachable</source>
        <translation>可以连接</translation>
    </message>
    <message>
        <source>Key accepted</source>
        <translation>密钥有效</translation>
    </message>
    <message>
        <source>Model known</source>
        <translation>模型存在</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流式</translation>
    </message>
    <message>
        <source>Calls tools</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>JSON mode</source>
        <translation>JSON 模式</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>It could not be asked.</source>
        <translation>无法询问。</translation>
    </message>
    <message>
        <source>The connection stood after {time}.</source>
        <translation>{time} 后建立连接。</translation>
    </message>
    <message>
        <source>The server answers.</source>
        <translation>服务器有应答。</translation>
    </message>
    <message>
        <source>Nothing was sent: {text}</source>
        <translation>没有发送：{text}</translation>
    </message>
    <message>
        <source>The server took it.</source>
        <translation>服务器接受了。</translation>
    </message>
    <message>
        <source>The server asks for none.</source>
        <translation>服务器不要求密钥。</translation>
    </message>
    <message>
        <source>It is not there, and nothing was sent.</source>
        <translation>密钥不存在，没有发送任何内容。</translation>
    </message>
    <message>
        <source>The server refused it ({status}): {text}</source>
        <translation>服务器拒绝了（{status}）：{text}</translation>
    </message>
    <message>
        <source>The server wants a key ({status}): {text}</source>
        <translation>服务器要求密钥（{status}）：{text}</translation>
    </message>
    <message>
        <source>{model} answers.</source>
        <translation>{model} 有应答。</translation>
    </message>
    <message>
        <source>{model} answers, and calls itself {named}.</source>
        <translation>{model} 有应答，自称 {named}。</translation>
    </message>
    <message>
        <source>The server does not offer {model} ({status}): {text}</source>
        <translation>服务器没有 {model}（{status}）：{text}</translation>
    </message>
    <message>
        <source>The profile names no model.</source>
        <translation>配置没有指定模型。</translation>
    </message>
    <message>
        <source>A reply came in {time}.</source>
        <translation>{time} 内收到响应。</translation>
    </message>
    <message>
        <source>The server answered {status}: {text}</source>
        <translation>服务器回答 {status}：{text}</translation>
    </message>
    <message>
        <source>The server answered {status} at {url}: {text}</source>
        <translation>服务器在 {url} 回答 {status}：{text}</translation>
    </message>
    <message>
        <source>It came in {count} pieces.</source>
        <translation>分 {count} 段到达。</translation>
    </message>
    <message>
        <source>It came in one piece, although a stream was asked for.</source>
        <translation>要求流式，却一次整体到达。</translation>
    </message>
    <message>
        <source>The reply was too short to tell.</source>
        <translation>响应太短，无法判断。</translation>
    </message>
    <message>
        <source>The profile asks for whole replies.</source>
        <translation>配置要求整体响应。</translation>
    </message>
    <message>
        <source>The model called the tool that was offered.</source>
        <translation>模型调用了提供的工具。</translation>
    </message>
    <message>
        <source>The model printed the call in the form {form}.</source>
        <translation>模型以 {form} 格式输出了调用。</translation>
    </message>
    <message>
        <source>The model called {tool} with arguments that cannot be used: {text}</source>
        <translation>模型调用了 {tool}，但参数不可用：{text}</translation>
    </message>
    <message>
        <source>The reply was cut off at its length before a call came.</source>
        <translation>响应因长度被截断，没有等到调用。</translation>
    </message>
    <message>
        <source>The model was asked to call a tool and wrote instead: {text}</source>
        <translation>要求模型调用工具，它却写了：{text}</translation>
    </message>
    <message>
        <source>The server takes no tools here ({status}): {text}</source>
        <translation>服务器在这里不接受工具（{status}）：{text}</translation>
    </message>
    <message>
        <source>The server takes no tools here; they are told as text, for calls are automatic.</source>
        <translation>服务器在这里不接受工具；因调用为自动，改以文本告知。</translation>
    </message>
    <message>
        <source>The reply was a JSON object.</source>
        <translation>响应是 JSON 对象。</translation>
    </message>
    <message>
        <source>The reply was no JSON object: {text}</source>
        <translation>响应不是 JSON 对象：{text}</translation>
    </message>
    <message>
        <source>It has: {models}.</source>
        <translation>它有：{models}。</translation>
    </message>
    <message>
        <source>Put the profile right, then test again.</source>
        <translation>请改正配置，再测试一次。</translation>
    </message>
    <message>
        <source>Check the address and the proxy, and that a local server runs.</source>
        <translation>请检查地址和代理，以及本地服务器是否在运行。</translation>
    </message>
    <message>
        <source>Set the environment variable {variable} to the key.</source>
        <translation>请把环境变量 {variable} 设为密钥。</translation>
    </message>
    <message>
        <source>Check that the key is whole, belongs to this server, and goes in the header that it reads.</source>
        <translation>请检查密钥是否完整、属于此服务器，并放在它读取的标头里。</translation>
    </message>
    <message>
        <source>Name the variable that holds the key, or store one.</source>
        <translation>请指明存放密钥的变量，或存入一个密钥。</translation>
    </message>
    <message>
        <source>Take the exact name from the server's list; a local one has to be loaded first.</source>
        <translation>请使用服务器列表中的确切名称；本地模型须先加载。</translation>
    </message>
    <message>
        <source>Name one in the profile.</source>
        <translation>请在配置中指定一个。</translation>
    </message>
    <message>
        <source>Look at the parameters of the profile: the server may not take one of them.</source>
        <translation>请查看配置的参数：服务器可能不接受其中之一。</translation>
    </message>
    <message>
        <source>Wait, and look at the limits and the credit of the account.</source>
        <translation>请稍等，并查看账户的限额和余额。</translation>
    </message>
    <message>
        <source>The fault is the server's own: try later, or look at its log.</source>
        <translation>是服务器自身的故障：请稍后再试，或查看其日志。</translation>
    </message>
    <message>
        <source>Check the end of the base address (many want /v1) and the dialect.</source>
        <translation>请检查基础地址的结尾（许多需要 /v1）和方言。</translation>
    </message>
    <message>
        <source>Check the dialect and the address; give a model that still loads more time to read.</source>
        <translation>请检查方言和地址；给仍在加载的模型更多读取时间。</translation>
    </message>
    <message>
        <source>Switch streaming off in the profile, or look for a proxy on the way that holds replies back.</source>
        <translation>请在配置中关闭流式，或查找途中扣住响应的代理。</translation>
    </message>
    <message>
        <source>Choose a larger model, or another way to tell calls.</source>
        <translation>请选择更大的模型，或换一种告知方式。</translation>
    </message>
    <message>
        <source>Choose a model that was made for tools, or let calls be told as text.</source>
        <translation>请选择为工具训练的模型，或改用文本告知。</translation>
    </message>
    <message>
        <source>Choose this form for the calls of the profile, or set the server up to read it.</source>
        <translation>请在配置中选用此格式，或让服务器能读取它。</translation>
    </message>
    <message>
        <source>Choose a model that takes tools, or set the calls to automatic or a text form.</source>
        <translation>请选择支持工具的模型，或把告知方式设为自动或某种文本格式。</translation>
    </message>
    <message>
        <source>Leave JSON mode off, or ask for JSON in the system text.</source>
        <translation>请不用 JSON 模式，或在系统文本中要求 JSON。</translation>
    </message>
    <message>
        <source>Ask for JSON in the system text as well, or leave JSON mode off.</source>
        <translation>请在系统文本中也要求 JSON，或不用 JSON 模式。</translation>
    </message>
</context>
</TS>
