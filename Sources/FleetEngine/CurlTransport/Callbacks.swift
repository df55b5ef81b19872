import CCurl

// C calls these functions on the loop's thread. They are top-level and nonisolated, because a closure
// in isolated code would trap on another thread.

typealias WriteCallback =
  @convention(c) @Sendable (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

/// The body of the loop's thread.
nonisolated let transferThreadBody:
  @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

/// Receives bytes of a body.
nonisolated let receiveBodyCallback: WriteCallback = { bytes, size, count, context in
  unsafe receive(bytes, size * count, context, Transfer.receiveBody)
}

/// Receives one line of a header block.
nonisolated let receiveHeaderCallback: WriteCallback = { bytes, size, count, context in
  unsafe receive(bytes, size * count, context, Transfer.receiveHeader)
}

/// Reports that the connection is up and the request is about to be sent.
nonisolated let connectedCallback:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32,
    Int32
  ) -> Int32 = { context, _, _, _, _ in
    guard let context = unsafe context else { return CURL_PREREQFUNC_OK }
    unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().reportConnection()
    return CURL_PREREQFUNC_OK
  }

@unsafe private nonisolated func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ method: (Transfer) -> (UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context = unsafe context else { return 0 }
  let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return unsafe method(transfer)(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
}
