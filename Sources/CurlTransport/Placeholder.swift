enum CurlTransportPlaceholder {}
