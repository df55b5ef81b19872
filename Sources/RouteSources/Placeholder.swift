enum RouteSourcesPlaceholder {}
