import CellGrid
import ConsumerMap
import Foundation
import GoogleRidesharingCompat
import RidesharingConsumer
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `Options by the SDK's names` {
  private let map = GMTCMapView()

  @Test func `Options by the SDK's names are copied when a line's style is set and got`() {
    let coordinator = map.consumerMapStyleCoordinator
    let options = GMTCMutablePolylineStyleOptions()
    options.strokeWidth = 8
    options.strokeColor = .red
    options.zIndex = 1_000
    options.isGeodesic = true
    options.isTrafficEnabled = true
    options.setTrafficColorFor(.slow, color: .orange)
    coordinator.setPolylineStyleOptions(options, polylineType: .remainingRoute)
    options.strokeWidth = 1
    let set = coordinator.polylineStyleOptions(with: .remainingRoute)
    #expect(set.strokeWidth == 8)
    #expect(set.strokeColor == .red)
    #expect(set.zIndex == 1_000)
    #expect(set.isGeodesic)
    #expect(set.trafficColorFor(.slow) == .orange)
    #expect(coordinator.polylineStyleOptions(with: .activeRoute).strokeWidth == 2)
    coordinator.setPolylineStyleOptions(nil, polylineType: .remainingRoute)
    #expect(coordinator.polylineStyleOptions(with: .remainingRoute).strokeColor == .blue)
  }

  @Test func `Options by the SDK's names of a line reset to the SDK's values`() {
    let options = GMTCMutablePolylineStyleOptions()
    options.strokeWidth = -1
    options.strokeColor = .green
    options.strokeColor = nil
    #expect(options.strokeWidth == 2)
    #expect(options.strokeColor == .blue)
    #expect(options.zIndex == 10)
    #expect(options.isVisible)
    #expect(!options.isTrafficEnabled)
    #expect(options.trafficColorFor(.trafficJam) == .blue)
  }

  @Test func `Options by the SDK's names are copied when a marker's style is set and got`() {
    let coordinator = map.consumerMapStyleCoordinator
    let options = GMTCMutableMarkerStyleOptions()
    options.groundAnchor = CGPoint(x: 0, y: 1)
    options.icon = UIImage(text: "car")
    options.zIndex = 100
    options.isFlat = true
    options.iconView = UIImageView(image: UIImage(["/\\", "\\/"]))
    coordinator.setMarkerStyleOptions(options, markerType: .tripVehicle)
    options.icon = nil
    options.isVisible = false
    let set = coordinator.markerStyleOptions(with: .tripVehicle)
    #expect(set.groundAnchor == CGPoint(x: 0, y: 1))
    #expect(set.icon == UIImage(text: "car"))
    #expect(set.zIndex == 100)
    #expect(set.isFlat)
    #expect(set.isVisible)
    #expect((set.iconView as? UIImageView)?.image == UIImage(["/\\", "\\/"]))
    #expect(coordinator.markerStyleOptions(with: .tripPickupPoint).icon == nil)
  }

  @Test func `Options by the SDK's names of a trip model start as the SDK's and are copied`() {
    let options = GMTCMutableTripModelOptions()
    #expect(options.autoRefreshTimeInterval == 0)
    #expect(options.tripRequestHeader == nil)
    options.autoRefreshTimeInterval = 30
    options.tripRequestHeader = GMTSRequestHeader(languageCode: "de", regionCode: "AT")
    let copy = GMTCTripModelOptions(options: options)
    options.autoRefreshTimeInterval = 60
    #expect(copy.autoRefreshTimeInterval == 30)
    #expect(copy.tripRequestHeader?.regionCode == "AT")
  }
}
