"""Which tools run in a process that goes on between their calls, and holds something that is lost when it ends. Pure.

Above: `workspace`, the window. Below: `setup`. Starts nothing.
"""

from studio.session.setup import Setup


def process_of(setup: Setup, tool: str) -> str:
    """The file or the server in whose process a tool runs; empty where each call has its own, or there is none."""
    spec = setup.tool(tool)
    if spec is None or tool in setup.executors:
        return ""
    files = (file.path.replace("\\", "/").rsplit("/")[-1] for file in setup.files)
    lasting = {*(server.name for server in setup.servers), *files}
    return spec.source if spec.source in lasting else ""
