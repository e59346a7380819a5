/// Maps the values of an axis so that dense parts get more space and sparse parts less; their order
/// remains the same.
///
/// Source: histogram equalization, which gives equal space to equal numbers of values. Mixing it
/// with the original values keeps the shape of the city recognizable.
struct DensityEqualizer {
  private static let bins = 24
  /// The weight of the equalized value, 0 to 1.
  private static let strength = 0.55
  /// In kilometres. Smaller widths are not equalized: divided by them, the position of a place
  /// outside the network would overflow `Int`.
  private static let minimumWidth = 1e-6

  private let low: Double
  private let width: Double
  /// The share of all values below each bin, and 1 at the end.
  private let cumulativeShares: [Double]

  init(_ values: [Double]) {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    self.low = low
    width = high - low
    var counts = [Double](repeating: 0, count: Self.bins)
    for value in values where high > low {
      let bin = Int((value - low) / (high - low) * Double(Self.bins))
      counts[min(bin, Self.bins - 1)] += 1
    }
    let smoothed = counts.smoothed
    let sum = smoothed.reduce(0, +)
    cumulativeShares = smoothed.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 / max(sum, 1)) }
  }

  /// Maps one value; the lowest and the highest value do not change.
  func map(_ value: Double) -> Double {
    guard width > Self.minimumWidth else { return value }
    let position = (value - low) / width * Double(Self.bins)
    let bin = min(max(Int(position), 0), Self.bins - 1)
    let below = cumulativeShares[bin]
    let equalized = below + (position - Double(bin)) * (cumulativeShares[bin + 1] - below)
    return low + ((1 - Self.strength) * (value - low) + Self.strength * equalized * width)
  }
}

extension [Double] {
  /// The mean of each value and its two neighbours on both sides, which avoids sudden steps.
  fileprivate var smoothed: [Double] {
    indices.map { index in
      let near = self[Swift.max(0, index - 2)...Swift.min(count - 1, index + 2)]
      return near.reduce(0, +) / Double(near.count)
    }
  }
}
