enum GeoTestsPlaceholder {}
