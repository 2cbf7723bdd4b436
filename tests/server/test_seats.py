import pytest

from nardy.server.seats import bot_seat, bot_spec_of, guest_id_of, guest_seat, is_bot, is_guest
from nardy.server.store.guests import Guest


@pytest.mark.parametrize(
    ("seat", "guest", "bot"),
    [
        ("guest:a", True, False),
        ("bot:nardy:0", False, True),
        (None, False, False),
        ("", False, False),
    ],
)
def test_a_seat_is_a_guests_a_bots_or_free(seat: str | None, guest: bool, bot: bool) -> None:
    assert (is_guest(seat), is_bot(seat)) == (guest, bot)


@pytest.mark.parametrize("name", ["a", "bot:", "guest:", "nardy:0"])
def test_seats_round_trip(name: str) -> None:
    assert guest_id_of(guest_seat(name)) == name
    assert bot_spec_of(bot_seat(name)) == name
    assert Guest(name, "Ann").seat == guest_seat(name)
