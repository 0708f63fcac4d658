"""Toolcall Studio: a step debugger for the loop between a language model and its tools.

Holds the rooms below and the files of the lowest floor (`paths`, `tasks`, `late`, `problems`, `said`). Imports only go down:
__main__ > gui | cli > workspace > engine > responders | tools | store | present > checks > session | dialects >
messages | wire > paths | tasks | late | problems | said.
"""
