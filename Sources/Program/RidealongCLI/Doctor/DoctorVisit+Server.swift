internal import CurlTransport
internal import FleetEngine
internal import HTTPMessages
internal import TrustLimits
internal import Viewer

extension DoctorVisit {
  mutating func checkServer() async {
    let endpoint: HTTPURL
    do throws(CommandError) { endpoint = try arguments.endpoint() } catch {
      add(.server, .failed, error.message, status: error.status)
      return skipServer("the server's address is wrong")
    }
    let probe = await bounded(Limits.Doctor.stepTime) { [servers] in
      await ConnectionProbe.run(endpoint, configuration: servers.configuration)
    }
    guard let probe else {
      addTimeout(.server, "A connection to \(endpoint.authority)")
      return skipServer()
    }
    let facts = Self.facts(probe, servers.proxies.proxy(for: endpoint))
    guard probe.error == nil || !probe.certificates.isEmpty || probe.connect != nil else {
      addFailure(probe.error ?? HTTPTransportError(.unreachable), endpoint, facts)
      return skipServer()
    }
    await requestRoot(endpoint, probe, facts)
  }

  private mutating func skipServer(_ obstacle: String = "the server cannot be reached") {
    self.obstacle = obstacle
    if checks.allSatisfy({ $0.id != .certificate }) { skip(.certificate, obstacle) }
    skip(.clock, obstacle)
  }

  private mutating func addFailure(
    _ error: HTTPTransportError, _ endpoint: HTTPURL, _ facts: [Fact]
  ) {
    let failure = CallFailure(error, CallFailure.Facts(name: "", server: endpoint.authority))
    var advice: [String] = []
    let isNetwork = [.nameNotResolved, .unreachable, .connectionLost, .timedOut].contains(
      error.kind)
    // A proxy has advice of its own.
    if isNetwork, error.proxyProblem == nil {
      advice = [
        "Is this machine online? Does a firewall block it, or is a proxy needed (https_proxy)?",
        "Is --endpoint right? The default is Google's Fleet Engine.",
      ]
    }
    let said = failure.causes + (advice.isEmpty ? failure.advice : advice)
    add(.server, .failed, failure.summary, advice: said, facts: facts, status: .unavailable)
  }

  /// Requests the server's root: any response contains its time and proves the connection.
  private mutating func requestRoot(
    _ endpoint: HTTPURL, _ probe: ConnectionProbe, _ facts: [Fact]
  ) async {
    var facts = facts
    let start = servers.clock.wallNow()
    let answer = await bounded(Limits.Doctor.stepTime) { [transport = servers.transport()] in
      await Result { () async throws(HTTPTransportError) in
        try await transport.send(TransportRequest(url: endpoint))
      }
    }
    switch answer {
    case nil:
      addTimeout(.server, "The response of \(endpoint.authority)")
      skipServer()
    case .failure(let error)? where error.tlsProblem?.isOfCertificate ?? false:
      // The problem is reported once, with the certificate.
      add(.server, .ok, "\(endpoint.authority) can be reached.", facts: facts)
      addCertificate(endpoint, probe, error.tlsProblem)
      skipServer("there is no trusted connection")
    case .failure(let error)?:
      addFailure(error, endpoint, facts)
      skipServer()
    case .success(let response)?:
      let times = [
        ("first_byte", "first byte", response.timings.firstByte),
        ("total", "whole response", response.timings.total),
      ]
      for case (let key, let label, let time?) in times {
        facts.append(Fact(key, label, milliseconds: time))
      }
      facts.append(Fact("http", "version", response.version?.rawValue ?? "not known"))
      let time = response.timings.total.map { ", in \(Int(($0 / .milliseconds(1)).rounded())) ms" }
      add(.server, .ok, "\(endpoint.authority) answers\(time ?? "").", facts: facts)
      addCertificate(endpoint, probe, nil)
      addClock(response, requestedAt: start)
    }
  }

