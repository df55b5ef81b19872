internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits

/// What is found at the server, without a token.
extension DoctorVisit {
  /// The server, its certificate and its clock.
  mutating func lookAtServer() async {
    let endpoint: HTTPURL
    do throws(CommandError) {
      endpoint = try arguments.endpoint()
    } catch {
      add(Check(.server, .failed, error.message, status: error.status))
      skipServer("the server's address is wrong")
      return
    }
    let proxy = network.proxies.proxy(for: endpoint)
    let probe = await bounded(Limits.Doctor.stepTime) { [network] in
      await ConnectionProbe.run(endpoint, configuration: network.configuration)
    }
    guard let probe else {
      add(Self.overdue(.server, "Connecting to \(endpoint.authority)"))
      skipServer()
      return
    }
    guard probe.error == nil || !probe.certificates.isEmpty || probe.connect != nil else {
      addFailure(
        probe.error ?? HTTPTransportError(.unreachable),
        endpoint,
        Self.facts(probe, proxy)
      )
      skipServer()
      return
    }
    await askServer(endpoint, probe, Self.facts(probe, proxy))
  }

  /// Skips the checks that need the server.
  private mutating func skipServer(_ trouble: String = "the server cannot be reached") {
    self.trouble = trouble
    if checks.allSatisfy({ $0.id != .certificate }) { add(.notMade(.certificate, trouble)) }
    add(.notMade(.clock, trouble))
  }

  private mutating func addFailure(
    _ error: HTTPTransportError,
    _ endpoint: HTTPURL,
    _ facts: [Check.Fact]
  ) {
    add(
      Check(
        .server,
        .failed,
        Self.words(error, endpoint),
        advice: Self.advice(error),
        facts: facts,
        status: .unavailable
      )
    )
  }

  /// Requests the server's root: any response has its time and proves the connection.
  private mutating func askServer(
    _ endpoint: HTTPURL,
    _ probe: ConnectionProbe,
    _ facts: [Check.Fact]
  ) async {
    var facts = facts
    let start = network.clock.wallNow()
    let answer = await bounded(Limits.Doctor.stepTime) { [transport = network.transport()] in
      await Result { () async throws(HTTPTransportError) in
        try await transport.send(HTTPRequest(url: endpoint))
      }
    }
    switch answer {
    case nil:
      add(Self.overdue(.server, "The answer of \(endpoint.authority)"))
      skipServer()
    case .failure(let error)? where error.tlsProblem?.isOfCertificate ?? false:
      // One problem, reported once.
      add(Check(.server, .ok, "\(endpoint.authority) can be reached.", facts: facts))
      addCertificate(endpoint, probe, error.tlsProblem)
      skipServer("there is no trusted connection")
    case .failure(let error)?:
      addFailure(error, endpoint, facts)
      skipServer()
    case .success(let response)?:
      if let time = response.timings.firstByte {
        facts.append(Check.Fact("first_byte", "first byte", milliseconds: time))
      }
      if let time = response.timings.total {
        facts.append(Check.Fact("total", "whole answer", milliseconds: time))
      }
      facts.append(Check.Fact("http", "version", response.version?.rawValue ?? "not known"))
      let time = response.timings.total.map { ", in \(Int(($0 / .milliseconds(1)).rounded())) ms" }
      add(Check(.server, .ok, "\(endpoint.authority) answers\(time ?? "").", facts: facts))
      addCertificate(endpoint, probe, nil)
      addClock(response, askedAt: start)
    }
  }

  static func overdue(_ id: Check.ID, _ what: String) -> Check {
    Check(
      id,
      .failed,
      "\(what) did not come within \(Limits.Doctor.stepTime.components.seconds) s.",
      advice: ["Try again; if it lasts, look at the network, at proxies and firewalls."],
      status: .unavailable
    )
  }

  private static func facts(
    _ probe: ConnectionProbe,
    _ proxy: ProxySettings.Proxy?
  ) -> [Check.Fact] {
    var facts: [Check.Fact] = []
    if let proxy {
      facts.append(
        Check.Fact(
          "proxy",
          "proxy",
          "\(proxy.authority), from \(proxy.source)",
          isDetail: true
        )
      )
    }
    if let address = probe.address { facts.append(Check.Fact("address", "address", address)) }
    if let lookup = probe.nameLookup {
      facts.append(Check.Fact("dns", "DNS", milliseconds: lookup))
      if let connect = probe.connect {
        facts.append(Check.Fact("connect", "connection", milliseconds: connect - lookup))
        if let secure = probe.secure {
          facts.append(Check.Fact("tls", "TLS", milliseconds: secure - connect))
        }
      }
    }
    return facts
  }

  private static func words(_ error: HTTPTransportError, _ endpoint: HTTPURL) -> String {
    FailedCall(
      resource: "",
      endpoint: endpoint.authority,
      error: FleetEngineError(
        operation: "",
        code: .unavailable,
        message: error.detail,
        cause: .transport(error)
      )
    ).reason
  }

