internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// The environment variables that lead programs to a running emulator.
///
/// See docs/emulator.md, "In tests".
struct EmulatorVariables: Sendable {
  /// The variable that names the server.
  static let server = "FLEET_ENGINE_EMULATOR_URL"
  /// The variable that names the admin endpoint.
  static let admin = "FLEET_ENGINE_EMULATOR_ADMIN"

  let endpoint: HTTPURL
  let providerID: String
  /// The absolute path of the directory of the key files.
  let keys: String
  var backend: HTTPURL?
  var admin: HTTPURL?
  /// The address for clients of gRPC, and the absolute path of the certificate that they have to
  /// trust.
  var grpc: (authority: String, rootsFile: String)?
  /// The absolute path of the certificate for HTTPS.
  var certificate: String?
  /// The variables of the environment that name proxies, and hosts without one.
  var proxies: [String: String] = [:]

  /// The names and values, in the order in which they are printed.
  var pairs: [(name: String, value: String)] {
    let key = "\(keys)/\(ServiceRole.server.rawValue).json"
    let pairs: [(String, String?)] = [
      ("FLEET_ENGINE_EMULATOR_HOST", endpoint.authority),
      (Self.server, endpoint.description),
      ("FLEET_ENGINE_EMULATOR_GRPC", grpc?.authority),
      ("FLEET_ENGINE_EMULATOR_ROOTS", grpc?.rootsFile), ("FLEET_ENGINE_EMULATOR_KEYS", keys),
      ("FLEET_ENGINE_EMULATOR_BACKEND", backend?.description), (Self.admin, admin?.description),
      ("FLEET_ENGINE_PROVIDER", providerID), ("GOOGLE_APPLICATION_CREDENTIALS", key),
      // Python, C++, PHP and Ruby, then Node.
      ("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", grpc?.rootsFile),
      ("NODE_EXTRA_CA_CERTS", grpc?.rootsFile),
      (Option.endpoint.variable, endpoint.description), (Option.provider.variable, providerID),
      (Option.serviceAccount.variable, key), (Option.caFile.variable, certificate),
    ]
    return pairs.compactMap { name, value in value.map { (name, $0) } } + exceptions
  }

  /// The hosts without a proxy, and this machine, if the environment names a proxy: most clients use it for this machine, too.
  private var exceptions: [(name: String, value: String)] {
    func value(_ name: String) -> String? { proxies[name].flatMap { $0.isEmpty ? nil : $0 } }
    let names = ["http_proxy", "https_proxy", "all_proxy", "grpc_proxy"]
    guard names.contains(where: { value($0) ?? value($0.uppercased()) != nil }) else { return [] }
    let (lower, upper) = (value("no_proxy"), value("NO_PROXY"))
    return [("no_proxy", lower ?? upper), ("NO_PROXY", upper ?? lower)].map { name, present in
      // An asterisk stands for all hosts, but not in a list of several.
      if present == "*" { return (name, "*") }
      var hosts = present?.split(separator: ",").map(String.init) ?? []
      hosts += ["localhost", "127.0.0.1", "::1"].filter { !hosts.contains($0) }
      return (name, hosts.joined(separator: ","))
    }
  }

  /// The lines for a shell.
  var exports: [String] { pairs.map { "export \($0.name)=\(ShellWord.quoted($0.value))" } }
}

extension EmulatorVariables {
  /// The variables of a running emulator, for programs on this machine.
  init(_ engine: LocalFleetEngine, _ arguments: Arguments, _ environment: Environment) {
    func reachable(_ url: HTTPURL) -> HTTPURL { EmulatorAdvice.reachable(url) ?? url }
    self.init(
      endpoint: reachable(engine.baseURL), providerID: engine.emulator.providerID,
      keys: EmulatorAdvice.absolute(engine.keys.directory),
      backend: engine.backendURL.map(reachable), admin: engine.adminURL,
      certificate: arguments[.tlsCertificate].map(EmulatorAdvice.absolute),
      proxies: environment.variables)
    guard var url = engine.grpcURL.map(reachable), let rootsFile = engine.rootsFile else { return }
    // The certificate's first name.
    if url.host == "127.0.0.1" { url.host = "localhost" }
    grpc = (url.authority, EmulatorAdvice.absolute(rootsFile))
  }
}
