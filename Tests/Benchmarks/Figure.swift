import Foundation

/// One measured number, with the bar that it must meet.
struct Figure: Codable {
  /// What was measured. Reports are compared by this name.
  let name: String
  let value: Double
  /// Such as `ns` or `MB`.
  let unit: String
  /// The value that it is compared with, in the same unit, measured in the same run.
  let baseline: Double?
  /// `value` divided by `baseline`.
  let ratio: Double?
  /// The text of the bar, such as `≤ 2.5 ×`; empty for a figure without a bar.
  let bar: String
  /// Whether the figure meets its bar.
  let met: Bool
}

extension Figure {
  /// Creates a figure without a baseline.
  init(_ name: String, _ value: Double, _ unit: String, bar: Bar? = nil) {
    self.init(
      name: name, value: value, unit: unit, baseline: nil, ratio: nil,
      bar: bar.map { "\($0) \(unit)" } ?? "", met: bar?.isMet(by: value) ?? true)
  }

  /// Creates a figure with a baseline and a bar for the ratio.
  init(_ name: String, _ comparison: Comparison, _ unit: String, ratio bar: Bar?) {
    self.init(
      name: name, value: comparison.value, unit: unit, baseline: comparison.baseline,
      ratio: comparison.ratio, bar: bar.map { "\($0) ×" } ?? "",
      met: bar?.isMet(by: comparison.ratio) ?? true)
  }

  /// Creates a figure with a baseline and a bar for the value.
  init(_ name: String, _ comparison: Comparison, _ unit: String, bar: Bar) {
    self.init(
      name: name, value: comparison.value, unit: unit, baseline: comparison.baseline,
      ratio: comparison.ratio, bar: "\(bar) \(unit)", met: bar.isMet(by: comparison.value))
  }
}

/// A value and its baseline.
struct Comparison {
  let value: Double
  let baseline: Double
  /// The median of the ratios of adjacent windows, which may differ from the ratio of the medians.
  let ratio: Double
}

/// The limit that a figure must meet.
enum Bar: CustomStringConvertible {
  case atMost(Double)
  case atLeast(Double)

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
