"""The actions of the menus File and Tools.

Above: `actions`. Below: `action_spec`, `actions_export`, `situation`.
"""

from PySide6.QtGui import QKeySequence

from studio.gui import situation as when
from studio.gui.action_spec import ActionSpec
from studio.gui.actions_export import EXPORT
from studio.present.marked import QT_TRANSLATE_NOOP

_Std = QKeySequence.StandardKey

FILE = (
    ActionSpec(
        "new",
        QT_TRANSLATE_NOOP("Actions", "New session…"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Choose a model and tools and write the first message."),
        (_Std.New,),
        "plus",
    ),
    ActionSpec(
        "open",
        QT_TRANSLATE_NOOP("Actions", "Open…"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Open a session file. Opening runs nothing."),
        (_Std.Open,),
        "folder",
    ),
    ActionSpec(
        "demo",
        QT_TRANSLATE_NOOP("Actions", "Run the demo"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "A refund agent with a scripted model. No key and no network needed."),
        (),
        "run",
    ),
    ActionSpec(
        "sample_loop",
        QT_TRANSLATE_NOOP("Actions", "Open sample: stuck in a loop"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "A copy of a recorded session in which things go wrong. Nothing runs."),
        (),
        "retry",
    ),
    ActionSpec(
        "sample_agent",
        QT_TRANSLATE_NOOP("Actions", "Open sample: an agent, two branches"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "A copy of a recorded session with a nested agent, to be compared. Nothing runs."),
        (),
        "fork",
    ),
    ActionSpec(
        "replay",
        QT_TRANSLATE_NOOP("Actions", "Replay…"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Step through a session file with its recorded replies and results."),
        (),
        "restart",
        line=True,
    ),
    ActionSpec(
        "save_as",
        QT_TRANSLATE_NOOP("Actions", "Save as…"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Move the session's file elsewhere. It is saved all the time."),
        ("Ctrl+Shift+S",),
        rule=when.can_write,
    ),
    *EXPORT,
    ActionSpec(
        "close",
        QT_TRANSLATE_NOOP("Actions", "Close"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Close the session. It is saved already."),
        ("Ctrl+W",),
        line=True,
    ),
    ActionSpec(
        "quit",
        QT_TRANSLATE_NOOP("Actions", "Quit"),
        "file",
        QT_TRANSLATE_NOOP("Actions", "Close all windows and leave."),
        ("Ctrl+Q",),
    ),
)

TOOLS = (
    ActionSpec(
        "add_tools",
        QT_TRANSLATE_NOOP("Actions", "Add Python file…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "Every public function with type hints becomes a tool. Nothing of it runs before you trust it."
        ),
        (),
        "call",
        when.can_write,
    ),
    ActionSpec(
        "add_by_hand",
        QT_TRANSLATE_NOOP("Actions", "Add by hand…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "A tool that is only declared: its results come from you or from a mock rule."),
        (),
        "edit",
        when.can_write,
    ),
    ActionSpec(
        "add_http",
        QT_TRANSLATE_NOOP("Actions", "Add HTTP endpoint…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Each call becomes one request, once you have reviewed and trusted it."),
        (),
        "globe",
        when.can_write,
    ),
    ActionSpec(
        "add_command",
        QT_TRANSLATE_NOOP("Actions", "Add command line…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "Each call starts one process, never a shell, once you have reviewed and trusted it."
        ),
        (),
        "run",
        when.can_write,
    ),
    ActionSpec(
        "add_agent",
        QT_TRANSLATE_NOOP("Actions", "Add agent…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "Each call runs a session of its own, with its own system text, tools, model and memory."
        ),
        (),
        "agent",
        when.can_write,
    ),
    ActionSpec(
        "add_server",
        QT_TRANSLATE_NOOP("Actions", "Add MCP server…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "The tools of a program or an address that speaks MCP. Nothing starts before you trust it."
        ),
        (),
        "server",
        when.can_write,
    ),
    ActionSpec(
        "paste_servers",
        QT_TRANSLATE_NOOP("Actions", "Paste MCP servers (JSON)…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "The servers of an mcpServers file, as other programs keep it."),
        (),
        "server",
        when.can_write,
    ),
    ActionSpec(
        "import_tools",
        QT_TRANSLATE_NOOP("Actions", "Import a list…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "Declarations from an OpenAI tools array, LangChain tool JSON, or an MCP tools/list result."
        ),
        (),
        "file",
        when.can_write,
    ),
    ActionSpec(
        "review_tools",
        QT_TRANSLATE_NOOP("Actions", "Review untrusted tools…"),
        "tools",
        QT_TRANSLATE_NOOP(
            "Actions", "See which files, requests and commands of this session wait for trust, and decide."
        ),
        (),
        "lock",
        when.has_untrusted,
    ),
    ActionSpec(
        "tool_groups",
        QT_TRANSLATE_NOOP("Actions", "Groups…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Which tools requests offer: groups with a rule, sources, context values."),
        (),
        "folder",
        when.can_write,
        line=True,
    ),
    ActionSpec(
        "tool_search",
        QT_TRANSLATE_NOOP("Actions", "Tool search…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Let the model find tools, and try what it would find."),
        (),
        "search",
        when.can_write,
    ),
    ActionSpec(
        "tool_notes",
        QT_TRANSLATE_NOOP("Actions", "Tool checks…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "What makes tools hard to use for a model, with advice."),
        (),
        "tick",
        when.is_open,
    ),
    ActionSpec(
        "call_by_hand",
        QT_TRANSLATE_NOOP("Actions", "Call a tool by hand…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Run a tool once, now, outside the session. Nothing is sent to the model."),
        (),
        "run",
        when.is_open,
        line=True,
    ),
    ActionSpec(
        "export_servers",
        QT_TRANSLATE_NOOP("Actions", "Export MCP servers…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Write the servers of this session as an mcpServers file, without any key."),
        (),
        "save",
        when.has_servers,
    ),
    ActionSpec(
        "mocks",
        QT_TRANSLATE_NOOP("Actions", "Mocks…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "Rules that answer calls in the tools' place: by condition, count, and fault."),
        (),
        "mock",
        when.can_write,
        line=True,
        colour="mock",
    ),
    ActionSpec(
        "profiles",
        QT_TRANSLATE_NOOP("Actions", "Profiles…"),
        "tools",
        QT_TRANSLATE_NOOP("Actions", "The models that can be asked: address, key, parameters."),
        (),
        "gear",
        line=True,
    ),
)
