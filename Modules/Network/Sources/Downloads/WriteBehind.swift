import Foundation
import Mediator

/// A file whose bytes are written, many at once, while the next ones come: a session that waited for
/// each small write would lose half of its speed. Whoever brings bytes takes turns.
final class WriteBehind: Sendable {
  /// How many bytes are written at once, and how many such writes may wait.
  private static let (size, most) = (1 << 18, 4)

  private struct State {
    var pending = Data()
    var failure: POSIXError?
  }

  private let descriptor: CInt
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "write-behind")
  private let room = DispatchSemaphore(value: most)

  /// Takes over an open file.
  init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes bytes, and waits where the disk is slower than they come.
  /// - Throws: `POSIXError` when earlier ones could not be written.
  func append(_ piece: Data) throws {
    let isMuch = try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.pending.append(piece)
      return state.pending.count >= Self.size
    }
    if isMuch { flush() }
  }

  /// Begins to write what has been taken.
  func flush() {
    let bytes = state.withLock { state in
      defer { state.pending = Data() }
      return state.pending
    }
    room.wait()
    queue.async { [self] in
      write(bytes)
      room.signal()
    }
  }

  /// Waits until everything is written.
  /// - Throws: `POSIXError` when it could not be.
  func finish() throws {
    flush()
    try queue.sync { if let failure = state.withLock({ $0.failure }) { throw failure } }
  }

  /// Behind what could not be written nothing is.
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
