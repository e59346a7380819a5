import DataSourceInterface

/// The transfer rules by the groups that they connect.
struct TransferRuleIndex {
  /// The two groups of a rule, each of which may be `unnamed`.
  struct Groups: Hashable {
    let from: Int32
    let to: Int32
  }

  private var rules: [Groups: [Int]] = [:]
  private let from: Set<Int32>
  private let to: Set<Int32>

  init(_ transfers: Column<Timetable.Fares.TransferRule>) {
    from = Set(transfers.map(\.from))
    to = Set(transfers.map(\.to))
    for (number, rule) in transfers.enumerated() {
      rules[Groups(from: rule.from, to: rule.to), default: []].append(number)
    }
  }

  /// The groups of the rules for a change between two groups: a group that no rule names is `unnamed`.
  func groups(from group: Int32, to next: Int32) -> Groups {
    Groups(
      from: from.contains(group) ? group : Timetable.Fares.unnamed,
      to: to.contains(next) ? next : Timetable.Fares.unnamed)
  }

  /// The rules of groups, in the order of the feed.
  subscript(_ groups: Groups) -> [Int] { rules[groups] ?? [] }
}
