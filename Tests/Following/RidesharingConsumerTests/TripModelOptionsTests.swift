import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) struct `The options of a trip model` {
  @Test(
    arguments: [
      (0, 5), (1, 5), (4.9, 5), (5, 5), (15.5, 15.5), (1e300, 86_400), (.nan, 5), (-0.0, 5),
    ] as [(Double, Double)]
  )
  func `The options of a trip model have an interval of at least 5 s`(asked: Double, given: Double)
  {
    let options = TripModelOptions(autoRefreshTimeInterval: asked)
    #expect(options.pollingInterval == .seconds(given))
  }

  @Test(arguments: [-1, -0.001, .infinity, -.infinity])
  func `The options of a trip model turn polling off`(asked: Double) {
    #expect(TripModelOptions(autoRefreshTimeInterval: asked).pollingInterval == nil)
  }
}
