import Geo
import HTTPMessages
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

@Suite(.limited) struct `A router over OSRM's API` {
  private static let places = [
    Coordinate(latitude: 52.517037, longitude: 13.38886),
    Coordinate(latitude: 52.529407, longitude: 13.397634),
    Coordinate(latitude: 52.523219, longitude: 13.428555),
  ]

  private static func leg(_ paths: [[Coordinate]], duration: String, distance: String) -> String {
    let steps = paths.map { path in
      let text = GooglePolyline.encode(path, precision: .six)
        .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return #"{"geometry":"\#(text)","mode":"driving","distance":1.5,"maneuver":{"type":"turn"}}"#
    }
    return #"{"distance":\#(distance),"duration":\#(duration),"summary":"","#
      + #""steps":[\#(steps.joined(separator: ","))]}"#
  }

  private static func answer(_ legs: [String]) -> TransportResponse {
    .json(
      #"{"code":"Ok","routes":[{"distance":3,"duration":9,"legs":[\#(legs.joined(separator: ","))]}],"#
        + #""waypoints":[{"name":"Friedrichstraße","location":[13.3888,52.517]}]}"#)
  }

  private static let middle = Coordinate(latitude: 52.52, longitude: 13.39)

  private static let good = [
    leg(
      [[places[0], middle], [middle, places[1]], [places[1], places[1]]], duration: "251.5",
      distance: "1886.8"),
    leg([[places[1], places[2]], [places[2], places[2]]], duration: "300", distance: "2100"),
  ]

  private static func router(
    _ response: TransportResponse,
    at endpoint: String = "https://osrm.example/de"
  ) throws -> (OSRMRouter, ScriptedTransport) {
    let transport = ScriptedTransport { _, _ in response }
    return (try OSRMRouter(HTTPURL(parsing: endpoint), transport: transport), transport)
  }

  private static func failure(
    _ response: TransportResponse, _ places: [Coordinate] = places
  ) async throws -> RouteFinderError? {
    let (router, _) = try router(response)
    return await #expect(throws: RouteFinderError.self) { try await router.route(through: places) }
  }

  @Test func `A router over OSRM's API requests a route with its steps, longitude first`()
    async throws
  {
    let (router, transport) = try Self.router(
      Self.answer(Self.good),
      at: "https://osrm.example/de/"
    )
    _ = try await router.route(through: Self.places)
    let request = try #require(transport.requests.first)
    #expect(
      request.url.description
        == "https://osrm.example/de/route/v1/driving/13.388860,52.517037;13.397634,52.529407;"
        + "13.428555,52.523219?overview=false&steps=true&geometries=polyline6&alternatives=false"
        + "&generate_hints=false")
    #expect(request.method == .get)
    #expect(request.body.isEmpty)
  }

