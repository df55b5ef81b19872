/// The bounds on everything that comes from a server, a file or another program.
///
/// They are all in this file, so that they can be reviewed together.
public enum Limits {
  /// Bounds on a response of Fleet Engine.
  public enum Response {
    /// The most bytes of a response's body after decompression.
    public static let bodyBytes = 16 * 1_048_576
    /// The bytes of a body from which on one is decoded at a time.
    public static let largeBodyBytes = 1_048_576
    /// The highest ratio of decompressed to compressed size.
    public static let inflationRatio = 200
    /// The deepest nesting of a response's JSON.
    public static let jsonDepth = 64
    /// The most values in a response's JSON, enough for the most route points.
    public static let jsonValues = 1_000_000
    /// The most members of one object in a response's JSON or in a file.
    public static let jsonMembers = 1_000
    /// The most points of all routes in one response.
    public static let routePoints = 200_000
    /// The most waypoints of one trip or vehicle.
    public static let waypoints = 1_000
    /// The most vehicles of one provider that are listed.
    public static let listedVehicles = 10_000
    /// The most trips of one vehicle.
    public static let vehicleTrips = 1_000
    /// The most bytes of a response's header fields.
    public static let headerBytes = 64 * 1_024
    /// The time to establish a connection.
    public static let connectTime: Duration = .seconds(5)
    /// The time of a whole request.
    public static let totalTime: Duration = .seconds(10)
    /// The longest wait that a server may request.
    public static let retryAfter: Duration = .seconds(600)
    /// The most details of one error that are read.
    public static let errorDetails = 32
    /// The most entries of one such detail that are read.
    public static let errorDetailEntries = 64
    /// The most polls of one trip that are remembered.
    public static let recentPolls = 50
    /// The most bytes of each remembered response's body.
    public static let rememberedBodyBytes = 64 * 1_024
    /// The most lines of a remembered exchange that are shown.
    public static let shownLines = 5_000
  }

  /// Bounds on access tokens and the files that make them.
  public enum Token {
    /// The most bytes of a token, a token response or a key file.
    public static let bytes = 64 * 1_024
    /// The most bytes of a token that is sent, so that it fits into the header fields.
    public static let valueBytes = 16 * 1_024
    /// The time in which a command or an app's code has to supply a token.
    public static let sourceTime: Duration = .seconds(10)
    /// The time that standard input may be silent before it has supplied a token.
    public static let inputTime: Duration = .seconds(60)
    /// The time for which a token of unknown expiry is used.
    public static let unknownLifetime: Duration = .seconds(300)
    /// The longest plausible time to an expiry.
    public static let longestExpiry: Duration = .seconds(10 * 365 * 86_400)
    /// The longest lifetime that Fleet Engine accepts.
    public static let lifetime: Duration = .seconds(3_600)
    /// The clock skew that Fleet Engine tolerates in a token's issue time.
    public static let issuedAtSkew: Duration = .seconds(600)
    /// The clock skew that the emulator tolerates in a token's expiry.
    public static let expirySkew: Duration = .seconds(60)
  }

  /// Bounds on the programs that notify the user of an arrival.
  public enum Notice {
    /// The time that a program may run.
    public static let time: Duration = .seconds(60)
    /// The most programs at once.
    public static let programs = 4
    /// The most notices that wait for a program to end.
    public static let waiting = 1_000
    /// The most notices of one condition within ``time``; further ones become one.
    public static let single = 10
    /// The time in which notices of one condition become one.
    public static let gathering: Duration = .seconds(10)
  }

  /// Bounds on requests to routers and their responses.
  public enum Routing {
    /// The most places of one route, so that they fit into a request line.
    public static let places = 100
    /// The longest plausible drive.
    public static let duration: Duration = .seconds(30 * 86_400)
    /// The longest plausible route, in meters.
    public static let meters = 1e8
    /// The most points of a route from a router: a vehicle's update holds them once and the server's
    /// responses twice, within ``Response/routePoints`` and a request's size.
    public static let points = Response.routePoints / 8
    /// The most steps of one leg that are read.
    public static let steps = 20_000
  }

