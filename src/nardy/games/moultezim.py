"""Moultezim: one runner first, and at most four points of the outer board. Source: BK, GZ."""

from nardy.core.choices import Quarter
from nardy.games.fevga import FEVGA

MOULTEZIM = FEVGA.replace(
    id="moultezim",
    name="moultezim",
    russian="мультезим",
    aliases=("мультезим",),
    source="BK; GZ",
    names=(("gammon", "mars"),),
    quarter=Quarter(7, 12, 4),
    release=False,
)
