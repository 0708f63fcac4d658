"""A session in memory whose replies the person writes: what the Response pane asks of it for that."""

from typing import Any

from studio.messages.reply import ChatReply


class WrittenInMemory:
    """`wants_reply` is for a test to set. Whoever derives from it keeps `replies` and `asked`, and can `request` and `answer`."""

    wants_reply = False
    replies: list[Any]
    asked: list[tuple[Any, ...]]
    request: Any
    answer: Any

    def blank_arguments(self, tool: str) -> str:
        """No argument at all."""
        self.asked.append(("blank", tool))
        return "{}"

    async def reply_by_hand(self, reply: ChatReply) -> None:
        """The reply comes in as it was written."""
        self.asked.append(("by hand", reply))
        self.replies.insert(0, reply)
        self.wants_reply = False
        self.request()
        self.answer()
