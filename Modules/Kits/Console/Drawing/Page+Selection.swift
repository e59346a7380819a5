import Documents
import Mediator

extension Page {
  /// Draws a line as the selected row: on the background of the role `selection` over the full
  /// width of the page. Without colours, returns the line unchanged.
  ///
  /// A text on a background of its own, such as a badge, keeps its look. A colour with too little
  /// contrast to the new background is left out.
  /// - Parameter line: A line that is already drawn.
  package func selecting(_ line: String) -> String {
    let selection = theme.rendition(of: .selection, at: colors)
    guard let background = selection.background, colors > .none else { return line }
    let start = sequence(for: selection)
    var result = start
    for part in line.padded(to: columns).styledParts {
      switch part {
      case .text(let text): result += text
      case .style(Self.reset): result += Self.reset + start
      case .style(let style): result += readable(style, on: background.shown(at: colors))
      }
    }
    return result + Self.reset
  }

  /// The escape sequence of a look, without its colour if that cannot be read on a background.
  private func readable(_ sequence: String, on background: Color) -> String {
    var rendition = GraphicRendition(sequence: sequence)
    guard rendition.background == nil, let foreground = rendition.foreground,
      foreground.contrast(with: background) < theme.leastTextContrast
    else { return sequence }
    rendition.foreground = nil
    return self.sequence(for: rendition)
  }

  /// The escape sequence that begins a look; empty for plain text.
  func sequence(for rendition: GraphicRendition) -> String {
    let parameters = rendition.parameters(at: colors).map(String.init).joined(separator: ";")
    return parameters.isEmpty ? "" : "\u{1B}[\(parameters)m"
  }

  /// The escape sequence that ends a look.
  static let reset = "\u{1B}[0m"
}

extension GraphicRendition {
  /// The look that an escape sequence of a page begins.
  fileprivate init(sequence: String) {
    var parameters = sequence.dropFirst(2).dropLast().split(at: ";").map { Int($0) ?? 0 }[
      ...]
    while let parameter = parameters.popFirst() {
      switch parameter {
      case 1: isBold = true
      case 9: isStruck = true
      case 30...38, 90...97: foreground = Color(parameter: parameter, of: &parameters)
      case 40...48, 100...107: background = Color(parameter: parameter, of: &parameters)
      default: break
      }
    }
  }
}
