"""MCP servers, through the official SDK: the one room that imports it. Loaded by `workspace/wiring` when the first server starts."""
