"""Drawn pictures of people: an ornament and its tones, from lists that the page draws by."""

from nardy.server.errors import RefusedError

ORNAMENTS = ("rosette", "pomegranate", "knot", "sun", "lances", "grapes", "star", "horns")
TONES = ("walnut", "brass", "turquoise", "garnet", "ivory", "night")


def avatar_of(text: str) -> str:
    """A picture as it is kept: `sun-night`, or nothing for the one that goes with the name.

    Raises:
        RefusedError: there is none of this name.
    """
    ornament, _, tone = text.partition("-")
    if text and (ornament not in ORNAMENTS or tone not in TONES):
        told = (
            f"expected an ornament and a tone ({ORNAMENTS[0]}-{TONES[0]}), or '', got {text!r:.40}"
        )
        raise RefusedError("avatar", told)
    return text
