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

  private let all: [ListLine]
  private var text = ""
  /// The texts of the lines that belong to rows, and the indexes of these lines; nil until a person
  /// types.
  private var prepared: (index: FuzzyIndex, lines: [Int])?

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
  /// - Parameter found: The sections whose rows a search has found: all of them are shown, before
  ///   the others.
  mutating func show(matching text: String, on page: Page, found: Set<String> = []) {
    guard text != self.text else { return }
    self.text = text
    let pattern = FuzzyPattern(text)
    guard !pattern.isEmpty else {
      (lines, shownRows) = (all, allRows)
      return
    }
    let (index, indexedLines) = prepared ?? prepare()
    var scores: [RowPath: Int] = [:]
    for (position, line) in indexedLines.enumerated() {
      guard let row = all[line].rowPath else { continue }
      guard !found.contains(row.section) else {
        scores[row] = Int.max - position
        continue
      }
      guard let score = index.score(of: position, matching: pattern) else { continue }
      scores[row] = max(scores[row] ?? score, score)
    }
    shownRows = scores.count
    lines =
      scores.isEmpty
      ? "No row matches '\(text)'.".wrapped(to: page.columns)
        .map { ListLine(page.paint($0, .faint)) }
      : all.sections(by: scores)
  }

  private mutating func prepare() -> (index: FuzzyIndex, lines: [Int]) {
    let lines = all.indices.filter { all[$0].rowPath != nil }
    let prepared = (FuzzyIndex(lines.map { all[$0].text.printable }), lines)
    self.prepared = prepared
    return prepared
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
