/// A rare state of the whole system, which a large batch of seeds has to reach at least once.
///
/// Rules check what always holds, and these that the situations of the rules occur. Antithesis calls
/// them "sometimes assertions": https://antithesis.com/docs/best_practices/sometimes_assertions/
enum RareState: String, CaseIterable {
  // Writes.
  case creationRepeated = "A creation whose response was lost is sent again, and refused with 409."
  case changeRepeated = "A change of a trip whose response was lost is sent again, and accepted."
  case endRepeated = "The end of a trip whose response was lost is sent again, and accepted."
  case creationCopied = "A copy of a creation reaches the server later, and is refused with 409."
  case statusTakenBack = "A late copy of an earlier change takes back the status of a trip."
  case endedTripChanged = "A late copy of a change reaches a trip that has ended, and is refused."
  case canceledTripReassigned =
    "A trip is canceled before its reassignment reaches the server, which refuses that."
  case killedDuringChange =
    "The server is killed before the response of a trip's change has arrived."
  case changeRepeatedAfterKill =
    "A change whose response was lost in a kill is sent again after the restart."
  case fullDiskRefusesWrite = "A write is refused because the disk is full."
  case reportLost = "The response of a report with a new navigation status is lost."
  case statusChangesAfterFailure =
    "A navigation status changes before a report that failed was followed by one that succeeds."
  case lastReportFails = "The report that takes a vehicle offline fails."
  case vehicleReturns = "A vehicle of an active trip reports after two minutes of silence."

  // Tokens.
  case tokenReplacedInPoll = "A poll is sent again at once with another token, after a 401."
  case tokenReplacedInWrite = "A write is sent again at once with another token, after a 401."
  case tokenRevokedOnTheWay = "A token is revoked while a request with it is on its way."
  case tokenRenewed = "A token is replaced before it expires, although it was not refused."
  case noTokenAfterRefusal = "A token is refused while no other is available."

  // Polls.
  case statusChangedDuringPoll = "The status of a trip changes during a poll."
  case endedDuringPoll = "A trip ends during a poll."
  case reassignedDuringPoll = "A trip is assigned to another vehicle during a poll."
  case leftDuringPoll = "The last subscriber leaves during a poll."
  case pollGivenUp = "A poll ends at its time limit, before its transport fails."
  case stoppedDuringPoll = "A program is stopped during a poll, and polls when it goes on."
  case quotaExhausted = "The server's own quota of calls is exhausted."
  case restOver = "A trip is polled after the rest that the server has asked for."
  case longestBackoff = "Nine polls of a trip fail in a row, after which waits are longest."
  case bodyCut = "A response that ends early cannot be read."
  case foundLate = "A trip that was not found is found."
  case listGrowsDuringPoll = "A trip enters a list during a poll of the list."
  case listRecovers = "A list has a response after five failures in a row."

  // What riders see.
  case olderLocationRefused = "A response with an older location than the shown one arrives."
  case statusMissed = "A rider misses a status between two polls."
  case endSeenLate = "A rider sees the end of a trip half a minute late or more."
  case arrivalMovesAhead = "The arrival at the same waypoint is a minute earlier than before."
  case destinationMoves = "The drop-off changes on the way to it."
  case otherTripFirst = "A vehicle finishes another trip first."
  case joinedAfterFailure = "A subscriber joins a model whose last poll failed."
  case clockSetDuringRide = "A rider's clock is set by a minute or more during a ride."
  case recordingRotated = "A recording begins another file."
  case keyDuringSlowFrame = "A key is pressed while a slow screen draws."
  case tinyScreen = "A screen of at most five rows is drawn."

  private nonisolated(unsafe) static var counts: [RareState: Int] = [:]

  /// Forgets the states of the last world.
  static func start() { counts = [:] }

  /// Counts a state that the world has reached.
  ///
  /// It adds nothing to the hash and uses no random numbers, so a world is the same with other states.
  static func reach(_ state: RareState) { counts[state, default: 0] += 1 }

  /// How often the world has reached each state, as JSON.
  static var json: String {
    "{" + allCases.map { "\"\($0)\": \(counts[$0] ?? 0)" }.joined(separator: ", ") + "}"
  }
}
