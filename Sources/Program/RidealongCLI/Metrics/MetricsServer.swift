internal import CellGrid
internal import FleetEmulator
internal import FleetEngine

/// Serves the metrics of a run over HTTP, at /metrics.
struct MetricsServer: Sendable {
  let metrics: RideMetrics
  private let server: EmulatorServer

  /// Creates a server that does not listen yet.
  init(_ metrics: RideMetrics, at address: ListenAddress, _ clock: ServiceClock) {
    self.metrics = metrics
    server = EmulatorServer(
      serving: "/metrics",
      contentType: MetricsPage.contentType,
      address: address.host,
      port: address.port,
      // A user who names an address of another network wants its machines to read the metrics.
      allowsOtherHosts: !address.isLoopback,
      now: clock.wallNow
    ) { metrics.page }
  }

  /// Serves metrics, if there are any to serve, while work is done.
  static func serving(
    _ metrics: MetricsServer?,
    _ work: () async throws(CommandError) -> ExitStatus
  ) async throws(CommandError) -> ExitStatus {
    guard let metrics else { return try await work() }
    let url = try CommandError.wrapping { try metrics.server.start() }
    Console.printError(SafeText("Metrics: \(url)/metrics"))
    do throws(CommandError) {
      let status = try await work()
      await metrics.server.stop()
      return status
    } catch {
      await metrics.server.stop()
      throw error
    }
  }
}
