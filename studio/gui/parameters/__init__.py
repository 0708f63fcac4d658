"""The fields of request parameters, and how tools are told: one widget for profiles and for the next request.

Not here: where they are kept. May import `gui/editors`, `gui/widgets` and `workspace`.
"""
