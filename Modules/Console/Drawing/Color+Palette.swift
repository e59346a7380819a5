extension Color {
  /// What a colour is given to.
  enum Layer {
    case foreground, background
  }

  /// The nearest colour that `depth` has: the one a person will see.
  func shown(at depth: ColorDepth) -> Color {
    switch depth {
    case .none, .trueColor: self
    case .ansi16: palette[nearestOfSystem]
    case .ansi256: palette[nearest(in: fixed)]
    }
  }

  /// The parameters of the escape sequence that gives a layer the nearest colour of `depth`.
  func parameters(for layer: Layer, at depth: ColorDepth) -> [Int] {
    let base = layer == .foreground ? 30 : 40
    switch depth {
    case .none: return []
    case .ansi16:
      let index = nearestOfSystem
      return [index < 8 ? base + index : base + 60 + index - 8]
    case .ansi256: return [base + 8, 5, nearest(in: fixed)]
    case .trueColor:
      let (red, green, blue) = components
      return [base + 8, 2, red, green, blue]
    }
  }

  /// By distance, a grey is often nearer than any hue; but hues tell lines from each other.
  private var nearestOfSystem: Int {
    nearest(in: system.filter { isGrey == palette[$0].isGrey })
  }

  private var isGrey: Bool {
    let (red, green, blue) = components
    return max(red, green, blue) - min(red, green, blue) < 64
  }

  private func nearest(in choice: [Int]) -> Int {
    choice.min { distance(to: palette[$0]) < distance(to: palette[$1]) } ?? 0
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

/// The places of the 16 colours that every terminal has.
private let system = Array(0..<16)
/// The places of the colours that nobody can choose anew in a terminal's settings.
private let fixed = Array(16..<256)

/// The palette of xterm: 16 colours, a cube with 6 steps a side, 24 greys.
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
