/// Events that wait for one reader.
///
/// It knows no type of event: generic code that is compiled once for all types looks up metadata at
/// every step.
final class Mailbox: Sendable {
  struct Letter: Sendable {
    let event: any Event
    /// The call or publication that sent it, where somebody intercepts.
    var step: Int?
    /// Who counts it until the reader is finished with it.
    var deliveries: [Deliveries] = []
  }

  private typealias Reader = CheckedContinuation<Letter?, Never>

  private struct State {
    var letters = Ring<Letter>()
    var reader: (id: Int, continuation: Reader)?
    var lastID = 0
    var isClosed = false
  }

  private let limit: Int
  private let state = Lock(State())

  /// - Parameter limit: How many letters wait at most; the oldest gives way to one more.
  init(limit: Int = .max) {
    self.limit = limit
  }

  func add(_ letter: Letter) {
    // What is dropped is let go outside of the lock: it may publish something when it goes.
    let (reader, dropped): (Reader?, Letter?) = state.withLock { state in
      if let reader = state.reader {
        state.reader = nil
        return (reader.continuation, nil)
      }
      let dropped = state.letters.count == limit ? state.letters.removeFirst() : nil
      state.letters.append(letter)
      return (nil, dropped)
    }
    reader?.resume(returning: letter)
    withExtendedLifetime(dropped) {}
  }

  /// The next letter, as soon as there is one; nil when the box is closed and empty, or the task is
  /// cancelled. Whoever reads while another waits sends that one away.
  func next(isolation: isolated (any Actor)? = #isolation) async -> Letter? {
    let (letter, id) = state.withLock { state in
      state.lastID += 1
      return (state.letters.removeFirst(), state.lastID)
    }
    if let letter { return letter }
    return await withTaskCancellationHandler {
      _ = isolation
      return await withCheckedContinuation { wait($0, as: id) }
    } onCancel: {
      sendAway { $0 == id }
    }
  }

  /// Throws away what waits.
  func clear() {
    while let letter = state.withLock({ $0.letters.removeFirst() }) {
      for deliveries in letter.deliveries { deliveries.end() }
    }
  }

  /// Ends the reading, after what waits.
  func close() {
    state.withLock { $0.isClosed = true }
    sendAway { _ in true }
  }

  private func wait(_ reader: Reader, as id: Int) {
    sendAway { _ in true }
    let letter: Letter?? = state.withLock { state in
      if let letter = state.letters.removeFirst() { return letter }
      if state.isClosed || Task.isCancelled { return .some(nil) }
      state.reader = (id, reader)
      return nil
    }
    if let letter { reader.resume(returning: letter) }
  }

  private func sendAway(where isMeant: (Int) -> Bool) {
    let reader: Reader? = state.withLock { state in
      guard let reader = state.reader, isMeant(reader.id) else { return nil }
      state.reader = nil
      return reader.continuation
    }
    reader?.resume(returning: nil)
  }
}
