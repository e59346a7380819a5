/// One measured number and what was promised about it.
struct Figure: Codable {
  /// What was measured.
  let name: String
  let value: Double
  /// Such as `ns` or `MB`.
  let unit: String
  /// What it is held against, in the same unit, measured in the same run.
  let baseline: Double?
  /// `value` as a multiple of `baseline`.
  let ratio: Double?
  /// What was promised, such as `≤ 2.5 ×`; empty for a number that is only told.
  let bar: String
  let met: Bool
}

extension Figure {
  /// A number on its own.
  init(_ name: String, _ value: Double, _ unit: String, bar: Bar? = nil) {
    self.init(
      name: name, value: value, unit: unit, baseline: nil, ratio: nil,
      bar: bar.map { "\($0) \(unit)" } ?? "", met: bar?.isMet(by: value) ?? true)
  }

  /// A number held against another one, with a bar for their ratio.
  init(_ name: String, _ pair: Pair, _ unit: String, ratio bar: Bar?) {
    self.init(
      name: name, value: pair.value, unit: unit, baseline: pair.baseline, ratio: pair.ratio,
      bar: bar.map { "\($0) ×" } ?? "", met: bar?.isMet(by: pair.ratio) ?? true)
  }

  /// A number held against another one, with a bar for the number.
  init(_ name: String, _ pair: Pair, _ unit: String, bar: Bar) {
    self.init(
      name: name, value: pair.value, unit: unit, baseline: pair.baseline, ratio: pair.ratio,
      bar: "\(bar) \(unit)", met: bar.isMet(by: pair.value))
  }
}

/// A number, what it is held against, and their ratio, which is the median of the ratios of
/// neighbouring windows and so not quite the ratio of the medians.
struct Pair {
  let value: Double
  let baseline: Double
  let ratio: Double
}
