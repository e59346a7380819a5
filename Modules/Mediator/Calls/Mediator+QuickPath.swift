// The quick path: how a typed call costs little more than the call of a closure.
//
// - Each action has a slot, a number given at its declaration, and each mediator a table with a
//   cell for every slot. A cell holds the address of the handler. It is empty whenever anything
//   else is to be done (start a module, pass interceptors, suggest a near miss), so that one look
//   into it decides.
// - A handler lies at an address of its own and is called in place, by a borrowing method. To load
//   the closure into a variable would retain and release it: two writes to memory that all threads
//   share, and calls from two threads would queue for it.
// - Thus nothing says when the last call has left a handler or a table, and so the mediator lets go
//   of neither before it goes itself.

public import Synchronization

extension Mediator {
  /// Calls an action and returns its answer.
  ///
  /// The call runs on the caller's executor and within its task: a cancellation reaches the
  /// handler. It ends exactly once, by returning or by throwing.
  /// - Parameter caller: The file that calls, for interceptors.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  @inlinable
  public func perform<Input, Output>(
    _ action: Action<Input, Output>, _ input: Input, caller: StaticString = #fileID
  ) async throws -> Output {
    // The types are right: a slot belongs to one declaration, and only that one registers there.
    guard let handler: UnsafeMutablePointer<Handler<Input, Output>> = cells[action.signature.slot]
    else {
      return try await performInFull(action.signature, input, from: .native, caller: caller)
    }
    return try await handler.pointee.call(input)
  }

  /// Calls an action that needs no input.
  /// - Throws: `MediatorError` when nobody answers; otherwise the answering module's own error.
  @inlinable
  public func perform<Output>(
    _ action: Action<Empty, Output>, caller: StaticString = #fileID
  ) async throws -> Output {
    try await perform(action, Empty(), caller: caller)
  }
}

/// What answers an action, to be called where it lies.
@usableFromInline
struct Handler<Input: Sendable, Output: Sendable>: ~Copyable {
  @usableFromInline let body: @Sendable (Input) async throws -> Output

  init(_ body: @escaping @Sendable (Input) async throws -> Output) {
    self.body = body
  }

  @inlinable
  borrowing func call(_ input: Input) async throws -> Output { try await body(input) }
}

/// The cells of all slots: read by every call, filled when answers come and go.
@usableFromInline
struct Cells: ~Copyable, @unchecked Sendable {
  // Safe to share: whatever the atomics point to stays until the mediator goes, and only `fill`
  // writes, under its lock. MediatorThreadsTests runs it under the thread sanitizer.
  @usableFromInline typealias Cell = Atomic<UnsafeMutableRawPointer?>

  private struct Kept {
    var answers: [ObjectIdentifier: AnyAnswer] = [:]
    var tables: [CellTable] = []
  }

  // A larger table is in place before the count says so: who reads the count first finds a table
  // that is at least as large.
  @usableFromInline let count = Atomic(0)
  @usableFromInline let table = Atomic<UnsafeMutablePointer<Cell>?>(nil)
  private let kept = Lock(Kept())

  /// The handler of a slot; nil when nobody answers, and when there is more to do than to call it.
  @inlinable
  subscript<Input, Output>(slot: Int) -> UnsafeMutablePointer<Handler<Input, Output>>? {
    guard slot < count.load(ordering: .acquiring) else { return nil }
    return table.load(ordering: .acquiring)?[slot].load(ordering: .acquiring)?
      .assumingMemoryBound(to: Handler<Input, Output>.self)
  }

  /// Lets calls of a slot go straight to `answer`, or none when there is more to do.
  func fill(_ slot: Int, with answer: AnyAnswer?) {
    kept.withLock { kept in
      if slot >= count.load(ordering: .relaxed) {
        let larger = CellTable(capacity: max(64, 2 * slot), copying: kept.tables.last)
        kept.tables.append(larger)
        table.store(larger.cells, ordering: .releasing)
        count.store(larger.capacity, ordering: .releasing)
      }
      if let answer { kept.answers[ObjectIdentifier(answer)] = answer }
      kept.tables.last?.cells[slot].store(answer?.address, ordering: .releasing)
    }
  }
}
