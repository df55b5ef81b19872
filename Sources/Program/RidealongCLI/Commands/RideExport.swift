internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import HTTPMessages
internal import RideRecordings
internal import TerminalUI
internal import Viewer

/// `ridealong replay --export`: a moment, a span or the path of a recorded ride on standard output.
@MainActor struct RideExport {
  enum Format: String, CaseIterable {
    case txt
    case ansi
    case svg
    case geojson
    case gpx

    var picture: FrameFormat? { FrameFormat(rawValue: rawValue) }
  }

  /// The most pictures of a film.
  private static let filmPictures = 150

  let context: CommandContext
  let recording: RideRecording
  let trip: Int
  let compared: ComparedRide.Source?
  let format: Format

  func run() async throws(CommandError) {
    recording.showServer(to: context.servers.emulatorSign)
    let map = try await context.mapOptions()
    let settings = try settings(map)
    let size = try context.arguments.gridSize(.size) ?? GridSize(columns: 80, rows: 24)
    let pictures = RidePictures(
      recording, trip: trip, compared: compared, map: map.makePictureMap(showsMyLocation: true),
      size: size, settings: settings, clock: context.outputs.clock)
    let start = try moment(.replayStart, of: pictures) ?? pictures.span.lowerBound
    let end = try moment(.replayEnd, of: pictures)
    if let end, end < start { throw .usage("--until is before \(Option.replayStart.name).") }
    switch (format.picture, end) {
    case (let picture?, nil):
      let frame = await pictures.frame(at: start)
      try Console.print(
        document: frame.document(
          picture, background: settings.background, hasExactColors: settings.hasExactColors))
    case (.svg?, let end?):
      var film = FrameAnimation(frameTime: RidePictures.frameTime, background: settings.background)
      let step = max(.seconds(1), (end - start) / Self.filmPictures)
      var moment = start
      repeat {
        film.add(await pictures.frame(at: moment))
        moment += step
      } while moment <= end
      try Console.print(document: film.text)
    case (_?, _?):
      throw .usage("--until needs --export svg, geojson or gpx; a text shows one moment.")
    case (nil, _):
      let path = RidePath(
        recording, trip: trip, from: start, until: end ?? pictures.span.upperBound)
      guard !path.isEmpty else {
        throw CommandError(.notFound, "No position of the vehicle is known between these moments.")
      }
      try Console.print(document: format == .gpx ? path.gpx : path.geoJSON)
    }
  }

  private func moment(
    _ option: Option,
    of pictures: RidePictures
  ) throws(CommandError) -> Duration? {
    guard let text = context.arguments[option] else { return nil }
    guard let moment = pictures.moment(text) else { throw .noMoment(option, text) }
    return moment
  }

  private func settings(_ map: MapOptions) throws(CommandError) -> ViewerSettings {
    let arguments = context.arguments
    let environment = context.screen.environment
    var settings = ViewerSettings(
      glyphs: map.glyphs ?? .full, theme: map.theme, userTheme: map.userTheme,
      background: map.theme == .light ? .light : .dark,
      colorDepth: format == .txt || map.color == .never ? .monochrome : .palette256,
      paintsAreas: !arguments.has(.noFill),
      hasExactColors: format == .svg || TerminalCapabilities.hasExactColors(environment.variables),
      dots: map.dots, backend: recording.firstExchange?.url.authority ?? "",
      credentials: "a recording")
    settings.speed = recording.speed
    settings.units = try arguments.choice(.units) ?? environment.distanceUnits
    return settings
  }
}

extension RideRecording {
  /// Lets a sign see the server of the ride, for the demo's map.
  func showServer(to sign: EmulatorSign) {
    if let headers = firstExchange?.headers { sign.read(headers) }
  }
}

extension CommandError {
  /// The error for a text that names no moment of a ride.
  static func noMoment(_ option: Option, _ text: String) -> CommandError {
    .usage("\(option.name) \(text) is not a time or a share of the ride, such as 21:07 or 40%.")
  }
}

extension Option {
  static let export = Option(
    "--export FORMAT",
    .words(of: RideExport.Format.self),
    .commandLineOnly
  )
  .help("write to standard output: \(list(RideExport.Format.self))")
}
