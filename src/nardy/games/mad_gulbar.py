"""Mad gulbar: doubles cascade at once, the opponent plays what is left. Source: S0, FL."""

from nardy.core.choices import Leftovers
from nardy.games.gul_bara import GUL_BARA

MAD_GULBAR = GUL_BARA.replace(
    id="mad-gulbar",
    name="mad gulbar",
    russian="бешеный гюльбар",
    aliases=("бешеный гюльбар", "гюльбар", "qalb-el-hurr"),
    source="S0; FL",
    cascade_count=2,
    cascade_from=1,
    leftover=Leftovers.OPPONENT,
    presets=(("four", (("cascade_count", "4"),)),),
)
