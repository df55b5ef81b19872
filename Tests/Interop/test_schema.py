"""The messages that server reflection describes are those of Google's published client."""

import grpc
import pytest
from google.maps import fleetengine_v1 as fe
from google.protobuf import descriptor_pb2
import proto

pytestmark = pytest.mark.grpc

SERVICES = [f"maps.fleetengine.v1.{name}" for name in ("TripService", "VehicleService")]


def varint(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)


def reflect(stub, field, text):
    """The files of an answer about a file (3) or a symbol (4)."""
    text = text.encode()
    request = varint(field << 3 | 2) + varint(len(text)) + text
    answer, = stub(iter([request]), timeout=10)
    message = fields(answer)
    return [descriptor_pb2.FileDescriptorProto.FromString(one) for one in fields(message[4][0])[1]]


def fields(data):
    """The length-delimited fields of a message by their numbers."""
    found, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        size = number()
        if key & 7 == 2:
            found.setdefault(key >> 3, []).append(data[at:at + size])
            at += size
    return found


@pytest.fixture(scope="module", params=["v1", "v1alpha"])
def files(request, emulator):
    """All files of the emulator, by their names."""
    with grpc.insecure_channel(emulator.grpc) as channel:
        stub = channel.stream_stream(
            f"/grpc.reflection.{request.param}.ServerReflection/ServerReflectionInfo")
        found = {}
        waiting = reflect(stub, 4, SERVICES[0])
        while waiting:
            file = waiting.pop()
            found[file.name] = file
            waiting += [one for name in file.dependency if name not in found
                        for one in reflect(stub, 3, name)]
        return found


def published():
    """The messages and enumerations of Google's client, by their full names."""
    messages, enums = {}, {}

    def add(message):
        if message.full_name in messages:
            return
        messages[message.full_name] = message
        for field in message.fields:
            if field.message_type:
                add(field.message_type)
            if field.enum_type:
                enums[field.enum_type.full_name] = field.enum_type

    for name in dir(fe):
        kind = getattr(fe, name)
        if isinstance(kind, type) and issubclass(kind, proto.Message):
            add(kind.pb(kind()).DESCRIPTOR)
    return messages, enums


def declared(files):
    messages, enums = {}, {}

    def add(message, prefix):
        name = f"{prefix}.{message.name}"
        messages[name] = message
        for inner in message.nested_type:
            add(inner, name)
        for inner in message.enum_type:
            enums[f"{name}.{inner.name}"] = inner

    for file in files.values():
        for message in file.message_type:
            add(message, file.package)
        for enum in file.enum_type:
            enums[f"{file.package}.{enum.name}"] = enum
    return messages, enums


def test_every_field_is_the_published_one(files):
    theirs, _ = published()
    ours, _ = declared(files)
    compared = 0
    for name, message in ours.items():
        if name == "google.protobuf.Empty":
            continue
        told = {
            field.name: (
                field.number, field.type, field.label == 3, field.json_name,
                field.type_name.removeprefix("."))
            for field in message.field}
        expected = {
            field.name: (
                field.number, field.type, field.is_repeated, field.json_name,
                (field.message_type or field.enum_type).full_name
                if field.message_type or field.enum_type else "")
            for field in theirs[name].fields}
        assert told == expected, name
        compared += len(told)
    assert compared > 227


def test_every_oneof_is_the_published_one(files):
    theirs, _ = published()
    ours, _ = declared(files)
    expected = {
        (name, field.name, field.containing_oneof.name)
        for name, message in theirs.items() if name in ours
        for field in message.fields
        if field.containing_oneof and len(field.containing_oneof.fields) > 1}
    told = {
        (name, field.name, message.oneof_decl[field.oneof_index].name)
        for name, message in ours.items()
        for field in message.field if field.HasField("oneof_index")}
    assert told == expected
    assert ("maps.fleetengine.v1.VehicleAttribute", "bool_value", "vehicle_attribute_value") in told


def test_every_message_is_there(files):
    theirs, _ = published()
    ours, _ = declared(files)
    assert [name for name in theirs if name not in ours] == []


def test_every_enumeration_is_the_published_one(files):
    _, theirs = published()
    _, ours = declared(files)
    assert {name.rpartition(".")[2] for name in theirs} == {name.rpartition(".")[2] for name in ours}
    for name, enum in ours.items():
        assert {one.name: one.number for one in enum.value} == {
            one.name: one.number for one in theirs[name].values}, name


def test_every_method_is_served(files):
    services = {
        f"{file.package}.{service.name}": service
        for file in files.values() for service in file.service}
    for name, kind in zip(SERVICES, (fe.TripServiceClient, fe.VehicleServiceClient)):
        transport = kind.get_transport_class("grpc")
        methods = {
            method.name for method in services[name].method}
        assert {one.title().replace("_", "") for one in vars(transport)
                if one.split("_")[0] in (
                    "create", "get", "update", "delete", "search", "report", "list")
                and isinstance(vars(transport)[one], property)} == methods
