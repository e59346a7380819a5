import Platform
public import Synchronization

// The fast path makes a typed call cost little more than the call of a closure:
//
// - Each mediator has a table with one slot for each action, at the index of the action's id. A
//   slot contains the address of the handler. It is empty whenever a call has to do more than call
//   the handler: start a module, run interceptors, suggest a name. So a call reads one slot to
//   decide.
// - A handler has a fixed address and is called there, by a borrowing method. Loading the closure
//   into a variable would retain and release it: two writes to memory that all threads share, which
//   would make calls from two threads wait for each other.
// - Without reference counts, it is unknown when the last call has left a handler or a table.
//   Therefore the mediator releases them only when it is released itself.

/// The handlers of all actions, by action id. Every call reads them; registrations change them.
@usableFromInline
struct FastPath: ~Copyable, @unchecked Sendable {
  // Safe to share: what the atomics point to stays valid until the mediator is released, and only
  // `set` writes, under its lock. MediatorThreadsTests runs it under the thread sanitizer.
  @usableFromInline typealias Slot = Atomic<UnsafeMutableRawPointer?>

  /// Everything that a slot or a reader may still point to.
  private struct Retained {
    /// By action id, every handler that the action had.
    var handlers: [[AnyHandlerBox]] = []
    var tables: [SlotTable] = []
  }

  // `set` stores a larger table before it stores the larger count. So a reader that loads the count
  // first gets a table of at least that size.
  @usableFromInline let count = Atomic(0)
  @usableFromInline let table = Atomic<UnsafeMutablePointer<Slot>?>(nil)
  private let retained = Lock(Retained())

  /// The handler to call for an action; nil when nobody answers or the call has to do more.
  ///
  /// `Input` and `Output` must be the types of the action's declaration.
  @inlinable
  subscript<Input, Output>(id: Int) -> UnsafeMutablePointer<Handler<Input, Output>>? {
    guard id < count.load(ordering: .acquiring) else { return nil }
    return table.load(ordering: .acquiring)?[id].load(ordering: .acquiring)?
      .assumingMemoryBound(to: Handler<Input, Output>.self)
  }

  /// Makes calls of an action go directly to `handler`; nil makes them take the slow path.
  func set(_ id: Int, to handler: AnyHandlerBox?) {
    retained.withLock { retained in
      if id >= count.load(ordering: .relaxed) {
        guard handler != nil else { return }
        let larger = SlotTable(capacity: max(64, 2 * id), copying: retained.tables.last)
        retained.tables.append(larger)
        retained.handlers += repeatElement([], count: larger.capacity - retained.handlers.count)
        table.store(larger.slots, ordering: .releasing)
        count.store(larger.capacity, ordering: .releasing)
      }
      if let handler, !retained.handlers[id].contains(where: { $0 === handler }) {
        retained.handlers[id].append(handler)
      }
      retained.tables.last?.slots[id].store(handler?.address, ordering: .releasing)
    }
  }
}

/// Owns the memory of a table of slots.
private final class SlotTable: @unchecked Sendable {
  // Safe to share: the address is immutable, and each slot is atomic.
  let slots: UnsafeMutablePointer<FastPath.Slot>
  let capacity: Int

  init(capacity: Int, copying smaller: SlotTable?) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    for id in 0..<capacity {
      let isCopied = id < smaller?.capacity ?? 0
      let address = isCopied ? smaller?.slots[id].load(ordering: .relaxed) : nil
      (slots + id).initialize(to: FastPath.Slot(address))
    }
  }

  deinit {
    slots.deinitialize(count: capacity)
    slots.deallocate()
  }
}

/// The closure that answers an action. It is called in place and never copied.
@usableFromInline
struct Handler<Input: Sendable, Output: Sendable>: ~Copyable {
  @usableFromInline let body: @Sendable (Input) async throws -> Output

  init(_ body: @escaping @Sendable (Input) async throws -> Output) {
    self.body = body
  }

  @inlinable
  borrowing func call(_ input: Input) async throws -> Output { try await body(input) }
}

/// Owns a handler at an address that never changes.
final class HandlerBox<Input: Sendable, Output: Sendable>: AnyHandlerBox, @unchecked Sendable {
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

/// A `HandlerBox` without its generic types.
class AnyHandlerBox: @unchecked Sendable {
  // Safe to share: the address is immutable.
  let address: UnsafeMutableRawPointer

  init(address: UnsafeMutableRawPointer) {
    self.address = address
  }
}
