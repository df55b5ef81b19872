// On iOS the SDK's frameworks bring Core Location with them.
@_exported public import CoreLocation
