/// Owns the handler of an action, at an address that never changes.
final class Answer<Input: Sendable, Output: Sendable>: AnyAnswer, @unchecked Sendable {
  // Safe to share: the handler is immutable, and its closure is `Sendable`.
  let handler: UnsafeMutablePointer<Handler<Input, Output>>

  init(_ body: @escaping @Sendable (Input) async throws -> Output) {
    handler = .allocate(capacity: 1)
    handler.initialize(to: Handler(body))
    super.init(address: UnsafeMutableRawPointer(handler))
  }

  deinit {
    handler.deinitialize(count: 1)
    handler.deallocate()
  }
}

/// An answer whatever its input and output.
class AnyAnswer: @unchecked Sendable {
  // Safe to share: the address is immutable.
  let address: UnsafeMutableRawPointer

  init(address: UnsafeMutableRawPointer) {
    self.address = address
  }
}
