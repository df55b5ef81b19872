import CellGrid
import ConsumerMap
import FleetEngine
import Foundation
import HTTPMessages
import RidesharingConsumer
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// The viewer's calls to the program around it.
private final class ServiceNotes: Sendable {
  let saved = Mutex<[(name: String, bytes: [UInt8])]>([])
  let renewed = Mutex<[String]>([])

  var services: ViewerServices {
    var services = ViewerServices()
    services.save = { [self] name, bytes in
      saved.withLock { $0.append((name, bytes)) }
      return .success("/saved/" + name)
    }
    services.renewToken = { [self] name in renewed.withLock { $0.append(name.description) } }
    services.readLog = { ["a line of the log"] }
    return services
  }
}

@MainActor @Suite(.limited) struct `The viewer's keys` {
  private func shows(_ screen: TestScreen, _ text: String) async -> Bool {
    await screen.frames.last?.rows.contains { $0.contains(text) } ?? false
  }

  private func type(_ text: String, on screen: TestScreen) async {
    await screen.feed(text.map { .key(.character($0), []) } + [.key(.enter, [])])
  }

  /// A viewer that follows a ride to its pickup.
  private func started(
    _ screen: TestScreen, _ notes: ServiceNotes = ServiceNotes(),
    settings: (inout ViewerSettings) -> Void = { _ in }
  ) async -> ViewerStage {
    let stage = ViewerStage(screen: screen, services: notes.services, settings: settings) { _ in
      ViewerStage.answer(SampleRide.toPickup)
    }
    stage.start()
    await stage.play { await shows(screen, "ON THE WAY TO PICKUP") }
    return stage
  }

  private func end(_ stage: ViewerStage) async {
    stage.program.stop()
    _ = await stage.ending()
  }

  @Test func `The viewer's keys copy the trip's name, the position and the request`() async {
    let screen = TestScreen()
    let stage = await started(screen) { $0.isClipboardGuarded = true }
    await screen.press(.character("y"))
    await stage.play { await shows(screen, "tmux set -g set-clipboard on") }
    await screen.press(.character("Y"))
    await stage.play { await screen.copies.count == 2 }
    #expect(await screen.copies == [SampleView.tripName, "45.45800,9.18200"])
    await screen.press(.character("I"))
    await screen.press(.character("y"))
    await stage.play { await screen.copies.count == 3 }
    let command = await screen.copies.last ?? ""
    #expect(command.hasPrefix(#"curl -H "Authorization: Bearer $TOKEN" "#))
    #expect(command.hasSuffix("/v1/providers/demo-project/trips/ride-2041"))
    await end(stage)
  }

