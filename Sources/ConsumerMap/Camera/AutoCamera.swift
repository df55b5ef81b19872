internal import CellGrid
internal import Geo
internal import MapCanvas

/// What a camera can look at, at a moment.
struct CameraSubjects: Sendable {
  /// The trips in the order in which they were shown.
  var trips: [ShownJourney] = []
  /// The places that were chosen before there is a trip.
  var places: [Coordinate] = []
  /// Counts the changes of all of them, so that each is followed once.
  var revision = 0

  /// The vehicle of the trip that was shown last and has one.
  var vehicle: VehicleMotion.Position? { trips.last { $0.vehicle != nil }?.vehicle }
}

/// Moves a map's camera: by itself after the trips, or as it is told.
///
/// A camera that code has set holds, even while the camera is automatic, until there is something
/// new to follow: a change of a trip or of a chosen place, a session shown or hidden, another size.
struct AutoCamera: Sendable {
  /// What the camera is to do at the next moment.
  private enum Order: Sendable, Equatable {
    case frame
    case fitTrips
    case centerOnVehicle
    case ease(Camera)
  }

  /// Whether it follows the trips; turning it on frames them at once.
  var isOn = true {
    didSet {
      if isOn, !oldValue { frame() }
    }
  }

  private(set) var pilot = CameraPilot()
  private var order: Order?
  private var framing: Framing?
  private var framedRevision = -1
  /// Whether a camera that code has set holds.
  private var isHeld = false
  /// Whether the vehicles that it follows are still to come to where they do not move it, having been
  /// elsewhere in sight when their trip asked for another view.
  private var isSettling = false

  /// Who steers; nil while nobody does.
  var steering: Steering? { isOn ? (isHeld ? nil : framing?.steering) : .free }

  /// Where the camera goes or rests; nil while that is still to be found.
  var destination: Camera? {
    switch order {
    case .ease(let camera): camera
    case nil: pilot.target
    case .frame, .fitTrips, .centerOnVehicle: nil
    }
  }

  /// Frames what is shown, whether or not it follows.
  mutating func frame() {
    order = .frame
    isHeld = false
  }

  /// Frames what is shown if it follows, because that or the view is another now.
  mutating func frameAnew() {
    framedRevision = -1
    framing = nil
    if isOn { frame() }
  }

  /// Takes the camera away from whatever moved it, for good.
  mutating func takeOver() -> Bool {
    defer { isOn = false }
    order = nil
    isHeld = false
    return isOn
  }

  /// Takes the camera away and puts it somewhere.
  mutating func takeOver(with camera: Camera) -> Bool {
    pilot.jump(to: camera)
    return takeOver()
  }

  /// Takes the camera away and sends it somewhere.
  mutating func takeOver(easingTo camera: Camera) -> Bool {
    defer { order = .ease(camera) }
    return takeOver()
  }

  /// Takes the camera away to show all that is known of the trips.
  mutating func fitTrips() -> Bool {
    defer { order = .fitTrips }
    return takeOver()
  }

  /// Takes the camera away to show the vehicle in the middle.
  mutating func centerOnVehicle() -> Bool {
    defer { order = .centerOnVehicle }
    return takeOver()
  }

  /// Puts the camera somewhere until there is something new to follow.
  mutating func jump(to camera: Camera, revision: Int) {
    pilot.jump(to: camera)
    hold(revision)
    order = nil
  }

  /// Sends the camera somewhere until there is something new to follow.
  mutating func ease(to camera: Camera, revision: Int) {
    hold(revision)
    order = .ease(camera)
  }

  private mutating func hold(_ revision: Int) {
    isHeld = true
    framedRevision = revision
  }

  /// Sends the camera where it has to go now, if anywhere.
  mutating func steer(
    _ subjects: CameraSubjects,
    in size: GridSize,
    at now: Duration,
    motion: CameraPilot.Motion
  ) {
    guard size.columns > 0, size.rows > 0 else { return }
    var aim: Camera?
    switch order {
    case .fitTrips:
      aim = Framing.whole(of: subjects.trips, places: subjects.places, in: size)?.ideal
      order = nil
    case .centerOnVehicle:
      if let vehicle = subjects.vehicle, let zoom = pilot.target?.zoom {
        aim = Camera(center: vehicle.coordinate, zoom: zoom)
      }
      order = nil
    case .ease(let camera):
      aim = camera
      order = nil
    case .frame, nil: aim = follow(subjects, in: size, isReduced: motion == .jump)
    }
    guard let aim, aim != pilot.target else { return }
    pilot.go(to: aim, at: now, motion: motion)
  }

  /// Where it has to go to follow the trips; nil if it stays.
  private mutating func follow(
    _ subjects: CameraSubjects,
    in size: GridSize,
    isReduced: Bool
  ) -> Camera? {
    guard isOn || order == .frame || pilot.target == nil else { return nil }
    if isSettling, isCalm(framing, subjects, in: size) { isSettling = false }
    let isNew = order == .frame || subjects.revision != framedRevision
    let isLeft = !isSettling && !isHeld && !isCalm(framing, subjects, in: size)
    guard isNew || isLeft else { return nil }
    guard let next = Framing(of: subjects.trips, places: subjects.places, in: size) else {
      return nil
    }
    let isFirst = order != nil || isHeld || framing == nil
    let isOtherView = framing?.steering != next.steering || framing?.goals != next.goals
    (framing, framedRevision, order, isHeld) = (next, subjects.revision, nil, false)
    if isOtherView { isSettling = true }
    let calmZoom = isReduced ? Framing.reducedCalmZoom : Framing.calmZoom
    let rect = Self.rect(size)
    guard !isFirst, let target = pilot.target,
      next.isShownWell(by: target, in: rect, calmZoom: calmZoom)
    else {
      isSettling = false
      return next.ideal
    }
    // In a map of few cells the ideal itself may not be calm; nothing is won by following it then.
    let isNearIdeal =
      abs(next.ideal.zoom - target.zoom) < Framing.nearZoom
      && Viewport(camera: target, rect: rect).shows(next.ideal.center, inMiddle: 0.1)
    return isSettling || isNearIdeal || isCalm(next, subjects, in: size) ? nil : next.ideal
  }

  /// Whether all vehicles that it follows are where they do not move the camera.
  private func isCalm(
    _ framing: Framing?,
    _ subjects: CameraSubjects,
    in size: GridSize
  ) -> Bool {
    guard let target = pilot.target, let framing else { return true }
    let viewport = Viewport(camera: target, rect: Self.rect(size))
    return framing.followed.allSatisfy { index in
      guard subjects.trips.indices.contains(index), let vehicle = subjects.trips[index].vehicle
      else { return true }
      return viewport.shows(vehicle.coordinate, inMiddle: Framing.calmPart)
    }
  }

  private static func rect(_ size: GridSize) -> Rect {
    Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }
}
