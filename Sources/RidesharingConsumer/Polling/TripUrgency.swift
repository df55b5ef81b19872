/// How soon one of many trips is to be asked for again.
public enum TripUrgency: Sendable, Hashable {
  /// As often as a trip alone.
  case prompt
  /// When all others that wait in turn have had theirs.
  case inTurn
  /// By its own model, because somebody looks at it alone.
  case byItself
  /// Not any more.
  case never
}