  private static func facts(_ probe: ConnectionProbe, _ proxy: ProxySettings.Proxy?) -> [Fact] {
    var facts: [Fact] = []
    if let proxy {
      let text = "\(proxy.authority), from \(proxy.source)"
      facts.append(Fact("proxy", "proxy", text, isDetail: true))
    }
    if let address = probe.address { facts.append(Fact("address", "address", address)) }
    guard let lookup = probe.nameLookup else { return facts }
    facts.append(Fact("dns", "DNS", milliseconds: lookup))
    guard let connect = probe.connect else { return facts }
    facts.append(Fact("connect", "connection", milliseconds: connect - lookup))
    if let secure = probe.secure {
      facts.append(Fact("tls", "TLS", milliseconds: secure - connect))
    }
    return facts
  }

  // MARK: Certificate

  private mutating func addCertificate(
    _ endpoint: HTTPURL, _ probe: ConnectionProbe, _ problem: TLSProblem?
  ) {
    guard endpoint.scheme == .https else {
      return add(.certificate, .skipped, "\(endpoint.authority) does not use TLS.")
    }
    let now = servers.clock.wallNow()
    let authorities =
      servers.certificateFile ?? LibcurlTransport.standardAuthorities ?? "the system's"
    var facts = [Fact("authorities", "authorities", authorities)]
    for (number, certificate) in probe.certificates.prefix(Limits.Doctor.certificates).enumerated()
    {
      let prefix = number == 0 ? "" : "issuer\(number)_"
      let label = number == 0 ? "" : "above \(number): "
      facts += [
        Fact(prefix + "subject", label + "subject", certificate.subject),
        Fact(prefix + "issuer", label + "issuer", certificate.issuer),
        Fact(prefix + "from", label + "from", certificate.start),
        Fact(prefix + "until", label + "until", certificate.end),
      ]
    }
    if let problem {
      let advice =
        switch problem {
        case _ where problem.isOfAuthority:
          ["If the authority is your own: --ca-file FILE, or ca-file in the configuration."]
        case .expired, .notYetValid: ["Is this machine's clock right? It shows \(now)."]
        default: [String]()
        }
      let diagnosis = Diagnosis("It is not trusted: \(problem.reason).", advice)
      return add(.certificate, diagnosis, facts: facts, status: .unavailable)
    }
    guard let end = probe.certificates.compactMap({ Timestamp(certificateDate: $0.end) }).min()
    else { return add(.certificate, .ok, "It is trusted.", facts: facts) }
    let days = Int((end - now).components.seconds / 86_400)
    facts.append(Fact("days_left", "days left", "\(days)", number: Double(days)))
    guard end - now < Limits.Doctor.certificateWarning else {
      return add(.certificate, .ok, "It is trusted, for \(days) days.", facts: facts)
    }
    let sentence = "It is trusted, but expires in \(days) days."
    let advice = ["The operator of \(endpoint.authority) has to renew it."]
    add(.certificate, .warning, sentence, advice: advice, facts: facts)
  }

  // MARK: Clock

  private mutating func addClock(_ response: TransportResponse, requestedAt start: Timestamp) {
    guard let server = response.headers["Date"].flatMap(Timestamp.init(httpDate:)) else {
      return add(.clock, .skipped, "The server's response has no time.")
    }
    // The server's time is in whole seconds, from a moment between request and response.
    let half = Duration.milliseconds(500)
    let offset = (server - start) + half - (response.timings.total ?? .zero) / 2
    clockOffset = offset
    let seconds = offset / .seconds(1)
    let distance = max(offset, .zero - offset)
    let facts = [Fact("offset_s", "server ahead", "\(Int(seconds.rounded())) s", number: seconds)]
    guard distance > Limits.Doctor.clockOffset else {
      return add(.clock, .ok, "It agrees with the server's.", facts: facts)
    }
    let direction = offset > .zero ? "behind" : "ahead of"
    let sentence =
      "This machine's clock is \(ShownLength.time(distance)) \(direction) the server's."
    let advice = "Tokens may be refused. Set the clock, for example with timedatectl set-ntp true."
    add(.clock, .warning, sentence, advice: [advice], facts: facts)
  }
}

extension TLSProblem {
  /// Whether the server's certificate is the problem.
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
    // The form of HTTP has the day of the week first, which is ignored.
    self.init(httpDate: "Sun " + text.dropLast(4))
  }
}
