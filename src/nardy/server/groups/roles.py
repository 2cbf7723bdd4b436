"""Permissions in a private group: who may change roles and remove members."""

from collections.abc import Mapping

from nardy.server.errors import RefusedError
from nardy.server.store.groups import RANKS

DIRECTING = ("owner", "helper")
"""Roles that may invite, rename the group and remove plain members."""


def who_sees(role: str) -> tuple[str, ...]:
    """The roles that see an invitation which gives a role: whoever may give it themselves.

    >>> who_sees("member"), who_sees("helper")
    (('owner', 'helper'), ('owner',))
    """
    return DIRECTING if role == "member" else ("owner",)


def is_lower(role: str, before: str) -> bool:
    """Whether somebody has fewer rights with a role than before; '' is no member.

    >>> is_lower("", "member"), is_lower("helper", "owner"), is_lower("helper", "member")
    (True, True, False)
    """
    return not role or RANKS.index(role) > RANKS.index(before)


def require_appointment(roles: Mapping[str, str], by: str, whom: str, role: str) -> None:
    """Check that *by* may give *whom* a role; '' removes the member.

    *roles* holds all members. Anyone may leave, helpers may remove plain members, and owners may do
    everything; while there are other members, one owner must remain.

    Raises:
        RefusedError: *by* may not do this, or the group would have no owner.
    """
    if not (by == whom and role == ""):
        taken_out = (roles.get(whom), role) == ("member", "")
        require_role(roles.get(by), DIRECTING if taken_out else ("owner",))
    require_role(roles.get(by), ())
    if whom not in roles:
        raise RefusedError(
            "circle-nobody", "this person is not a member of the group; choose a member"
        )
    owners = [one for one, what in roles.items() if what == "owner"]
    is_last = role == "" and len(roles) == 1  # the group ends with its last member
    if owners == [whom] and role != "owner" and not is_last:
        message = "the group needs an owner; make another member owner first, or close the group"
        raise RefusedError("circle-owner", message)


def require_role(role: str | None, allowed: tuple[str, ...]) -> None:
    """Refuse non-members, and members with none of the *allowed* roles; () allows any.

    Raises:
        RefusedError: not a member, or another role.
    """
    if role is None:
        raise RefusedError(
            "no-circle", "you are not a member of a group with this address; ask for an invitation"
        )
    if allowed and role not in allowed:
        message = (
            f"expected the role {' or '.join(allowed)} in this group, got {role}; ask one of them"
        )
        raise RefusedError("circle-role", message)
