internal import VectorTiles

/// The street map that a command is to show.
enum BaseMapChoice: Sendable {
  /// One whose tiles can be read already.
  case opened(any TileSource)
  /// One of a server that the user named, which is asked while the ride is shown.
  case address(String)
}
