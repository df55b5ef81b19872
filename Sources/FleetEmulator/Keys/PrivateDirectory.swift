#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import TrustLimits

/// Files that only their owner may read, in a directory that only its owner may enter.
struct PrivateDirectory {
  /// The path without symbolic links, so that all files are in one directory.
  let path: String

  /// Makes the directory and its parent with mode 0700, or uses one that nobody else can change.
  ///
  /// - Throws: Why it cannot be used.
  init(_ path: String) throws(EmulatorError) {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // What fails here fails again below, where it is told.
      _ = unsafe mkdir(String(path[..<slash]), 0o700)
    }
    if unsafe mkdir(path, 0o700) != 0 {
      let code = errno
      guard code == EEXIST else {
        throw EmulatorError(.storage, "The directory \(path) cannot be made: \(Self.reason(code)).")
      }
    }
    guard let resolved = unsafe realpath(path, nil) else {
      throw EmulatorError(.storage, "The directory \(path) cannot be found: \(Self.reason(errno)).")
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
          + "run: \(risk.command(self.path))"
      )
    }
  }

  /// Whether there is something under a name, whatever it is.
  func has(_ name: String) -> Bool {
    var status = stat()
    return unsafe lstat(path + "/" + name, &status) == 0
  }

  /// The size of a file in bytes; nil where there is no ordinary file.
  func size(_ name: String) -> Int? {
    var status = stat()
    guard unsafe lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Keeps all but the owner from reading or changing a file.
  ///
  /// - Throws: Why that cannot be.
  func restrict(_ name: String) throws(EmulatorError) {
    guard unsafe chmod(path + "/" + name, 0o600) == 0 else {
      let text = reason(errno)
      throw EmulatorError(.storage, "\(path)/\(name) cannot be kept private: \(text).")
    }
  }

  /// Reads a file; nil where there is none.
  ///
  /// - Throws: Why the file cannot be trusted or read.
  func read(_ name: String) throws(EmulatorError) -> [UInt8]? {
    let file = path + "/" + name
    let descriptor = unsafe open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw EmulatorError(.keys, "The key file \(file) cannot be read: \(reason(code)).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw EmulatorError(.keys, "The key file \(file) is not a file.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw EmulatorError(
        .keys,
        "The key file \(file) can be read or changed by other users; run: chmod 600 "
          + ShellWord.path(file)
      )
    }
    var bytes = [UInt8](repeating: 0, count: Limits.Token.bytes + 1)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe platformRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else {
        throw EmulatorError(.keys, "The key file \(file) cannot be read: \(reason(errno)).")
      }
      if got == 0 { break }
      count += got
    }
    guard count <= Limits.Token.bytes else {
      throw EmulatorError(.keys, "The key file \(file) is too large to be one.")
    }
    return Array(bytes.prefix(count))
  }

  /// Writes a file that is not there yet, with mode 0600.
  ///
  /// A process that is killed leaves no file of that name, or a whole one.
  ///
  /// - Throws: Why it cannot be written.
  func create(_ name: String, _ bytes: [UInt8]) throws(EmulatorError) {
    let (file, new) = (path + "/" + name, path + "/." + name + ".new")
    try write(bytes, to: new, of: file)
    guard unsafe rename(new, file) == 0 else {
      let text = reason(errno)
      unsafe unlink(new)
      throw EmulatorError(.keys, "The key file \(file) cannot be made: \(text).")
    }
  }

  /// Runs work while no other process runs such work in this directory, and brings the names of the
  /// files that it created to the disk.
  ///
  /// - Throws: What the work throws.
  func whileLocked(_ work: () throws(EmulatorError) -> Void) throws(EmulatorError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw EmulatorError(.keys, "The directory \(path) cannot be opened: \(reason(errno)).")
    }
    // Closing it releases the lock.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    try work()
    fsync(descriptor)
  }

  /// Writes a whole new file to the disk.
  private func write(_ bytes: [UInt8], to new: String, of file: String) throws(EmulatorError) {
    // A process that was killed may have left one.
    unsafe unlink(new)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(new, flags, 0o600)
    guard descriptor >= 0 else {
      throw EmulatorError(.keys, "The key file \(file) cannot be made: \(reason(errno)).")
    }
    defer { close(descriptor) }
    var count = 0
    while count < bytes.count {
      let rest = Array(bytes[count...])
      let done = platformWrite(descriptor, rest)
      if done < 0 && errno == EINTR { continue }
      guard done > 0 else {
        let text = reason(errno)
        unsafe unlink(new)
        throw EmulatorError(.keys, "The key file \(file) cannot be written: \(text).")
      }
      count += done
    }
    guard fsync(descriptor) == 0 else {
      let text = reason(errno)
      unsafe unlink(new)
      throw EmulatorError(.keys, "The key file \(file) cannot be written: \(text).")
    }
  }

  private func reason(_ code: Int32) -> String { Self.reason(code) }

  private static func reason(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text).lowercased()
  }
}

// The methods' names hide the platform's functions.
@unsafe
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func platformWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  unsafe write(descriptor, bytes, bytes.count)
}
