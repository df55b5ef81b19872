internal import FleetEngine
internal import Geo

/// How the vehicle of a shift moves, and how its stops become destinations.
extension DriverShift {
  private static let betweenSearches: Duration = .seconds(5)

  func startMoving() {
    switch movement {
    case .simulated(let start):
      place = start
      stand()
    case .recorded(let fixes, let speedFactor):
      moving = Task {
        do { try await driver.drive(fixes, speedFactor: speedFactor) } catch { return }
        end(.locationsEnded)
      }
    case .live(let fixes):
      moving = Task {
        await driver.follow(fixes)
        if !Task.isCancelled { end(.locationsEnded) }
      }
    }
  }

  func stand() {
    routing?.cancel()
    driver.navigator.clearDestinations()
    guard case .simulated = movement, let place else { return }
    moving?.cancel()
    moving = Task {
      // The end of standing is its being cancelled.
      do { try await driver.stand(at: place, heading: heading) } catch {}
    }
  }

  func guide(to stop: TripStop) {
    routing?.cancel()
    if case .simulated = movement { moving?.cancel() }
    // Not structured: another stop may take this one's place at any time.
    routing = Task {
      await toldOrLost()
      guard await findWay(to: stop), let route = driver.navigator.route else { return }
      onEvent(
        .driving(stop, meters: route.path.lengthInMeters, time: route.profile.duration)
      )
      guard case .simulated = movement else { return }
      let drive = DriveSimulation(route)
      do { try await driver.drive(drive, since: clock.monotonicNow()) } catch { return }
      if !Task.isCancelled { handle(.arrived) }
      // Who waits at a stop still is somewhere.
      do { try await driver.stand(at: drive.moment(at: drive.duration)) } catch {}
    }
  }

  /// Sets a stop as the destination; false if it is not wanted any more or its way not known yet.
  private func findWay(to stop: TripStop) async -> Bool {
    while !Task.isCancelled {
      // The first location will ask again.
      guard let place else { return false }
      do throws(RouterError) {
        try await driver.navigator.setDestinations([stop.waypoint], from: place)
        return !Task.isCancelled
      } catch {
        guard !Task.isCancelled else { return false }
        onEvent(.noWay(stop, error))
        do { try await clock.sleep(Self.betweenSearches) } catch { return false }
      }
    }
    return false
  }
}
