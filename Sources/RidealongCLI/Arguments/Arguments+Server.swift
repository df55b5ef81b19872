internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// The servers and keys that a command line names.
extension Arguments {
  /// The Fleet Engine to call: `--endpoint`, else the host and port of a backend on this machine,
  /// whose tokens no other server should see, else Google's.
  func endpoint() throws(CommandError) -> HTTPURL {
    if let given = try address(.endpoint) { return given }
    guard let backend = try address(.backend), backend.isLoopback else {
      return FleetEngineClient.defaultEndpoint
    }
    return HTTPURL(scheme: backend.scheme, host: backend.host, port: backend.port)
  }

  /// The address of a server, over HTTPS or on loopback; nil where none is given.
  func address(_ option: Option) throws(CommandError) -> HTTPURL? {
    guard let text = self[option] else { return nil }
    let name = named(option)
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
        "\(name) \(text) is not the address of a server: \(error.reason).",
        advice: ["Expected for example \(example)."]
      )
    }
    guard url.scheme == .https || url.isLoopback else {
      let what = option == .router ? "where the ride goes" : "a token"
      throw .usage("Refusing to send \(what) over http to \(url.host).", advice: ["Use https."])
    }
    guard url.query.isEmpty else {
      throw .usage("\(name) \(text) has a query; give the server's address only.")
    }
    return url
  }

  /// The key of `--service-account`.
  func serviceAccount(for command: Command) throws(CommandError) -> ServiceAccountKey {
    let path = try required(.serviceAccount, for: command)
    do {
      return try ServiceAccountKey(contentsOf: path)
    } catch {
      guard case .otherCredentials(let other) = error.problem, other.givesAccessTokens,
        command.options.contains(.tokenCommand)
      else { throw .usage(error.summary, advice: error.advice) }
      throw .usage(
        error.summary,
        advice: error.advice + [
          "For an account with the role On-demand Admin, --token-command 'gcloud auth "
            + "application-default print-access-token' will do in its place."
        ]
      )
    }
  }

  /// The path of `--ca-file`, after a check that it holds a certificate; nil where none is given.
  func authoritiesFile() throws(CommandError) -> String? {
    guard let path = self[.caFile] else { return nil }
    let content = try BoundedFile(
      path,
      limit: Limits.File.certificateBytes,
      called: "The file of authorities"
    )
    guard content.bytes.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
      throw .usage(
        "The file of authorities \(path) holds no certificate in PEM (BEGIN CERTIFICATE)."
      )
    }
    return path
  }
}

extension BoundedFile {
  /// Reads a file that the user names; errors call it by what it is and its path.
  init(_ path: String, limit: Int, called name: String) throws(CommandError) {
    do {
      try self.init(path: path, limit: limit)
    } catch {
      throw .usage("\(name) \(path) \(error.reason).")
    }
  }
}
