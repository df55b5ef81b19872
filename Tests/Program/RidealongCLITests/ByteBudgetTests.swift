import CellGrid
import TestSupport
import Testing

@testable import RidealongCLI

/// The most bytes of a minute of a ride.
struct ByteBudget: Sendable, CustomTestStringConvertible {
  let size: GridSize
  let isRemote: Bool
  /// The most bytes in a second, on average.
  let most: Int

  init(_ columns: Int, _ rows: Int, isRemote: Bool, _ most: Int) {
    size = GridSize(columns: columns, rows: rows)
    self.isRemote = isRemote
    self.most = most
  }

  var testDescription: String { "\(size.columns)x\(size.rows)" + (isRemote ? " over ssh" : "") }
}

// One at a time, as there is one curses in a process.
@MainActor @Suite(.limited(to: .seconds(600)), .serialized) struct `The bytes of a ride` {
  @Test(arguments: [
    ByteBudget(80, 24, isRemote: false, 1_000), ByteBudget(200, 60, isRemote: false, 3_500),
    ByteBudget(80, 24, isRemote: true, 300), ByteBudget(200, 60, isRemote: true, 300),
  ]) func `A ride's network traffic is small, and none while the ride is paused`(
    budget: ByteBudget
  ) async throws {
    let ride = try await CountedRide(size: budget.size, isRemote: budget.isRemote)
    try await ride.start()
    // What is written at the start is no part of what is written in a second.
    await ride.play(.seconds(5))
    let updates = await ride.screen.updates
    let bytes = await ride.bytes(in: .seconds(60))
    Attachment.record("\(bytes) bytes", named: "\(budget.testDescription).txt")
    #expect(bytes <= 60 * budget.most)
    // The clock goes on at least, and the vehicle from one report to the next.
    #expect(await ride.screen.updates - updates >= 60)
    let map = await ride.screen.shown?.rows.joined() ?? ""
    #expect(map.unicodeScalars.count { (0x2580...0x259F).contains($0.value) } > 200)

    await ride.screen.press(.character("p"))
    // What says so goes after ten seconds.
    await ride.play(.seconds(12), sleepers: 3)
    #expect(await ride.screen.shown?.rows.joined().contains("PAUSED") == true)
    #expect(await ride.bytes(in: .seconds(30), sleepers: 3) == 0)
    await ride.end()
  }

  @Test func `A ride causes no network traffic after its end`() async throws {
    let ride = try await CountedRide(
      size: GridSize(columns: 80, rows: 24), isRemote: false, speed: 20)
    try await ride.start()
    await ride.play(.seconds(120)) { ride.hasEnded }
    #expect(ride.hasEnded)
    await ride.play(.seconds(20), sleepers: 1)
    #expect(await ride.bytes(in: .seconds(30), sleepers: 0) == 0)
    await ride.end()
  }
}
