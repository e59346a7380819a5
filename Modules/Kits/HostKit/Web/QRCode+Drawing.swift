import Console
import Web

extension QRCode {
  /// The light modules that must surround the code.
  private static let margin = 4

  /// The lines that draw the code in black and white, two rows of modules in each; empty for a
  /// page that is too narrow for it or has no colours.
  func lines(on page: Page) -> [String] {
    guard page.colors > .none, page.columns >= size + 2 * Self.margin else { return [] }
    let all = -Self.margin..<size + Self.margin
    return stride(from: all.lowerBound, to: all.upperBound, by: 2).map { row in
      let blocks = all.map { column in
        switch (self[row, column], self[row + 1, column]) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
    }
  }
}
