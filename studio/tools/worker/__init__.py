"""The child process that runs a person's Python tools; started by path under the person's own interpreter.

Belongs here: importing the file, describing its functions, running calls, catching what they print. Does not: shaping
schemas for anybody, time-outs, restarts (all `python_file`). Standard library of Python 3.9 only, nothing of `studio`: the
files import each other relatively, because here they are a package of another name. What crosses the pipe is JSON.
"""
