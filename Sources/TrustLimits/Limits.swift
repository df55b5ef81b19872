/// The bounds on everything that comes from a server, a file or another program.
///
/// One file, so that what the program trusts can be read at a glance. Sizes are bytes, times are
/// durations, depths and counts are plain numbers.
public enum Limits {
  /// Bounds on a reply of a Fleet Engine.
  public enum Reply {
    /// The most bytes of a reply's body after inflating.
    public static let bodyBytes = 16 * 1_048_576
    /// The most that a compressed body may grow by, inflated to received.
    public static let inflationRatio = 200
    /// The deepest nesting of a reply's JSON.
    public static let jsonDepth = 64
    /// The most values in a reply's JSON, which is enough for the most route points.
    public static let jsonValues = 1_000_000
    /// The most points of all routes in one reply.
    public static let routePoints = 200_000
    /// The most waypoints of one trip or vehicle.
    public static let waypoints = 1_000
    /// The most trips of one vehicle.
    public static let vehicleTrips = 1_000
    /// The most bytes of a reply's header block.
    public static let headerBytes = 64 * 1_024
    /// The time a connection may take to come up.
    public static let connectTime: Duration = .seconds(5)
    /// The time a whole request may take.
    public static let totalTime: Duration = .seconds(10)
    /// The longest wait that a server may ask for.
    public static let retryAfter: Duration = .seconds(600)
    /// The most details of one error that are read.
    public static let errorDetails = 32
    /// The most entries of one such detail that are read.
    public static let errorDetailEntries = 64
    /// The most polls of one trip that are remembered.
    public static let recentPolls = 50
  }

  /// Bounds on access tokens and the files that make them.
  public enum Token {
    /// The most bytes of a token, a token reply or a key file.
    public static let bytes = 64 * 1_024
    /// The most bytes of a token that is sent, so that it fits into a header block.
    public static let valueBytes = 16 * 1_024
    /// The time that a command or an app's code may take to bring a token.
    public static let sourceTime: Duration = .seconds(10)
    /// The time that standard input may be silent before it has brought a token.
    public static let inputTime: Duration = .seconds(60)
    /// The time that a token of unknown expiry is kept.
    public static let unknownLifetime: Duration = .seconds(300)
    /// The latest expiry that is believed, from now.
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
    /// The time that such a program may take.
    public static let time: Duration = .seconds(60)
    /// The most such programs at once.
    public static let programs = 4
  }

  /// Bounds on what a router is asked and answers.
  public enum Routing {
    /// The most places of one way, so that their list fits into a request line.
    public static let places = 100
    /// The longest drive that is believed.
    public static let duration: Duration = .seconds(30 * 86_400)
    /// The longest way that is believed, in metres.
    public static let meters = 1e8
    /// The most steps of one leg that are read.
    public static let steps = 20_000
  }

  /// Bounds on text from outside.
  public enum Text {
    /// The most terminal cells of one text.
    public static let cells = 512
    /// The most bytes of UTF-8 of one text.
    public static let bytes = 4 * 1_024
    /// The most characters taken from a paste.
    public static let pasteCharacters = 256
    /// The most characters of a command that is typed.
    public static let commandCharacters = 256
  }

  /// Bounds on files that the user names.
  public enum File {
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
    /// The most bytes of one line of a recording or of gpsd.
    public static let lineBytes = 64 * 1_024
    /// The most bytes of a Cloud Logging export.
    public static let logBytes = 256 * 1_048_576
    /// The most entries of a Cloud Logging export.
    public static let logEntries = 500_000
    /// The most points of all routes in a Cloud Logging export.
    public static let logRoutePoints = 5_000_000
    /// The most bytes of a configuration file.
    public static let configurationBytes = 64 * 1_024
    /// The most bytes of a style file.
    public static let styleBytes = 64 * 1_024
    /// The most bytes of a file of authorities to trust.
    public static let certificateBytes = 4 * 1_048_576
  }

  /// Bounds on the program's own log.
  public enum Log {
    /// The most bytes of one file; the next line begins a new one.
    public static let fileBytes = 5 * 1_048_576
    /// The most files, the present one among them.
    public static let files = 3
    /// The most lines that are held back until there is a screen.
    public static let heldLines = 200
  }

  /// Bounds on what the doctor does.
  public enum Doctor {
    /// The time that one step may take.
    public static let stepTime: Duration = .seconds(15)
    /// The time that a call about a trip may take, with a second token and a second try.
    public static let tripTime: Duration = .seconds(40)
    /// The most trips that are asked for.
    public static let trips = 20
    /// The most certificates of one server that are reported.
    public static let certificates = 4
    /// A certificate that expires sooner is worth a warning.
    public static let certificateWarning: Duration = .seconds(14 * 86_400)
    /// A clock that is further off is worth a warning.
    public static let clockOffset: Duration = .seconds(30)
  }

  /// Bounds on what the program remembers from one run to the next.
  public enum State {
    /// The most bytes of its file.
    public static let bytes = 64 * 1_024
    /// The most trips that are remembered.
    public static let trips = 50
  }

