internal import CellGrid
internal import HTTPMessages

/// A transport of `--dry-run`: reads are sent; the first request that would change something is printed, and ends the program.
struct RehearsalTransport: HTTPTransport {
  let transport: any HTTPTransport

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    guard request.method != .get, !request.url.path.hasSuffix(":search") else {
      return try await transport.send(request)
    }
    // Header fields have the token, and are not shown.
    let lines = [
      "\(request.method.rawValue) \(request.url)", String(decoding: request.body, as: UTF8.self),
    ]
    do throws(CommandError) { try Console.print(whole: lines.filter { !$0.isEmpty }) } catch {
      ProgramProcess.end(error.status.rawValue)
    }
    Console.printError("Nothing was changed (\(Option.dryRun.name)).")
    ProgramProcess.end(ExitStatus.success.rawValue)
  }
}

/// Asks on the terminal before something is changed that riders or other drivers notice.
///
/// Scripts are not asked, and neither is anybody about a server on this machine.
struct Confirmation: Sendable {
  private let isAsking: Bool

  /// Creates a confirmation for changes of a server.
  init(_ arguments: Arguments, at server: HTTPURL) {
    isAsking = Self.canAsk && !arguments.has(.yes) && !arguments.has(.dryRun) && !server.isLoopback
  }

  /// Ends the command unless the user agrees, or is not asked.
  func ask(_ question: String) throws(CommandError) {
    guard isAsking else { return }
    guard Self.agrees(question) else { throw .usage("Nothing was changed.") }
  }

  /// Whether there is somebody to ask.
  static var canAsk: Bool { Console.inputIsTerminal && Console.errorIsTerminal }

  /// Asks a question whose answer is no unless it is yes.
  static func agrees(_ question: String) -> Bool {
    Console.printError(SafeText(question + " (y/N)"))
    return ["y", "yes"].contains(line()?.lowercased())
  }

  /// The next line of the terminal with single spaces; nil if it is empty.
  static func line() -> String? {
    let words = (readLine() ?? "").split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