  /// Bounds on text from outside.
  public enum Text {
    /// The most terminal cells of one text.
    public static let cells = 512
    /// The most bytes of UTF-8 of one text.
    public static let bytes = 4 * 1_024
    /// The most characters of a paste.
    public static let pasteCharacters = 256
    /// The most characters of a typed command.
    public static let commandCharacters = 256
    /// The most bytes that are copied to the clipboard.
    public static let clipboardBytes = 4 * 1_024
  }

  /// Bounds on files that the user specifies.
  public enum File {
    /// The inflated bytes of a file from which on ``Response/inflationRatio`` applies to it.
    public static let freeInflatedBytes = 64 * 1_048_576
    /// The bytes at the end of the program's log that are shown.
    public static let logTailBytes = 64 * 1_024
    /// The most lines of the program's log that are shown.
    public static let logTailLines = 500
    /// The most bytes of a route file.
    public static let routeBytes = 16 * 1_048_576
    /// The most bytes of a recording of locations.
    public static let recordingBytes = 64 * 1_048_576
    /// The most locations of a recording.
    public static let locations = 500_000
    /// The most JSON values of a document of positions; an object of numbers has less than 100 bytes for each.
    public static let positionValues = 2_500_000
    /// The most bytes of one line of a recording or of gpsd.
    public static let lineBytes = 64 * 1_024
    /// The most JSON values of a small file, and of one line.
    public static let jsonValues = 20_000
    /// The most bytes of a Cloud Logging export.
    public static let logBytes = 256 * 1_048_576
    /// The most entries of a Cloud Logging export.
    public static let logEntries = 500_000
    /// The most bytes of one entry; Cloud Logging's own limit is 256 KiB, before it is written as JSON.
    public static let logEntryBytes = 4 * 1_048_576
    /// The most JSON values of one entry, which need up to 300 bytes of memory each.
    public static let logEntryValues = 250_000
    /// The most points of all routes in a Cloud Logging export.
    public static let logRoutePoints = 5_000_000
    /// The most bytes of a configuration file.
    public static let configurationBytes = 64 * 1_024
    /// The most bytes of a style file.
    public static let styleBytes = 64 * 1_024
    /// The most bytes of a file of trusted authorities.
    public static let certificateBytes = 4 * 1_048_576
  }

  /// Bounds on the program's own log.
  public enum Log {
    /// The most bytes of one file, after which a new one begins.
    public static let fileBytes = 5 * 1_048_576
    /// The most files, including the current one.
    public static let files = 3
    /// The most lines that are buffered until there is a screen.
    public static let heldLines = 200
  }

  /// Bounds on the checks of the doctor.
  public enum Doctor {
    /// The time of one step.
    public static let stepTime: Duration = .seconds(15)
    /// The time of a call about a trip, with a second token and a second attempt.
    public static let tripTime: Duration = .seconds(40)
    /// The most trips that are requested.
    public static let trips = 20
    /// The most certificates of one server that are reported.
    public static let certificates = 4
    /// The remaining validity below which a certificate gets a warning.
    public static let certificateWarning: Duration = .seconds(14 * 86_400)
    /// The clock offset above which there is a warning.
    public static let clockOffset: Duration = .seconds(30)
  }

  /// Bounds on the state that the program keeps between runs.
  public enum State {
    /// The most bytes of the file.
    public static let bytes = 64 * 1_024
    /// The most remembered trips.
    public static let trips = 50
  }

