"""Whether a loop gets anywhere: rules over the calls that a model made in one turn, and what it got back.

Here: what was seen, in which round, at which calls. Not here: what it means; a finding is a hint, never an error. May import `session`,
`messages`; no I/O.
"""
