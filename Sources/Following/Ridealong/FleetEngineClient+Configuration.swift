extension FleetEngineClient {
  /// How a client reaches Fleet Engine; all has defaults.
  public struct Configuration: Sendable {
    /// The server's address, by default Google's.
    public var endpoint: HTTPURL
    /// Sends the requests, by default libcurl.
    public var transport: any HTTPTransport
    /// The clock of the client, and of what is made with it, by default the machine's.
    public var clock: ServiceClock
    /// The most requests in any second, by default 50; nil for no limit.
    public var requestsPerSecond: Int?
    /// Learns of each call, for logs, metrics and traces.
    public var observer: (any FleetEngineObserver)?
    /// IDs that tie the calls to a transaction of the app, see `experienceIDs`.
    public var experienceIDs: [String]

    /// Creates a configuration.
    public init(
      endpoint: HTTPURL = FleetEngineClient.defaultEndpoint,
      transport: any HTTPTransport = LibcurlTransport(), clock: ServiceClock = .system,
      requestsPerSecond: Int? = FleetSchedule.defaultRequestsPerSecond,
      observer: (any FleetEngineObserver)? = nil, experienceIDs: [String] = []
    ) {
      self.endpoint = endpoint
      self.transport = transport
      self.clock = clock
      self.requestsPerSecond = requestsPerSecond
      self.observer = observer
      self.experienceIDs = experienceIDs
    }
  }

  /// Creates a client of one provider, which is a Google Cloud project.
  ///
  /// Throws if the credentials' key file cannot be read, or has no key that can sign.
  public init(
    providerID: String, credentials: Credentials, configuration: Configuration = Configuration()
  ) throws(ServiceAccountKeyError) {
    let clock = configuration.clock
    self.init(
      providerID: providerID, endpoint: configuration.endpoint, transport: configuration.transport,
      tokens: try credentials.tokens(by: clock),
      schedule: configuration.requestsPerSecond.map {
        FleetSchedule(requestsPerSecond: $0, clock: clock)
      },
      clock: clock, observer: configuration.observer)
    experienceIDs = configuration.experienceIDs
  }
}
