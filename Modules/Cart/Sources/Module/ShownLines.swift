import CartInterface
import Mediator
import Platform

/// The lines of a cart as one scene shows them: always in the same order, and with those of which
/// the person has taken the last ticket there.
final class ShownLines: Sendable {
  private struct State {
    /// The lines in the order of the rows, with the content that was shown last.
    var lines: [CartLine] = []
    /// The lines that stay without tickets.
    var kept: Set<CartLineReference> = []
    /// Whether this scene may have taken the last ticket of the cart since a content was shown.
    var mayBeEmpty = false
  }

  private let state = Lock(State())

  /// Keeps a line, of which the scene takes a ticket now, should it be the last.
  func keep(_ line: CartLineReference) {
    state.withLock { state in
      state.kept.insert(line)
      state.mayBeEmpty = true
    }
  }

  /// Returns the rows for a content.
  func lines(of content: CartContent) -> [CartLine] {
    state.withLock { state in
      if !content.lines.isEmpty {
        state.mayBeEmpty = false
      } else if !state.mayBeEmpty {
        // Somebody else has emptied the cart, such as by signing out.
        state = State()
      }
      let known = Dictionary(content.lines.map { ($0.reference, $0) }) { first, _ in first }
      let old = state.lines.compactMap { line in
        known[line.reference] ?? (state.kept.contains(line.reference) ? line.emptied : nil)
      }
      let references = Set(old.map(\.reference))
      state.lines = old + content.lines.filter { !references.contains($0.reference) }
      return state.lines
    }
  }
}

extension CartLine {
  fileprivate var emptied: CartLine {
    CartLine(fare: fare, name: name, rider: rider, medium: medium, quantity: 0, price: price)
  }
}
