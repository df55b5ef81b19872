/// Why a viewer ended.
public enum ViewerEnding: ScreenEnding, Hashable {
  /// The user quit, or the terminal went away.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The user wants the list back from which the trip was opened, or to book another ride.
  case back
  /// The program that runs the viewer asked for it.
  case stopped
}
