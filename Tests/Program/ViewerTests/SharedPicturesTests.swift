import CellGrid
import ConsumerMap
import FleetEngine
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// The files that a viewer saves, or the reason why it cannot.
private final class SavedFiles: Sendable {
  let files = Mutex<[(name: String, text: String)]>([])

  func services(failing reason: String? = nil) -> ViewerServices {
    var services = ViewerServices()
    services.save = { [self] name, bytes in
      if let reason { return .failure(ViewerServices.SaveFailure(reason: reason)) }
      files.withLock { $0.append((name, String(decoding: bytes, as: UTF8.self))) }
      return .success("/saved/" + name)
    }
    services.makePictureMap = { PictureMap(MapView()) }
    return services
  }

  func text(endingWith ending: String) -> String? {
    files.withLock { $0.first { $0.name.hasSuffix(ending) }?.text }
  }
}

@MainActor @Suite(.limited) struct `Pictures to share` {
  private static let ids = ["ride-2041", "demo-vehicle-1", "demo-project"]

  private func shows(_ screen: TestScreen, _ text: String) async -> Bool {
    await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
  }

  /// A viewer after a minute of a ride with a failure that names it.
  private func started(
    _ screen: TestScreen, _ services: ViewerServices,
    settings: (inout ViewerSettings) -> Void = { _ in }
  ) async -> ViewerStage {
    let stage = ViewerStage(screen: screen, services: services, settings: settings) { index in
      if index == 4 {
        let message = "\(SampleView.tripName) of demo-vehicle-1 is not available."
        let body = RPCStatus(code: .unavailable, message: message).body
        return .json(String(decoding: body, as: UTF8.self), status: 503)
      }
      var trip = index < 8 ? SampleRide.toPickup : SampleRide.atPickup
      if index < 2 { trip = SampleRide.new }
      return ViewerStage.answer(trip)
    }
    stage.start()
    await stage.play { stage.model.polling.totalUpdates >= 12 }
    return stage
  }

