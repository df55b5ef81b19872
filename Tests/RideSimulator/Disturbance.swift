import CellGrid
import TestSupport

/// Something that happens to the world at a moment that the seed decides.
struct Disturbance {
  enum Kind {
    case fault(SimulatedNetwork.Fault)
    /// The server is killed, perhaps before the response of a trip's change has arrived, and starts
    /// again at the end.
    case kill(isDuringChange: Bool)
    case revokeTokens
    /// A device's wall clock is set.
    case clockJump(device: Int, Double)
    case fullDisk
    case key(Key)
    case resize(GridSize)
  }

  let number: Int
  let time: Duration
  let length: Duration
  let kind: Kind

  /// The disturbances of a world, in the order of their times.
  ///
  /// Half of the time nothing is wrong for long enough that everything recovers.
  static func plan(seed: UInt64, time: Duration, drivers: Int) -> [Disturbance] {
    var random = SeededGenerator(seed: seed &+ 0xD157)
    var plan: [(Duration, Duration, Kind)] = []
    var now = random.seconds(20...200)
    while now < time {
      let count = Int.random(in: 1...3, using: &random)
      var end = now
      for _ in 0..<count {
        let length = random.chance(0.1) ? random.seconds(200...500) : random.seconds(1...90)
        let start = now + random.seconds(0...30)
        let kind = kind(&random, drivers: drivers)
        plan.append((start, length, kind))
        // Refused tokens that nothing replaces.
        if case .revokeTokens = kind, random.chance(0.5) {
          plan.append((start, length, .fault(.noTokens)))
        }
        end = max(end, start + length)
      }
      now = end + random.seconds(random.chance(0.7) ? 130...400 : 1...60)
    }
    now = random.seconds(5...30)
    while now < time {
      let size = GridSize(
        columns: Int.random(in: 1...180, using: &random),
        rows: Int.random(in: 1...60, using: &random))
      plan.append((now, .zero, random.chance(0.1) ? .resize(size) : .key(key(&random))))
      now += random.chance(0.5) ? random.seconds(0...2) : random.seconds(5...120)
    }
    plan.sort { $0.0 < $1.0 }
    return plan.enumerated().map {
      Disturbance(number: $0.offset, time: $0.element.0, length: $0.element.1, kind: $0.element.2)
    }
  }

  private static func kind(_ random: inout SeededGenerator, drivers: Int) -> Kind {
    let share = Double.random(in: 0.05...1, using: &random)
    let number = Int.random(in: 0..<max(1, drivers), using: &random)
    let device = "\(random.chance(0.5) ? "driver" : "rider")-\(number)"
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return .fault(.loss(share))
    case 1: return .fault(.lostResponses(share))
    case 2, 3: return .fault(.duplicates(share))
    case 4: return .fault(.cutBodies(share))
    case 5: return .fault(.proxyErrors(share))
    case 6: return .fault(.delay(4 * share))
    case 7: return .fault(.partition(device: nil))
    case 8: return .fault(.partition(device: device))
    case 9: return .fault(.exhaustedQuota(retryAfter: Int.random(in: 1...60, using: &random)))
    case 10: return .fault(.noTokens)
    case 11: return .revokeTokens
    case 12: return .clockJump(device: number, Double.random(in: -300...300, using: &random))
    case 13: return .fullDisk
    case 14: return .fault(.outdatedLocations(share))
    case 15:
      return .fault(.stop(device: random.chance(0.5) ? "rider-\(number)" : device))
    default: return .kill(isDuringChange: random.chance(0.5))
    }
  }

  private static func key(_ random: inout SeededGenerator) -> Key {
    let keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .escape, .enter,
      .function(5),
    ]
    let characters = Array("+-hjklHJKLacfnN019wrdyYeIizxgTmu?<>[]{}vV().")
    if random.chance(0.3), let key = keys.randomElement(using: &random) { return key }
    return .character(characters.randomElement(using: &random) ?? "a")
  }
}

extension Disturbance: CustomStringConvertible {
  var description: String {
    let start = time / .seconds(1)
    let seconds = length / .seconds(1)
    return "\(number) at \(Int(start)) s: \(kind)" + (seconds > 0 ? " for \(Int(seconds)) s" : "")
  }
}
