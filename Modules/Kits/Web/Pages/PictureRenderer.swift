import Console
import Documents
import Mediator

/// Draws a picture as SVG, with the most important names that have room.
struct PictureRenderer {
  /// The size of a picture whose place on the page is not known, in pixels.
  static let usualSize = SIMD2(960.0, 640)
  private static let margin = 28.0
  /// The least distance of neighbouring places, in pixels, at which minor marks and minor names are
  /// drawn.
  private static let (leastMarkDistance, leastNameDistance) = (5.0, 8.0)
  /// The length of a stripe.
  private static let stripe = 9

  private let picture: Picture
  private let context: PageContext
  private let viewport: Viewport
  private let selection: Int?

  /// - Parameter viewport: The part of the plane that is visible; nil for all of it.
  init(
    _ picture: Picture, _ context: PageContext, in viewport: Viewport? = nil, selection: Int? = nil
  ) {
    self.picture = picture
    self.context = context
    self.selection = selection
    self.viewport = viewport ?? Self.fittingViewport(of: picture)
  }

  private static func fittingViewport(of picture: Picture) -> Viewport {
    func viewport(_ size: SIMD2<Double>) -> Viewport {
      Viewport(
        fitting: picture.places.map(\.position), size: size, margin: margin,
        maximumStretch: picture.maximumStretch)
    }
    let whole = viewport(usualSize)
    return viewport(SIMD2(usualSize.x, min(max(whole.fittingHeight, 120), usualSize.y)))
  }

  /// Adds the drawing. Without links, a person can scroll it with the keyboard only if it has the
  /// focus itself.
  func append(to html: inout HTML) {
    let hasLinks = picture.places.indices.contains { context.placeAddress($0) != nil }
    html.append("div", ["class": "canvas", "tabindex": hasLinks ? nil : "0"]) { html in
      html.append(
        "svg",
        [
          "class": "picture", "viewBox": "0 0 \(viewport.size.x.svg) \(viewport.size.y.svg)",
          "role": hasLinks ? "group" : "img", "aria-label": picture.label,
        ]
      ) { html in
        html.append("desc") { $0.append(picture.longDescription) }
        html.append("g", ["class": "segments"]) { appendSegments(to: &$0) }
        html.append("g", ["class": "places"]) { appendPlaces(to: &$0) }
      }
    }
  }

  // MARK: Segments

  /// Adds one path for neighbouring segments that look the same.
  private func appendSegments(to html: inout HTML) {
    var rest = picture.segments[...]
    while let first = rest.first {
      let run = rest.prefix { $0.roles == first.roles && $0.width == first.width }
      rest = rest.dropFirst(run.count)
      let path = run.map { segment in
        "M\(point(segment.start))L\(point(segment.end))"
      }.joined()
      let roles = first.roles.isEmpty ? [TextRole.plain] : first.roles
      for (index, role) in roles.enumerated() {
        let names = [first.width == .thick ? "thick" : nil, role.className].compactMap(\.self)
        // The first colour is below the stripes of the others.
        let isStripe = index > 0
        html.append(
          empty: "path",
          [
            "class": names.isEmpty ? nil : names.joined(separator: " "), "d": path,
            "color": role.colorAttribute,
            "stroke-dasharray": isStripe
              ? "\(Self.stripe) \(Self.stripe * (roles.count - 1))" : nil,
            "stroke-dashoffset": isStripe ? "\(-Self.stripe * index)" : nil,
          ])
      }
    }
  }

  private func point(_ position: SIMD2<Double>) -> String {
    let position = viewport.position(of: position)
    return "\(position.x.svg) \(position.y.svg)"
  }

  // MARK: Places

