internal import CellGrid
internal import Geo
internal import RidesharingDriver
internal import Synchronization

/// Finds ways with a router, and joins places by straight lines where that one knows none.
final class FallbackRouter: Router {
  private let router: any Router
  private let note: @Sendable (RouterError) -> Void
  private let hasNoted = Mutex(false)

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - router: What finds ways.
  ///   - note: Told the first time that it finds none.
  init(_ router: any Router, note: @escaping @Sendable (RouterError) -> Void) {
    self.router = router
    self.note = note
  }

  func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer {
    do throws(RouterError) {
      return try await router.route(through: places)
    } catch {
      guard error.kind != .cancelled, error.kind != .invalidPlaces else { throw error }
      let isFirst = hasNoted.withLock { hasNoted in
        defer { hasNoted = true }
        return !hasNoted
      }
      if isFirst { note(error) }
      return try await StraightLineRouter().route(through: places)
    }
  }
}
