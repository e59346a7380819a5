import Console
import DataSourceInterface

/// Draws a map as text: the title, the network in dots, and the lines or the legs of the journey.
struct MapView {
  private static let (leastColumns, leastRows) = (20, 8)
  /// The height of a map on a page without a limit.
  private static let usualRows = 40
  /// The equalized layout keeps no angles, so that a map may fill the window.
  static let maximumStretch = 1.6

  private let content: MapContent
  private let page: Page

  static func text(_ content: MapContent, on page: Page) -> String {
    let rows = page.rows ?? usualRows
    guard page.columns >= leastColumns, rows >= leastRows else {
      return page.paragraph(
        "A map needs a window of at least \(leastColumns) columns and \(leastRows) rows; this one "
          + "has \(page.columns) and \(rows). '-o map.svg' writes an image.")
    }
    return MapView(content: content, page: page).text(rows)
  }

  /// The part of a network that a viewport shows, and two rows with the name and the lines of the
  /// selected node; or what a map needs if that is too small.
  static func lines(
    of picture: NetworkPicture, in viewport: Viewport, selection: Int?, on page: Page
  ) -> [String] {
    guard viewport.columns >= leastColumns - 2, viewport.rows >= leastRows - 5 else {
      return "A map needs a window of at least \(leastColumns) columns and \(leastRows) rows."
        .wrapped(to: page.columns)
    }
    let canvas = picture.drawing(in: viewport, selection: selection).canvas
    guard let selection else { return canvas.lines(on: page) }
    let name = picture.name(of: selection).printable.truncated(to: page.columns)
    let badges = page.distinct(picture.network.badges(at: selection))
    let rows = page.rows(of: badges, width: page.columns)
    return canvas.lines(on: page) + [page.paint(name, .strong)] + rows.prefix(1)
  }

  /// - Parameter rows: The height of the window, whose last row is for the prompt of the shell.
  private func text(_ rows: Int) -> String {
    let heading = heading(isTwoRows: rows >= 12)
    let legend = legend(rows: max(rows / 8, 1))
    let picture = NetworkPicture(content.network, content.highlight)
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

  private func heading(isTwoRows: Bool) -> [String] {
    let (title, subtitle) = (content.title.printable, content.subtitle.printable)
    let first = page.paint(title.truncated(to: page.columns), .title)
    if title.columns + 4 + subtitle.columns <= page.columns {
      return [first + "    " + page.paint(subtitle, .faint)]
    }
    guard isTwoRows else {
      return [(title + " · " + subtitle).truncated(to: page.columns)].map { page.paint($0, .title) }
    }
    return [first, page.paint(subtitle.truncated(to: page.columns), .faint)]
  }

  /// The legs of the journey, or the badges of the lines, in at most `rows` rows.
  private func legend(rows: Int) -> [String] {
    guard content.highlight == nil else { return legs }
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

  private var legs: [String] {
    Legend(of: content).entries.map { entry in
      let badges = entry.names.map {
        Badge($0, rgb: entry.color.rgb).truncated(to: page.columns / 2)
      }
      let width = badges.reduce(0) { $0 + $1.columns + 1 }
      let text = entry.text.truncated(to: page.columns - width)
      return (badges.map(page.paint) + [text]).joined(separator: " ")
    }
  }
}

extension TrackNetwork {
  /// The badges of the lines that stop at a node.
  fileprivate func badges(at node: Int) -> [Badge] {
    lines.indices.filter { line in courses[line].contains { $0.contains(node) } }
      .map { Badge(lines[$0].line.name, rgb: colors[groups[$0]].rgb) }
  }
}
