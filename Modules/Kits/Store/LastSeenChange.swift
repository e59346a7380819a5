import Platform

/// What a process knows of a log: the last change that it has made or read. It refuses to undo a
/// later one of another process, about which the person does not know.
///
/// ```swift
/// let known = LastSeenChange()
/// let change = try await database.read { try $0.lastChange(of: log) }
/// known.didRead(change)
/// let undone = try await database.write(in: log, known: known) { transaction in
///   try transaction.undo(log, known: known)
/// }
/// ```
public final class LastSeenChange: Sendable {
  private struct State {
    /// False until the process has read or changed the rows.
    var isKnown = false
    var last: LoggedChange?
    /// The last change by another process before an own one.
    var foreign: LoggedChange?
  }

  private let state = Lock(State())

  /// Creates the state of a process that has not read the log yet. It may undo any change.
  public init() {}

  /// Remembers the last change when the process reads the rows for the first time. Later ones are
  /// not remembered: a person may not have noticed a change of the rows that are shown.
  public func didRead(_ last: LoggedChange?) {
    state.withLock { state in
      if !state.isKnown { state = State(isKnown: true, last: last) }
    }
  }

  /// Remembers the last change after the process has changed or restored rows, and the transaction
  /// is on the disk.
  /// - Parameter previous: The last change at the start of the transaction.
  func didChange(from previous: LoggedChange?, to last: LoggedChange?) {
    guard previous != last else { return }
    state.withLock { state in
      if state.isKnown, previous != state.last { state.foreign = previous }
      (state.isKnown, state.last) = (true, last)
    }
  }

  /// - Throws: `StoreError.changedElsewhere` when another process has changed the rows since; a
  ///   second call succeeds.
  func check(_ last: LoggedChange) throws {
    let isKnown = state.withLock { state in
      guard state.isKnown, last != state.last || last == state.foreign else { return true }
      (state.last, state.foreign) = (last, nil)
      return false
    }
    guard isKnown else { throw StoreError.changedElsewhere(last: last.description) }
  }
}
