import CCurl

// Functions that C calls on the loop's thread. They are top-level and nonisolated, because a
// closure written inside isolated code would trap when another thread calls it.

/// The body of the loop's thread.
nonisolated let transferThreadBody:
  @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

/// Takes bytes of a body.
nonisolated let receiveBodyCallback:
  @convention(c) @Sendable (
    UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
  ) -> Int = { bytes, size, count, context in
    guard let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.receiveBody(buffer) ? buffer.count : 0
  }

/// Takes one line of a header block.
nonisolated let receiveHeaderCallback:
  @convention(c) @Sendable (
    UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
  ) -> Int = { bytes, size, count, context in
    guard let context = unsafe context else { return 0 }
    let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.receiveHeader(buffer) ? buffer.count : 0
  }

/// Learns that the connection is up and the request is about to be sent.
nonisolated let connectedCallback:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32,
    Int32
  ) -> Int32 = { context, _, _, _, _ in
    guard let context = unsafe context else { return CURL_PREREQFUNC_OK }
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().reportConnection()
    return CURL_PREREQFUNC_OK
  }
