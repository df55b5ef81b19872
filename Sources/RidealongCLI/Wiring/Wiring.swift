internal import AccessTokens
internal import CellGrid
internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingDriver
internal import RouteSources
internal import Viewer

/// Builds what commands stand on from what the command line says.
struct Wiring: Sendable {
  let clock: ServiceClock
  let environment: Environment
  /// A file of the authorities to trust instead of the system's.
  var certificateFile: String?
  /// The directory of themes of the user's own; nil where there is none.
  var themeDirectory: String?
  /// Whether the terminal is told to show each update at once.
  var sync = SyncChoice.auto
  /// What the screen's keys do.
  var keys = KeyTable.standard
  /// Reads the configuration of the running command anew; nil where it has none.
  var reread: (@Sendable () throws(CommandError) -> Rereading)?
  /// Limits how many requests for several trips leave in a second.
  let schedule: FleetSchedule
  /// What goes on beside the command.
  let background = BackgroundWork()
  /// The program's log; nil where none is wanted.
  var log: LogFile?
  /// Where the program's state is; nil where there is no place for it.
  var stateFile: StateFile?

  /// The machine's clocks and environment.
  static func live() -> Wiring {
    let clock = ServiceClock.system
    return Wiring(clock: clock, environment: .current, schedule: FleetSchedule(clock: clock))
  }

  /// The transport of the program.
  func transport() -> any HTTPTransport {
    logged(
      CurlTransport(
        CurlTransport.Configuration(
          userAgent: "ridealong/\(HelpText.version)",
          certificateFile: certificateFile,
          proxies: proxies
        )
      )
    )
  }

  /// The proxies that the environment names.
  var proxies: ProxySettings { ProxySettings(environment: environment.variables) }

  /// A transport whose exchanges the log tells, where there is one.
  func logged(_ transport: some HTTPTransport) -> any HTTPTransport {
    guard let log else { return transport }
    return LoggedTransport(transport: transport, log: log, clock: clock)
  }

  /// The Fleet Engine that the command line names.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: Its address; without one the host and port of a backend on this machine, whose
  ///   tokens no other server should see, else Google's Fleet Engine.
  /// - Throws: That it is no address, or one that a token may not be sent to.
  func endpoint(_ arguments: Arguments) throws(CommandError) -> HTTPURL {
    if let given = try address(arguments, .endpoint) { return given }
    guard let backend = try backend(arguments), backend.isLoopback else {
      return FleetEngineClient.defaultEndpoint
    }
    return HTTPURL(scheme: backend.scheme, host: backend.host, port: backend.port)
  }

  /// The provider's backend that the command line names.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: Its address, nil where none is given.
  /// - Throws: That it is no address, or one that tokens may not come from.
  func backend(_ arguments: Arguments) throws(CommandError) -> HTTPURL? {
    try address(arguments, .backend)
  }

  /// The address of a server that nobody else may overhear.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - option: The option that names it.
  /// - Returns: The address, nil where none is given.
  /// - Throws: That it is no address, or one that is not to be trusted with what it would be sent.
  func address(_ arguments: Arguments, _ option: Option) throws(CommandError) -> HTTPURL? {
    guard let text = arguments[option] else { return nil }
    return try address(text, of: option, called: arguments.named(option))
  }

  private func address(
    _ text: String,
    of option: Option,
    called name: String
  ) throws(CommandError) -> HTTPURL {
    let example =
      switch option {
      case .backend: "http://127.0.0.1:8080/provider"
      case .router: "http://127.0.0.1:5000"
      default: "https://fleetengine.googleapis.com"
      }
    let url: HTTPURL
    do {
      url = try HTTPURL(parsing: text)
    } catch {
      throw .usage(
        "\(name) \(text) is not the address of a server: \(error.reason). "
          + "Expected for example \(example)."
      )
    }
    guard url.scheme == .https || url.isLoopback else {
      let what = option == .router ? "where the ride goes" : "a token"
      throw .usage("Refusing to send \(what) over http to \(url.host). Use https.")
    }
    guard url.query.isEmpty else {
      throw .usage("\(name) \(text) has a query; give the server's address only.")
    }
    return url
  }

  /// The key file that the command line names.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - command: The command that needs it.
  /// - Returns: The key.
  /// - Throws: What is wrong with it.
  func serviceAccount(
    _ arguments: Arguments,
    for command: Command
  ) throws(CommandError) -> ServiceAccountKey {
    let path = try arguments.required(.serviceAccount, for: command.rawValue)
    do {
      return try ServiceAccountKey(contentsOf: path)
    } catch {
      guard case .otherCredentials(let other) = error.problem, other.givesAccessTokens,
        command.options.contains(.tokenCommand)
      else { throw .usage("\(error)") }
      throw .usage(
        "\(error) For an account with the role On-demand Admin, --token-command 'gcloud auth "
          + "application-default print-access-token' will do in its place."
      )
    }
  }

  /// Tokens made with a key and kept until they expire.
  func tokens(
    _ key: ServiceAccountKey,
    scope: ServiceAccountTokenProvider.Scope = .perResource
  ) -> AccessTokenCache {
    AccessTokenCache(
      ServiceAccountTokenProvider(key: key, scope: scope, wallNow: clock.wallNow),
      wallNow: clock.wallNow
    )
  }

  /// What finds ways for a vehicle.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - transport: What carries requests to a router's server.
  /// - Returns: The router that the command line names, or one of the demo city's roads; where that
  ///   knows no way, a straight line is one, which is said once.
  /// - Throws: That what is named is no router's address.
  func router(
    _ arguments: Arguments,
    _ transport: any HTTPTransport
  ) throws(CommandError) -> any Router {
    let router: any Router
    if let url = try address(arguments, .router) {
      do {
        router = try OSRMRouter(url, transport: transport)
      } catch {
        throw .usage(error.reason)
      }
    } else {
      router = RoadNetworkRouter(try DemoTown.roads())
    }
    return DoorToDoorRouter(router) { error in
      Console.note(SafeText("\(error.reason) Such ways are straight lines."))
    }
  }

  /// The factor that the command line speeds the world up by.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: The factor, 1 where none is given.
  /// - Throws: That it is out of range.
  func speed(_ arguments: Arguments) throws(CommandError) -> Double {
    try arguments.number(.speed, in: 1...20) ?? 1
  }

  /// The style that the command line names a file of.
  ///
  /// - Parameter arguments: The command line.
  /// - Returns: The style, the viewer's own where no file is given.
  /// - Throws: What is wrong with the file, with the line at fault.
  func style(_ arguments: Arguments) throws(CommandError) -> StyleFile {
    guard let path = arguments[.style] else { return StyleFile() }
    return try StyleFile(contentsOf: path)
  }
}
