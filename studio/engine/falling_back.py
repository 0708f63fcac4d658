"""What automatic calls come to when a provider refuses tools: they are told as text from then on. Pure.

Above: `stepper`. Below: `dialects/refusals`, `dialects/traits`, `session`. Nothing happens here unless the person chose *automatic*.
"""

from msgspec.structs import replace

from studio.dialects.refusals import refuses_tools
from studio.dialects.traits import Traits, printed_by, text_form_for, traits_of
from studio.messages.remark import Remark
from studio.session.events import RequestFailed, SetupChanged
from studio.session.setup import ResponderChoice, Setup


def traits(choice: ResponderChoice) -> Traits:
    """What is known of the model that answers."""
    return traits_of(choice.dialect, choice.base_url, choice.model_name)


def text_form(choice: ResponderChoice) -> str:
    """The text form in which tools are told to this model; empty for natively."""
    return text_form_for(choice.calls, choice.text_form, traits(choice))


def as_text(setup: Setup, failed: RequestFailed) -> SetupChanged | None:
    """The change that tells the tools as text, when the request failed because they were told natively; else None."""
    choice = setup.responder
    if choice.calls != "auto" or text_form(choice) or not setup.sent_tools or not refuses_tools(failed.error):
        return None
    form = printed_by(traits(choice))
    remark = Remark("tools_refused", form)
    return SetupChanged(responder=replace(choice, text_form=form), remarks=(remark,), automatic=True)
