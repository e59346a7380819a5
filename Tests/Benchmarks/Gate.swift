import Synchronization

/// Lets threads pass when all are there. It spins, so that all leave at once.
final class Gate: Sendable {
  private let missing: Atomic<Int>

  init(for count: Int) {
    missing = Atomic(count)
  }

  func pass() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}
