"""What the worker says of a tools file that cannot be taken, as templates: it runs under another Python and sends plain text.

Above: the catalogue, by which the window knows these texts again (`present/kept_sentences`). Below: nothing; a test holds them by the
worker's own words.
"""

from studio.said import QT_TRANSLATE_NOOP

WORKER_WORDS = (
    QT_TRANSLATE_NOOP("core", "{key} of {tool} is {shown}, it has to be {wanted}"),
    QT_TRANSLATE_NOOP("core", "1 to 64 letters, digits, _ or -, and no digit first"),
    QT_TRANSLATE_NOOP("core", "the name of the tool that it undoes, or its function"),
    QT_TRANSLATE_NOOP("core", "a number of seconds above 0"),
    QT_TRANSLATE_NOOP("core", "the parameter {name} of {tool} is filled in by the program and has a default"),
    QT_TRANSLATE_NOOP("core", "its parameter {name} is filled in by name, and cannot stand before a /"),
    QT_TRANSLATE_NOOP("core", "the parameter {name} of {tool}: {why}"),
    QT_TRANSLATE_NOOP("core", "it has no type hints"),
    QT_TRANSLATE_NOOP("core", "it takes {name}"),
    QT_TRANSLATE_NOOP("core", "its parameter {name} has no type hint"),
    QT_TRANSLATE_NOOP("core", "a type hint of {tool} cannot be found: {why}"),
    QT_TRANSLATE_NOOP("core", "two tools are called {tool}: {one} (line {line}) and {other}"),
    QT_TRANSLATE_NOOP("core", "{tool} is defined twice, first in line {line}; only the last would be the tool"),
    QT_TRANSLATE_NOOP("core", "it is imported from {module}"),
    QT_TRANSLATE_NOOP("core", "its name begins with an underscore"),
    QT_TRANSLATE_NOOP("core", "the default of {name} is {shown}, which does not fit its type"),
    QT_TRANSLATE_NOOP("core", "it takes the Execution that it undoes, and then it can take nothing else"),
    QT_TRANSLATE_NOOP("core", "it takes an Execution, but does not say which tool it compensates"),
    QT_TRANSLATE_NOOP("core", "the type {type} has no JSON Schema"),
    QT_TRANSLATE_NOOP("core", "the type goes on without end"),
    QT_TRANSLATE_NOOP("core", "the file has no function {name}"),
    QT_TRANSLATE_NOOP("core", "{function} gave more than {n} names"),
)
