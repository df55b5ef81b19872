enum RouteSourcesTestsPlaceholder {}
