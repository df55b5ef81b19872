internal import AccessTokens
internal import CellGrid
internal import ContractCases
internal import CurlTransport
internal import FleetEmulator
internal import FleetEngine
internal import HTTPMessages

extension Option {
  static let contractCase = Option("--case NAME", .text, .repeatable, .commandLineOnly)
    .help("run this case; several times for several")
  static let listCases = Option("--list", .flag, .commandLineOnly)
    .help("list the cases with their origins instead of running them")
  static let verifiedServer = Option("--endpoint", .url, .commandLineOnly)
    .help("the Fleet Engine to run the cases against (default: an emulator of its own)")
  static let grpcEndpoint = Option("--grpc-endpoint", .url, .commandLineOnly)
    .help("where it serves gRPC (default: where it serves REST, over HTTPS only)")
  static let allCases = Option("--all", .flag, .commandLineOnly)
    .help("with --endpoint: run also cases that may be billed, for a server of your own")
  static let driverAccount = Option("--driver-account", .file, .commandLineOnly)
    .help("key file of a driver's account; without it cases of drivers are not run")
  static let consumerAccount = Option("--consumer-account", .file, .commandLineOnly)
    .help("key file of a consumer's account; without it cases of riders are not run")
  static let readerAccount = Option("--reader-account", .file, .commandLineOnly)
    .help("key file of a fleet reader's account; without it cases of readers are not run")

  fileprivate static let accounts: [(role: ServiceRole, option: Option)] = [
    (.server, .serviceAccount), (.driver, .driverAccount), (.consumer, .consumerAccount),
    (.fleetReader, .readerAccount),
  ]
}

extension Command {
  static let verify = Command(
    name: "verify", synopsis: "ridealong verify [--endpoint URL --service-account FILE] [OPTIONS]",
    summary: "check a server against what is known of Fleet Engine",
    examples: [
      "ridealong verify", "ridealong verify --list",
      "ridealong verify --endpoint URL --service-account server.json",
    ],
    detail: [
      "It runs the cases of Fleet Engine's contract over REST and gRPC and prints how many passed, by",
      "area and by origin: recorded from the real service, documented by Google, needed by a public",
      "client of Google's, inferred, or ridealong's own choice.",
      "",
      "With --endpoint it runs the cases that are safe for a server that others use: no call that may be",
      "billed, at most \(VerifyCommand.callsPerSecond) calls a second. Trips and vehicles that it creates have IDs that begin with",
      "\(VerifyCommand.prefix); it cancels and deletes them again, also after Ctrl-C. Before the first call it prints",
      "their number and asks for confirmation. --json prints a report without secrets that can be sent",
      "to the project.",
      "",
      "Exit status 0: all cases that were run passed; 8: one did not; 5: the server does not answer.",
    ],
    options: [
      .contractCase, .listCases, .json, .verifiedServer, .allCases, .grpcEndpoint, .serviceAccount,
      .driverAccount, .consumerAccount, .readerAccount, .caFile, .yes,
    ] + Option.log,
    run: VerifyCommand.run)
}

/// `ridealong verify`: runs the cases of the contract against a server.
enum VerifyCommand {
  static let prefix = "ridealong-verify-"
  static let callsPerSecond = 10
  /// The number of unanswered cases in a row after which an interface is given up.
  private static let mostUnanswered = 3

