import Foundation
import Mediator

/// Writes a file in large pieces on its own queue while the next bytes arrive: a `URLSession` that
/// waited for each small write would be half as fast. Callers must not append concurrently.
final class BufferedWriter: Sendable {
  /// The size of one write in bytes, and the maximum number of waiting writes.
  private static let (bufferSize, maximumWrites) = (1 << 18, 4)

  private struct State {
    var pending = Data()
    var failure: POSIXError?
  }

  private let descriptor: CInt
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "buffered-writer")
  private let freeWrites = DispatchSemaphore(value: maximumWrites)

  /// Takes ownership of an open file.
  init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Appends bytes; blocks while too many writes are waiting.
  /// - Throws: `POSIXError` when earlier bytes could not be written.
  func append(_ piece: Data) throws {
    let isFull = try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.pending.append(piece)
      return state.pending.count >= Self.bufferSize
    }
    if isFull { flush() }
  }

  /// Starts to write the buffered bytes.
  func flush() {
    let bytes = state.withLock { state in
      defer { state.pending = Data() }
      return state.pending
    }
    freeWrites.wait()
    queue.async { [self] in
      write(bytes)
      freeWrites.signal()
    }
  }

  /// Waits until all bytes are written.
  /// - Throws: `POSIXError` when a write failed.
  func finish() throws {
    flush()
    try queue.sync { if let failure = state.withLock({ $0.failure }) { throw failure } }
  }

  /// After a failed write, later data is discarded.
  private func write(_ bytes: Data) {
    guard state.withLock({ $0.failure == nil }) else { return }
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        guard count >= 0 || errno == EINTR else {
          let failure = POSIXError.last
          return state.withLock { $0.failure = failure }
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
      }
    }
  }
}
