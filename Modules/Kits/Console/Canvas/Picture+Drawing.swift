package import Documents
import Mediator

extension Page {
  /// The height of a picture on a page without a limit.
  private static let usualPictureRows = 40

  /// Draws a picture with its title, its legend and a note. The last row of the page is left for
  /// the prompt of the shell.
  func lines(of picture: Picture) -> [String] {
    let rows = rows ?? Self.usualPictureRows
    guard columns >= PictureRenderer.leastColumns, rows >= PictureRenderer.leastRows else {
      let size: LocalizedText = "\(PictureRenderer.need); this one has \(columns) and \(rows)."
      let remedy = picture.imageOption.map { option -> LocalizedText in
        "'\(option)' writes an image."
      }
      return wrapped(Text([size, remedy].compactMap(\.self).joined(separator: " ")))
    }
    return PictureRenderer(picture, on: self).lines(inWindowOf: rows)
  }

  /// Draws the part of a picture that a viewport shows, and in one row each its legend and the
  /// caption, if there are any; or only what a picture needs if that is too small.
  package func lines(
    of picture: Picture, in viewport: Viewport, selection: Int?, caption: Picture.Caption?
  ) -> [String] {
    // Beside and around the picture, a window has other rows and columns.
    guard viewport.columns >= PictureRenderer.leastColumns - 2,
      viewport.rows >= PictureRenderer.leastRows - 5
    else { return wrapped(Text("\(PictureRenderer.need).")) }
    let renderer = PictureRenderer(picture, on: self)
    return renderer.canvas(in: viewport, selection: selection).canvas.lines(on: self)
      + (picture.legend.map { [renderer.row(of: $0)] } ?? [])
      + (caption.map { [renderer.row(of: $0)] } ?? [])
  }
}

/// Draws a picture in dots.
private struct PictureRenderer {
  static let (leastColumns, leastRows) = (20, 8)
  /// The length in dots of one stripe of a segment.
  private static let stripe = 6.0
  /// The least distance of neighbouring places, in dots, at which minor marks are drawn.
  private static let leastMarkDistance = 6.0
  /// The least distance of neighbouring places, in dots, at which minor names may be drawn.
  private static let leastNameDistance = 2.0

  static var need: LocalizedText {
    "The picture needs a window of at least \(leastColumns) columns and \(leastRows) rows"
  }

  private let picture: Picture
  private let page: Page
  /// The colours in which the page shows those that must look different; none is that of the
  /// selection or of what is faint.
  private let shownColors: [Color: Color]

  init(_ picture: Picture, on page: Page) {
    self.picture = picture
    self.page = page
    let colors = picture.distinctColors
    shownColors = Dictionary(
      zip(colors, page.distinct(colors, from: [.warning, .faint]))
    ) { first, _ in first }
  }

  // MARK: The whole page

  /// - Parameter rows: The height of the window, whose last row is for the prompt of the shell.
  func lines(inWindowOf rows: Int) -> [String] {
    let heading = heading(inWindowOf: rows)
    let legend = picture.legend.map { legend in
      legend.total == nil
        ? self.rows(of: legend.badges, limit: max(rows / 8, 1))
        : self.rows(of: legend, limit: max(rows / 5, 1))
    }
    let space = rows - heading.count - (legend?.count ?? 0) - 2
    let whole = viewport(rows: space)
    let (canvas, names) = canvas(in: viewport(rows: min(space, whole.fittingRows)))
    return heading + canvas.lines(on: page) + (legend ?? []) + [note(names)]
  }

  private func viewport(rows: Int) -> Viewport {
    Viewport(
      fitting: picture.places.map(\.position), columns: page.columns, rows: rows,
      maximumStretch: picture.maximumStretch)
  }

  private func heading(inWindowOf rows: Int) -> [String] {
    let title = picture.title.description.printable
    let subtitle = picture.subtitle.description.printable
    let first = page.paint(title.truncated(to: page.columns), .title)
    if title.columns + 4 + subtitle.columns <= page.columns {
      return [first + "    " + page.paint(subtitle, .faint)]
    }
    guard rows >= 12 else {
      return [page.paint((title + " · " + subtitle).truncated(to: page.columns), .title)]
    }
    return [first, page.paint(subtitle.truncated(to: page.columns), .faint)]
  }

