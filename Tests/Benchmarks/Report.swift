import Console
import Documents
import Foundation
import Mediator

/// Prints and reads figures.
enum Report {
  static func json(_ figures: [Figure]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // A figure without measurements is no number, such as that of a key that got no answer.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(figures), as: UTF8.self)
  }

  /// Reads the figures of an earlier run from a JSON file.
  static func figures(in path: String) throws -> [Figure] {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode([Figure].self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// - Parameter earlier: The figures of an earlier run, to show how each has changed.
  static func table(_ figures: [Figure], comparedTo earlier: [Figure]? = nil) -> String {
    var table = Table(
      .init("figure", isFlexible: true), .init("value", .right), .init("unit"),
      .init("baseline", .right), .init("ratio", .right), .init("bar"), .init("met"),
      .init(earlier == nil ? "" : "to old", .right))
    for figure in figures {
      table.append([
        Text(verbatim: figure.name), Text(verbatim: figure.value.threeDigits),
        Text(verbatim: figure.unit),
        Text(verbatim: figure.baseline?.threeDigits ?? ""),
        Text(verbatim: figure.ratio?.threeDigits ?? ""), Text(verbatim: figure.bar),
        Text(verbatim: figure.bar.isEmpty ? "" : figure.met ? "yes" : "NO"),
        Text(verbatim: earlier.map { change(of: figure, since: $0) } ?? ""),
      ])
    }
    let measured = Set(figures.map(\.name))
    let missing = earlier?.map(\.name).filter { !measured.contains($0) } ?? []
    let unmet = figures.filter { !$0.met }.count
    let notes = figures.compactMap(\.note)
    let summary =
      figures.isEmpty
      ? "nothing was measured; build the program 'metro' beside the benchmarks, or name it with --metro"
      : unmet == 0
        ? "every bar is met"
        : "\(unmet) of \(figures.filter { !$0.bar.isEmpty }.count) bars are not met"
    let note = missing.isEmpty ? [] : ["not measured this time: \(missing.joined(separator: "; "))"]
    let legend =
      figures.contains { $0.bar.hasSuffix(Comparison.Unit.references.rawValue) }
      ? ["ref: the baseline is the reference computation"] : []
    let marks = earlier == nil ? [] : ["*: beyond the noise of both runs"]
    return
      ([
        Page(columns: 120).text(of: [.table(table)]),
        (legend + marks + notes).joined(separator: "\n"),
      ]
      + note + [summary]).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The quotient of a figure and its earlier value. Where both have a baseline, their ratios are
  /// divided, because the speed of machines differs.
  private static func change(of figure: Figure, since earlier: [Figure]) -> String {
    guard let old = earlier.first(where: { $0.name == figure.name && $0.unit == figure.unit })
    else { return "new" }
    let (now, before) =
      switch (figure.ratio, old.ratio) {
      case (let now?, let before?): (now, before)
      case _: (figure.value, old.value)
      }
    let mark = isBeyondNoise(figure, old) ? "*" : ""
    return before == 0 ? "" : "\((now / before).threeDigits) ×\(mark)"
  }

  /// Whether the spreads are apart, by more than the twentieth by which another layout of the same
  /// program in memory changes its speed.
  private static func isBeyondNoise(_ figure: Figure, _ old: Figure) -> Bool {
    guard let now = figure.spread, let before = old.spread else { return false }
    let gap = max(now[0] - before[1], before[0] - now[1])
    return gap > abs(before[0] + before[1]) / 2 / 20
  }
}
