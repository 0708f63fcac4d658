"""What is shown is what runs: a typed change goes along or nothing moves, and a stop is never looked past."""

from collections.abc import Callable

from studio.gui.panes.call_card import CallCard
from studio.session.nodes import CallKey, NodeId
from studio.session.setup import Stops
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
FITTING = '{"order_id": "48213", "amount": 81.5, "currency": "EUR", "reason": "broken"}'


async def _at_the_sensitive_call(stage: Stage) -> CallKey:
    await stage.demo()
    while stage.session.stop is not None and stage.session.stop.reason != "approval":
        await stage.go("run_to_end")
    assert stage.session.stop is not None
    assert stage.session.stop.call is not None
    return stage.session.stop.call


def _card(stage: Stage, key: CallKey) -> CallCard:
    card = stage.window.panes.response.calls.card(key)
    assert card is not None
    return card


def _type(stage: Stage, key: CallKey, text: str) -> None:
    card = _card(stage, key)
    card.arguments.editor.selectAll()
    card.arguments.editor.insertPlainText(text)


def test_approving_from_the_banner_runs_the_arguments_that_are_typed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        key = await _at_the_sensitive_call(stage)
        _type(stage, key, FITTING)
        stage.window.offers.take("approve")
        await stage.until(lambda: _result(stage, key))
        assert '"amount": 81.5' in _result(stage, key)

    live(play)


def _result(stage: Stage, key: CallKey) -> str:
    found = stage.session.state.call(key)
    return found.result.text if found is not None and found.result is not None else ""


def test_arguments_that_are_no_json_are_not_approved_and_why_is_said(live: Live) -> None:
    async def play(stage: Stage) -> None:
        key = await _at_the_sensitive_call(stage)
        _type(stage, key, '{"order_id": ')
        stage.window.offers.take("approve")
        await stage.frame()
        found = stage.session.state.call(key)
        assert found is not None
        assert found.status == "open"
        assert stage.window.centre.trouble.isVisible()
        _card(stage, key).revert()

    live(play)


def test_an_edited_sensitive_call_still_asks(live: Live) -> None:
    async def play(stage: Stage) -> None:
        key = await _at_the_sensitive_call(stage)
        stage.session.edit_call(key, arguments=FITTING)
        await stage.frame()
        card = stage.window.panes.response.calls.card(key)
        assert card is not None
        assert card.facts.phase == "approval"
        content = stage.window.centre.banner.content
        assert content is not None
        assert "approval" in content.detail

    live(play)


def test_a_step_with_a_half_typed_mock_moves_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert stage.session.stop is not None
        key = stage.session.stop.call
        assert key is not None
        card = stage.window.panes.response.calls.card(key)
        assert card is not None
        card.act("mock")
        card.answer.text.insertPlainText("half a res")
        stage.trigger("step")
        await stage.frame()
        found = stage.session.state.call(key)
        assert found is not None
        assert found.status == "open"
        assert stage.window.centre.trouble.isVisible()
        card.answer.forget()

    live(play)


def test_where_it_stops_is_what_is_looked_at(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.timeline.select_node(stage.session.tree.path(stage.session.head)[0])
        await stage.frame()
        await stage.go("step")
        assert stage.window.bridge.selection is None
        assert stage.window.panes.response.calls.cards()

    live(play)


def test_going_on_at_a_call_that_waits_for_approval_says_so_and_gives_the_banner_the_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _at_the_sensitive_call(stage)
        stage.window.timeline.view.setFocus()
        head = stage.session.head
        stage.trigger("step")
        await stage.until(stage.window.centre.notice.isVisible)
        assert stage.window.centre.notice.text().endswith("A tells the model, R rejects.")
        assert stage.window.centre.banner.bar.hasFocus()
        assert stage.session.head == head

    live(play)


def test_what_is_typed_in_a_call_that_is_left_waits_there_and_holds_nothing_up(live: Live) -> None:
    async def play(stage: Stage) -> None:
        key = await _at_the_sensitive_call(stage)
        _type(stage, key, '{"order_id": ')
        left = stage.session.head
        stage.session.rewind(stage.session.tree.parent(NodeId(key[0])))
        await stage.frame()
        assert not _card(stage, key).isVisible()
        assert stage.window.panes.has_draft
        await stage.go("step")
        assert not stage.window.centre.trouble.isVisible()
        stage.session.rewind(left)
        await stage.frame()
        assert _card(stage, key).arguments.draft == '{"order_id": '
        _card(stage, key).revert()

    live(play)


def test_what_is_typed_in_the_due_call_runs_while_another_step_is_looked_at(live: Live) -> None:
    async def play(stage: Stage) -> None:
        key = await _at_the_sensitive_call(stage)
        _type(stage, key, FITTING)
        stage.window.bridge.select(stage.session.tree.path(stage.session.head)[0])
        await stage.frame()
        assert not _card(stage, key).isVisible()
        stage.window.offers.take("approve")
        await stage.until(lambda: _result(stage, key))
        assert '"amount": 81.5' in _result(stage, key)

    live(play)


def test_what_is_typed_for_the_next_request_is_not_passed_over_while_another_step_is_looked_at(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.change_setup(stops=Stops(before_request=True))
        while stage.session.stop is None or stage.session.stop.place != "before_request":
            await stage.go("step")
        head, request = stage.session.head, stage.window.panes.request
        request.show_view("json")
        request.json.editor.insertPlainText("x")
        request.show_view("chat")
        stage.window.bridge.select(stage.session.tree.path(head)[0])
        await stage.frame()
        stage.trigger("step")
        await stage.frame()
        assert stage.session.head == head
        assert stage.window.centre.trouble.isVisible()
        assert request.json.isVisible()
        assert request.json.has_draft
        request.json.revert()

    live(play)
