internal import CellGrid
internal import ConsumerMap
internal import TerminalUI
internal import Viewer

/// A command line with what the configuration says by now.
struct Rereading: Sendable {
  /// The command line, filled from the configuration.
  let arguments: Arguments
  /// What commands stand on, as the configuration asks for it.
  let wiring: Wiring
  /// What is doubtful in the configuration.
  let warnings: [String]
}

extension Wiring {
  /// What reads the configuration anew for a viewer that is open.
  ///
  /// - Parameters:
  ///   - capabilities: What the terminal can do.
  ///   - settings: The viewer's settings, of which server, credentials and speed stay.
  /// - Returns: The service; nil where the command has no configuration.
  func reloading(
    _ capabilities: TerminalCapabilities,
    like settings: ViewerSettings
  ) -> (
    @MainActor @Sendable (MapView) async -> Result<
      ViewerServices.Reading, ViewerServices.ReadingFailure
    >
  )? {
    guard let reread else { return nil }
    return { mapView in
      do throws(CommandError) {
        let read = try reread()
        let map = try await MapOptions(read.arguments, read.wiring, opensBaseMap: false)
        let settings = try ViewerSettings(
          arguments: read.arguments,
          capabilities: capabilities,
          wiring: read.wiring,
          speed: settings.speed,
          backend: settings.backend,
          credentials: settings.credentials,
          map: map
        )
        map.style.replaceStyles(of: mapView.consumerMapStyleCoordinator)
        return .success(
          ViewerServices.Reading(settings: settings, warnings: read.warnings.map { SafeText($0) })
        )
      } catch {
        return .failure(ViewerServices.ReadingFailure(message: SafeText(error.message)))
      }
    }
  }
}