  @Test func `A router over OSRM's API writes small and negative degrees without an exponent`()
    async throws
  {
    let places = [
      Coordinate(latitude: 0.000_001, longitude: -0.000_02),
      Coordinate(latitude: -0.5, longitude: 0),
    ]
    let legs = [Self.leg([places], duration: "1", distance: "1")]
    let (router, transport) = try Self.router(Self.answer(legs), at: "http://127.0.0.1:5000")
    _ = try await router.route(through: places)
    #expect(
      transport.requests.first?.url.path
        == "/route/v1/driving/-0.000020,0.000001;0.000000,-0.500000")
  }

  @Test func `A router over OSRM's API joins the steps of each leg`() async throws {
    let (router, _) = try Self.router(Self.answer(Self.good))
    let answer = try await router.route(through: Self.places)
    #expect(
      answer.legs.map(\.path) == [
        [Self.places[0], Self.middle, Self.places[1]], [Self.places[1], Self.places[2]],
      ])
    #expect(answer.legs.map(\.duration) == [.seconds(251.5), .seconds(300)])
    #expect(answer.legs.map(\.distanceMeters) == [1886.8, 2100])
    #expect(answer.legs.allSatisfy { $0.traffic.isEmpty })
  }

  @Test
  func `A router over OSRM's API measures a leg without a distance, and accepts a zero length`()
    async throws
  {
    let place = Self.places[0]
    let text =
      #"{"duration":0,"steps":[{"geometry":"\#(GooglePolyline.encode([place, place], precision: .six))"}]}"#
    let (router, _) = try Self.router(Self.answer([text]))
    let answer = try await router.route(through: [place, place])
    #expect(
      answer.legs == [FoundRoute.Leg(path: [place, place], duration: .zero, distanceMeters: 0)])
  }

  @Test(
    arguments: [
      ("NoRoute", .noRoute), ("NoSegment", .noRoute), ("TooBig", .invalidPlaces),
      ("InvalidQuery", .noRoute), ("InvalidValue", .noRoute),
      ("InvalidUrl", .unavailable), ("InvalidOptions", .unavailable),
      ("SomethingNew", .unavailable),
    ] as [(String, RouteFinderError.Kind)]
  )
  func `A router over OSRM's API explains the server's error codes`(
    code: String, kind: RouteFinderError.Kind
  ) async throws {
    let text =
      #"{"code":"\#(code)","message":"Could not find a matching segment for coordinate 1"}"#
    let error = try await Self.failure(.json(text, status: 400))
    #expect(error?.kind == kind)
    #expect(error?.reason.contains("osrm.example") == true)
    #expect(error?.reason.contains(code) == true)
    #expect(error?.reason.contains("coordinate 1") == true)
  }

  @Test(
    arguments: [
      (200, "<html>", .malformedAnswer), (200, "{}", .malformedAnswer), (200, "", .malformedAnswer),
      (200, #"{"code":"Ok"}"#, .malformedAnswer),
      (200, #"{"code":"Ok","routes":[]}"#, .malformedAnswer),
      (200, #"{"code":"Ok","routes":[{"legs":[]}]}"#, .malformedAnswer),
      (404, "not found", .unavailable), (429, "", .unavailable), (503, "busy", .unavailable),
      (200, String(repeating: "[", count: 100_000), .malformedAnswer),
    ] as [(Int, String, RouteFinderError.Kind)]
  )
  func `A router over OSRM's API refuses other responses`(
    status: Int,
    text: String,
    kind: RouteFinderError.Kind
  ) async throws {
    #expect(try await Self.failure(.json(text, status: status))?.kind == kind)
  }

  @Test(arguments: [302, 404, 500])
  func `A router over OSRM's API uses no route of a response that is no success`(
    status: Int
  ) async throws {
    let response = TransportResponse(status: status, body: Self.answer(Self.good).body)
    let error = try await Self.failure(response)
    #expect(error?.kind == .unavailable)
    #expect(error?.reason.contains("\(status)") == true)
  }

  @Test(
    arguments: [
      #"{"duration":-1,"distance":1,"steps":[{"geometry":"??"}]}"#,
      #"{"duration":1e300,"distance":1,"steps":[{"geometry":"??"}]}"#,
      #"{"duration":1,"distance":-5,"steps":[{"geometry":"??"}]}"#,
      #"{"duration":1,"distance":1e200,"steps":[{"geometry":"??"}]}"#,
      #"{"duration":1,"distance":1,"steps":[]}"#,
      #"{"duration":1,"distance":1,"steps":[{"geometry":""}]}"#,
      #"{"duration":1,"distance":1,"steps":[{"geometry":"_p~iF~ps|"}]}"#,
      #"{"duration":1,"distance":1,"steps":[{"geometry":"~~~~~^?"}]}"#,
    ]
  )
  func `A router over OSRM's API refuses legs that contradict themselves`(leg: String) async throws
  {
    let null = Coordinate(latitude: 0, longitude: 0)
    let error = try await Self.failure(Self.answer([leg]), [null, null])
    #expect(error?.kind == .malformedAnswer)
  }

  @Test(arguments: [(30_000, 0.00001), (2_000, 80.0)])
  func `A router over OSRM's API refuses a path of too many points or an impossible length`(
    points: Int, degrees: Double
  ) async throws {
    let null = Coordinate(latitude: 0, longitude: 0)
    let path = (0...points).map {
      Coordinate(latitude: $0.isMultiple(of: 2) ? 0 : degrees, longitude: 0)
    }
    let text = GooglePolyline.encode(path + [null], precision: .six)
      .replacing("\\", with: "\\\\")
    let leg = #"{"duration":1,"distance":1,"steps":[{"geometry":"\#(text)"}]}"#
    let error = try await Self.failure(Self.answer([leg]), [null, null])
    #expect(error?.kind == .malformedAnswer)
    #expect(
      error?.reason.contains(points > 25_000 ? "unreadable path in leg 1" : "impossible length")
        == true)
  }

  @Test func `A router over OSRM's API refuses a road far from a place, with the distance`()
    async throws
  {
    let far = Coordinate(latitude: 52.6, longitude: 13.38886)
    let error = try await Self.failure(
      Self.answer(Self.good), [Self.places[0], Self.places[1], far])
    #expect(error?.kind == .noRoute)
    let meters = Int(Self.places[2].meters(to: far))
    #expect(error?.reason.contains("Place 3 is \(meters) m from the nearest road") == true)
  }

  @Test(
    arguments: [
      (.timedOut, .unavailable), (.unreachable, .unavailable), (.nameNotResolved, .unavailable),
      (.insecure, .unavailable), (.answerTooLarge, .malformedAnswer), (.cancelled, .cancelled),
    ] as [(HTTPTransportError.Kind, RouteFinderError.Kind)])
  func `A router over OSRM's API distinguishes network failures`(
    failure: HTTPTransportError.Kind, kind: RouteFinderError.Kind
  ) async throws {
    let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(failure)
    }
    let router = try OSRMRouter(HTTPURL(parsing: "https://osrm.example"), transport: transport)
    let error = await #expect(throws: RouteFinderError.self) {
      try await router.route(through: Self.places)
    }
    #expect(error?.kind == kind)
  }

  @Test func `A router over OSRM's API sends no request for invalid or too many places`()
    async throws
  {
    let (router, transport) = try Self.router(Self.answer(Self.good))
    let none = Coordinate(latitude: .nan, longitude: 0)
    for places in [
      [], [Self.places[0]], [Self.places[0], none], Array(repeating: Self.places[0], count: 101),
    ] {
      let error = await #expect(throws: RouteFinderError.self) {
        try await router.route(through: places)
      }
      #expect(error?.kind == .invalidPlaces)
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `A router over OSRM's API sends places over HTTPS or to this machine only`() throws {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    for text in ["https://osrm.example", "http://127.0.0.1:5000", "http://[::1]:5000"] {
      _ = try OSRMRouter(HTTPURL(parsing: text), transport: transport)
    }
    for text in ["http://osrm.example", "https://osrm.example/?key=1"] {
      #expect(throws: RouteFinderError.self) {
        try OSRMRouter(HTTPURL(parsing: text), transport: transport)
      }
    }
  }

  @Test func `A router's response has a limited number of values`() async throws {
    let filler = String(repeating: "[],", count: 500_000)
    let answer = Self.answer(Self.good)
    var body = Array(#"{"x":[\#(filler)0],"#.utf8)
    body += answer.body.dropFirst()
    let (router, _) = try Self.router(TransportResponse(status: 200, body: body))
    await #expect(throws: RouteFinderError.self) { try await router.route(through: Self.places) }
  }
}