  private func appendPlaces(to html: inout HTML) {
    let positions = picture.places.map { viewport.position(of: $0.position) }
    let distance = picture.neighbourDistance * min(viewport.scale.x, viewport.scale.y)
    let isSpacious = picture.neighbourDistance == 0
    // The most important places are drawn last, over the others.
    let ordered = positions.indices.filter { viewport.shows(picture.places[$0].position) }
      .sorted { order(of: $0) < order(of: $1) }
    let marked = ordered.filter {
      !picture.places[$0].mark.isMinor || isSpacious || distance >= Self.leastMarkDistance
    }
    var room = LabelRoom(size: viewport.size)
    for segment in picture.segments {
      room.addLine(
        from: viewport.position(of: segment.start), to: viewport.position(of: segment.end))
    }
    for index in marked { room.addMark(at: positions[index], radius: radius(of: index)) }
    var labels: [Int: Label] = [:]
    for index in ordered {
      let place = picture.places[index]
      guard !place.name.isMinor || isSpacious || distance >= Self.leastNameDistance else {
        continue
      }
      labels[index] = room.place(
        place.name.text.description.printable, beside: positions[index],
        radius: radius(of: index), coversLines: place.rank == 0 || index == selection)
    }
    let drawn = Set(marked).union(labels.keys)
    for index in ordered.reversed() where drawn.contains(index) {
      appendPlace(index, at: positions[index], labels[index], to: &html)
    }
  }

  /// The order in which places have room for their names.
  private func order(of index: Int) -> (Int, Int, Int, Int) {
    let place = picture.places[index]
    return (index == selection ? 0 : 1, place.isInBackground ? 1 : 0, place.rank, index)
  }

  private func radius(of index: Int) -> Double {
    switch picture.places[index].mark.symbol {
    case .dot: 3.5
    case .ring: 5
    case .disc: 8
    }
  }

  private func appendPlace(
    _ index: Int, at position: SIMD2<Double>, _ label: Label?, to html: inout HTML
  ) {
    let place = picture.places[index]
    let address = context.placeAddress(index)
    let names = [
      "place", index == selection ? "selected" : nil, place.mark.symbol == .ring ? "ring" : nil,
    ]
    html.append(
      address == nil ? "g" : "a",
      [
        "class": names.compactMap(\.self).joined(separator: " "), "data-place": "\(index)",
        "href": address, "aria-current": index == selection ? "true" : nil,
      ]
    ) { html in
      let name = place.name.text.description
      // The name is the tooltip of a mark without one beside it, and the name of its link.
      if label == nil, !name.isEmpty { html.append("title") { $0.append(name) } }
      html.append(
        empty: "circle",
        [
          "class": place.mark.role.className, "cx": position.x.svg, "cy": position.y.svg,
          "r": radius(of: index).svg, "color": place.mark.role.colorAttribute,
        ])
      guard let label else { return }
      html.append(
        "text",
        [
          "class": place.name.role.className, "x": label.start.x.svg, "y": label.start.y.svg,
          "text-anchor": label.anchor, "color": place.name.role.colorAttribute,
        ]
      ) { $0.append(label.text) }
    }
  }
}

extension DocumentRenderer {
  /// Adds a picture with its title and its legend.
  mutating func append(_ picture: Picture, to html: inout HTML) {
    html.append("figure") { html in
      html.append("figcaption") { html in
        if !picture.title.isEmpty {
          appendBlocks(
            of: [.title(picture.title, note: Text(picture.subtitle, .faint))], to: &html)
        }
        if let legend = picture.legend { append(legend, to: &html) }
      }
      PictureRenderer(picture, context).append(to: &html)
    }
  }

  /// Adds what the badges and colours of a picture mean.
  mutating func append(_ legend: Picture.Legend, to html: inout HTML) {
    html.append("ul", ["class": "legend"]) { html in
      for entry in legend.entries {
        let text = legend.total == nil ? Text("") : Text(" ") + Text(entry.text)
        html.append("li") { append(.badges(entry.badges) + text, to: &$0) }
      }
    }
  }
}

extension Picture {
  fileprivate var label: String? {
    let text = [title, subtitle].filter { !$0.isEmpty }.map(\.description.printable)
    return text.isEmpty ? nil : text.joined(separator: ", ")
  }

  /// The picture in words.
  fileprivate var longDescription: String {
    let entries = (legend?.entries ?? []).map { entry in
      (entry.badges.map(\.name) + [entry.text.description]).joined(separator: " ")
    }
    return entries.joined(separator: "; ")
  }
}

extension Double {
  /// The number with at most one digit after the point.
  fileprivate var svg: String {
    guard isFinite, abs(self) < 1e9 else { return "0" }
    let tenths = Int((self * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }
}
