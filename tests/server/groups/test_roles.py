from collections.abc import Mapping

from hypothesis import example, given
from hypothesis import strategies as st
from tests.effort import each

from nardy.server.errors import RefusedError
from nardy.server.groups.roles import require_appointment

ROLES = {"ann": "owner", "bo": "helper", "cy": "member", "dee": "member"}
people = st.sampled_from([*ROLES, "eve"])


def refusal(by: str, whom: str, role: str, roles: Mapping[str, str] = ROLES) -> str:
    """The code of the refusal; '' if it may be done."""
    try:
        require_appointment(roles, by, whom, role)
    except RefusedError as error:
        return error.code
    return ""


@each(
    ("by", "whom", "role", "told"),
    [
        ("ann", "bo", "owner", ""),
        ("ann", "bo", "", ""),
        ("ann", "ann", "", "circle-owner"),
        ("ann", "ann", "member", "circle-owner"),
        ("ann", "eve", "member", "circle-nobody"),
        ("bo", "cy", "", ""),
        ("bo", "bo", "", ""),
        ("bo", "bo", "owner", "circle-role"),
        ("bo", "ann", "", "circle-role"),
        ("bo", "cy", "helper", "circle-role"),
        ("cy", "dee", "", "circle-role"),
        ("cy", "cy", "", ""),
        ("eve", "cy", "", "no-circle"),
        ("eve", "eve", "", "no-circle"),
    ],
)
def test_who_may_make_what_of_whom(by: str, whom: str, role: str, told: str) -> None:
    assert refusal(by, whom, role) == told


@example({"ann": "owner"}, "ann", "ann", "helper")
@given(
    st.dictionaries(people, st.sampled_from(["owner", "helper", "member"])),
    *(people, people, st.sampled_from(["owner", "helper", "member", ""])),
)
def test_a_club_with_members_keeps_an_owner(
    roles: dict[str, str], by: str, whom: str, role: str
) -> None:
    had_one = "owner" in roles.values()
    if refusal(by, whom, role, roles) == "":
        assert by in roles
        after = {**roles, whom: role} if role else {k: v for k, v in roles.items() if k != whom}
        assert "owner" in after.values() or not after or not had_one


def test_the_last_one_may_leave() -> None:
    assert refusal("ann", "ann", "", {"ann": "owner"}) == ""