  /// How many places have a name, and what has more names, as far as there is room.
  private func note(_ names: Int) -> String {
    let count: LocalizedText? =
      names < picture.places.count ? "\(names) of \(picture.places.count) names" : nil
    let notes: [LocalizedText?] =
      switch (count, picture.imageOption) {
      case (let count?, let option?): ["\(count); \(option) has more.", count]
      case (let count?, nil): [count]
      case (nil, let option?): ["\(option) writes an image."]
      case (nil, nil): []
      }
    let shown = notes.compactMap { $0?.description }.first { $0.columns <= page.columns } ?? ""
    return page.paint(shown, .faint)
  }

  // MARK: Places and segments

  /// - Returns: The picture, and the number of names that it has.
  func canvas(in viewport: Viewport, selection: Int? = nil) -> (canvas: DotCanvas, names: Int) {
    var canvas = DotCanvas(columns: viewport.columns, rows: viewport.rows)
    for segment in picture.segments { draw(segment, in: viewport, on: &canvas) }
    let positions = picture.places.map { viewport.position(of: $0.position) }
    let distance = picture.neighbourDistance * min(viewport.scale.x, viewport.scale.y)
    /// Draws the marks, the most important ones first: one that would touch another beside it is
    /// left out, so that the segments between them can be seen.
    func drawMarks(_ isDrawn: (Int) -> Bool) {
      let ordered = positions.indices.filter(isDrawn).sorted {
        (picture.places[$0].rank, $0) < (picture.places[$1].rank, $1)
      }
      for index in ordered {
        let (place, position) = (picture.places[index], positions[index])
        guard !place.mark.isMinor || distance >= Self.leastMarkDistance,
          place.rank == 0 || !canvas.hasMark(beside: position) && !canvas.hasLabel(beside: position)
        else { continue }
        canvas.drawMark(place.mark.symbol.character, at: position, shown(place.mark.role))
      }
    }
    func placeNames(coveringLines: Bool, _ isDrawn: (Int) -> Bool) -> Int {
      canvas.place(
        positions.indices.filter(isDrawn).map { index in
          let place = picture.places[index]
          return CanvasLabel(
            place.name.text.description, at: positions[index],
            index == selection ? .strong : shown(place.name.role), rank: place.rank,
            coversLines: coveringLines, mark: Picture.Mark.Symbol.dot.character)
        })
    }
    drawMarks { !picture.places[$0].isInBackground }
    if let selection, positions.indices.contains(selection) {
      canvas.drawMark("◆", at: positions[selection], .warning)
    }
    var names = placeNames(coveringLines: true) { $0 == selection }
    // The most important places have their names before the places in the background have their
    // marks.
    names += placeNames(coveringLines: true) { $0 != selection && picture.places[$0].rank == 0 }
    drawMarks { $0 != selection && picture.places[$0].isInBackground }
    names += placeNames(coveringLines: false) { index in
      let place = picture.places[index]
      return index != selection && place.rank != 0
        && (!place.name.isMinor || distance >= Self.leastNameDistance)
    }
    return (canvas, names)
  }

  private func draw(_ segment: Picture.Segment, in viewport: Viewport, on canvas: inout DotCanvas) {
    let (start, end) = (viewport.position(of: segment.start), viewport.position(of: segment.end))
    let vector = end - start
    // Without colours, a thick line would look like the others.
    let roles =
      page.theme == .highContrast && segment.width == .thick
      ? [TextRole.critical] : segment.roles.map(shown)
    let length = (vector * vector).sum().squareRoot()
    // Far outside of the picture, a segment would have very many stripes.
    let stripes = min(max((length / Self.stripe).rounded(), Double(roles.count)), 1000)
    guard roles.count > 1, stripes.isFinite else {
      return canvas.drawLine(from: start, to: end, roles.first ?? .plain, segment.width)
    }
    for number in 0..<Int(stripes) {
      canvas.drawLine(
        from: start + vector * (Double(number) / stripes),
        to: start + vector * (Double(number + 1) / stripes), roles[number % roles.count],
        segment.width)
    }
  }

  private func shown(_ role: TextRole) -> TextRole {
    if case .color(let color) = role { .color(shownColors[color] ?? color) } else { role }
  }

  private func shown(_ badge: Badge) -> Badge {
    Badge(
      badge.name, rgb: badge.color.map { (shownColors[$0] ?? $0).rgb },
      textRGB: badge.textColor?.rgb)
  }

  // MARK: Legend and caption

