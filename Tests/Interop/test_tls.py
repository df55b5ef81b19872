"""Google's client over TLS, with a certificate of the test's own."""

import datetime
import ipaddress

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from world import TripStatus, World


pytestmark = pytest.mark.rest


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Files of a certificate for 127.0.0.1 and of its key."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name)
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName(
            [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256()))
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].touch(mode=0o600)
    paths[1].write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()))
    return tuple(str(path) for path in paths)


def test_a_ride_over_tls(start, certificate):
    emulator = start("--tls-cert", certificate[0], "--tls-key", certificate[1])
    assert emulator.endpoint.startswith("https://127.0.0.1:")
    for client in (emulator.trips, emulator.vehicles):
        client.transport.session.verify = certificate[0]
    world = World(emulator)
    trip_id, _ = world.ride()
    assert world.status(trip_id, TripStatus.COMPLETE).trip_status == TripStatus.COMPLETE
    with pytest.raises(requests.exceptions.SSLError):
        emulator.trip_client().get_trip({"name": world.get(trip_id).name}, retry=None)
