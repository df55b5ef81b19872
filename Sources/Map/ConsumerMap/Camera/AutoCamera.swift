internal import CellGrid
internal import Geo
internal import MapCanvas

/// The trips and places that a camera can show at one time.
struct CameraSubjects: Sendable {
  var trips: [ShownJourney] = []
  var places: [Coordinate] = []
  /// The number of changes, so that the camera follows each once.
  var revision = 0

  /// The vehicle of the trip that was shown last and has one.
  var vehicle: VehicleMotion.Position? { trips.last { $0.vehicle != nil }?.vehicle }
}

/// Moves a map's camera after the trips, or to a camera that the user or code sets.
///
/// A camera that code has set remains, even while the camera is automatic, until a trip, a chosen
/// place, the sessions or the map's size change.
struct AutoCamera: Sendable {
  /// The next step of the camera.
  enum Order: Sendable, Equatable {
    case frame
    case fitTrips
    case centerOnVehicle
    case ease(Camera)
  }

  /// Whether the camera follows the trips; setting it to true frames them immediately.
  var isOn = true { didSet { if isOn, !oldValue { frame() } } }

  /// The columns at the map's right and the rows at its lower edge that something else covers; the
  /// camera frames its subjects in the others.
  var covered = GridSize(columns: 0, rows: 0) {
    didSet { if isOn, covered != oldValue { frame() } }
  }

  private(set) var animation = CameraAnimation()
  private var order: Order?
  private var framing: Framing?
  private var framedRevision = -1
  /// Whether a camera that code has set remains.
  private var isHeld = false
  /// Whether the followed vehicles, visible in the old view when the framing changed, have not yet
  /// reached the calm part of the view.
  private var isSettling = false

  /// The subject that steers the camera; nil if it does not move by itself.
  var steering: Steering? { isOn ? (isHeld ? nil : framing?.steering) : .free }

  var destination: Camera? {
    switch order {
    case .ease(let camera): camera
    case nil: animation.target
    case .frame, .fitTrips, .centerOnVehicle: nil
    }
  }

  /// Frames the subjects once, also if the camera is not automatic.
  mutating func frame() {
    order = .frame
    isHeld = false
  }

  /// Frames the subjects if the camera is automatic, because they have changed.
  mutating func reframe() {
    framedRevision = -1
    framing = nil
    if isOn { frame() }
  }

  /// Turns the automatic camera off, with an order for the next step; returns whether it was on.
  mutating func takeOver(_ order: Order? = nil) -> Bool {
    defer { isOn = false }
    self.order = order
    isHeld = false
    return isOn
  }

  /// Turns the automatic camera off and jumps to a camera; returns whether it was on.
  mutating func takeOver(with camera: Camera) -> Bool {
    animation.jump(to: camera)
    return takeOver()
  }

  /// Jumps to a camera until the next change of the subjects.
  mutating func jump(to camera: Camera, revision: Int) {
    animation.jump(to: camera)
    hold(revision)
    order = nil
  }

  /// Moves to a camera until the next change of the subjects.
  mutating func ease(to camera: Camera, revision: Int) {
    hold(revision)
    order = .ease(camera)
  }

  private mutating func hold(_ revision: Int) {
    isHeld = true
    framedRevision = revision
  }

  mutating func steer(
    _ subjects: CameraSubjects, in size: GridSize, at now: Duration, motion: CameraAnimation.Motion
  ) {
    let size = uncovered(size)
    guard size.columns > 0, size.rows > 0 else { return }
    var aim: Camera?
    switch order {
    case .fitTrips:
      aim = Framing.whole(of: subjects.trips, places: subjects.places, in: size)?.ideal
      aim = aim.map { moved($0) }
    case .centerOnVehicle:
      if let vehicle = subjects.vehicle, let zoom = animation.target?.zoom {
        aim = moved(Camera(center: vehicle.coordinate, zoom: zoom))
      }
    case .ease(let camera): aim = camera
    case .frame, nil:
      aim = follow(subjects, in: size, isReduced: motion == .jump)
        .map { moved($0) }
    }
    if order != .frame { order = nil }
    guard let aim, aim != animation.target else { return }
    animation.go(to: aim, at: now, motion: motion)
  }

  /// The part of a map that nothing covers.
  func uncovered(_ size: GridSize) -> GridSize {
    GridSize(
      columns: max(0, size.columns - covered.columns), rows: max(0, size.rows - covered.rows))
  }

  /// The camera of the uncovered part at the end of the movement.
  private var target: Camera? { animation.target.map { moved($0, by: -1) } }

  /// The camera of the whole map for one of its uncovered part, or with -1 the other way.
  private func moved(_ camera: Camera, by sign: Int = 1) -> Camera {
    guard covered.columns + covered.rows > 0 else { return camera }
    return camera.panned(
      byColumns: sign * covered.columns / 2, rows: sign * covered.rows / 2)
  }

  /// Returns the next camera of the uncovered part to follow the trips; nil to stay.
  private mutating func follow(
    _ subjects: CameraSubjects, in size: GridSize, isReduced: Bool
  ) -> Camera? {
    guard isOn || order == .frame || target == nil else { return nil }
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
    guard !isFirst, let target, next.isShownWell(by: target, in: size.bounds, calmZoom: calmZoom)
    else {
      isSettling = false
      return next.ideal
    }
    // In a small map even the ideal may not be calm; following it then improves nothing.
    let isNearIdeal =
      abs(next.ideal.zoom - target.zoom) < Framing.nearZoom
      && Viewport(camera: target, rect: size.bounds).shows(next.ideal.center, inMiddle: 0.1)
    return isSettling || isNearIdeal || isCalm(next, subjects, in: size) ? nil : next.ideal
  }

  /// Whether all followed vehicles are in the calm part of the view.
  private func isCalm(_ framing: Framing?, _ subjects: CameraSubjects, in size: GridSize) -> Bool {
    guard let target, let framing else { return true }
    let viewport = Viewport(camera: target, rect: size.bounds)
    return framing.followed.allSatisfy { index in
      guard subjects.trips.indices.contains(index), let vehicle = subjects.trips[index].vehicle
      else { return true }
      return viewport.shows(vehicle.coordinate, inMiddle: Framing.calmPart)
    }
  }
}
