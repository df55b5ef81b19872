internal import AccessTokens
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

extension Arguments {
  /// The Fleet Engine to call: `--endpoint`, else the server of a backend on this machine, whose
  /// tokens must not be sent to any other server, else Google's.
  func endpoint() throws(CommandError) -> HTTPURL {
    if let given = try address(.endpoint) { return given }
    guard let backend = try address(.backend), backend.isLoopback else {
      return FleetEngineClient.defaultEndpoint
    }
    return HTTPURL(scheme: backend.scheme, host: backend.host, port: backend.port)
  }

  /// The address of a server, over HTTPS or on loopback.
  func address(_ option: Option) throws(CommandError) -> HTTPURL? {
    guard let text = self[option] else { return nil }
    let name = named(option)
    let example =
      switch option {
      case .backend: "http://127.0.0.1:8080/provider"
      case .router: "http://127.0.0.1:5000"
      default: "https://fleetengine.googleapis.com"
      }
    // A password may be before an @.
    let shown = text.contains("@") ? name : "\(name) \(text)"
    let url: HTTPURL
    do { url = try HTTPURL(parsing: text) } catch {
      throw .usage(
        "\(shown) is not the address of a server: \(error.reason).",
        advice: ["Expected for example \(example)."])
    }
    guard url.scheme == .https || url.isLoopback else {
      let what = option == .router ? "where the ride goes" : "a token"
      throw .usage("Refusing to send \(what) over http to \(url.host).", advice: ["Use https."])
    }
    guard url.query.isEmpty else {
      throw .usage("\(shown) has a query; give the server's address only.")
    }
    return option == .endpoint ? try withoutVersion(url) : url
  }

  /// The address without a `/v1` at its end, as other clients write it; calls add it themselves.
  private func withoutVersion(_ url: HTTPURL) throws(CommandError) -> HTTPURL {
    var (url, parts) = (url, url.path.split(separator: "/"))
    if parts.last == "v1" { parts.removeLast() }
    let call = parts.indices.dropLast().first { parts[$0...].starts(with: ["v1", "providers"]) }
    func path(_ parts: ArraySlice<Substring>) -> String { parts.map { "/" + $0 }.joined() }
    url.path = path(parts[..<(call ?? parts.endIndex)])
    guard let call else { return url }
    throw .usage(
      "The address of \(named(.endpoint)) has the path of a call, \(path(parts[call...])).",
      advice: ["Give the server's address only: \(url)."])
  }

  func serviceAccount() throws(CommandError) -> ServiceAccountKey {
    let path = try required(.serviceAccount)
    do { return try ServiceAccountKey(contentsOf: path) } catch {
      guard case .otherCredentials(let other) = error.problem, other.givesAccessTokens,
        options.contains(.tokenCommand)
      else { throw .usage(error.summary, advice: error.advice) }
      throw .usage(
        error.summary,
        advice: error.advice + [
          "For an account with the role On-demand Admin, --token-command 'gcloud auth "
            + "application-default print-access-token' will do in its place."
        ])
    }
  }

  /// The path of `--ca-file`, after a check that the file contains a certificate.
  func authoritiesFile() throws(CommandError) -> String? {
    guard let path = self[.caFile] else { return nil }
    let content = try BoundedFile(
      path, limit: Limits.File.certificateBytes, called: "The file of authorities")
    guard content.bytes.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
      throw .usage("The file of authorities \(path) has no PEM certificate (BEGIN CERTIFICATE).")
    }
    return path
  }

  // MARK: Trips and vehicles

  /// The trip that a word names: a full name or, with `--provider`, an ID.
  func tripName(_ text: String) throws(CommandError) -> TripName {
    if let vehicle = try? VehicleName(parsing: text) {
      let word = ShellWord.quoted(vehicle.description)
      throw .usage(
        "\"\(text)\" is a vehicle's name, where a trip's is expected. For a vehicle: ridealong "
          + "follow --vehicle \(word), or ridealong doctor --vehicle \(word)")
    }
    return try name(text, "trip") { text throws(ResourceNameError) in try TripName(parsing: text) }
  }

  /// The vehicle that a word names: a full name or, with `--provider`, an ID.
  func vehicleName(_ text: String) throws(CommandError) -> VehicleName {
    if (try? TripName(parsing: text)) != nil {
      throw .usage("\"\(text)\" is a trip's name, where a vehicle's is expected.")
    }
    return try name(text, "vehicle") { text throws(ResourceNameError) in
      try VehicleName(parsing: text)
    }
  }

  private func name<Name: CustomStringConvertible>(
    _ text: String, _ kind: String, _ parse: (String) throws(ResourceNameError) -> Name
  ) throws(CommandError) -> Name {
    let provider = self[.provider]
    do throws(ResourceNameError) {
      guard let provider, !text.contains("/") else { return try parse(text) }
      return try parse("providers/\(provider)/\(kind)s/\(text)")
    } catch {
      // The suggestion uses the name's provider, the one that is set, or the project of the key file.
      let key = self[.serviceAccount].flatMap { try? ServiceAccountKey(contentsOf: $0) }
      let meant = Self.parts(of: text, kind).flatMap { named, id in
        (named ?? provider ?? key?.projectID).flatMap {
          try? parse("providers/\($0)/\(kind)s/\(id)")
        }
      }
      throw Self.malformed(error, kind, meant: meant?.description, takesID: provider == nil)
    }
  }

  /// The provider, if there is one, and the ID that a malformed name or the URL of a call contains.
  private static func parts(
    of text: String,
    _ kind: String
  ) -> (provider: String?, id: Substring)? {
    var rest = text.prefix { $0 != "?" && $0 != "#" }[...]
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...].drop { $0 != "/" }
    }
    var words = rest.split(separator: "/")[...]
    let collections: [Substring] = ["trips", "vehicles"]
    var provider: String?
    if let owner = words.firstIndex(where: { ["providers", "projects"].contains($0) }) {
      words = words[(owner + 1)...]
      if let first = words.first, !collections.contains(first) {
        provider = String(first)
        words.removeFirst()
      }
    }
    guard let collection = words.firstIndex(where: collections.contains) else {
      return words.last.map { (provider, $0) }
    }
    guard words[collection] == kind + "s", collection + 1 < words.endIndex else { return nil }
    return (provider, words[collection + 1])
  }

  private static func malformed(
    _ error: ResourceNameError, _ kind: String, meant: String?, takesID: Bool
  ) -> CommandError {
    let why = "is not a \(kind) name" + (error.reason.clause.map { ": " + $0 } ?? "")
    let guess = meant.map { " Did you mean \(ShellWord.quoted($0))?" } ?? ""
    let short = takesID ? ", or --provider PROVIDER with the id alone" : ""
    // The URL of a call may have a key in its query.
    let text = ReportedSetting.shown(error.text, .url)
    return .usage("\"\(text)\" \(why). Expected \(error.expectedForm)\(short).\(guess)")
  }
}
