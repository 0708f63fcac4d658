"""What systems and readers of JSON say, marked for translation: such words stand in sentences of ours as they came.

Above: the catalogue, by which the window knows them again (`present/kept_sentences`). Below: `said`.
"""

from studio.said import QT_TRANSLATE_NOOP

SYSTEM_WORDS = (
    QT_TRANSLATE_NOOP("core", "No such file or directory"),
    QT_TRANSLATE_NOOP("core", "Permission denied"),
    QT_TRANSLATE_NOOP("core", "Operation not permitted"),
    QT_TRANSLATE_NOOP("core", "Is a directory"),
    QT_TRANSLATE_NOOP("core", "Not a directory"),
    QT_TRANSLATE_NOOP("core", "File exists"),
    QT_TRANSLATE_NOOP("core", "File name too long"),
    QT_TRANSLATE_NOOP("core", "Directory not empty"),
    QT_TRANSLATE_NOOP("core", "No space left on device"),
    QT_TRANSLATE_NOOP("core", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("core", "Read-only file system"),
    QT_TRANSLATE_NOOP("core", "Input/output error"),
    QT_TRANSLATE_NOOP("core", "Text file busy"),
    QT_TRANSLATE_NOOP("core", "Too many open files"),
    QT_TRANSLATE_NOOP("core", "Exec format error"),
    QT_TRANSLATE_NOOP("core", "Connection refused"),
    QT_TRANSLATE_NOOP("core", "Expecting value"),
    QT_TRANSLATE_NOOP("core", "Expecting property name enclosed in double quotes"),
    QT_TRANSLATE_NOOP("core", "Expecting ',' delimiter"),
    QT_TRANSLATE_NOOP("core", "Expecting ':' delimiter"),
    QT_TRANSLATE_NOOP("core", "Illegal trailing comma before end of object"),
    QT_TRANSLATE_NOOP("core", "Illegal trailing comma before end of array"),
    QT_TRANSLATE_NOOP("core", "Extra data"),
    QT_TRANSLATE_NOOP("core", "Unterminated string starting at"),
    QT_TRANSLATE_NOOP("core", "Invalid control character at"),
    QT_TRANSLATE_NOOP("core", "Invalid \\escape"),
    QT_TRANSLATE_NOOP("core", "certificate has expired"),
    QT_TRANSLATE_NOOP("core", "self-signed certificate"),
    QT_TRANSLATE_NOOP("core", "self-signed certificate in certificate chain"),
    QT_TRANSLATE_NOOP("core", "unable to get local issuer certificate"),
    QT_TRANSLATE_NOOP("core", "Hostname mismatch, certificate is not valid for {host}."),
)
