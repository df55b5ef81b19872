internal import CSpawn

/// The permissions of the files that this process creates.
package enum FileMode {
  /// Makes this process's new files private to its user; programs that it starts are not affected.
  package static func restrictToUser() { ridealong_spawn_restrict_files() }

  /// Reverts ``restrictToUser()``, before the process starts itself again.
  package static func release() { ridealong_spawn_release_files() }
}
