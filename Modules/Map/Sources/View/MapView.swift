import Console
import DataSourceInterface
import Documents
import Mediator

/// Draws a map as text: the title, the network in dots, and the lines or the legs of the journey.
struct MapView {
  private static let (leastColumns, leastRows) = (20, 8)
  /// The height of a map on a page without a limit.
  private static let usualRows = 40
  /// The equalized layout keeps no angles, so that a map may fill the window.
  static let maximumStretch = 1.6

  private let content: MapContent
  private let page: Page

  /// The title, and the lines or the legs of the journey, where no picture can be shown.
  static func document(_ content: MapContent) -> Document {
    let entries = Legend(of: content).entries.map { entry -> Block in
      let badges = entry.names.map { Badge($0, rgb: entry.color.rgb) }
      let text = Text(verbatim: entry.text)
      return .paragraph(badges.isEmpty ? text : .badges(badges) + " " + text)
    }
    return [
      .title("\(content.title)", note: Text(verbatim: content.subtitle, .faint)), .group(entries),
    ]
  }

  static func text(_ content: MapContent, on page: Page) -> String {
    let rows = page.rows ?? usualRows
    guard page.columns >= leastColumns, rows >= leastRows else {
      return page.text(
        of: """
          A map needs a window of at least \(leastColumns) columns and \(leastRows) rows; this one has \
          \(page.columns) and \(rows). '-o map.svg' writes an image.
          """)
    }
    return MapView(content: content, page: page).text(rows)
  }

  /// The rows below the picture in a scene: the legend or the legs of the journey, and the name and the
  /// lines of the selected node.
  static let captionRows = 2

  /// The part of a network that a viewport shows, and `captionRows`; or what a map needs if that is too
  /// small.
  static func lines(
    of content: MapContent, in viewport: Viewport, selection: Int?, on page: Page
  ) -> [String] {
    guard viewport.columns >= leastColumns - 2, viewport.rows >= leastRows - 5 else {
      return "A map needs a window of at least \(leastColumns) columns and \(leastRows) rows."
        .wrapped(to: page.columns)
    }
    let view = MapView(content: content, page: page)
    let picture = view.content.picture
    let canvas = picture.drawing(in: viewport, selection: selection).canvas
    let legend = content.highlight == nil ? view.legendInOneRow : view.legsInOneRow
    return canvas.lines(on: page) + [legend] + (selection.map { [view.caption(of: $0)] } ?? [])
  }

  /// The name of a node and its lines in one row. A long name leaves half of the row for the lines.
  private func caption(of node: Int) -> String {
    let name = content.picture.name(of: node).printable
    let badges = page.distinct(content.network.badges(at: node))
    let width = badges.reduce(0) { $0 + $1.columns + 1 }
    let shown = name.truncated(to: max(page.columns - width, page.columns / 2))
    let row = page.rows(
      of: badges, width: page.columns, firstWidth: page.columns - shown.columns - 1)[0]
    return page.paint(shown, .strong) + (row.isEmpty ? "" : " " + row)
  }

  private init(content: MapContent, page: Page) {
    self.content = content.shown(on: page)
    self.page = page
  }

  /// - Parameter rows: The height of the window, whose last row is for the prompt of the shell.
  private func text(_ rows: Int) -> String {
    let heading = heading(inWindowOf: rows)
    let legend =
      content.highlight == nil ? legend(rows: max(rows / 8, 1)) : legs(rows: max(rows / 5, 1))
    let picture = content.picture
    let space = rows - heading.count - legend.count - 2
    let whole = viewport(of: picture, rows: space)
    let (canvas, names) = picture.drawing(
      in: viewport(of: picture, rows: min(space, whole.fittingRows)))
    let count = picture.points.count
    let notes =
      names < count
      ? ["\(names) of \(count) names; -o map.svg has more.", "\(names) of \(count) names"]
      : ["-o map.svg writes an image."]
    let note = notes.first { $0.columns <= page.columns } ?? ""
    let lines =
      heading + canvas.lines(on: page) + legend + [
        page.paint(note.truncated(to: page.columns), .faint)
      ]
    return lines.joined(separator: "\n")
  }

  private func viewport(of picture: NetworkPicture, rows: Int) -> Viewport {
    Viewport(
      fitting: picture.points, columns: page.columns, rows: rows,
      maximumStretch: Self.maximumStretch)
  }

