"""What was drawn, read back as a tree."""

from xml.etree import ElementTree as ET


def parsed(drawn: str) -> ET.Element:
    """The root of a well-formed drawing."""
    return ET.fromstring(drawn)  # noqa: S314 - it is our own
