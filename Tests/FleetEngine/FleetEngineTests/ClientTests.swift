import FleetEngine
import Geo
import JSON
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `The client` {
  private let name = try? TripName(parsing: "providers/p/trips/a b%")

  private func client(
    _ transport: ScriptedTransport, _ tokens: FixedTokens = FixedTokens("T")
  ) -> FleetEngineClient {
    FleetEngineClient(
      endpoint: HTTPURL(scheme: .https, host: "example.com", path: "/base/"), transport: transport,
      tokens: tokens)
  }

  /// The smallest trip that is one.
  private static let trip = TransportResponse.json(#"{"tripStatus":"NEW"}"#)

  @Test func `The client requests a trip with the versions of its parts`() async throws {
    let transport = ScriptedTransport { _, _ in Self.trip }
    let tokens = FixedTokens("T")
    let moment = Timestamp(seconds: 0, nanoseconds: 1_000)
    _ = try await client(transport, tokens).getTrip(
      #require(name), versions: TripVersions(currentRouteSegment: moment),
      header: RequestHeader(sdkType: .consumer))
    let request = try #require(transport.requests.first)
    #expect(request.method == .get)
    #expect(request.url.path == "/base/v1/providers/p/trips/a%20b%25")
    #expect(request.url.values("currentRouteSegmentVersion") == ["1970-01-01T00:00:00.000001Z"])
    #expect(request.url.values("routeFormatType") == ["LAT_LNG_LIST_TYPE"])
    #expect(request.url.values("header.sdkType") == ["CONSUMER"])
    #expect(request.headers["authorization"] == "Bearer T")
    #expect(request.body.isEmpty)
    #expect(tokens.contexts == [AuthorizationContext(tripID: "a b%")])
  }

  @Test func `The client sends all fields of its request header`() async throws {
    let transport = ScriptedTransport { _, _ in Self.trip }
    let header = RequestHeader(
      languageCode: "it-IT", regionCode: "IT", sdkVersion: "1.2.3", osVersion: "12",
      deviceModel: "iPhone12,1", sdkType: .driver, mapsSDKVersion: "9.0.0", navSDKVersion: "5.0.0",
      platform: .iOS, manufacturer: "A & B", androidAPILevel: 33, traceID: "x")
    _ = try await client(transport).getTrip(#require(name), header: header)
    let request = try #require(transport.requests.first)
    let items = request.url.query.filter { $0.name.hasPrefix("header.") }
    #expect(
      items.map { "\($0.name.dropFirst(7))=\($0.value)" } == [
        "languageCode=it-IT", "regionCode=IT", "sdkVersion=1.2.3", "osVersion=12",
        "deviceModel=iPhone12,1", "sdkType=DRIVER", "mapsSdkVersion=9.0.0", "navSdkVersion=5.0.0",
        "platform=IOS", "manufacturer=A & B", "androidApiLevel=33", "traceId=x",
      ])
    #expect(request.url.target.contains("header.manufacturer=A%20%26%20B"))
    _ = try await client(transport).getTrip(#require(name), header: RequestHeader())
    #expect(transport.requests[1].url.query.map(\.name) == ["routeFormatType"])
  }

  @Test(arguments: [("{}", false), (#"{"vehicleState":"OFFLINE"}"#, true)])
  func `The client accepts a vehicle with a name or a state only`(
    body: String, isVehicle: Bool
  ) async throws {
    let client = client(ScriptedTransport { _, _ in .json(body) })
    let name = try VehicleName(providerID: "p", vehicleID: "v")
    do throws(FleetEngineError) {
      _ = try await client.getVehicle(name)
      #expect(isVehicle)
    } catch { #expect(!isVehicle && error.cause == .otherServer) }
  }

  @Test func `The client lists vehicles of all categories page by page`() async throws {
    let transport = ScriptedTransport { _, _ in
      .json(
        #"{"vehicles":[{"name":"providers/p/vehicles/v"}],"nextPageToken":"n","totalSize":"2"}"#)
    }
    let tokens = FixedTokens("T")
    let list = ListVehiclesRequest.with {
      $0.pageSize = 1
      $0.state = .online
    }
    let page = try await client(transport, tokens)
      .listVehicles(list, ofProvider: "p", pageToken: "t").value
    #expect(page.vehicles.map { $0.name?.vehicleID } == ["v"])
    #expect(page.next == "n" && page.totalSize == "2")
    let request = try #require(transport.requests.first)
    #expect(request.method == .get && request.url.path == "/base/v1/providers/p/vehicles")
    #expect(request.url.values("pageSize") == ["1"] && request.url.values("pageToken") == ["t"])
    #expect(request.url.values("vehicleState") == ["ONLINE"])
    #expect(request.url.values("vehicleTypeCategories").count == VehicleCategory.knownValues.count)
    #expect(tokens.contexts == [AuthorizationContext(vehicleID: "*")])
  }

  @Test(arguments: [
    #"{"vehicles":[{"vehicleState":"ONLINE"}]}"#,
    #"{"vehicles":[{"vehicleState":"ONLINE"}],"nextPageToken":""}"#,
    #"{"vehicles":[],"nextPageToken":"n"}"#, "{}",
  ]) func `The last page of vehicles has no token or no vehicles`(body: String) async throws {
    let client = client(ScriptedTransport { _, _ in .json(body) })
    #expect(try await client.listVehicles(ofProvider: "p").value.next == nil)
  }

  @Test func `The client updates a trip with a mask`() async throws {
    let transport = ScriptedTransport { _, _ in .json(#"{"tripStatus":"COMPLETE"}"#) }
    let answer = try await client(transport).updateTrip(
      #require(name), Trip.with { $0.status = .complete }, mask: ["tripStatus", "vehicleId"])
    #expect(answer.value.status == .complete)
    let request = try #require(transport.requests.first)
    #expect(request.method == .put)
    #expect(request.url.values("updateMask") == ["tripStatus,vehicleId"])
    #expect(request.headers["Content-Type"]?.hasPrefix("application/json") == true)
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"tripStatus":"COMPLETE"}"#)
  }

  @Test func `The client creates a vehicle with its ID`() async throws {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    _ = try await client(transport).createVehicle(
      VehicleName(providerID: "p", vehicleID: "v"),
      Vehicle.with {
        $0.state = .offline
        $0.category = .auto
      })
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.url.path == "/base/v1/providers/p/vehicles")
    #expect(request.url.values("vehicleId") == ["v"])
  }

  @Test func `The client discards a refused token and retries once with another`() async throws {
    let transport = ScriptedTransport { _, index in
      index == 0 ? .json("{}", status: 401) : Self.trip
    }
    let tokens = ChangingTokens()
    _ = try await FleetEngineClient(transport: transport, tokens: tokens).getTrip(#require(name))
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 0", "Bearer 1"])
  }

  @Test func `The client does not retry with the same token`() async throws {
    let transport = ScriptedTransport { _, _ in .json("{}", status: 403) }
    await #expect(throws: FleetEngineError.self) {
      try await client(transport).getTrip(#require(name))
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    (
      404, #"{"error":{"code":404,"message":"gone","status":"NOT_FOUND"}}"#, RPCCode.notFound,
      "gone"
    ),
    (404, #"[{"error":{"code":404,"message":"gone","status":"NOT_FOUND"}}]"#, .notFound, "gone"),
    (409, #"{"error":{"message":"twice","status":"ALREADY_EXISTS"}}"#, .alreadyExists, "twice"),
    (
      503, #"{"error":{"code":503,"status":"UNAVAILABLE"}}"#, .unavailable,
      "The server answered with HTTP status 503."
    ),
    (
      409, "{}", .aborted,
      "The server answered with HTTP status 409 and no error of Fleet Engine's; check its address."
    ),
    (
      503, "<html>busy</html>", .unavailable,
      "The server answered with HTTP status 503 and no error of Fleet Engine's; check its address."
    ),
    (
      400, #"{"message":"pickup not provided","status":400}"#, .invalidArgument,
      "The server answered with HTTP status 400 and no error of Fleet Engine's; check its address."
    ),
    (418, "", .invalidArgument, "The server answered with HTTP status 418."),
  ]) func `The client throws the server's error`(
    _ status: Int, _ body: String, _ code: RPCCode, _ message: String
  ) async throws {
    let transport = ScriptedTransport { _, _ in .json(body, status: status) }
    let name = try #require(name)
    do {
      _ = try await client(transport).getTrip(name)
      Issue.record("The call brought a trip.")
    } catch {
      #expect(error.code == code)
      #expect(error.message == message)
      #expect(error.httpStatus == status)
      #expect(error.operation == "GetTrip")
    }
  }

  @Test func `The client waits as long as the server asks, up to a limit`() async throws {
    let body =
      #"{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"@type":"x"},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"99999s"}]}}"#
    let transport = ScriptedTransport { _, _ in .json(body, status: 429) }
    let name = try #require(name)
    do {
      _ = try await client(transport).getTrip(name)
      Issue.record("The call brought a trip.")
    } catch {
      #expect(error.retryAfter == .seconds(600))
      #expect(error.bucket == .quota)
    }
  }

  @Test(arguments: ["<!DOCTYPE html><p>hello", "{\"tripStatus\":", "[]", ""])
  func `The client reports a response that is not a trip as unreadable`(_ body: String) async throws
  {
    let transport = ScriptedTransport { _, _ in .json(body) }
    let name = try #require(name)
    do {
      _ = try await client(transport).getTrip(name)
      Issue.record("The call brought a trip.")
    } catch {
      #expect(error.cause == .unreadableAnswer(contentType: "application/json"))
      #expect(error.bucket == .recoverable)
    }
  }

  @Test func `The client refuses a response about another trip`() async throws {
    let transport = ScriptedTransport { _, _ in .json(#"{"name":"providers/p/trips/other"}"#) }
    let name = try #require(name)
    do {
      _ = try await client(transport).getTrip(name)
      Issue.record("The call brought a trip.")
    } catch {
      #expect(error.cause == .otherResource)
      #expect(error.message == "The server answered for another trip.")
    }
  }

  @Test(
    "a vehicle beyond the limits is refused as a trip is",
    arguments: [
      (#""currentTrips":[LIST]"#, #""t""#, 1_000), (#""currentTrips":[LIST]"#, #""t""#, 1_001),
      (#""waypoints":[LIST]"#, "{}", 1_000), (#""waypoints":[LIST]"#, "{}", 1_001),
      (#""waypoints":[{"pathToWaypoint":[LIST]}]"#, "{}", 200_001),
    ]
  )
  func boundedVehicle(_ fields: String, _ element: String, _ count: Int) async throws {
    let isRead = count == 1_000
    let body = fields.replacing("LIST", with: list(element, count))
    let transport = ScriptedTransport { _, _ in .json(#"{"vehicleState":"ONLINE",\#(body)}"#) }
    let vehicle = try VehicleName(providerID: "p", vehicleID: "v")
    do throws(FleetEngineError) {
      _ = try await client(transport).getVehicle(vehicle)
      #expect(isRead)
    } catch {
      #expect(!isRead)
      #expect(error.message.contains("1000 trips, 1000 waypoints"))
      #expect(error.cause == .unreadableAnswer(contentType: "application/json"))
    }
  }

  @Test func `The client reads a trip with the most stops and all remaining waypoints`()
    async throws
  {
    let stops = list("{}", 998)
    let body =
      #"{"tripStatus":"NEW","intermediateDestinations":[\#(stops)],"#
      + #""remainingWaypoints":[\#(stops),{},{}]}"#
    let transport = ScriptedTransport { _, _ in .json(body) }
    let answer = try await client(transport).getTrip(#require(name))
    #expect(answer.value.remainingWaypoints.count == 1_000)
  }

  @Test func `The client refuses a response with too many values before it builds them`()
    async throws
  {
    let transport = ScriptedTransport { _, _ in .json(#"{"x":["# + list("{}", 500_001) + "]}") }
    let name = try #require(name)
    let error = await #expect(throws: FleetEngineError.self) {
      try await client(transport).getTrip(name)
    }
    #expect(error?.cause == .unreadableAnswer(contentType: "application/json"))
    #expect(throws: JSONError.tooMany) {
      try WireJSON.decode(Trip.self, from: Array(#"{"a":[1,2,"3,[{4"]}"#.utf8), maximumValues: 4)
    }
    let whole = Array(#"{"a":[1,2,"3,[{4"]}"#.utf8)
    #expect(try WireJSON.decode(Trip.self, from: whole, maximumValues: 5) == Trip())
  }

  @Test func `The client sends experience IDs in one header field, without invalid ones`()
    async throws
  {
    let transport = ScriptedTransport { _, _ in Self.trip }
    var client = client(transport)
    let name = try #require(name)
    _ = try await client.getTrip(name)
    client.experienceIDs = ["ride-7", "", "a,b", "x\r\nEvil: 1", "session/9"]
    _ = try await client.getTrip(name)
    #expect(
      transport.requests.map { $0.headers["X-Goog-Maps-Experience-ID"] } == [
        nil, "ride-7,session/9",
      ])
  }

  @Test func `The client refuses a request that cannot be written`() async throws {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let name = try VehicleName(providerID: "p", vehicleID: "v")
    let vehicle = Vehicle.with { $0.lastLocation = VehicleLocation(speed: .nan) }
    do {
      _ = try await client(transport).updateVehicle(name, vehicle, mask: ["lastLocation"])
      Issue.record("The call was made.")
    } catch { #expect(error.cause == .request) }
    #expect(transport.requests.isEmpty)
  }

  @Test func `The client never shows a token`() {
    let token = AccessToken("SECRET-CANARY", expiresAt: nil)
    var text = ""
    dump(token, to: &text)
    #expect(!(text + "\(token)" + String(reflecting: token)).contains("CANARY"))
  }
}

actor ChangingTokens: AccessTokenProvider {
  private var index = 0

  func accessToken(for context: AuthorizationContext) async throws(AccessTokenError) -> AccessToken
  { AccessToken(String(index), expiresAt: nil) }

  func discard(_ token: AccessToken, for context: AuthorizationContext) async { index += 1 }
}

private func list(_ element: String, _ count: Int) -> String {
  Array(repeating: element, count: count).joined(separator: ",")
}