  private func heading(inWindowOf rows: Int) -> [String] {
    let (title, subtitle) = (content.title.printable, content.subtitle.printable)
    let first = page.paint(title.truncated(to: page.columns), .title)
    if title.columns + 4 + subtitle.columns <= page.columns {
      return [first + "    " + page.paint(subtitle, .faint)]
    }
    guard rows >= 12 else {
      return [(title + " · " + subtitle).truncated(to: page.columns)].map { page.paint($0, .title) }
    }
    return [first, page.paint(subtitle.truncated(to: page.columns), .faint)]
  }

  /// The badges of the lines, in at most `rows` rows.
  private func legend(rows: Int) -> [String] {
    let badges = page.distinct(
      Legend(of: content).entries.flatMap { entry in
        entry.names.map { Badge($0, rgb: entry.color.rgb) }
      })
    let all = page.rows(of: badges, width: page.columns)
    guard all.count > rows else { return all.filter { !$0.isEmpty } }
    // No badge is narrower than three columns.
    let most = min(badges.count - 1, rows * page.columns / 4)
    let some = (0...most).reversed().lazy.map { count in
      let rest = Badge("+\(badges.count - count)", rgb: nil)
      return page.rows(of: badges.prefix(count) + [rest], width: page.columns)
    }
    return some.first { $0.count <= rows } ?? []
  }

  /// The legs of the journey, each in as many rows as it needs, and the number of those that do not fit
  /// into `rows` rows.
  private func legs(rows limit: Int) -> [String] {
    let legs = Legend(of: content).entries.map { rows(of: $0, $0.text) }
    let choices = (0...legs.count).reversed().lazy.map { count -> [Row] in
      var rows = legs.prefix(count).flatMap(\.self)
      guard let rest = more(after: count, of: legs.count) else { return rows }
      if let last = rows.last, last.columns + 2 + rest.columns <= page.columns {
        rows[rows.count - 1].text += "  " + rest.text
      } else {
        rows.append(rest)
      }
      return rows
    }
    return (choices.first { $0.count <= limit } ?? []).map(\.text)
  }

  /// The lines with their ends in one row or, if these do not fit, as many lines as fit.
  private var legendInOneRow: String {
    let entries = Legend(of: content).entries
    return row(of: entries.map { rows(of: $0, $0.text) })?.text ?? legend(rows: 1).first ?? ""
  }

  /// The legs of the journey in one row, without their stations if these do not fit, and the number of
  /// those that do not fit.
  private var legsInOneRow: String {
    let entries = Legend(of: content).entries
    func row(_ count: Int, _ text: (Legend.Entry) -> String) -> Row? {
      self.row(
        of: entries.prefix(count).map { rows(of: $0, text($0)) }
          + [more(after: count, of: entries.count)].compactMap { $0.map { [$0] } })
    }
    return row(entries.count, \.text)?.text
      ?? (0...entries.count).reversed().lazy.compactMap { row($0, \.summary) }.first?.text ?? ""
  }

  /// The parts side by side, each of which must have one row; nil if they do not fit.
  private func row(of parts: [[Row]]) -> Row? {
    guard parts.allSatisfy({ $0.count == 1 }) else { return nil }
    let parts = parts.flatMap(\.self)
    let row = Row(
      text: parts.map(\.text).joined(separator: "  "),
      columns: parts.reduce(-2) { $0 + $1.columns + 2 })
    return row.columns <= page.columns ? row : nil
  }

  /// A row of text with its width, which is not that of its characters because of the colours.
  private struct Row {
    var text: String
    let columns: Int
  }

  /// The badges of an entry and a text beside them, which is wrapped.
  private func rows(of entry: Legend.Entry, _ text: String) -> [Row] {
    let badges = entry.names.map { Badge($0, rgb: entry.color.rgb).truncated(to: page.columns / 2) }
    let start = badges.map { page.paint($0) + " " }.joined()
    let width = badges.reduce(0) { $0 + $1.columns + 1 }
    let space = page.columns - width
    let lines = text.columns <= space ? [text] : text.wrapped(to: space)
    return lines.enumerated().map { index, line in
      Row(
        text: (index == 0 ? start : String(repeating: " ", count: width)) + line,
        columns: width + line.columns)
    }
  }

  /// How many legs are left out; nil for none.
  private func more(after count: Int, of all: Int) -> Row? {
    guard count < all else { return nil }
    let text =
      count > 0 ? "+\(all - count) more" : all == 1 ? "1 leg" : "\(all) legs"
    return Row(text: page.paint(text, .faint), columns: text.columns)
  }
}

extension TrackNetwork {
  /// The badges of the lines that stop at a node.
  fileprivate func badges(at node: Int) -> [Badge] {
    lines.indices.filter { line in courses[line].contains { $0.contains(node) } }
      .map { Badge(lines[$0].line.name, rgb: colors[groups[$0]].rgb) }
  }
}