  static func run(_ context: CommandContext) async throws(CommandError) -> ExitStatus {
    let (arguments, servers) = (context.arguments, context.servers)
    let cases = try cases(arguments)
    if arguments.has(.listCases) { return try list(cases, asJSON: arguments.has(.json)) }
    let signals = SignalWatch()
    let clock = servers.clock
    let start = clock.monotonicNow()
    let results: [CaseResult]
    let server: String
    if let endpoint = try arguments.address(.verifiedServer) {
      server = endpoint.authority
      let runners = try runners(arguments, servers, endpoint)
      try announce(cases, runners, endpoint, arguments)
      results = await run(
        cases, runners, isShared: !arguments.has(.allCases), servers.environment, signals)
    } else {
      try arguments.refuse(
        Option.accounts.map(\.option) + [.grpcEndpoint, .allCases],
        "has no effect without --endpoint")
      server = "emulator"
      results = try await verifyEmulator(cases, servers, signals)
    }
    let left = results.flatMap(\.left)
    if !left.isEmpty {
      Console.printError(SafeText("Not removed: \(left.joined(separator: ", "))."))
    }
    if let status = signals.exitStatus { return status }
    if let reason = loss(results) {
      throw CommandError(.unavailable, "\(server) does not answer: \(reason)")
    }
    let report = VerifyReport(
      results: results, server: server, time: clock.wallNow(), took: clock.monotonicNow() - start)
    if arguments.has(.json) {
      try Console.print(encoding: report.record)
    } else {
      try Console.print(report.lines)
    }
    return report.failures.isEmpty ? .success : .findings
  }

  /// The cases that the command line names.
  private static func cases(_ arguments: Arguments) throws(CommandError) -> [ContractCase] {
    let all: [ContractCase]
    do { all = try ContractCase.all() } catch { throw CommandError(.failure, "\(error).") }
    let names = arguments.all(.contractCase)
    for name in names where !all.contains(where: { $0.name == name }) {
      throw .usage(
        "There is no case \(name).\(Spelling.question(name, among: all.map(\.name)))"
          + " ridealong verify --list lists them.")
    }
    return names.isEmpty ? all : all.filter { names.contains($0.name) }
  }

  private static func list(
    _ cases: [ContractCase], asJSON: Bool
  ) throws(CommandError) -> ExitStatus {
    if asJSON {
      for contractCase in cases { try Console.print(encoding: contractCase.record) }
    } else {
      let rows = cases.map { [$0.name, $0.area, $0.origin.kind.rawValue, $0.title] }
      try Console.print(TextTable.lines(rows))
    }
    return .success
  }

  // MARK: An emulator of its own

  private static func verifyEmulator(
    _ cases: [ContractCase], _ servers: ServerAccess, _ signals: SignalWatch
  ) async throws(CommandError) -> [CaseResult] {
    var settings = LocalFleetEngine.Settings()
    settings.backend = nil
    settings.namesTokenEndpoint = false
    settings.grpc = .anyOfLoopback
    let local = try await LocalFleetEngine.start(
      settings, clock: servers.clock, environment: servers.environment)
    let runners = runners(
      local.baseURL, grpc: local.grpcURL,
      CaseTokens(local.keys.signers, now: servers.clock.wallNow),
      providerID: settings.providerID, servers, authorities: local.rootsFile, comparesMessages: true
    )
    let results = await run(cases, runners, isShared: false, servers.environment, signals)
    try await local.stop()
    return results
  }

  // MARK: Another server

  private static func runners(
    _ arguments: Arguments, _ servers: ServerAccess, _ endpoint: HTTPURL
  ) throws(CommandError) -> [CaseRunner] {
    var signers: [TokenSigner] = []
    var providerID: String?
    for (role, option) in Option.accounts {
      guard let path = arguments[option] else { continue }
      let key: ServiceAccountKey
      do { key = try ServiceAccountKey(contentsOf: path) } catch {
        throw .usage(error.summary, advice: error.advice)
      }
      if let providerID, providerID != key.projectID {
        throw .usage(
          "\(option.name) is of the project \(key.projectID), the server's of \(providerID).")
      }
      providerID = key.projectID
      signers.append(
        TokenSigner(
          role: role, email: key.clientEmail, keyID: key.privateKeyID, key: key.signingKey))
    }
    guard let providerID, arguments.has(.serviceAccount) else {
      throw .usage(
        "ridealong verify --endpoint needs --service-account FILE, the key of a server's account.")
    }
    var standard: HTTPURL? { endpoint.scheme == .https ? endpoint : nil }
    // Nobody else uses a server of this machine.
    let pace =
      endpoint.isLoopback
      ? nil : FleetSchedule(requestsPerSecond: callsPerSecond, clock: servers.clock)
    return runners(
      endpoint, grpc: try arguments.address(.grpcEndpoint) ?? standard,
      CaseTokens(signers, now: servers.clock.wallNow), providerID: providerID, servers,
      authorities: servers.certificateFile, pace: pace)
  }

