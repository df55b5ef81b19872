internal import SystemLibrary

/// The users who can change the content of a file or directory.
package struct FileTrust: Sendable, Hashable {
  /// Why a file or directory is not trusted.
  package enum Risk: Sendable, Hashable {
    /// It belongs to another user, with this number.
    case owner(UInt32)
    /// Other users may write to it.
    case writable

    /// The risk as the end of a sentence that starts with the file's name.
    package var reason: String {
      switch self {
      case .owner(let owner): "belongs to another user (\(owner))"
      case .writable: "can be changed by other users"
      }
    }

    /// The command that removes the risk.
    package func command(_ path: String) -> String {
      switch self {
      case .owner: "sudo chown \(geteuid()) \(ShellWord.path(path))"
      case .writable: "chmod go-w \(ShellWord.path(path))"
      }
    }
  }

  /// The owner's user ID.
  package let owner: UInt32
  /// The permission bits with the sticky bit, 0 to 0o1777.
  package let permissions: UInt32

  /// Creates a value from a file's owner and permissions.
  package init(owner: UInt32, permissions: UInt32) {
    self.owner = owner
    self.permissions = permissions
  }

  /// Reads a directory's owner and permissions; nil if there is no directory.
  package init?(directory path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    self.init(owner: status.st_uid, permissions: UInt32(status.st_mode) & 0o1777)
  }

  /// The reason not to trust it; nil if only its user, and root if that is allowed, can change it.
  ///
  /// In a sticky directory nobody can replace the files of others, but everybody can add some.
  package func risk(
    user: UInt32 = geteuid(), isRootTrusted: Bool = false, isStickyTrusted: Bool = false
  ) -> Risk? {
    guard owner == user || isRootTrusted && owner == 0 else { return .owner(owner) }
    let isSticky = isStickyTrusted && permissions & 0o1000 != 0
    return permissions & 0o022 != 0 && !isSticky ? .writable : nil
  }
}
