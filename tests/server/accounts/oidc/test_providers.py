from pathlib import Path
from typing import Any

import pytest
from tests.effort import each

from nardy.errors import MissingExtraError
from nardy.server.accounts.oidc import providers
from nardy.server.accounts.oidc.providers import (
    ProviderError,
    read_providers,
    tables_from,
    tables_in,
)
from nardy.server.settings import read_settings

HOME = {"name": "My Home!", "issuer": "https://id.example", "client_id": "nardy"}


def test_providers_are_named_in_a_file_the_environment_or_by_flags(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("  hush\n", "utf-8")
    file = tmp_path / "club.toml"
    table = '\n[[providers]]\nname = "{0}"\nissuer = "https://{0}.example"\nclient_id = "n"\n'
    told = f'port = 1\n{table.format("one")}secret_file = "{secret}"\n{table.format("two")}'
    file.write_text(told, "utf-8")
    found = read_settings({}, file, {}).providers
    assert [(one.id, one.issuer, one.secret) for one in found] == [
        ("one", "https://one.example", "hush"),
        ("two", "https://two.example", ""),
    ]
    line = "name=Three, issuer=https://3.example, client_id=n ; "
    assert [one.id for one in read_settings({}, file, {"NARDY_PROVIDERS": line}).providers] == [
        "three"
    ]
    flags = {"provider": ("name=Four,issuer=https://4.example,client_id=n",)}
    assert [one.id for one in read_settings(flags, file, {"NARDY_PROVIDERS": line}).providers] == [
        "four"
    ]
    assert read_settings({"provider": ()}, environment={}).providers == ()


def test_a_secret_is_in_a_file_or_the_environment_and_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HUSH", "hush-hush")
    (found,) = read_providers([{**HOME, "secret_env": "HUSH"}], "here")
    assert found.secret == "hush-hush"  # noqa: S105 (of nobody)
    assert found.id == "my-home"
    assert "hush" not in repr(found)


@each(
    ("change", "told"),
    [
        ({"name": ""}, "name is missing"),
        ({"issuer": "http://id.example"}, "https://"),
        ({"issuer": "https://"}, "https://"),
        ({"issuer": "http://[::1"}, "https://"),
        ({"colour": "red"}, "'colour'"),
        ({"client_id": 7}, "'client_id'"),
        ({"name": "Дом"}, "add id"),
        ({"id": "../x"}, "add id"),
        ({"secret_env": "NARDY_NOT_SET"}, "not set"),
        ({"secret_file": "/nowhere/secret"}, "No such file"),
        ({"secret_file": "/dev/null"}, "empty"),
        ({"secret_file": "~nobody-of-this-machine/secret"}, "no such user"),
    ],
)
def test_a_bad_provider_is_named_with_the_place_it_stands_in(
    change: dict[str, Any], told: str
) -> None:
    with pytest.raises(ProviderError, match=told) as error:
        read_providers([{**HOME, **change}], "in club.toml")
    assert "in club.toml" in str(error.value)


def test_two_of_one_name_and_what_is_no_table_are_refused() -> None:
    other = {**HOME, "issuer": "https://other.example"}
    for two in ([HOME, other], [HOME, {**HOME, "id": "other"}]):
        with pytest.raises(ProviderError, match="different"):
            read_providers(two, "here")
    for value in (7, [7], ["name=x"]):
        with pytest.raises(ProviderError, match="here"):
            tables_in(value, "here")
    with pytest.raises(ProviderError, match="such as"):
        tables_from("home", "here")


def test_what_is_not_installed_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(providers, "find_spec", lambda name: None)
    assert read_providers([], "here") == ()
    with pytest.raises(MissingExtraError, match=r"(nardy\[server\]|scripts/extra server)"):
        read_providers([HOME], "here")
