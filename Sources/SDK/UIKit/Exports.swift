@_exported public import Foundation
// The SDK's signatures use these types, so the SDK's module declares them.
@_exported public import class GoogleRidesharingCompat.UIColor
@_exported public import class GoogleRidesharingCompat.UIImage
@_exported public import class GoogleRidesharingCompat.UIImageView
@_exported public import class GoogleRidesharingCompat.UIView
@_exported public import struct GoogleRidesharingCompat.UIEdgeInsets

#if canImport(FoundationNetworking)
  // URLSession, which is a part of Foundation on iOS.
  @_exported public import FoundationNetworking
#endif
