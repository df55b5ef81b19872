internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RideRecordings

/// Pictures of the last minutes of a ride, for other people: one that moves, and its last moment.
///
/// Between two pictures the main actor does other work.
@MainActor struct SharedPictures {
  /// 16:9, where a cell of a picture is twice as high as wide.
  static let size = GridSize(columns: 128, rows: 36)
  /// The longest time before the end.
  nonisolated static let span = Duration.seconds(300)
  /// The longest wait for tiles of all frames.
  private static let tileTime = Duration.seconds(60)
  nonisolated static let mostFrames = 60
  /// A film with more bytes has half of the frames.
  nonisolated static let mostBytes = 4 * 1_048_576

  let recording: RideRecording
  /// The number of the trip in the recording.
  let trip: Int
  /// The last moment, on the recording's clock.
  let end: Duration
  let map: PictureMap
  let settings: ViewerSettings
  let clock: ServiceClock

  /// Draws the pictures as SVG files; without IDs, masks are in place of those of trips and vehicles.
  ///
  /// Nil if nothing of the ride can be read.
  func documents(showsIDs: Bool) async -> (moving: String, still: String)? {
    var (recording, trip, settings) = (recording, trip, settings.forPictures)
    if !showsIDs {
      guard let masked = await masked() else { return nil }
      (recording, trip) = (masked, 0)
      // A host or a file may have a name, too.
      if !settings.backend.hasSuffix(".googleapis.com") { settings.backend = "Fleet Engine" }
    }
    let pictures = RidePictures(
      recording, trip: trip, map: map, size: Self.size, settings: settings, clock: clock)
    pictures.tileBudget = Self.tileTime
    await pictures.prepare()
    var frames: [Frame] = []
    for moment in Self.moments(until: end, in: pictures.span) {
      frames.append(await pictures.frame(at: moment))
    }
    return await Self.documents(of: frames, settings.background)
  }

  @concurrent private nonisolated func masked() async -> RideRecording? {
    recording.masked(trip: trip, until: end)
  }

  /// The moments of a film: at most ``mostFrames``, at least a second apart, the last one at the end.
  nonisolated static func moments(
    until end: Duration, in recorded: ClosedRange<Duration>
  ) -> [Duration] {
    let end = max(recorded.lowerBound, min(recorded.upperBound, end))
    let length = min(span, end - recorded.lowerBound)
    let steps = min(mostFrames - 1, Int(length.inSeconds))
    return (0...steps).map { end - length * Double(steps - $0) / Double(max(1, steps)) }
  }

  /// Returns a film of some frames and its last one, as SVG.
  @concurrent nonisolated static func documents(
    of frames: [Frame], _ background: Appearance.Background,
    mostBytes: Int = SharedPictures.mostBytes
  ) async -> (moving: String, still: String) {
    var step = 1
    while true {
      var film = FrameAnimation(frameTime: RidePictures.frameTime * step, background: background)
      for index in frames.indices where (frames.count - 1 - index) % step == 0 {
        film.add(frames[index])
      }
      let text = film.text
      if text.utf8.count <= mostBytes || step >= frames.count {
        return (text, frames.last?.document(.svg, background: background) ?? "")
      }
      step *= 2
    }
  }
}

extension ViewerSettings {
  /// The user's choices without the limits of the terminal, which no picture has.
  fileprivate var forPictures: ViewerSettings {
    var settings = self
    settings.background = appearance.background
    if settings.colorDepth != .monochrome { settings.colorDepth = .palette256 }
    (settings.hasExactColors, settings.canShowUnicode) = (true, true)
    if isGlyphLevelAutomatic { (settings.glyphs, settings.lacksQuadrants) = (.full, false) }
    return settings
  }
}

extension ViewerProgram {
  /// Saves pictures of the minutes before the moment that is shown.
  func share(showsIDs: Bool, now: Duration) {
    guard let save = services.save, let makeMap = services.makePictureMap else {
      return state.say(ViewerText.notHere, now: now)
    }
    guard !isSharing else { return state.say("The pictures are being made.", now: now) }
    let nothing = "There is nothing to share yet."
    guard let recording = past?.trip.recording ?? live?.recording, recording.span != nil else {
      return state.say(nothing, now: now)
    }
    let map = makeMap()
    map.mapView.consumerMapStyleCoordinator.adoptStyles(of: mapView.consumerMapStyleCoordinator)
    map.mapView.isAllowCameraAutoUpdate = true
    let pictures = SharedPictures(
      recording: recording, trip: past?.trip.number ?? 0,
      end: past?.position ?? frozen?.now ?? now, map: map, settings: settings, clock: clock)
    let id = showsIDs ? state.ride.tripID : "ride"
    let wall = clock.wallNow()
    isSharing = true
    state.say("Making pictures of the last minutes.", now: now)
    // An unstructured task: polls and keys do not wait for the pictures.
    Task { [weak self] in
      guard let documents = await pictures.documents(showsIDs: showsIDs) else {
        self?.isSharing = false
        self?.post(.news(.saved(nothing, nil)))
        return
      }
      let still = SavedFile.name(id, at: wall, "-still.svg")
      var result = await save(still, Array(documents.still.utf8))
      if case .success(let path) = result {
        result = await save(SavedFile.name(id, at: wall, ".svg"), Array(documents.moving.utf8))
        if case .failure(let failure) = result {
          let sentences = "Saved \(path). \(ViewerText.notSaved(failure.reason))"
          self?.isSharing = false
          self?.post(.news(.saved(sentences, path)))
          return
        }
      }
      self?.isSharing = false
      switch result {
      case .success(let path):
        self?.post(.news(.saved("Saved \(path), and a still picture.", path)))
      case .failure(let failure):
        self?.post(.news(.saved(ViewerText.notSaved(failure.reason), nil)))
      }
    }
  }
}