  /// Bounds on vector tiles and their sources.
  public enum Tile {
    /// The most bytes of a tile as stored or sent.
    public static let bodyBytes = 2 * 1_048_576
    /// The most bytes of a tile after decompression.
    public static let inflatedBytes = 8 * 1_048_576
    /// The most layers of one tile.
    public static let layers = 64
    /// The most features of one tile.
    public static let features = 100_000
    /// The most keys or values of one layer.
    public static let tableEntries = 262_144
    /// The most points of one tile, including its labels.
    public static let points = 1_000_000
    /// The most labels of one tile.
    public static let labels = 8_192
    /// The most names that a search keeps.
    public static let searchedNames = 50_000
    /// The most units along the edge of a tile.
    public static let extent: UInt64 = 1 << 30
    /// The highest zoom of a tile.
    public static let zoom = 24
    /// The most bytes of a PMTiles directory after decompression.
    public static let directoryBytes = 4 * 1_048_576
    /// The most entries of a PMTiles directory.
    public static let directoryEntries = 262_144
    /// The deepest nesting of PMTiles directories.
    public static let directoryDepth = 4
    /// The most bytes of metadata, such as a TileJSON document.
    public static let metadataBytes = 4 * 1_048_576
    /// The most JSON values of such metadata.
    public static let metadataValues = 500_000
    /// The most bytes of an attribution.
    public static let attributionBytes = 4 * 1_024
    /// The time for which a tile is cached on disk.
    public static let cacheLifetime: Duration = .seconds(30 * 86_400)
    /// The most tiles that one `ridealong map get` copies.
    public static let extractedTiles = 20_000
    /// The most bytes that one `ridealong map get` receives.
    public static let extractedBytes = 2 * 1_073_741_824
  }

  /// Bounds on the map drawing of a style.
  public enum Style {
    /// The most columns of a marker's icon.
    public static let iconColumns = 16
    /// The most rows of a marker's icon.
    public static let iconRows = 5
    /// The most points that are added to a line along great circles.
    public static let geodesicPoints = 4_000
  }

  /// Bounds on the clients of the emulator.
  public enum Emulator {
    /// The most connections at once.
    public static let connections = 512
    /// The most connections at once from one address, of a server that other machines can reach.
    public static let connectionsPerAddress = 100
    /// The memory of one connection, which bounds its header fields.
    public static let connectionPoolBytes = 64 * 1_024
    /// The most bytes of a request's body.
    public static let bodyBytes = 256 * 1_024
    /// The most bytes of a snapshot or a seed.
    public static let snapshotBytes = 64 * 1_024 * 1_024
    /// The most commas and opening brackets of a snapshot or a seed, which bound its memory.
    public static let snapshotValues = 4_000_000
    /// The most vehicles or trips in one page of a list.
    public static let pageSize = 1_000
    /// The most route points in one page of a list, where a waypoint counts as ten; a page with
    /// a single trip or vehicle may have more.
    public static let pagePoints = 500_000
    /// The most attributes in all alternatives of one search.
    public static let alternativeAttributes = 500
    /// The most bytes of the resource name of a place.
    public static let placeBytes = 1_024
    /// The most experience IDs in the record of a call.
    public static let experienceIDs = 16
    /// The most bytes of a filter.
    public static let filterBytes = 8 * 1_024
    /// The most restrictions in a filter.
    public static let filterRestrictions = 50
    /// The deepest nesting of a filter's parentheses and negations.
    public static let filterDepth = 20
    /// The most bytes of the mask of a response's fields.
    public static let fieldMaskBytes = 4 * 1_024
    /// The most names in one path of such a mask.
    public static let fieldMaskDepth = 20
    /// The time in which a client has to send a full request.
    public static let requestTime: Duration = .seconds(10)
    /// The time in which a client has to receive a full response.
    public static let answerTime: Duration = .seconds(60)
    /// The most bytes of a server's certificates or their key.
    public static let certificateBytes = 256 * 1_024
    /// The most bytes of a request's target in a line of the access log.
    public static let loggedBytes = 1_024
    /// The most calls in one response of the admin endpoint.
    public static let listedCalls = 1_000
    /// The most origins whose pages may call the provider's backend.
    public static let origins = 32
    /// The points of the routes whose encoded texts are cached, or twice as many temporarily.
    public static let rememberedRoutePoints = 500_000
    /// The verified tokens that are cached, or twice as many temporarily.
    public static let rememberedTokens = 20_000
  }

