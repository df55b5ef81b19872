import FleetEngine
import Foundation
import HTTPMessages
import JSON
import TestSupport
import Testing
import TileWriting
import TrustLimits

@testable import FleetEmulator

@Suite(.limited) struct `A call of gRPC` {
  private func decode(_ method: String, _ json: String) throws -> FleetCall {
    let route = try #require(Route.byCallPath["/maps.fleetengine.v1." + method])
    let schema = try #require(route.messages?.request)
    let fields = try #require(try JSONTree(parsing: Array(json.utf8)).object)
    let message = try ProtobufEncoder.encode(fields, schema)
    return try FleetCall(route, message, authority: "localhost:1", headers: [:])
  }

  @Test(
    arguments: [
      (
        "TripService/GetTrip",
        #"{"name":"providers/p/trips/a b","view":"SDK","header":{"sdkType":"CONSUMER"}}"#,
        "GET", "/v1/providers/p/trips/a%20b?view=SDK", ""
      ),
      (
        "TripService/CreateTrip", #"{"parent":"providers/p","tripId":"t"}"#,
        "POST", "/v1/providers/p/trips?tripId=t", "{}"
      ),
      (
        "TripService/UpdateTrip",
        #"{"name":"providers/p/trips/t","trip":{"tripStatus":"NEW"},"updateMask":"a,b"}"#,
        "PUT", "/v1/providers/p/trips/t?updateMask=a,b", #"{"tripStatus":"NEW"}"#
      ),
      (
        "TripService/ReportBillableTrip",
        #"{"name":"providers/p/billableTrips/t","countryCode":"US"}"#,
        "POST", "/v1/providers/p/billableTrips/t:report", #"{"countryCode":"US"}"#
      ),
      (
        "VehicleService/ListVehicles",
        #"{"parent":"providers/p","pageSize":2,"tripTypes":["SHARED","EXCLUSIVE"],"viewport":{"low":{"latitude":1.5},"high":{}}}"#,
        "GET",
        "/v1/providers/p/vehicles?pageSize=2&tripTypes=SHARED&tripTypes=EXCLUSIVE&viewport.low.latitude=1.5",
        ""
      ),
    ] as [(String, String, String, String, String)])
  func `A call of gRPC is decoded into the call that REST is parsed into`(
    name: String, json: String, method: String, target: String, body: String
  ) throws {
    let decoded = try decode(name, json)
    let url = try HTTPURL(target: target, host: "localhost")
    let parsed = try FleetCall(
      TransportRequest(
        method: try #require(TransportMethod(rawValue: method)), url: url, body: Array(body.utf8)))
    #expect(decoded.route === parsed.route)
    #expect(decoded.request.url.path == parsed.request.url.path)
    #expect(decoded.providerID == parsed.providerID)
    #expect(decoded.id == parsed.id)
    #expect(decoded.resourceID == parsed.resourceID)
    #expect(try decoded.fields() == parsed.fields())
    if parsed.route.bodyField != nil {
      #expect(try decoded.resource(.trip) == parsed.resource(.trip))
    }
    #expect(decoded.body == parsed.body)
  }

  @Test(arguments: [
    "", "x", "providers//trips/t", "providers/p/trips/", "providers/p/trips/a/b",
    "providers/p/vehicles/t",
  ]) func `A call of gRPC names the resource that it needs`(name: String) {
    #expect(throws: RPCFailure.invalid("name has to be providers/{provider}/trips/{id}.")) {
      try decode("TripService/GetTrip", #"{"name":"\#(name)"}"#)
    }
  }

  @Test func `A call of gRPC is refused before its token if a name has a zero byte`() {
    #expect(throws: RPCFailure.invalid("The provider's id is not valid.")) {
      try decode("TripService/GetTrip", #"{"name":"providers/p\u0000/trips/t"}"#)
    }
    #expect(throws: RPCFailure.invalidID("trip_id")) {
      try decode("TripService/GetTrip", #"{"name":"providers/p/trips/t\u0000"}"#)
    }
  }

  @Test func `A call of gRPC has no more parameters than a request of REST`() throws {
    let most = Limits.Emulator.connectionPoolBytes
    func call(_ filterBytes: Int) throws -> FleetCall {
      let filter = String(repeating: "a", count: filterBytes)
      return try decode(
        "VehicleService/ListVehicles",
        #"{"parent":"providers/p","filter":"\#(filter)","viewport":{"low":{}}}"#)
    }
    let rest = most - "/v1/providers/p/vehicles".utf8.count - "?filter=".utf8.count
    #expect(try call(rest).body.isEmpty)
    #expect(throws: RPCFailure.self) { try call(rest + 1) }
  }

  @Test func `A call of gRPC keeps the start of its body for the history`() throws {
    let text = String(repeating: "\\u0001", count: 100_000)
    let json =
      #"{"parent":"providers/p","vehicleId":"v","vehicle":{"licensePlate":{"lastCharacter":"\#(text)"}}}"#
    #expect(try decode("VehicleService/CreateVehicle", json).body.count == 16 * 1_024)
  }

  @Test func `A call of gRPC takes no parameters from its authority`() throws {
    let route = try #require(Route.byCallPath["/maps.fleetengine.v1.TripService/GetTrip"])
    let schema = try #require(route.messages?.request)
    let message = try ProtobufEncoder.encode(["name": .text("providers/p/trips/t")], schema)
    let authority = "localhost?fields=name"
    let call = try FleetCall(route, message, authority: authority, headers: [:])
    #expect(call.request.url.query.isEmpty)
  }

  @Test func `A call of gRPC exists for each method of Google's clients`() {
    #expect(Route.byCallPath.count == 13)
  }

  @Test(
    arguments: [
      ("1H", .seconds(3_600)), ("99999999n", .nanoseconds(99_999_999)), ("0m", .zero),
      ("99999999H", nil),
    ] as [(String, Duration?)]
  )
  func `A call of gRPC has a deadline`(text: String, time: Duration?) throws {
    #expect(try GRPCCall.timeout(text) == time)
  }

  @Test(arguments: ["", "S", "1", "-1S", "123456789S", "1 S", "1s", "é1S"])
  func `A call of gRPC is refused if its deadline is not one`(text: String) {
    #expect(throws: RPCFailure.self) { try GRPCCall.timeout(text) }
  }

  @Test func `A call of gRPC may arrive in pieces of any size`() throws {
    let bytes = [[1, 2, 3], [], [UInt8](repeating: 7, count: 300)].flatMap(GRPCMessages.framed)
    for size in [1, 2, 7, 300, bytes.count] {
      var messages = GRPCMessages()
      var counts: [Int] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        messages.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let message = try messages.next() { counts.append(message.bytes.count) }
      }
      #expect(counts == [3, 0, 300])
      #expect(messages.count == 0)
    }
  }

  @Test func `A call of gRPC is refused by the size it announces`() {
    var messages = GRPCMessages()
    messages.append([0, 0, 0x40, 0, 1])
    #expect(throws: GRPCMessages.tooLarge) { try messages.next() }
  }

  @Test func `A call of gRPC is refused if it inflates beyond the limit`() throws {
    let bomb = try GzipWriter.deflate([UInt8](repeating: 0, count: Limits.GRPC.messageBytes + 1))
    let message = GRPCMessages.Message(isCompressed: true, bytes: bomb)
    #expect(throws: GRPCMessages.tooLarge) { try message.content("gzip") }
    #expect(throws: RPCFailure.self) { try message.content("identity") }
  }

  @Test func `A call of gRPC has its error's message and details in header fields`() {
    let status = RPCStatus(code: .resourceExhausted, message: "é%", retryDelay: .seconds(1))
    let fields = GRPCTrailers.error(status)
    #expect(fields.map(\.name) == ["grpc-status", "grpc-message", "grpc-status-details-bin"])
    #expect(fields[0].value == "8")
    #expect(fields[1].value == "%C3%A9%25")
    let long = RPCStatus(code: .internal, message: String(repeating: "é", count: 100_000))
    #expect(GRPCTrailers.error(long).allSatisfy { $0.value.utf8.count <= Limits.GRPC.errorBytes })
  }
}

@Suite(.limited) struct `The server of gRPC` {
  private let hello = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0"

  private func start(
    requestTime: Duration = .seconds(10)
  ) throws -> (server: GRPCServer, port: Int) {
    let rig = try Rig()
    let server = GRPCServer(rig.emulator, requestTime: requestTime, drainTime: .milliseconds(200))
    return (server, try #require(try server.start().port))
  }

  @Test func `The server of gRPC closes its connections when it stops, and starts again`()
    async throws
  {
    let (server, port) = try start()
    let client = try RawClient.connect(port: port)
    defer { close(client) }
    RawClient.write(hello, to: client)
    await waitWhile(server.openConnections == 0)
    #expect(throws: EmulatorError.self) { try server.start() }
    await server.stop()
    #expect(server.openConnections == 0)
    // The server's settings and its farewell.
    #expect(!RawClient.readAll(client).isEmpty)
    _ = try server.start()
    await server.stop()
  }

  @Test(.blocking, arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", "PRI * HTTP/1.0\r\n"])
  func `The server of gRPC disconnects clients of other protocols`(text: String) async throws {
    let (server, port) = try start()
    let client = try RawClient.connect(port: port)
    defer { close(client) }
    RawClient.write(text, to: client)
    _ = RawClient.readAll(client)
    await waitWhile(server.openConnections > 0)
    await server.stop()
  }

  @Test func `The server of gRPC listens beyond this machine only if it may`() throws {
    let rig = try Rig()
    #expect(throws: EmulatorError.self) { try GRPCServer(rig.emulator, address: "0.0.0.0").start() }
    #expect(throws: EmulatorError.self) { try GRPCServer(rig.emulator, address: "::1x").start() }
  }

  @Test func `The server of gRPC has a certificate for localhost until it expires`() throws {
    let folder = NSTemporaryDirectory() + "grpc-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try PrivateDirectory(folder)
    func certificate() throws -> Data {
      try Data(contentsOf: URL(filePath: folder + "/" + TLSIdentity.localFile))
    }
    let now = TestNow.start
    let identity = try TLSIdentity.local(in: files, now: now)
    for host in ["localhost", "127.0.0.1", "::1"] { #expect(identity.isFor(host: host)) }
    #expect(!identity.isFor(host: "example.org"))
    let first = try certificate()
    _ = try TLSIdentity.local(in: files, now: now + .seconds(700 * 86_400))
    #expect(try certificate() == first)
    _ = try TLSIdentity.local(in: files, now: now + .seconds(800 * 86_400))
    #expect(try certificate() != first)
  }
}
