/// Gives crowded parts of an axis more room than empty ones, and keeps the order of everything on it.
///
/// Source: histogram equalisation, which makes equal room for equal numbers; mixed with the scale as
/// it is, so that the shape of a city stays.
struct Spread {
  private static let bins = 24
  /// How much crowding counts, 0 to 1.
  private static let strength = 0.55

  private let low: Double
  private let width: Double
  /// The share of all values below each bin, and one entry more.
  private let below: [Double]

  init(_ values: [Double]) {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    self.low = low
    width = high - low
    var counts = [Double](repeating: 0, count: Self.bins)
    for value in values where high > low {
      counts[min(Self.bins - 1, Int((value - low) / (high - low) * Double(Self.bins)))] += 1
    }
    let soft = counts.smoothed
    let sum = soft.reduce(0, +)
    below = soft.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 / max(sum, 1)) }
  }

  /// Where a value of the axis comes to lie; the ends stay where they are.
  func callAsFunction(_ value: Double) -> Double {
    guard width > 0 else { return value }
    let place = (value - low) / width * Double(Self.bins)
    let bin = min(max(Int(place), 0), Self.bins - 1)
    let equal = below[bin] + (place - Double(bin)) * (below[bin + 1] - below[bin])
    return low + value.mixed(low, width, equal, Self.strength)
  }
}

extension Double {
  fileprivate func mixed(
    _ low: Double, _ width: Double, _ equal: Double, _ strength: Double
  ) -> Double {
    (1 - strength) * (self - low) + strength * equal * width
  }
}

extension [Double] {
  /// Each value as the mean of its neighbourhood, so that no step is felt.
  fileprivate var smoothed: [Double] {
    indices.map { index in
      let near = self[Swift.max(0, index - 2)...Swift.min(count - 1, index + 2)]
      return near.reduce(0, +) / Double(near.count)
    }
  }
}