  private static func advice(_ error: HTTPTransportError) -> [String] {
    // What to do about a proxy is in the words themselves.
    if error.proxyProblem != nil { return [] }
    return switch error.kind {
    case .nameNotResolved, .unreachable, .connectionLost, .timedOut:
      [
        "Is this machine online? Does a firewall stand between, or is a proxy needed, which "
          + "https_proxy would name?",
        "Is --endpoint right? Without it Google's Fleet Engine is asked.",
      ]
    case .insecure, .answerTooLarge, .malformedAnswer, .cancelled, .refused: []
    }
  }

  // MARK: Certificate

  private mutating func addCertificate(
    _ endpoint: HTTPURL,
    _ probe: ConnectionProbe,
    _ problem: TLSProblem?
  ) {
    guard endpoint.scheme == .https else {
      add(Check(.certificate, .skipped, "\(endpoint.authority) is asked without TLS."))
      return
    }
    let now = network.clock.wallNow()
    let authorities =
      network.certificateFile ?? CurlTransport.standardAuthorities ?? "the system's"
    var facts = [Check.Fact("authorities", "authorities", authorities)]
    for (number, certificate) in probe.certificates.prefix(Limits.Doctor.certificates).enumerated()
    {
      let prefix = number == 0 ? "" : "issuer\(number)_"
      let label = number == 0 ? "" : "above \(number): "
      facts += [
        Check.Fact(prefix + "subject", label + "subject", certificate.subject),
        Check.Fact(prefix + "issuer", label + "issuer", certificate.issuer),
        Check.Fact(prefix + "from", label + "from", certificate.start),
        Check.Fact(prefix + "until", label + "until", certificate.end),
      ]
    }
    if let problem {
      add(
        Check(
          .certificate,
          .failed,
          "It is not trusted: \(problem.reason).",
          advice: problem.isOfAuthority
            ? ["If the authority is your own: --ca-file FILE, or ca-file in the configuration."]
            : problem == .expired || problem == .notYetValid
              ? ["Is this machine's clock right? It says \(now)."] : [],
          facts: facts,
          status: .unavailable
        )
      )
      return
    }
    guard let end = probe.certificates.compactMap({ Timestamp(certificateDate: $0.end) }).min()
    else {
      add(Check(.certificate, .ok, "It is trusted.", facts: facts))
      return
    }
    let days = Int((end - now).components.seconds / 86_400)
    let isSoon = end - now < Limits.Doctor.certificateWarning
    facts.append(Check.Fact("days_left", "days left", "\(days)", number: Double(days)))
    add(
      Check(
        .certificate,
        isSoon ? .warning : .ok,
        isSoon ? "It is trusted, but expires in \(days) days." : "It is trusted, for \(days) days.",
        advice: isSoon ? ["Whoever runs \(endpoint.authority) has to renew it."] : [],
        facts: facts
      )
    )
  }

  // MARK: Clock

  private mutating func addClock(_ response: HTTPResponse, askedAt start: Timestamp) {
    guard let server = response.headers["Date"].flatMap(Timestamp.init(httpDate:)) else {
      add(Check(.clock, .skipped, "The server does not tell the time."))
      return
    }
    // The server's time is in whole seconds, of a moment between request and response.
    let half = Duration.milliseconds(500)
    let offset = (server - start) + half - (response.timings.total ?? .zero) / 2
    clockOffset = offset
    let seconds = offset / .seconds(1)
    let distance = max(offset, .zero - offset)
    let facts = [
      Check.Fact("offset_s", "server ahead", "\(Int(seconds.rounded())) s", number: seconds)
    ]
    guard distance > Limits.Doctor.clockOffset else {
      add(Check(.clock, .ok, "It agrees with the server's.", facts: facts))
      return
    }
    add(
      Check(
        .clock,
        .warning,
        "This machine's clock is \(ShownLength.time(distance)) "
          + (offset > .zero ? "behind" : "ahead of") + " the server's.",
        advice: [
          "Tokens may be refused as expired or as not valid yet. Set the clock, as with timedatectl "
            + "set-ntp true."
        ],
        facts: facts
      )
    )
  }
}

extension TLSProblem {
  /// Whether it is the server's certificate that is not acceptable.
  fileprivate var isOfCertificate: Bool {
    switch self {
    case .expired, .notYetValid, .otherHost, .selfSigned, .unknownAuthority, .weak: true
    case .oldVersion, .noTLS, .authoritiesFile: false
    }
  }
}

extension Timestamp {
  /// Parses the time of a certificate, such as `Nov 22 01:22:54 2026 GMT`.
  init?(certificateDate text: String) {
    guard text.hasSuffix(" GMT") else { return nil }
    // HTTP has the same form, behind the day of the week, which says nothing new.
    self.init(httpDate: "Sun " + text.dropLast(4))
  }
}
