import Documents
import Platform

extension Color {
  enum Layer {
    case foreground, background
  }

  /// The colour that the terminal shows: the nearest one of `depth`.
  func shown(at depth: ColorDepth) -> Color {
    switch depth {
    case .none, .trueColor: self
    case .ansi16: palette[nearestANSI16]
    case .ansi256: palette[nearestFixed]
    }
  }

  /// The parameters of the escape sequence that sets a layer to the nearest colour of `depth`.
  func parameters(for layer: Layer, at depth: ColorDepth) -> [Int] {
    let base = layer == .foreground ? 30 : 40
    switch depth {
    case .none: return []
    case .ansi16:
      let index = nearestANSI16
      return [index < 8 ? base + index : base + 60 + index - 8]
    case .ansi256: return [base + 8, 5, nearestFixed]
    case .trueColor:
      let (red, green, blue) = components
      return [base + 8, 2, red, green, blue]
    }
  }

  /// The colour that parameters of an escape sequence set; nil for an unknown one.
  /// - Parameters:
  ///   - first: The first parameter, such as 31 for red text or 38 for another colour.
  ///   - rest: The parameters after it, from which those of the colour are removed.
  init?(parameter first: Int, of rest: inout ArraySlice<Int>) {
    guard first % 10 == 8, first < 90 else {
      self = palette[first % 10 + (first < 90 ? 0 : 8)]
      return
    }
    let kind = rest.popFirst()
    let values = rest.prefix(kind == 2 ? 3 : 1).filter { (0...255).contains($0) }
    rest = rest.dropFirst(kind == 2 ? 3 : 1)
    switch (kind, values.count) {
    case (5, 1): self = palette[values[0]]
    case (2, 3): self.init(rgb: UInt32(values[0] << 16 | values[1] << 8 | values[2]))
    default: return nil
    }
  }

  /// The 16 ANSI colours as xterm shows them.
  static let ansi16 = Array(palette[..<16])

  /// How different another colour looks; lower is more similar. Greys are more similar to greys
  /// than to any hue: by distance alone, a grey would often be the nearest colour of a hue, and
  /// different badges would look the same.
  func difference(to other: Color) -> Int {
    distance(to: other) + (isGrey == other.isGrey ? 0 : 1_000_000)
  }

  private var nearestANSI16: Int {
    Self.ansi16.indices.min {
      difference(to: palette[$0]) < difference(to: palette[$1])
    } ?? 0
  }

  private var isGrey: Bool {
    let (red, green, blue) = components
    return max(red, green, blue) - min(red, green, blue) < 64
  }

  /// The index of the nearest colour that a terminal's settings cannot change. A list draws the
  /// same few colours thousands of times, and a search takes as long as drawing the rest of a row.
  private var nearestFixed: Int {
    if let known = nearestIndexes.withLock({ $0[self] }) { return known }
    let nearest =
      fixedIndexes.min { distance(to: palette[$0]) < distance(to: palette[$1]) } ?? 0
    nearestIndexes.withLock { indexes in
      if indexes.count >= maximumNearestIndexes { indexes = [:] }
      indexes[self] = nearest
    }
    return nearest
  }

  /// Source: T. Riemersma, "Colour metric", compuphase.com/cmetric.htm.
  private func distance(to other: Color) -> Int {
    let (first, second) = (components, other.components)
    let mean = (first.red + second.red) / 2
    let red = first.red - second.red
    let green = first.green - second.green
    let blue = first.blue - second.blue
    return (512 + mean) * red * red / 256 + 4 * green * green + (767 - mean) * blue * blue / 256
  }
}

/// The indexes of the colours that a terminal's settings cannot change.
private let fixedIndexes = Array(16..<256)

/// The nearest of the fixed indexes, by colour.
private let nearestIndexes = Lock<[Color: Int]>([:])
private let maximumNearestIndexes = 4096

/// The palette of xterm: 16 ANSI colours, a colour cube with 6 steps per axis, and 24 greys.
private let palette: [Color] = {
  let named: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
  let steps: [UInt32] = [0, 95, 135, 175, 215, 255]
  let cube = steps.flatMap { red in
    steps.flatMap { green in steps.map { blue in red << 16 | green << 8 | blue } }
  }
  let greys = (0..<24).map { (8 + 10 * $0) * 0x01_0101 as UInt32 }
  return (named + cube + greys).map(Color.init(rgb:))
}()
