# shellcheck shell=sh
# Sourced by nardy, check and .ci/run, which set $root: keeps $root/.venv as the locks in requirements/ say.
# .venv may be deleted at any time; the next run makes it again.

venv=${root:?}/.venv

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# find_python: print the first Python that is new enough.
find_python() {
    for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    fail "needs Python 3.11 or newer and found $(python3 -V 2>/dev/null || echo none);" \
        "install it (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python@3.12)"
}

# prepare LOCK: .venv holds what requirements/LOCK.txt lists, and this checkout as an editable install.
prepare() { is_ready "$1" || alone is_ready fill "$1"; }

# stamp LOCK: print what .venv/.ready-LOCK holds once .venv is ready: all that it was made from, and where.
stamp() { cat "$root/requirements/$1.txt" "$root/pyproject.toml" | cksum && printf '%s\n' "$root"; }

is_ready() {
    [ -x "$venv/bin/python" ] && [ -r "$venv/.ready-$1" ] && [ ! -e "$venv/.unfinished" ] &&
        [ "$(cat "$venv/.ready-$1")" = "$(stamp "$1")" ]
}

# alone READY COMMAND LOCK: run `COMMAND LOCK` while no other run does, unless that one has made LOCK ready.
# The lock is a link that names its holder's process; one whose holder is gone counts for nothing.
alone() {
    held=$root/.venv.lock
    told=
    until ln -s $$ "$held" 2>/dev/null; do
        [ -w "$root" ] || fail "cannot write to $root, where .venv belongs"
        holder=$(readlink "$held") || continue
        if kill -0 "$holder" 2>/dev/null; then
            [ -n "$told" ] || say "waiting for process $holder, which is installing"
            told=yes
            sleep 1
        else
            rm -f "$held"
        fi
    done
    trap 'rm -f "$held"' EXIT
    trap 'exit 130' INT TERM HUP
    "$1" "$3" || "$2" "$3"
    failure=$?
    rm -f "$held"
    trap - EXIT INT TERM HUP
    return "$failure"
}

# fill LOCK: install it, into a new .venv where the one there is unfinished, broken or was made elsewhere.
fill() {
    made_at=$(cat "$venv/.root" 2>/dev/null) || made_at=$root
    if [ -e "$venv/.unfinished" ] || [ ! -x "$venv/bin/python" ] || [ "$made_at" != "$root" ]; then
        python=$(find_python)
        say "making ${venv#"$root"/} with $python"
        rm -rf "$venv"
        mkdir "$venv"
        : >"$venv/.unfinished"
        "$python" -m venv --without-pip "$venv" ||
            fail "$python has no venv module; install it (Debian, Ubuntu: apt install python3-venv)"
    fi
    : >"$venv/.unfinished"
    say "installing requirements/$1.txt into ${venv#"$root"/} (a minute or so the first time)"
    fetch --require-hashes -r "$root/requirements/$1.txt"
    fetch --no-deps --no-build-isolation -e "$root"
    printf '%s\n' "$root" >"$venv/.root"
    stamp "$1" >"$venv/.ready-$1"
    [ "$1" != dev ] || stamp nardy >"$venv/.ready-nardy" # dev.txt holds all of nardy.txt
    rm -f "$venv/.unfinished"
}

# fetch ARGUMENTS...: install with uv where it is and can, else with pip.
fetch() {
    if command -v uv >/dev/null; then
        UV_SYSTEM_CERTS=1 uv pip install --quiet --python "$venv/bin/python" "$@" && return
        say "uv could not; trying pip"
    fi
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
        "$venv/bin/python" -m ensurepip >/dev/null 2>&1 ||
        fail "this Python cannot install pip; install its venv module (Debian, Ubuntu: apt install python3-venv) or uv"
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check "$@" ||
        fail "the installation failed (see above); run this again when that is mended"
}
