/// Which parts of the screen the user wants, where they fit.
struct Arrangement: Equatable {
  /// Whether the event panel is shown.
  var showsEvents = true
}
