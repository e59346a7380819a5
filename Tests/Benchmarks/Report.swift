import Console
import Foundation

/// How figures are told.
enum Report {
  static func json(_ figures: [Figure]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }

  static func table(_ figures: [Figure]) -> String {
    var table = Table(
      .init("figure", isFlexible: true), .init("value", .right), .init("unit"),
      .init("baseline", .right), .init("ratio", .right), .init("bar"), .init("met"))
    for figure in figures {
      table.append([
        Table.Cell(figure.name), Table.Cell(figure.value.short), Table.Cell(figure.unit),
        Table.Cell(figure.baseline?.short ?? ""), Table.Cell(figure.ratio?.short ?? ""),
        Table.Cell(figure.bar), Table.Cell(figure.bar.isEmpty ? "" : figure.met ? "yes" : "NO"),
      ])
    }
    let unmet = figures.filter { !$0.met }.count
    let verdict = unmet == 0 ? "every bar is met" : "\(unmet) of \(figures.count) bars are not met"
    return table.text(on: Page(columns: 120)) + "\n\n" + verdict
  }
}
