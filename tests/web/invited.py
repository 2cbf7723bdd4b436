"""A club by invitation within the lively one."""

from nardy.server.store import groups
from nardy.server.store.database.writer import Writer
from nardy.server.store.groups import Group
from nardy.server.timestamps import now

CODE = "come-to-the-court"
MADE = Group(
    id="court",
    name="Двор на улице Абовяна",
    about="Long nardy under the mulberry tree, every evening after seven; bring your own tea.",
    since=0,
    code=CODE,
    uses=10,
)
MEMBERS = ("Gayane", "Levan", "Давид", "Constantinopolitanische")


async def prepare(store: Writer, owner: str) -> None:
    """The club of *owner*, with a helper and members."""
    await store.run(lambda c: groups.make(c, MADE, owner))
    for one in MEMBERS:
        await store.run(lambda c, who=one: groups.join(c, CODE, who, now(), len(MEMBERS) + 1))
    await store.run(lambda c: groups.set_role(c, MADE.id, MEMBERS[0], "helper"))
