@_exported public import GoogleMaps