  @Test func `The events include failures from before the viewer started`() async {
    final class Listener: TripModelSubscriber {}
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in TransportResponse(status: 403) }
    let listener = Listener()
    stage.model.register(listener)
    await stage.play(sleepers: 1) { stage.model.polling.lastError != nil }
    stage.start()
    await stage.play { await shows(screen, "Needs your action") }
    await screen.press(.character("e"))
    await stage.play { await shows(screen, "Search") }
    #expect(await shows(screen, "PERMISSION_DENIED  the server refused"))
    await end(stage)
  }

  @Test func `The reload command applies the new configuration or reports what is wrong with it`()
    async
  {
    let screen = TestScreen()
    var services = ViewerServices()
    let isRight = Mutex(true)
    services.reload = { _ in
      guard isRight.withLock({ $0 }) else {
        return .failure(ViewerServices.ReadingFailure(message: "config.toml:1: no."))
      }
      var settings = ViewerSettings(backend: "other", credentials: "c")
      settings.reportsMouse = false
      do throws(KeyChangeProblem) {
        settings.keys = try KeyTable.standard(with: [KeyChange(action: "pause", keys: ["F6"])])
          .table
      } catch { Issue.record("\(error)") }
      return .success(ViewerServices.Reading(settings: settings, warnings: ["Line 3 is odd."]))
    }
    let stage = ViewerStage(screen: screen, services: services) { _ in
      ViewerStage.answer(SampleRide.toPickup)
    }
    stage.start()
    await stage.play { await shows(screen, "p Pause") }
    await type(":reload", on: screen)
    await stage.play { await shows(screen, "The configuration was reloaded. Line 3 is odd.") }
    #expect(await shows(screen, "F6 Pause"))
    #expect(await screen.mouseSwitches == [false])
    await screen.press(.function(6))
    await stage.play { await shows(screen, "PAUSED") }
    isRight.withLock { $0 = false }
    await type(":reload", on: screen)
    await stage.play { await shows(screen, "Configuration not reloaded: config.toml:1: no.") }
    await end(stage)
  }

  @Test func `The key m turns the mouse off and on`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    await screen.press(.character("m"))
    await stage.play { await shows(screen, "Mouse off") }
    await screen.press(.character("m"))
    await stage.play { await shows(screen, "Mouse on") }
    #expect(await screen.mouseSwitches == [false, true])
    await end(stage)
  }

  @Test func `A saved snapshot is ASCII and contains no token`() async throws {
    let (screen, notes) = (TestScreen(), ServiceNotes())
    let stage = await started(screen, notes)
    await screen.press(.character("s"))
    await stage.play { await shows(screen, "Saved /saved/ridealong-ride-2041-20260401T") }
    let file = try #require(notes.saved.withLock { $0.first })
    #expect(file.name.hasSuffix("Z.json"))
    #expect(file.bytes.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
    #expect(json["v"] as? Int == 1)
    #expect(json["name"] as? String == SampleView.tripName)
    let trip = try #require(json["trip"] as? [String: Any])
    #expect(trip["tripStatus"] as? String == "ENROUTE_TO_PICKUP")
    #expect(!String(decoding: file.bytes, as: UTF8.self).lowercased().contains("bearer"))
    await end(stage)
  }

  @Test func `The key for a new token polls immediately with it`() async {
    let (screen, notes) = (TestScreen(), ServiceNotes())
    let stage = await started(screen, notes)
    await stage.play { stage.clock.sleeperCount >= 2 && !stage.model.polling.isPolling }
    let requests = stage.transport.requests.count
    await screen.press(.character("t"))
    await stage.play { stage.transport.requests.count > requests }
    #expect(notes.renewed.withLock { $0 } == [SampleView.tripName])
    await end(stage)
  }

  @Test func `The key F2 shows the log`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    await screen.press(.function(2))
    await stage.play { await shows(screen, "a line of the log") }
    await end(stage)
  }

  @Test func `Help lists no action without a service that performs it`() async {
    let screen = TestScreen()
    let stage = ViewerStage(screen: screen) { _ in ViewerStage.answer(SampleRide.toPickup) }
    stage.start()
    await stage.play { await shows(screen, "ON THE WAY TO PICKUP") }
    await screen.press(.character("?"))
    await stage.play { await shows(screen, "fit whole trip") }
    #expect(!(await shows(screen, "save snapshot")))
    #expect(!(await shows(screen, "reload token")))
    await end(stage)
  }

  @Test func `The viewer's keys change the units and turn traffic on and off`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    #expect(await shows(screen, "1.1 km"))
    await screen.press(.character("u"))
    await stage.play { await shows(screen, "0.7 mi") }
    let styles = stage.mapView.consumerMapStyleCoordinator
    await screen.press(.character("x"))
    await stage.play { await shows(screen, "Traffic on the map: on.") }
    #expect(styles.polylineStyleOptions(with: .activeRoute).isTrafficEnabled)
    await screen.press(.character("x"))
    await stage.play { await shows(screen, "Traffic on the map: off.") }
    #expect(!styles.polylineStyleOptions(with: .remainingRoute).isTrafficEnabled)
    await end(stage)
  }

  @Test func `The viewer shows messages while it is paused`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    await screen.press(.character("p"))
    await stage.play { await shows(screen, "PAUSED") }
    await screen.press(.character("y"))
    await stage.play { await shows(screen, "Copied") }
    await end(stage)
  }

  @Test func `The interval command changes how often the viewer polls`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    await type(":interval 30", on: screen)
    await stage.play { await shows(screen, "Polling every 30 s.") }
    #expect(stage.model.options.autoRefreshTimeInterval == 30)
    await end(stage)
  }

  @Test func `The trip command follows trips of the same provider only`() async {
    let screen = TestScreen()
    let stage = await started(screen)
    await type(":trip providers/other/trips/x", on: screen)
    await stage.play { await shows(screen, "Only trips of providers/demo-project") }
    #expect(stage.model.state == .active)
    await type(":trip ride-7", on: screen)
    await stage.play { await shows(screen, "trips/ride-7") }
    #expect(stage.model.state == .inactive)
    #expect(stage.program.tripName == "providers/demo-project/trips/ride-7")
    #expect(stage.mapView.activeSessions.count == 1)
    // The answers are about the first trip, which the second must not take.
    await stage.play { stage.transport.requests.last?.url.description.contains("ride-7") ?? false }
    #expect(!(await shows(screen, "ON THE WAY TO PICKUP")))
    await end(stage)
    #expect(stage.mapView.activeSessions.isEmpty)
  }

  @Test func `The style command shows the map's style or saves it to a file`() async {
    let screen = TestScreen()
    let saved = Mutex<[String]>([])
    var services = ServiceNotes().services
    services.styleText = { map in
      let line = map.consumerMapStyleCoordinator.polylineStyleOptions(with: .activeRoute)
      return "[polyline.active-route]\ntraffic = \(line.isTrafficEnabled)\n"
    }
    services.saveAs = { path, bytes in
      saved.withLock { $0 += [path, String(decoding: bytes, as: UTF8.self)] }
      return .success("/saved/" + path)
    }
    let stage = ViewerStage(screen: screen, services: services) { _ in
      ViewerStage.answer(SampleRide.toPickup)
    }
    stage.start()
    await stage.play { await shows(screen, "ON THE WAY TO PICKUP") }
    await screen.press(.character("x"))
    await type(":style", on: screen)
    await stage.play { await shows(screen, "traffic = true") }
    await screen.press(.escape)
    await type(":style a.toml", on: screen)
    await stage.play { await shows(screen, "Saved /saved/a.toml") }
    #expect(saved.withLock { $0 } == ["a.toml", "[polyline.active-route]\ntraffic = true\n"])
    await end(stage)
  }

  @Test func `The viewer shows a tip for ten seconds on its first run`() async {
    let screen = TestScreen()
    let stage = await started(screen) { $0.tips = .first }
    await stage.play { await shows(screen, "Tip: a = auto camera, ? = keys.") }
    let since = stage.clock.now
    await stage.play { !(await shows(screen, "Tip:")) }
    #expect(since.duration(to: stage.clock.now) >= .seconds(9))
    await end(stage)
  }

  @Test func `A tip waits until the report of a base map that fails is over`() async {
    let screen = TestScreen(size: GridSize(columns: 40, rows: 12))
    let stage = ViewerStage(screen: screen, settings: { $0.tips = .first }) { _ in
      ViewerStage.answer(SampleRide.toPickup)
    }
    stage.mapView.baseMapProblem = "The server cannot be reached."
    stage.start()
    await stage.play { stage.model.polling.totalUpdates >= 2 }
    #expect(await shows(screen, "Base map error: The server"))
    await stage.play { stage.program.state.focus.notice?.isTip == true }
    await end(stage)
  }
}
