// On iOS the SDK's frameworks export Core Location.
@_exported public import CoreLocation

// The types behind the SDK's names, so that apps can use their members without another import.
@_exported public import enum ConsumerMap.CustomizableMarkerType
@_exported public import enum ConsumerMap.MapViewSessionState
@_exported public import enum ConsumerMap.PolylineType
@_exported public import enum RidesharingConsumer.TripModelState
@_exported public import struct RidesharingConsumer.TripPropertyFields

#if canImport(FoundationNetworking)
  // URLRequest and URLSession, which are a part of Foundation on iOS.
  @_exported public import FoundationNetworking
#endif
