"""Moultezim: one runner first, and at most four points of the outer board. Source: BK.

GZ and TB limit another quarter, one's own start: the preset `own-start`.
"""

from nardy.core.choices import Quarter
from nardy.games.fevga import FEVGA

MOULTEZIM = FEVGA.replace(
    id="moultezim",
    name="moultezim",
    russian="мультезим",
    aliases=("mültezim", "multezim", "moutezim", "μουλτεζίμ", "мультезим"),
    source="BK; GZ",
    names=(("gammon", "mars"),),
    quarter=Quarter(7, 12, 4),
    release=False,
    presets=(("classic", ()), ("own-start", (("quarter", "19-24:5"),))),
)
