import DataSourceInterface

/// A ride by the indexes of a timetable.
struct RideIndexes {
  /// The lines, of which a train that goes on as another one has several; empty for the visit of a
  /// station.
  let routes: [Int32]
  let origin: Int
  let destination: Int
  /// All stops from the origin to the destination.
  let stops: [Int]
  let departure: Int
  let arrival: Int
  /// What clocks show at the departure; nil when the date is not known.
  let boarding: LocalDateTime?
  /// What clocks show at the arrival; nil when the date is not known.
  let alighting: LocalDateTime?

  /// The lines, or −1 for the visit of a station, which only a rule for all lines fits.
  var lines: [Int32] { routes.isEmpty ? [-1] : routes }
}

/// The least price of rides, in minor units, and the fares that make it up.
struct FareSolution {
  var amount: Int64
  /// The position of the currency in `Prices.currencies`.
  let currency: Int32
  var parts: [Part]

  struct Part {
    /// The price; nil for a change that costs nothing.
    let price: Int?
    let amount: Int64
    let rides: Range<Int>
    let rule: AppliedRule
  }

  /// The rule that lets a price pay for rides.
  enum AppliedRule {
    /// A fare without rules.
    case always
    /// Rules with the same line, origin and destination.
    case zoneRules(Range<Int>)
    case legRule(Int)
    case transferRule(Int)
  }
}

/// The result of a search for the least price.
enum FareResult {
  case found(FareSolution)
  /// No fare pays for these rides, which are one leg, together with the rides before them. There
  /// are fares for these rider categories.
  case uncovered(rides: Range<Int>, riders: [Int32])
  /// Each ride has a price, but not all have one in the same currency.
  case mixedCurrencies
  /// The feed gives these prices for the ride with this number, and does not say for whom.
  case ambiguous(ride: Int, prices: [Int])
}

/// Finds the cheapest way to divide consecutive rides into parts that each have a price.
///
/// `best[n]` is the least price of the first `n` rides. Each step adds one part, so the programme
/// takes O(n²) steps for n rides. Among equal prices, the one with fewer parts is chosen.
struct RidePartition {
  private var best: [FareSolution?]

  init(rides: Int, currency: Int32) {
    best = Array(repeating: nil, count: rides + 1)
    best[0] = FareSolution(amount: 0, currency: currency, parts: [])
  }

  /// Whether the rides before `ride` have a price, so that a part may begin with it.
  func isPriced(before ride: Int) -> Bool { best[ride] != nil }

  /// Adds a part that begins after the rides that it follows. Parts must be added in the order of
  /// their first rides.
  mutating func add(_ parts: [FareSolution.Part], amount: Int64, rides: Range<Int>) {
    guard var solution = best[rides.lowerBound] else { return }
    solution.amount += max(0, amount)
    if let known = best[rides.upperBound],
      (known.amount, known.parts.count) <= (solution.amount, solution.parts.count + parts.count)
    {
      return
    }
    solution.parts += parts
    best[rides.upperBound] = solution
  }

  /// The least price of all rides.
  var solution: FareSolution? { best[best.count - 1] }

  /// The number of rides at the start that have a price.
  var pricedCount: Int { best.lastIndex { $0 != nil } ?? 0 }
}
