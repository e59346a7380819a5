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

  /// The groups of the rules for a change between two groups: a group that no rule names is
  /// `unnamed`.
  func groups(from group: Int32, to next: Int32) -> Groups {
    Groups(
      from: from.contains(group) ? group : Timetable.Fares.unnamed,
      to: to.contains(next) ? next : Timetable.Fares.unnamed)
  }

  /// The rules of groups, in the order of the feed.
  subscript(_ groups: Groups) -> [Int] { rules[groups] ?? [] }
}

extension LegFareSearch {
  /// A change to a leg by rules for two groups.
  struct Change: Hashable {
    let groups: TransferRuleIndex.Groups
    /// The leg after which the chain began to use only rules for these groups.
    let start: Int
    let leg: Int
  }

  /// What the price of the next change depends on: the group of the last leg, and the change to it.
  struct ChainEnd: Hashable {
    let group: Int32
    let change: Change?

    static func precedes(_ end: Self, _ other: Self) -> Bool {
      func key(_ end: Self) -> (Int32, Int32, Int32, Int) {
        let groups = end.change?.groups
        return (end.group, groups?.from ?? .min, groups?.to ?? .min, end.change?.start ?? -1)
      }
      return key(end) < key(other)
    }
  }
}
