internal import HTTPMessages

/// What a fault looks at in a request.
struct FaultTarget: Sendable, Hashable {
  let procedure: String?
  let tripID: String?

  init(_ routed: RoutedRequest) {
    guard let match = try? routed.match.get() else {
      procedure = nil
      tripID = nil
      return
    }
    procedure = match.route.procedure.rawValue
    guard match.route.collection == "trips" else {
      tripID = nil
      return
    }
    let url = routed.request.url
    tripID = match.id ?? url.values("tripId").first ?? url.values("trip_id").first
  }
}

/// The faults of a script that have not struck yet.
struct FaultQueue: Sendable {
  private(set) var left: [Fault] = []

  /// The place of the first fault that is for a request; nil if none is.
  func index(for target: FaultTarget) -> Int? {
    left.firstIndex { fault in
      (fault.procedure == nil || fault.procedure == target.procedure)
        && (fault.tripID == nil || fault.tripID == target.tripID)
    }
  }

  /// Lets a fault strike once.
  mutating func strike(_ index: Int) {
    left[index].requests -= 1
    if left[index].requests <= 0 { left.remove(at: index) }
  }

  init(_ script: FaultScript = FaultScript()) { left = script.faults }
}
