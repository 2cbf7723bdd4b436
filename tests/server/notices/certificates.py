"""Certificates for servers on this machine."""

import datetime as dt
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


def certificate(folder: Path, *names: str) -> Path:
    """A certificate for these names or addresses, signed by itself, and its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    today = dt.datetime.now(dt.UTC)
    about = x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
    about = about.not_valid_before(today - dt.timedelta(days=1))
    about = about.not_valid_after(today + dt.timedelta(days=1))
    about = about.add_extension(x509.SubjectAlternativeName([*map(_name, names)]), critical=False)
    about = about.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    file = folder / f"{names[0]}.pem"
    signed = about.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(key.private_bytes(*form) + signed)
    return file


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def serving(file: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def trusting(file: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=file)
