enum CurlTransportTestsPlaceholder {}
