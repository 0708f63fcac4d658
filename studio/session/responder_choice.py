"""Who answers, as a value: the name of a profile and the facts needed to read a session without it.

Above: `setup`, `agents`, `toolbox`. Below: nothing. Holds no key, ever.
"""

from typing import Literal

import msgspec

ResponderKind = Literal["live", "scripted", "by_hand"]


class ResponderChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who answers: the name of a profile and the facts needed to read the session without it.

    `calls` says how tools are told to the model: `native`, the name of a text form, or `auto`; `text_form` is what automatic came
    to when the provider had refused native tools.
    """

    kind: ResponderKind = "by_hand"
    profile: str = ""
    dialect: str = "openai_chat"
    base_url: str = ""
    model_name: str = ""
    stream: bool = True
    script: str = ""
    calls: str = "native"
    text_form: str = ""
