import Foundation

/// One measured number, with the bar that it must meet.
///
/// A bar judges a ratio to a baseline of the same run, or a count or share that no load of the
/// machine changes. Times are shown, never judged.
struct Figure: Codable {
  /// What was measured. Reports are compared by this name.
  let name: String
  let value: Double
  /// Such as `ns` or `MB`.
  let unit: String
  /// The value that it is compared with, in the same unit, measured in the same run.
  var baseline: Double?
  /// `value` divided by `baseline`.
  var ratio: Double?
  /// The text of the bar, such as `≤ 2.5 ×`; empty for a figure without a bar.
  var bar = ""
  /// Whether the figure meets its bar.
  var met = true
  /// By how much the bar is missed, and why; nil for a bar that is met.
  var note: String?
  /// How often the value was measured; nil if unknown, as in a report of an earlier version.
  var repetitions: Int?
  /// The limits of the middle four fifths of the ratios of all repetitions; of several rounds, the
  /// lowest and the highest; nil for fewer than four repetitions.
  var spread: [Double]?
}

extension Figure {
  /// Returns one figure for each name: the median of several rounds.
  static func medians(of figures: [Figure]) -> [Figure] {
    var rounds: [String: [Figure]] = [:]
    for figure in figures { rounds[figure.name, default: []].append(figure) }
    return figures.compactMap { figure in
      guard let rounds = rounds.removeValue(forKey: figure.name) else { return nil }
      guard rounds.count > 1 else { return figure }
      let ordered = rounds.sorted { ($0.ratio ?? $0.value) < ($1.ratio ?? $1.value) }
      var median = ordered[ordered.count / 2]
      let repetitions = rounds.reduce(0) { $0 + ($1.repetitions ?? 1) }
      let limits = rounds.flatMap { $0.spread ?? [$0.ratio ?? $0.value] }
      median.repetitions = repetitions
      // Few values say nothing about the noise.
      median.spread = repetitions < 4 ? nil : [limits.min() ?? .nan, limits.max() ?? .nan]
      return median
    }
  }

  /// Creates a figure without a baseline.
  /// - Parameter bar: The limit of a count or share.
  init(_ name: String, _ value: Double, _ unit: String, bar: Bar? = nil) {
    self.init(name: name, value: value, unit: unit)
    judge(value, bar, unit, because: nil)
  }

  /// Creates a figure with a baseline and a bar for the ratio.
  /// - Parameter reason: Why the bar is not met, where that is known.
  init(
    _ name: String, _ comparison: Comparison, _ unit: String, ratio bar: Bar?,
    because reason: String? = nil
  ) {
    self.init(
      name: name, value: comparison.value, unit: unit, baseline: comparison.baseline,
      ratio: comparison.ratio, repetitions: comparison.repetitions, spread: comparison.spread)
    judge(comparison.ratio, bar, comparison.unit.rawValue, because: reason)
  }

  private mutating func judge(
    _ number: Double, _ bar: Bar?, _ unit: String, because reason: String?
  ) {
    guard let bar else { return }
    self.bar = "\(bar) \(unit)"
    met = bar.isMet(by: number)
    guard !met else { return }
    let excess =
      bar.limit == 0 ? number.threeDigits : "\((number / bar.limit).threeDigits) × the bar"
    note = reason.map { "\(name): \(excess); \($0)" } ?? "\(name): \(excess)"
  }
}

/// A value and its baseline.
struct Comparison {
  /// What the ratio is counted in.
  enum Unit: String {
    case times = "×"
    /// Repetitions of the reference computation.
    case references = "ref"
  }

  var value: Double
  var baseline: Double
  /// The median of the ratios of adjacent windows, which may differ from the ratio of the medians.
  var ratio: Double
  var repetitions = 1
  /// The limits of the middle four fifths of the ratios.
  var spread: [Double]?
  var unit = Unit.times

  init(value: Double, baseline: Double) {
    (self.value, self.baseline, ratio) = (value, baseline, value / baseline)
  }

  /// The medians of values and baselines that were measured in turns.
  init(_ pairs: [(value: Double, baseline: Double)]) {
    let ratios = pairs.map { $0.value / $0.baseline }
    value = pairs.map(\.value).median
    baseline = pairs.map(\.baseline).median
    ratio = ratios.median
    repetitions = pairs.count
    spread = pairs.count < 4 ? nil : [ratios.quantile(0.1), ratios.quantile(0.9)]
  }

  /// Compares milliseconds with those of the reference computation.
  static func references(_ pairs: [(value: Double, baseline: Double)]) -> Comparison {
    var comparison = Comparison(pairs)
    comparison.unit = .references
    return comparison
  }

  /// The same in another unit.
  func divided(by factor: Double) -> Comparison {
    var result = self
    (result.value, result.baseline) = (value / factor, baseline / factor)
    return result
  }
}

/// The limit that a figure must meet.
enum Bar: CustomStringConvertible {
  case atMost(Double)
  case atLeast(Double)

  var limit: Double {
    switch self {
    case .atMost(let limit), .atLeast(let limit): limit
    }
  }

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  var description: String {
    switch self {
    case .atMost(let limit): "≤ \(limit.threeDigits)"
    case .atLeast(let limit): "≥ \(limit.threeDigits)"
    }
  }
}

extension Double {
  /// The number with three significant digits.
  var threeDigits: String {
    let digits = String(format: "%.3g", self)
    return digits.contains("e") ? String(format: "%.0f", self) : digits
  }
}

extension [Double] {
  /// The value that a share of all elements, 0 to 1, does not exceed.
  func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Int(Double(count - 1) * share)]
  }
}
