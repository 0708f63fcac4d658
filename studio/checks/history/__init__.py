"""Whether a provider takes a history: rules over the messages of a request body as they go over the wire, one file per wire format.

Here: what is wrong, where, how bad, and the name of its repair. Not here: the repair itself (`engine/history_repair`) and when to stop
(`engine/sending`). May import `session/chain`, `messages`, `dialects/traits`; no I/O.
"""
