import FleetEngine
import Geo
import RideRecordings
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.blocking) struct `A live recording of many trips` {
  @Test func `The states of many trips are not written again for each poll`() throws {
    let live = LiveRecording(from: .zero, limit: .max)
    var random = SystemRandomNumberGenerator()
    // Their states together are larger than a segment.
    let names = try (0..<60).map { try TripName(providerID: "p", tripID: "t\($0)") }
    var trips = names.map { name in
      var trip = Trip()
      trip.name = name
      trip.route = (0..<200).map { _ in
        let latitude = Double.random(in: -80...80, using: &random)
        return Coordinate(latitude: latitude, longitude: 2 * latitude)
      }
      return trip
    }
    var sizes: [Int] = []
    for round in 0..<3 {
      for index in trips.indices {
        trips[index].remainingDistanceMeters = round
        let poll = RecordedPoll(
          result: .trip(trips[index]), time: Timestamp(seconds: 1_000_000), start: .seconds(round),
          duration: .zero)
        live.record(poll, of: names[index].description)
      }
      sizes.append(live.recording.content.count)
    }
    #expect(sizes[2] < 4 * sizes[0])
    #expect(live.recording.entries.count == 180)
  }
}