  /// The name and the badges in one row. A long name leaves half of the row for the badges.
  func row(of caption: Picture.Caption) -> String {
    let badges = page.distinct(caption.badges.map(shown))
    let width = badges.reduce(0) { $0 + $1.columns + 1 }
    let name = caption.name.description.printable
      .truncated(to: max(page.columns - width, page.columns / 2))
    let row = page.rows(
      of: badges, width: page.columns, firstWidth: page.columns - name.columns - 1)[0]
    return page.paint(name, .strong) + (row.isEmpty ? "" : " " + row)
  }

  /// The legend in one row: with the texts or else the summaries, as many as fit, or else without
  /// them.
  func row(of legend: Picture.Legend) -> String {
    func row(_ count: Int, _ text: (Picture.Legend.Entry) -> LocalizedText) -> Row? {
      let parts =
        legend.entries.prefix(count).map { rows(of: $0, text($0)) }
        + [rest(of: legend, after: count)].compactMap { $0.map { [$0] } }
      guard parts.allSatisfy({ $0.count == 1 }) else { return nil }
      let row = Row(joining: parts.flatMap(\.self))
      return row.columns <= page.columns ? row : nil
    }
    let counts = (0...legend.entries.count).reversed().lazy
    let shown = row(legend.entries.count, \.text)
    guard legend.total != nil else {
      return shown?.text ?? rows(of: legend.badges, limit: 1).first ?? ""
    }
    return (shown ?? counts.compactMap { row($0, \.summary) }.first)?.text ?? ""
  }

  /// Badges in at most `limit` rows; the last one counts those that do not fit.
  private func rows(of badges: [Badge], limit: Int) -> [String] {
    let badges = page.distinct(badges.map(shown))
    let all = page.rows(of: badges, width: page.columns)
    guard all.count > limit else { return all.filter { !$0.isEmpty } }
    // No badge is narrower than three columns.
    let most = min(badges.count - 1, limit * page.columns / 4)
    let some = (0...most).reversed().lazy.map { count in
      let rest = Badge("+\(badges.count - count)", rgb: nil)
      return page.rows(of: badges.prefix(count) + [rest], width: page.columns)
    }
    return some.first { $0.count <= limit } ?? []
  }

  /// The entries one below the other, each in as many rows as it needs, and the number of those
  /// that do not fit into `limit` rows.
  private func rows(of legend: Picture.Legend, limit: Int) -> [String] {
    let entries = legend.entries.map { rows(of: $0, $0.text) }
    let choices = (0...entries.count).reversed().lazy.map { count -> [Row] in
      var rows = entries.prefix(count).flatMap(\.self)
      guard let rest = rest(of: legend, after: count) else { return rows }
      if let last = rows.last, last.columns + 2 + rest.columns <= page.columns {
        rows[rows.count - 1] = Row(joining: [last, rest])
      } else {
        rows.append(rest)
      }
      return rows
    }
    return (choices.first { $0.count <= limit } ?? []).map(\.text)
  }

  /// How many entries are left out; nil for none.
  private func rest(of legend: Picture.Legend, after count: Int) -> Row? {
    let left = legend.entries.count - count
    guard left > 0 else { return nil }
    let more: LocalizedText = "+\(left) more"
    let text = (count == 0 ? legend.total ?? more : more).description
    return Row(text: page.paint(text, .faint), columns: text.columns)
  }

  /// The badges of an entry and a text beside them, which is wrapped.
  private func rows(of entry: Picture.Legend.Entry, _ text: LocalizedText) -> [Row] {
    let badges = entry.badges.map { shown($0).truncated(to: page.columns / 2) }
    let start = badges.map { page.paint($0) + " " }.joined()
    let width = badges.reduce(0) { $0 + $1.columns + 1 }
    let (text, space) = (text.description.printable, page.columns - width)
    let lines = text.columns <= space ? [text] : text.wrapped(to: space)
    return lines.enumerated().map { index, line in
      Row(
        text: (index == 0 ? start : String(repeating: " ", count: width)) + line,
        columns: width + line.columns)
    }
  }

  /// A row of text with its width, which is not that of its characters because of the colours.
  private struct Row {
    let text: String
    let columns: Int

    init(text: String, columns: Int) {
      self.text = text
      self.columns = columns
    }

    /// Creates a row of others side by side.
    init(joining rows: [Row]) {
      text = rows.map(\.text).joined(separator: "  ")
      columns = rows.reduce(-2) { $0 + $1.columns + 2 }
    }
  }
}

extension Picture.Legend {
  fileprivate var badges: [Badge] { entries.flatMap(\.badges) }
}

extension Picture.Mark.Symbol {
  fileprivate var character: Character {
    switch self {
    case .dot: "•"
    case .ring: "◉"
    case .disc: "●"
    }
  }
}
