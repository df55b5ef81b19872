internal import SystemLibrary
internal import TrustLimits

/// A directory for an emulator's data, locked as long as this value exists.
///
/// The system releases the lock when the process ends.
public final class DataDirectory: Sendable {
  let files: PrivateDirectory
  private let descriptor: Int32

  /// Locks a directory, which is created with mode 0700 if it is missing.
  public init(_ path: String) throws(EmulatorError) {
    files = try PrivateDirectory(path)
    let opened = unsafe open(files.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      throw EmulatorError(.storage, "The directory \(path) cannot be opened; name another one.")
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      close(opened)
      throw EmulatorError(
        .storage,
        isTaken
          ? "Another emulator uses the directory \(path); stop it or name another directory."
          : "The directory \(path) cannot be locked; name another one.")
    }
    descriptor = opened
  }

  deinit {
    // A process that is starting shares the lock until it closes its copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// A directory of private files.
struct PrivateDirectory {
  /// The path without symbolic links, so that all files are in one directory.
  let path: String

  /// Creates the directory and its parent with mode 0700, or uses one that nobody else can change.
  init(_ path: String) throws(EmulatorError) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // An error here occurs again below, where it is reported.
      _ = unsafe mkdir(String(path[..<slash]), 0o700)
    }
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw EmulatorError(.storage, "The directory \(path) cannot be made: \(Self.reason()).")
    }
    guard let resolved = unsafe realpath(path, nil) else {
      throw EmulatorError(.storage, "The directory \(path) cannot be found: \(Self.reason()).")
    }
    self.path = unsafe String(cString: resolved)
    unsafe free(resolved)
    guard let trust = FileTrust(directory: self.path) else {
      throw EmulatorError(.storage, "\(path) is not a directory; name another one.")
    }
    if let risk = trust.risk() {
      throw EmulatorError(
        .storage,
        "The directory \(path) \(risk.reason), and it is for keys and data. Name another one, or "
          + "run: \(risk.command(self.path))")
    }
  }

  /// Whether a file or anything else has this name.
  func has(_ name: String) -> Bool {
    var status = stat()
    return unsafe lstat(path + "/" + name, &status) == 0
  }

  /// The size of a plain file in bytes; nil without one.
  func size(_ name: String) -> Int? {
    var status = stat()
    guard unsafe lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  func restrict(_ name: String) throws(EmulatorError) {
    guard unsafe chmod(path + "/" + name, 0o600) == 0 else {
      let text = Self.reason()
      throw EmulatorError(.storage, "\(path)/\(name) cannot be kept private: \(text).")
    }
  }

  /// Reads a key file; nil without one.
  func read(_ name: String) throws(EmulatorError) -> [UInt8]? {
    let file = path + "/" + name
    let descriptor = unsafe open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw EmulatorError(.keys, "The key file \(file) cannot be read: \(Self.reason()).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw EmulatorError(.keys, "The key file \(file) is not a file.")
    }
    guard status.st_uid == geteuid() else {
      throw EmulatorError(.keys, "The key file \(file) belongs to another user; remove it.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw EmulatorError(
        .keys,
        "The key file \(file) can be read or changed by other users; run: chmod 600 "
          + ShellWord.path(file))
    }
    do {
      let patience = Duration.seconds(5)
      return try BoundedFile(descriptor: descriptor, limit: Limits.Token.bytes, patience: patience)
        .bytes
    } catch .tooLarge {
      throw EmulatorError(.keys, "The key file \(file) is too large to be one.")
    } catch { throw EmulatorError(.keys, "The key file \(file) \(error.reason).") }
  }

  /// Writes a new file with mode 0600; if the process is killed, the file is missing or whole.
  func create(_ name: String, _ bytes: [UInt8]) throws(EmulatorError) {
    let (file, new) = (path + "/" + name, path + "/." + name + ".new")
    try write(bytes, to: new, of: file)
    guard unsafe rename(new, file) == 0 else {
      let text = Self.reason()
      unsafe unlink(new)
      throw EmulatorError(.keys, "The key file \(file) cannot be made: \(text).")
    }
  }

  /// Runs work under a lock on the directory, and syncs the directory to the disk.
  func whileLocked(_ work: () throws(EmulatorError) -> Void) throws(EmulatorError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EmulatorError(.keys, "The directory \(path) cannot be opened: \(Self.reason()).")
    }
    // Closing it releases the lock.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    try work()
    fsync(descriptor)
  }

  private func write(_ bytes: [UInt8], to new: String, of file: String) throws(EmulatorError) {
    // A killed process may have left this file.
    unsafe unlink(new)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(new, flags, 0o600)
    guard descriptor >= 0 else {
      throw EmulatorError(.keys, "The key file \(file) cannot be made: \(Self.reason()).")
    }
    defer { close(descriptor) }
    var count = 0
    while count < bytes.count {
      let rest = Array(bytes[count...])
      let done = platformWrite(descriptor, rest)
      if done < 0 && errno == EINTR { continue }
      guard done > 0 else {
        let text = Self.reason()
        unsafe unlink(new)
        throw EmulatorError(.keys, "The key file \(file) cannot be written: \(text).")
      }
      count += done
    }
    guard fsync(descriptor) == 0 else {
      let text = Self.reason()
      unsafe unlink(new)
      throw EmulatorError(.keys, "The key file \(file) cannot be written: \(text).")
    }
  }

  /// The system's description of the last error.
  private static func reason() -> String {
    let code = errno
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text).lowercased()
  }
}

// The method's name hides the platform's function.
private func platformWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  unsafe write(descriptor, bytes, bytes.count)
}