  /// Bounds on the emulator's gRPC clients, besides those of ``Emulator``.
  public enum GRPC {
    /// The most bytes of a request message, inflated.
    public static let messageBytes = 4 * 1_048_576
    /// The most values in a request message.
    public static let messageValues = 100_000
    /// The most bytes of all requests and responses that wait; beyond it the connection with the
    /// most is closed.
    public static let bufferedBytes = 32 * 1_048_576
    /// The most calls at once on one connection.
    public static let callsPerConnection = 100
    /// The most calls that are worked on at once; the others wait.
    public static let workers = 2
    /// The most calls that wait for a worker.
    public static let waitingCalls = 2_000
    /// The most bytes of a health check that does not wait for a worker.
    public static let healthBytes = 1_024
    /// The most messages that a client sends in one streaming call.
    public static let streamedMessages = 1_000
    /// The time that a connection may be without calls.
    public static let idleTime: Duration = .seconds(300)
    /// The longest deadline of a call; a longer one is no deadline.
    public static let deadline: Duration = .seconds(86_400)
    /// The most bytes of an error's message, and of its details, which are header fields.
    public static let errorBytes = 4 * 1_024
  }

  /// Bounds on a script of faults.
  public enum Faults {
    /// The most bytes of a script.
    public static let scriptBytes = 1_048_576
    /// The most faults in a script.
    public static let entries = 1_000
    /// The most requests that one fault affects.
    public static let requests = 1_000_000
    /// The longest delay of a response, or pause between two of its pieces.
    public static let delay: Duration = .seconds(600)
    /// The most bytes of a body, more than a client accepts.
    public static let bodyBytes = 2 * Response.bodyBytes
    /// The most header fields of a response.
    public static let headers = 32
  }

  /// Bounds on a ride that is booked.
  public enum Booking {
    /// The most stops between pickup and drop-off, each with a digit of its own on the map.
    public static let stops = 9
    /// The most vehicles on the map during a booking.
    public static let vehicles = 200
  }

  /// Bounds on the trips that one process follows.
  public enum Following {
    /// The most trips at once.
    public static let trips = 1_000
    /// The most points of the routes of all listed trips; an opened trip's do not count.
    public static let routePoints = 1_000_000
    /// The most requests under way at once to a server: as many as have a connection over HTTP/1.1, so that none waits
    /// for one while its time passes.
    public static let requestsAtOnce = 8
    /// The expected bytes of all responses under way at once, unless one response has more.
    public static let bytesAtOnce = 32 * 1_048_576
    /// The most bytes of a list of trip names.
    public static let listBytes = 1_048_576
  }

  /// Bounds on recordings of rides.
  public enum Recording {
    /// The most bytes of a recording's file.
    public static let fileBytes = 512 * 1_048_576
    /// The most bytes of one segment after decompression.
    public static let segmentBytes = 64 * 1_048_576
    /// The most JSON values of the present polls of all trips in one segment.
    ///
    /// 64 bytes of a text count as a further value.
    public static let segmentValues = 4_000_000
    /// The most values of all polls of one file, each with all its values, besides
    /// ``pollValuesPerByte``: they are decoded or printed, even if few of them are in the file.
    public static let pollValues = 100_000_000
    /// The further values of polls for each byte of a file.
    ///
    /// Rides with long routes have about 30.
    public static let pollValuesPerByte = 100
    /// The most lines and parts of one file that cannot be read, after which the rest is left out.
    public static let faults = 1_000
    /// The most polls of all trips.
    public static let polls = 2_000_000
    /// The most problems of a file that are reported.
    public static let problems = 20
    /// The most files of a directory.
    public static let files = 1_000
    /// The compressed bytes of a live ride that are kept in memory.
    public static let memoryBytes = 4 * 1_048_576
  }

  /// Bounds on simulations.
  public enum Simulation {
    /// The highest factor by which a simulation runs faster than the clock.
    public static let speed = 20.0
  }
}
