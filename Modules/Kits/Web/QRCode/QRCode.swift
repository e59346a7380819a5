/// A text as a square of dark and light modules, which the camera of a phone reads.
///
/// ```swift
/// QRCode("http://192.168.1.5:8080")?.size // 25
/// ```
///
/// The error correction has the level M: 15 % of the modules may be hidden.
///
/// Source: ISO/IEC 18004:2015. The numbers in the comments are its sections.
package struct QRCode: Sendable {
  private static let versions = 1...10

  /// The number of modules in a row.
  package let size: Int
  private var isDark: [Bool]
  /// Whether a module has a meaning of its own, and is no part of the text.
  private var isReserved: [Bool]

  /// Returns nil for a text of more than 213 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = Self.versions.first(where: { bytes.count <= QRBlocks($0).textCapacity })
    else { return nil }
    size = 17 + 4 * version
    isDark = Array(repeating: false, count: size * size)
    isReserved = isDark
    drawPatterns(version)
    drawVersion(version)
    drawFormat(mask: 0)  // Reserves its place.
    draw(QRBlocks(version).codewords(of: bytes))
    let candidates = (0..<8).map { masked($0) }
    if let best = candidates.min(by: { $0.penalty < $1.penalty }) { isDark = best.isDark }
  }

  /// Whether a module is dark; outside the code, all are light.
  package subscript(row: Int, column: Int) -> Bool {
    guard 0..<size ~= row, 0..<size ~= column else { return false }
    return isDark[row * size + column]
  }

  private mutating func reserve(_ row: Int, _ column: Int, _ dark: Bool) {
    isDark[row * size + column] = dark
    isReserved[row * size + column] = true
  }

  // MARK: What every code has

  private mutating func drawPatterns(_ version: Int) {
    // 6.3.5: timing patterns.
    for index in 0..<size {
      reserve(6, index, index.isMultiple(of: 2))
      reserve(index, 6, index.isMultiple(of: 2))
    }
    // 6.3.3 and 6.3.4: finder patterns and their separators.
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for y in -4...4 {
        for x in -4...4 where 0..<size ~= row + y && 0..<size ~= column + x {
          let distance = max(abs(x), abs(y))
          reserve(row + y, column + x, distance != 2 && distance != 4)
        }
      }
    }
    // 6.3.6 and annex E: alignment patterns, which do not overlap with finder patterns.
    let positions = Self.alignment[version - 1]
    for row in positions {
      for column in positions {
        let corners = [(6, 6), (6, size - 7), (size - 7, 6)]
        guard !corners.contains(where: { $0 == (row, column) }) else { continue }
        for y in -2...2 {
          for x in -2...2 { reserve(row + y, column + x, max(abs(x), abs(y)) != 1) }
        }
      }
    }
  }

  /// The rows and columns of the alignment patterns of each version.
  private static let alignment = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
    [6, 28, 50],
  ]

  /// 7.9: the level of the error correction and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    // The level M is 00.
    let bits = Self.code(mask, length: 10, generator: 0x537) ^ 0x5412
    for index in 0..<15 {
      let dark = bits >> index & 1 == 1
      switch index {
      case 0...5: reserve(index, 8, dark)
      case 6...7: reserve(index + 1, 8, dark)
      case 8: reserve(8, 7, dark)
      case _: reserve(8, 14 - index, dark)
      }
      if index < 8 {
        reserve(8, size - 1 - index, dark)
      } else {
        reserve(size - 15 + index, 8, dark)
      }
    }
    reserve(size - 8, 8, true)
  }

  /// 7.10: the version, twice, from the seventh on.
  private mutating func drawVersion(_ version: Int) {
    guard version >= 7 else { return }
    let bits = Self.code(version, length: 12, generator: 0x1F25)
    for index in 0..<18 {
      let (dark, far) = (bits >> index & 1 == 1, size - 11 + index % 3)
      reserve(index / 3, far, dark)
      reserve(far, index / 3, dark)
    }
  }

  /// Annexes C and D: a value with the remainder of its division as a polynomial.
  private static func code(_ value: Int, length: Int, generator: Int) -> Int {
    var rest = value
    for _ in 0..<length { rest = rest << 1 ^ (rest >> (length - 1)) * generator }
    return value << length | rest
  }

  // MARK: The text

  /// 7.7.3: pairs of columns from the right to the left, upwards and downwards in turn.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    for pair in 0..<(size - 1) / 2 {
      let isUpward = pair.isMultiple(of: 2)
      // The column of the timing pattern is in no pair.
      let right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0)
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isReserved[row * size + column] {
          // The few modules after the last codeword are light.
          guard index < codewords.count * 8 else { continue }
          isDark[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  // MARK: The mask

  /// 7.8.2
  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for row in 0..<size {
      for column in 0..<size where !isReserved[row * size + column] {
        let product = row * column
        let inverts =
          switch mask {
          case 0: (row + column) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (row + column) % 3 == 0
          case 4: (row / 2 + column / 3) % 2 == 0
          case 5: product % 2 + product % 3 == 0
          case 6: (product % 2 + product % 3) % 2 == 0
          case _: ((row + column) % 2 + product % 3) % 2 == 0
          }
        if inverts { code.isDark[row * size + column].toggle() }
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  /// 7.8.3: how hard the code is to read.
  private var penalty: Int {
    var penalty = 0
    for first in 0..<size {
      for line in [(0..<size).map { self[first, $0] }, (0..<size).map { self[$0, first] }] {
        penalty += Self.penalty(of: line)
      }
    }
    for row in 1..<size {
      for column in 1..<size {
        let square = [
          self[row - 1, column - 1], self[row - 1, column], self[row, column - 1],
          self[row, column],
        ]
        if Set(square).count == 1 { penalty += 3 }
      }
    }
    let share = 100 * isDark.count { $0 } / isDark.count
    return penalty + abs(share - 50) / 5 * 10
  }

  /// The penalty for equal modules in a row, and for what looks like a finder pattern.
  private static func penalty(of line: [Bool]) -> Int {
    var penalty = 0
    var start = 0
    for index in 1...line.count where index == line.count || line[index] != line[start] {
      if index - start >= 5 { penalty += index - start - 2 }
      start = index
    }
    let finder = [true, false, true, true, true, false, true]
    let padded = Array(repeating: false, count: 4) + line + Array(repeating: false, count: 4)
    for start in 4...(line.count - 3) where Array(padded[start..<start + 7]) == finder {
      let isLight = [padded[start - 4..<start], padded[(start + 7)...].prefix(4)]
        .map { !$0.contains(true) && $0.count == 4 }
      if isLight.contains(true) { penalty += 40 }
    }
    return penalty
  }
}
