import Testing
import TestSupport

@testable import Scenes

struct ListDifferenceTests {
  @Test(arguments: [
    ("", "", 0, 0), ("", "a", 1, 0), ("a", "", 1, 0), ("ab", "ba", 2, 0), ("ab", "aB", 0, 1),
    ("abc", "CAB", 2, 3), ("abcd", "xbdy", 4, 0), ("abcdef", "fedcba", 10, 0),
    ("abcdef", "abcdef", 0, 0),
  ])
  func `rows are inserted, removed, moved and edited`(
    old: String, new: String, changes: Int, edits: Int
  ) throws {
    let difference = ListDifference(from: rows(old), to: rows(new))
    #expect(difference.order.count == changes)
    #expect(difference.edited.count == edits)
    #expect(difference.isEmpty == (changes + edits == 0))
    #expect(difference.applied(to: rows(old), inserting: rows(new)) == rows(new))
  }

  @Test func `the two changes of a moved row are associated`() {
    let difference = ListDifference(from: rows("abc"), to: rows("bca"))
    guard case .remove(0, "a", associatedWith: 2) = difference.order.removals.first else {
      Issue.record("\(difference.order)")
      return
    }
  }

  @Test(arguments: 0..<3)
  func `long lists are compared quickly`(seed: Int) {
    var generator = SplitMix64(seed: seed)
    let ids = (0..<8000).map(String.init)
    let old = ids.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
    let new = ids.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
    let (first, second) = (old.map { row($0, $0) }, new.map { row($0, $0) })
    let applied = ListDifference(from: first, to: second).applied(
      to: first, inserting: second)
    #expect(applied == second, "seed \(seed)")
  }

  /// Rows with the letters as ids; a capital is the same row with another item.
  private func rows(_ letters: String) -> [ListRow] {
    letters.map { row($0.lowercased(), "\($0)") }
  }

  private func row(_ id: String, _ item: String) -> ListRow {
    ListRow(id: id, item: item, cells: [], text: { _ in "" })
  }
}
