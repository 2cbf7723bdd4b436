"""Who may give which office in a club by invitation, and who may leave one."""

from collections.abc import Mapping

from nardy.server.errors import RefusedError

DIRECTING = ("owner", "helper")
"""Who may invite, rename the club, and take out plain members."""


def require_appointment(roles: Mapping[str, str], by: str, whom: str, role: str) -> None:
    """Refuse what somebody may not make of a member; *role* '' takes the member out.

    *roles* are those of all members. Everybody may leave, helpers take out plain members, and all else
    is for owners; where others belong to the club one of them stays.

    Raises:
        RefusedError: it is for others to do that, or the club would have no owner.
    """
    if not (by == whom and role == ""):
        taken_out = (roles.get(whom), role) == ("member", "")
        require_role(roles.get(by), DIRECTING if taken_out else ("owner",))
    require_role(roles.get(by), ())
    if whom not in roles:
        raise RefusedError("circle-nobody", "expected somebody who belongs to this club")
    owners = [one for one, what in roles.items() if what == "owner"]
    is_last = role == "" and len(roles) == 1  # with him the club ends
    if owners == [whom] and role != "owner" and not is_last:
        told = "expected another owner first; make one of the members an owner, or end the club"
        raise RefusedError("circle-owner", told)


def require_role(role: str | None, allowed: tuple[str, ...]) -> None:
    """Refuse who does not belong to a club, or has none of these roles there; () is any.

    Raises:
        RefusedError: there is no such club for whoever asks, or it is for others to do that.
    """
    if role is None:
        raise RefusedError("no-circle", "expected a club to which you belong; ask for a link")
    if allowed and role not in allowed:
        told = f"expected {' or '.join(allowed)} of this club, got a {role}; ask them"
        raise RefusedError("circle-role", told)
