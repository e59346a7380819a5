import Console
import Documents
import Scenes

/// The lines of a scene, of which those are shown that match what the person types.
///
/// The texts are prepared once for all keys, because a list may have thousands of rows.
struct RowFilter {
  /// The lines that are shown.
  private(set) var lines: [ListLine] { didSet { rowPaths = lines.map(\.rowPath) } }
  /// The row that each of the lines belongs to; nil for a line of no row.
  private(set) var rowPaths: [RowPath?]
  /// The number of rows that are shown.
  private(set) var shownRows: Int
  /// The number of all rows.
  let allRows: Int

  /// A longer list is not transliterated, which takes 0.1 ms for each Chinese text.
  private static let maximumTransliterations = 200
  /// What a match in the letters of another script counts less than one in the row's own.
  private static let transliterationPenalty = 1

  private let all: [ListLine]
  private var text = ""
  /// The texts of the lines that belong to rows.
  private var prepared: [Int: [FuzzyText]] = [:]

  init(_ lines: [ListLine]) {
    all = lines
    self.lines = lines
    rowPaths = lines.map(\.rowPath)
    allRows = Set(rowPaths.lazy.compactMap(\.self)).count
    shownRows = allRows
  }

  /// Shows the rows that match a text, the best of each section or group first, and the lines that
  /// belong to no row or to a group with such a row; a message if no row matches. Sections with a
  /// row that begins with the text are the first ones.
  mutating func show(matching text: String, on page: Page) {
    guard text != self.text else { return }
    self.text = text
    let pattern = FuzzyPattern(text)
    guard !pattern.isEmpty else {
      (lines, shownRows) = (all, allRows)
      return
    }
    if prepared.isEmpty { prepare() }
    var scores: [RowPath: Int] = [:]
    for (index, line) in all.enumerated() {
      guard let row = line.rowPath, let texts = prepared[index] else { continue }
      for (number, text) in texts.enumerated() {
        guard let match = pattern.match(in: text) else { continue }
        let score = match.score - (number > 0 ? Self.transliterationPenalty : 0)
        scores[row] = max(scores[row] ?? score, score)
      }
    }
    shownRows = scores.count
    lines =
      scores.isEmpty
      ? "No row matches '\(text)'.".wrapped(to: page.columns)
        .map { ListLine(page.paint($0, .faint)) }
      : all.sections(by: scores)
  }

  private mutating func prepare() {
    let indices = all.indices.filter { all[$0].rowPath != nil }
    let texts = indices.map { all[$0].text.printable }
    let latin = texts.count <= Self.maximumTransliterations ? texts.transliterated : texts
    for (number, index) in indices.enumerated() {
      prepared[index] =
        [FuzzyText(texts[number])]
        + (latin[number] == texts[number] ? [] : [FuzzyText(latin[number])])
    }
  }
}

extension [ListLine] {
  /// The sections with lines to show, with an empty line between them.
  fileprivate func sections(by scores: [RowPath: Int]) -> [ListLine] {
    let starts = indices.filter {
      $0 == 0 || self[$0].heading == .section && self[$0 - 1].heading != .section
    }
    let sections = zip(starts, starts.dropFirst() + [count]).map { start, end in
      let lines = self[start..<end].drop { $0.heading == .section && $0.text.isEmpty }
      let best = lines.compactMap { $0.rowPath.flatMap { scores[$0] } }.max() ?? 0
      return (rank: best / FuzzyMatch.beginning, lines: Array(lines).filtered(by: scores))
    }
    let sorted = sections.enumerated().filter { !$0.element.lines.isEmpty }
      .sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
    return Array(sorted.map(\.element.lines).joined(separator: [ListLine("")]))
  }

  private func filtered(by scores: [RowPath: Int]) -> [ListLine] {
    // A heading is shown if a line below it is.
    var headings: [ListLine] = []
    var last: ListLine.Heading?
    var result: [ListLine] = []
    var rows: [(score: Int, lines: [ListLine])] = []
    func showRows() {
      let sorted = rows.enumerated().sorted {
        ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
      }
      result += sorted.flatMap(\.element.lines)
      rows = []
    }
    for line in self {
      defer { last = line.heading }
      if let heading = line.heading {
        showRows()
        if last != heading {
          headings.removeAll { $0.heading.map { $0.rawValue >= heading.rawValue } ?? true }
        }
        headings.append(line)
      } else if let row = line.rowPath {
        guard let score = scores[row] else { continue }
        result += result.isEmpty ? Array(headings.drop { $0.text.isEmpty }) : headings
        headings = []
        if rows.last?.lines.last?.rowPath == row {
          rows[rows.count - 1].lines.append(line)
        } else {
          rows.append((score, [line]))
        }
      } else {
        showRows()
        result += headings + [line]
        headings = []
      }
    }
    showRows()
    return result
  }
}
