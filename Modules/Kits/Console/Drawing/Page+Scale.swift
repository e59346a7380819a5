package import Documents
import Mediator

extension Page {
  private static let widestScale = 40

  /// `◀ ━━━━━━●─────── ▶  35 of 212`
  func text(of scale: Scale) -> String {
    let width = width(of: scale)
    let before = offset(of: scale.position, on: scale, width)
    return paint("◀ ", .faint) + String(repeating: "━", count: before) + paint("●", .accent)
      + paint(String(repeating: "─", count: width - 1 - before) + " ▶  ", .faint)
      + scale.label.description.printable
  }

  /// What a press of the mouse at a column of a scale means: the position that is drawn next to it,
  /// or the arrow there; nil beside the scale.
  package func move(at column: Int, of scale: Scale) -> Scale.Move? {
    let width = width(of: scale)
    switch column - 2 {
    case -2..<0: return .back
    case 0..<width:
      let nearest = scale.positions.min {
        abs(offset(of: $0, on: scale, width) - column + 2)
          < abs(offset(of: $1, on: scale, width) - column + 2)
      }
      return nearest.map { .to($0) }
    case width..<width + 2: return .forward
    default: return nil
    }
  }

  private func width(of scale: Scale) -> Int {
    min(max(columns - scale.label.description.printable.columns - 6, 1), Self.widestScale)
  }

  /// The column of a position on a scale of some width.
  private func offset(of position: Int, on scale: Scale, _ width: Int) -> Int {
    (position - scale.positions.lowerBound) * (width - 1) / max(scale.positions.count - 1, 1)
  }
}