  private func end(_ stage: ViewerStage) async {
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The key S saves a moving and a still picture without IDs, and shows the path`()
    async throws
  {
    let (screen, saved) = (TestScreen(size: GridSize(columns: 120, rows: 40)), SavedFiles())
    let stage = await started(screen, saved.services())
    await screen.press(.character("S"))
    await stage.play { await shows(screen, "Saved /saved/ridealong-ride-20260401T") }
    let still = try #require(saved.text(endingWith: "Z-still.svg"))
    let moving = try #require(saved.text(endingWith: "Z.svg"))
    #expect(saved.files.withLock { $0.count } == 2)
    for text in [still, moving] {
      #expect(text.hasPrefix("<svg "))
      #expect(text.contains(#"viewBox="0 0 1024 576""#))
      #expect(text.contains("ride-····") && text.contains("car-····"))
      for id in Self.ids { #expect(!text.contains(id)) }
    }
    #expect(moving.contains("@keyframes") && !still.contains("<style>"))
    #expect(still.contains(ViewerText.heading(.atPickup)))
    #expect(moving.utf8.count <= SharedPictures.mostBytes)
    await end(stage)
  }

  @Test func `The command share with the word ids saves pictures that name the ride`() async throws
  {
    let (screen, saved) = (TestScreen(size: GridSize(columns: 120, rows: 40)), SavedFiles())
    let stage = await started(screen, saved.services())
    await screen.feed(":share ids".map { .key(.character($0), []) } + [.key(.enter, [])])
    await stage.play { await shows(screen, "Saved /saved/ridealong-ride-2041-20260401T") }
    let still = try #require(saved.text(endingWith: "-still.svg"))
    #expect(still.contains("ride-2041") && still.contains("demo-vehicle-1"))
    await end(stage)
  }

  @Test func `Pictures of the past end at the moment that is shown`() async throws {
    let (screen, saved) = (TestScreen(size: GridSize(columns: 120, rows: 40)), SavedFiles())
    let stage = await started(screen, saved.services())
    await screen.feed(":goto 0%".map { .key(.character($0), []) } + [.key(.enter, [])])
    await stage.play(sleepers: 1) { await shows(screen, "PAST") }
    await screen.press(.character("S"))
    await stage.play(sleepers: 1) { await shows(screen, "Saved /saved/") }
    let still = try #require(saved.text(endingWith: "-still.svg"))
    #expect(still.contains("WAITING FOR A VEHICLE") && !still.contains("AT PICKUP"))
    await end(stage)
  }

  @Test func `The key S makes no second pictures while the first ones are made`() async {
    let (screen, saved) = (TestScreen(size: GridSize(columns: 120, rows: 40)), SavedFiles())
    let stage = await started(screen, saved.services())
    await screen.press(.character("S"))
    await screen.press(.character("S"))
    await stage.play { await shows(screen, "The pictures are being made.") }
    #expect(saved.files.withLock { $0.isEmpty })
    await stage.play { await shows(screen, "Saved /saved/") }
    #expect(saved.files.withLock { $0.count } == 2)
    await end(stage)
  }

  @Test func `A picture that cannot be saved is reported with the reason`() async {
    let screen = TestScreen()
    let stage = await started(screen, SavedFiles().services(failing: "the disk is full"))
    await screen.press(.character("S"))
    await stage.play { await shows(screen, "Not saved: the disk is full.") }
    #expect(!stage.program.isSharing)
    await end(stage)
  }

  @Test func `Pictures have the colors of the user's theme and the characters of a good terminal`()
    async throws
  {
    let (screen, saved) = (TestScreen(), SavedFiles())
    let stage = await started(screen, saved.services()) {
      ($0.theme, $0.glyphs, $0.isGlyphLevelAutomatic) = (.light, .ascii, true)
      $0.colorDepth = .eight
    }
    await screen.press(.character("S"))
    await stage.play { saved.files.withLock { $0.count == 2 } }
    let still = try #require(saved.text(endingWith: "-still.svg"))
    #expect(still.contains(##"height="100%" fill="#ffffff""##))
    #expect(still.contains("ride-····"))
    await end(stage)
  }

  @Test(arguments: [(0, 1), (1, 2), (30, 31), (59, 60), (60, 60), (3_600, 60)])
  func `A film has at most sixty moments of five minutes, and the last one at the end`(
    _ seconds: Int, count: Int
  ) throws {
    let recorded = Duration.seconds(10)...(.seconds(10 + seconds))
    let moments = SharedPictures.moments(until: .seconds(99_999), in: recorded)
    #expect(moments.count == count)
    #expect(moments.last == recorded.upperBound)
    let first = try #require(moments.first)
    let start = max(recorded.lowerBound, recorded.upperBound - .seconds(300))
    #expect((first - start).magnitude < .milliseconds(1))
    for (one, next) in zip(moments, moments.dropFirst()) {
      #expect(next - one > .milliseconds(999))
    }
  }

  /// A word that has no letter of another one, since a film has what changes.
  private static func word(_ number: UInt8) -> String {
    String(repeating: String(Unicode.Scalar(UInt8(ascii: "A") + number)), count: 5)
  }

  @Test func `A film with too many bytes has fewer frames, and ends with the last one`() async {
    let size = GridSize(columns: 20, rows: 2)
    let frames = (UInt8(0)..<40).map { number in
      var frame = Frame(size: size)
      frame.draw(SafeText(Self.word(number)), column: 0, row: 0, style: .plain)
      return frame
    }
    let whole = await SharedPictures.documents(of: frames, .dark)
    let most = whole.moving.utf8.count / 3
    let part = await SharedPictures.documents(of: frames, .dark, mostBytes: most)
    #expect(part.moving.utf8.count <= most)
    #expect(part.moving.contains(Self.word(39)) && !part.moving.contains(Self.word(38)))
    #expect(part.still == whole.still && part.still.contains(Self.word(39)))
  }
}
