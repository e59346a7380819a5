import Console
import Foundation

/// How figures are told.
enum Report {
  static func json(_ figures: [Figure]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }

  /// The figures that an earlier run printed as JSON into a file.
  static func figures(in path: String) throws -> [Figure] {
    try JSONDecoder().decode([Figure].self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// - Parameter earlier: What an earlier run measured; a column tells today's multiple of it.
  static func table(_ figures: [Figure], against earlier: [Figure]? = nil) -> String {
    var table = Table(
      .init("figure", isFlexible: true), .init("value", .right), .init("unit"),
      .init("baseline", .right), .init("ratio", .right), .init("bar"), .init("met"),
      .init(earlier == nil ? "" : "to old", .right))
    for figure in figures {
      table.append([
        Table.Cell(figure.name), Table.Cell(figure.value.short), Table.Cell(figure.unit),
        Table.Cell(figure.baseline?.short ?? ""), Table.Cell(figure.ratio?.short ?? ""),
        Table.Cell(figure.bar), Table.Cell(figure.bar.isEmpty ? "" : figure.met ? "yes" : "NO"),
        Table.Cell(earlier.map { change(of: figure, since: $0) } ?? ""),
      ])
    }
    let measured = Set(figures.map(\.name))
    let gone = earlier?.map(\.name).filter { !measured.contains($0) } ?? []
    let unmet = figures.filter { !$0.met }.count
    let verdict = unmet == 0 ? "every bar is met" : "\(unmet) of \(figures.count) bars are not met"
    let missing = gone.isEmpty ? [] : ["not measured today: \(gone.joined(separator: "; "))"]
    return ([table.text(on: Page(columns: 120))] + missing + [verdict]).joined(separator: "\n\n")
  }

  /// What a figure is in multiples of its earlier self; of ratios where there is a baseline, since
  /// machines differ.
  private static func change(of figure: Figure, since earlier: [Figure]) -> String {
    guard let old = earlier.first(where: { $0.name == figure.name && $0.unit == figure.unit })
    else { return "new" }
    let (now, then) =
      switch (figure.ratio, old.ratio) {
      case (let now?, let then?): (now, then)
      case _: (figure.value, old.value)
      }
    return then == 0 ? "" : "\((now / then).short) ×"
  }
}
