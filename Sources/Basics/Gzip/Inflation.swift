internal import CDeflate
internal import CZlib

/// Decompresses gzip and zlib data.
package enum Inflation {
  /// Why bytes were not inflated.
  package enum Failure: Error, Sendable, Hashable {
    /// They are not gzip or zlib data, or are damaged.
    case damaged
    case truncated
    case tooLarge
    /// They are beyond the ``Allowance`` of their file.
    case tooCompressed
  }

  /// Bounds the inflated bytes of a file, which may have many members, by its compressed bytes.
  ///
  /// The bound holds for each beginning of the file, so that reading stops where it is exceeded.
  package struct Allowance: Sendable {
    private let free: Int
    private let ratio: Int
    private var compressed = 0
    private var inflated = 0

    /// Allows `free` bytes, and more if they are at most `ratio` times the compressed bytes.
    package init(free: Int, ratio: Int) { (self.free, self.ratio) = (free, ratio) }

    fileprivate func covers(_ bytes: Int, from length: Int) -> Bool {
      inflated + bytes <= max(free, ratio * (compressed + length))
    }

    /// Counts a member that was inflated.
    fileprivate mutating func count(_ member: Member) {
      compressed += member.length
      inflated += member.bytes.count
    }
  }

  /// The first member of some bytes, as far as it can be inflated.
  package struct Member: Sendable {
    /// The inflated bytes.
    package fileprivate(set) var bytes: [UInt8] = []
    /// The number of bytes that it takes.
    package fileprivate(set) var length = 0
    /// Why it is not whole; nil if it is.
    package fileprivate(set) var failure: Failure?
  }

  /// Inflates the first member of gzip or zlib data, which may have up to `limit` bytes.
  package static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    if let whole = inflateWhole(bytes, limit: limit) { return whole }
    let member = firstMember(of: bytes[...], limit: limit, nil)
    if let failure = member.failure { throw failure }
    return member.bytes
  }

  /// Inflates a single gzip member, which names its size, in half of zlib's time; nil for anything else.
  private static func inflateWhole(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    // zlib checks the sum of a header that has one.
    guard isGzip(bytes), bytes.count > 18, bytes[3] & 2 == 0 else { return nil }
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    // A byte becomes at most 1,032.
    guard size > 0, size <= limit, size / 1_032 <= bytes.count else { return nil }
    let result = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      guard let start = target.baseAddress else { return }
      let isWhole = unsafe ridealong_deflate_inflate(bytes, bytes.count, start, size)
      count = isWhole != 0 ? size : 0
    }
    return result.isEmpty ? nil : result
  }

  /// Whether bytes begin as gzip data does.
  package static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Inflates all members of gzip data, up to `limit` bytes and an allowance; what is there if the data
  /// is damaged or ends early.
  package static func inflateAll(
    _ bytes: [UInt8], limit: Int, allowance: Allowance
  ) throws(Failure) -> (bytes: [UInt8], isWhole: Bool) {
    var result: [UInt8] = []
    var rest = bytes[...]
    var allowance = allowance
    while isGzip(rest) {
      let member = firstMember(of: rest, limit: limit - result.count, &allowance)
      if let failure = member.failure, failure == .tooLarge || failure == .tooCompressed {
        throw failure
      }
      result.append(contentsOf: member.bytes)
      guard member.failure == nil else { break }
      rest = rest.dropFirst(member.length)
    }
    guard !result.isEmpty else { throw .damaged }
    return (result, rest.isEmpty)
  }

  /// Inflates what is there of the first member of gzip or zlib data, up to `limit` bytes.
  package static func firstMember(of bytes: ArraySlice<UInt8>, limit: Int) -> Member {
    firstMember(of: bytes, limit: limit, nil)
  }

  /// Inflates what is there of the first member, up to `limit` bytes, and counts it in an allowance.
  package static func firstMember(
    of bytes: ArraySlice<UInt8>, limit: Int, _ allowance: inout Allowance
  ) -> Member {
    let member = firstMember(of: bytes, limit: limit, allowance)
    allowance.count(member)
    return member
  }

  private static func firstMember(
    of bytes: ArraySlice<UInt8>, limit: Int, _ allowance: Allowance?
  ) -> Member {
    var member = Member()
    var stream = unsafe z_stream()
    guard unsafe ridealong_zlib_start_inflating(&stream) == Z_OK else {
      member.failure = .damaged
      return member
    }
    defer { unsafe inflateEnd(&stream) }
    var isCovered = true
    let code = unsafe bytes.withUnsafeBufferPointer { source in
      // zlib reads from this and never writes to it.
      unsafe stream.next_in = source.baseAddress.map { unsafe UnsafeMutablePointer(mutating: $0) }
      unsafe stream.avail_in = UInt32(clamping: source.count)
      // Nothing is reserved for the rest of the file, because a member may be a small part of it.
      let size = min(65_536, limit + 1)
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { target in
        while true {
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(clamping: target.count)
          let code = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
          let count = target.count - Int(unsafe stream.avail_out)
          guard count <= limit - member.bytes.count else { return Z_MEM_ERROR }
          let size = member.bytes.count + count
          isCovered = allowance?.covers(size, from: Int(unsafe stream.total_in)) ?? true
          guard isCovered else { return Z_MEM_ERROR }
          unsafe member.bytes.append(contentsOf: target[..<count])
          guard code == Z_OK, count > 0 else { return code }
        }
      }
    }
    member.length = Int(unsafe stream.total_in)
    switch code {
    case Z_STREAM_END: break
    case Z_OK, Z_BUF_ERROR: member.failure = .truncated
    case Z_MEM_ERROR: member.failure = isCovered ? .tooLarge : .tooCompressed
    default: member.failure = .damaged
    }
    return member
  }
}