  /// Bounds on vector tiles and what they come from.
  public enum Tile {
    /// The most bytes of a tile as it is stored or sent.
    public static let bodyBytes = 2 * 1_048_576
    /// The most bytes of a tile after inflating.
    public static let inflatedBytes = 8 * 1_048_576
    /// The most layers of one tile.
    public static let layers = 64
    /// The most features of one tile.
    public static let features = 100_000
    /// The most keys or values in the tables of one layer.
    public static let tableEntries = 262_144
    /// The most points of one tile, those of its labels included.
    public static let points = 1_000_000
    /// The most labels of one tile.
    public static let labels = 8_192
    /// The most units along the edge of a tile.
    public static let extent: UInt64 = 65_536
    /// The deepest zoom that a tile can have.
    public static let zoom = 24
    /// The most bytes of a directory of a PMTiles archive after inflating.
    public static let directoryBytes = 4 * 1_048_576
    /// The most entries of a directory of a PMTiles archive.
    public static let directoryEntries = 262_144
    /// The most directories that lie below each other in a PMTiles archive.
    public static let directoryDepth = 4
    /// The most bytes of metadata, such as a TileJSON document.
    public static let metadataBytes = 4 * 1_048_576
    /// The most bytes of an attribution.
    public static let attributionBytes = 4 * 1_024
    /// The time for which a tile is kept on disk.
    public static let cacheLifetime: Duration = .seconds(30 * 86_400)
  }

  /// Bounds on what a style asks a map to draw.
  public enum Style {
    /// The most columns of a marker's picture.
    public static let iconColumns = 16
    /// The most rows of a marker's picture.
    public static let iconRows = 5
    /// The most points that are added to one line to bend it along great circles.
    public static let geodesicPoints = 4_000
  }

  /// Bounds on what a client may do to the emulator.
  public enum Emulator {
    /// The most connections at once.
    public static let connections = 128
    /// The most connections at once from one address.
    public static let connectionsPerAddress = 100
    /// The memory of one connection, which bounds its header block.
    public static let connectionPoolBytes = 64 * 1_024
    /// The most bytes of a request's body.
    public static let bodyBytes = 256 * 1_024
    /// The most vehicles or trips in one page of a list.
    public static let pageSize = 1_000
    /// The most route points in one page of a list, a waypoint counted as ten; a page holds fewer
    /// trips or vehicles where theirs are more, but always one.
    public static let pagePoints = 500_000
    /// The most attributes in all the alternatives that one search names.
    public static let alternativeAttributes = 500
    /// The most bytes of the resource name of a place.
    public static let placeBytes = 1_024
    /// The most experience IDs of a call that its record keeps.
    public static let experienceIDs = 16
    /// The most bytes of a filter.
    public static let filterBytes = 8 * 1_024
    /// The most restrictions in a filter.
    public static let filterRestrictions = 50
    /// The deepest nesting of a filter's parentheses and negations.
    public static let filterDepth = 20
    /// The time a client has to send a full request.
    public static let requestTime: Duration = .seconds(10)
    /// The time a client has to take in a full answer.
    public static let answerTime: Duration = .seconds(60)
    /// The most bytes of a server's certificates, or of their key.
    public static let certificateBytes = 256 * 1_024
    /// The most bytes of a request's target in a line of the access log.
    public static let loggedBytes = 1_024
    /// The most calls in one answer of the admin endpoint.
    public static let listedCalls = 1_000
    /// The most origins whose pages may call the provider's backend.
    public static let origins = 32
    /// The points of the routes whose encoded texts are remembered; twice as many for a moment.
    public static let rememberedRoutePoints = 500_000
    /// The tokens that are remembered once their signature was verified; twice as many for a moment.
    public static let rememberedTokens = 20_000
  }

  /// Bounds on what a script of faults may ask of the emulator.
  public enum Faults {
    /// The most bytes of a script.
    public static let scriptBytes = 1_048_576
    /// The most faults of one script.
    public static let entries = 1_000
    /// The most requests that one fault strikes.
    public static let requests = 1_000_000
    /// The longest delay of an answer, and the longest pause between two of its pieces.
    public static let delay: Duration = .seconds(600)
    /// The most bytes of a body, which may be more than a client takes.
    public static let bodyBytes = 2 * Reply.bodyBytes
    /// The most header fields of an answer.
    public static let headers = 32
  }

  /// Bounds on a ride that is booked.
  public enum Booking {
    /// The most stops between pickup and drop-off, each with a digit of its own on the map.
    public static let stops = 9
    /// The most vehicles that are shown while a ride is chosen.
    public static let vehicles = 200
  }

  /// Bounds on what one process follows.
  public enum Following {
    /// The most trips at once.
    public static let trips = 1_000
    /// The most bytes of a list of trips' names.
    public static let listBytes = 1_048_576
  }

  /// Bounds on the simulated world.
  public enum Simulation {
    /// The highest factor by which a simulated world may run faster.
    public static let speed = 20.0
  }
}
