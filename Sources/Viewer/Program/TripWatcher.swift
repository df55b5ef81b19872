internal import FleetEngine
internal import RidesharingConsumer

/// Passes what a trip model tells on to the run loop.
@MainActor
final class TripWatcher: TripModelSubscriber {
  private let post: (ViewEvent) -> Void

  init(post: @escaping (ViewEvent) -> Void) {
    self.post = post
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    post(.trip(trip))
  }

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    post(.polling(polling))
  }
}