  private static func runners(
    _ endpoint: HTTPURL, grpc: HTTPURL?, _ tokens: CaseTokens, providerID: String,
    _ servers: ServerAccess, authorities: String?, comparesMessages: Bool = false,
    pace: FleetSchedule? = nil
  ) -> [CaseRunner] {
    var servers = servers
    servers.certificateFile = authorities
    var edges: [any CaseEdge] = [RESTEdge(servers.transport())]
    if let grpc { edges.append(GRPCEdge(servers.grpcTransport(), endpoint: grpc)) }
    // A run can be repeated at once, and two can run side by side.
    let run = String(UInt32.random(in: .min ... .max), radix: 36)
    return edges.map { edge in
      CaseRunner(
        edge: edge, endpoint: endpoint, providerID: providerID,
        prefix: "\(prefix)\(run)-\(edge.name.lowercased())-", comparesMessages: comparesMessages,
        pace: pace, tokens: { try tokens.token($0, $1, $2, $3) })
    }
  }

  /// Says what a run creates, and asks.
  private static func announce(
    _ cases: [ContractCase], _ runners: [CaseRunner], _ server: HTTPURL, _ arguments: Arguments
  ) throws(CommandError) {
    let safe = cases.filter { arguments.has(.allCases) || $0.hazard == nil }
    let runs = runners.flatMap { runner in safe.filter { runner.edge.canRun($0) } }
    let created = runs.map(\.creations).reduce(0, +)
    let calls = runs.map(\.mostCalls).reduce(0, +)
    let text =
      "\(server.authority) gets at most \(calls) calls"
      + (server.isLoopback ? "" : ", \(callsPerSecond) a second") + ", which create and remove "
      + "\(created) trips and vehicles whose IDs begin with \(prefix)."
    guard !arguments.has(.yes), !server.isLoopback else {
      Console.printError(SafeText(text))
      return
    }
    guard Confirmation.canAsk else {
      throw .usage(text, advice: ["Give --yes to do so."])
    }
    guard Confirmation.agrees(text + " Go on?") else { throw .usage("Nothing was changed.") }
  }

  // MARK: Running

  /// Whether an interface of the server has stopped answering.
  private static func isLost(_ edge: String, _ results: [CaseResult]) -> Bool {
    let last = results.lazy.filter { $0.edge == edge && $0.reason == nil }.suffix(mostUnanswered)
    return last.count == mostUnanswered && last.allSatisfy { $0.unanswered != nil }
  }

  /// Why no interface of the server answers any more; nil if one does.
  private static func loss(_ results: [CaseResult]) -> String? {
    let run = results.filter { $0.reason == nil }
    guard let reason = run.last?.unanswered else { return nil }
    return run.allSatisfy { $0.unanswered != nil }
      || Set(run.map(\.edge)).allSatisfy { isLost($0, results) } ? reason : nil
  }

  private static func run(
    _ cases: [ContractCase], _ runners: [CaseRunner], isShared: Bool, _ environment: Environment,
    _ signals: SignalWatch
  ) async -> [CaseResult] {
    await signals.cancelling {
      var line = StatusLine(environment)
      var results: [CaseResult] = []
      for (index, contractCase) in cases.enumerated() {
        guard !Task.isCancelled else { break }
        line?.show(SafeText("Verifying: \(index) of \(cases.count), \(contractCase.name)"))
        let lost = Set(runners.map(\.edge.name).filter { isLost($0, results) })
        guard lost.count < runners.count else { break }
        for runner in runners {
          if isShared, let hazard = contractCase.hazard {
            results.append(runner.leavingOut(contractCase, because: hazard))
          } else if lost.contains(runner.edge.name) {
            let reason = "\(runner.edge.name) does not answer"
            results.append(runner.leavingOut(contractCase, because: reason))
          } else {
            results.append(await runner.run(contractCase))
          }
        }
      }
      line?.erase()
      return results
    }
  }
}
