"""`nardy completion`: the script that makes a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_NARDY_COMPLETE"
"""The environment variable in which a shell asks click; it follows from the program's name."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete nardy's commands and options.

    \b
    bash, in ~/.bashrc:                    eval "$(nardy completion bash)"
    zsh, in ~/.zshrc:                      eval "$(nardy completion zsh)"
    fish, in ~/.config/fish/config.fish:   nardy completion fish | source

    Example: nardy completion bash
    """  # noqa: D301 (click keeps lines behind this character itself)
    root = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None, shell  # click brings these three
    click.echo(kind(root, {}, "nardy", VARIABLE).source())
