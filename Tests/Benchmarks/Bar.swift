import Foundation

/// A promise about a number.
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
    case .atMost(let limit): "≤ \(limit.short)"
    case .atLeast(let limit): "≥ \(limit.short)"
    }
  }
}

extension Double {
  /// With the three digits that count.
  var short: String {
    let digits = String(format: "%.3g", self)
    return digits.contains("e") ? String(format: "%.0f", self) : digits
  }
}
