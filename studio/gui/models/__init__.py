"""Thin Qt item models over the rows of `present`.

Not here: words, colours, or any fact that `present` does not give. May import `present` and the values below it.
"""
