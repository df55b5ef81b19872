internal import CellGrid
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// The commands that lead from a running emulator to a ride, to be copied to other terminals.
struct EmulatorAdvice: Sendable {
  let program: String
  let endpoint: HTTPURL
  let backend: HTTPURL?
  let providerID: String
  let keys: String
  let backendMintsTokens: Bool
  let certificate: String?
  let speed: String?

  var lines: [SafeText] {
    var lines = ["", "Run these commands in other terminals. Ctrl-C here ends the emulator."]
    for step in steps { lines += ["", "\(step.heading):"] + Self.wrapped(step.words) }
    return lines.map { SafeText($0) }
  }

  var steps: [(heading: String, words: [String])] {
    let vehicle = "providers/\(providerID)/vehicles/car-1"
    let trip = "providers/\(providerID)/trips/trip-1"
    let server = ["--endpoint", endpoint.description]
    let options =
      (certificate.map { [Option.caFile.name, $0] } ?? []) + (speed.map { ["--speed", $0] } ?? [])
    func key(_ role: ServiceRole) -> [String] {
      [Option.serviceAccount.name, "\(keys)/\(role.rawValue).json"]
    }
    func direct(_ role: ServiceRole, _ words: String...) -> [String] {
      [program] + words + server + key(role) + options
    }
    let following = [
      ("Follow the vehicle's trips", direct(.server, "follow", "--vehicle", vehicle)),
      ("Follow a trip by its name, here trip-1", direct(.consumer, "follow", trip)),
    ]
    guard let backend else {
      return [("Drive a vehicle", direct(.server, "drive", vehicle))] + following
    }
    func booking(_ words: [String], _ role: ServiceRole) -> [String] {
      [program] + words + ["--backend", backend.description]
        + (backendMintsTokens ? [] : key(role)) + options
    }
    return [
      ("Drive a vehicle", booking(["drive", vehicle], .driver)),
      ("Book a ride and follow it", booking(["book"], .consumer)),
    ] + following
  }

  /// Wraps a command with backslashes; an option stays with its value.
  private static func wrapped(_ words: [String]) -> [String] {
    var parts: [String] = []
    var previous = ""
    for word in words {
      let isValue = previous.hasPrefix("--")
      parts.append((isValue ? "\(parts.removeLast()) " : "") + ShellWord.quoted(word))
      previous = word
    }
    var lines = ["  " + parts[0]]
    for part in parts.dropFirst() {
      // The line may need a backslash.
      let fits = lines[lines.count - 1].count + 1 + part.count + 2 <= HelpLayout.width
      lines[lines.count - 1] += fits ? " " + part : " \\"
      if !fits { lines.append("    " + part) }
    }
    return lines
  }
}

extension EmulatorAdvice {
  /// The advice for a running emulator; nil if clients on this machine cannot reach it.
  init?(_ engine: LocalFleetEngine, _ settings: LocalFleetEngine.Settings, _ arguments: Arguments) {
    guard let endpoint = Self.reachable(engine.baseURL) else { return nil }
    self.init(
      program: Self.program, endpoint: endpoint, backend: engine.backendURL.flatMap(Self.reachable),
      providerID: engine.emulator.providerID, keys: Self.absolute(engine.keys.directory),
      backendMintsTokens: settings.address.isLoopback,
      certificate: arguments[.tlsCertificate].map(Self.absolute),
      speed: settings.speed == 1 ? nil : arguments[.speed])
  }

  /// The address for clients on this machine; nil if they would refuse to send tokens there.
  static func reachable(_ url: HTTPURL) -> HTTPURL? {
    var url = url
    let loopback = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    url.host = loopback[url.host] ?? url.host
    return url.isLoopback || url.scheme == .https ? url : nil
  }

  private static var program: String {
    guard let path = CommandLine.arguments.first, path.contains("/") else { return "ridealong" }
    return absolute(path)
  }

  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = Environment.currentDirectory else { return path }
    return directory + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  }
}
