import Console
import Documents
import Mediator

extension DocumentRenderer {
  /// Adds the rows of a track as a list. An image without content beside each row has the line in
  /// its colour.
  mutating func append(_ track: Track, to html: inout HTML) {
    let hasLabels = track.rows.contains { !$0.label.isEmpty }
    html.append("ol", ["class": hasLabels ? "track labels" : "track"]) { html in
      var above = Track.Symbol.none
      for (index, row) in track.rows.enumerated() {
        let next = index + 1 < track.rows.count ? track.rows[index + 1].symbol : .none
        let below = row.symbol.continuation(before: next)
        html.append("li") { html in
          if hasLabels {
            html.append("span", ["class": "label"]) { appendWithoutLink(row.label, to: &$0) }
            separateTexts()
          }
          html.append("div") { html in
            row.appendLine(above: above, below: below, to: &html)
            appendBlocks(of: row.content, to: &html)
          }
        }
        above = below
      }
    }
  }

  /// Adds a scale as a form, which needs no script: one button sends the position, the others move
  /// it.
  func append(_ scale: Scale, to html: inout HTML) {
    html.append("form", ["class": "scale", "method": "post", "action": context.action]) { html in
      html.appendHiddenFields(context.hiddenFields + [("scale", scale.id)])
      html.append("button", ["name": "move", "value": "back", "aria-label": "Back"]) {
        $0.append("◀")
      }
      html.append("label") { html in
        html.append(
          empty: "input",
          [
            "type": "range", "name": "position", "min": "\(scale.positions.lowerBound)",
            "max": "\(scale.positions.upperBound)", "value": "\(scale.position)",
            "data-scale": scale.id, "aria-valuetext": scale.label.description.printable,
          ])
        html.append("output") { $0.append(scale.label.description) }
      }
      html.append("button", ["name": "move", "value": "forward", "aria-label": "Forward"]) {
        $0.append("▶")
      }
      html.append("button", ["class": "no-script", "name": "move", "value": "to"]) {
        $0.append("Go")
      }
    }
  }
}

extension HTML {
  /// Adds the fields of a form that a person does not see.
  package mutating func appendHiddenFields(_ fields: [(name: String, value: String)]) {
    for (name, value) in fields {
      append(empty: "input", ["type": "hidden", "name": name, "value": value])
    }
  }
}

extension Track.Row {
  /// Adds the line beside the row: above its node, the node, and below it.
  fileprivate func appendLine(above: Track.Symbol, below: Track.Symbol, to html: inout HTML) {
    // A row without a node has one line; only a node can end it.
    let above = isNode ? above : symbol
    let names = [
      above.lineName.map { "above-\($0)" }, below.lineName.map { "below-\($0)" }, role.className,
    ]
    html.append(
      "svg",
      [
        "class": (["rail"] + names.compactMap(\.self)).joined(separator: " "),
        "color": role.colorAttribute, "aria-hidden": "true",
      ]
    ) { html in
      guard isNode else { return }
      html.append(
        empty: "circle",
        [
          "class": symbol == .interchange ? "interchange" : nil, "cx": "50%", "cy": "0.9em",
          "r": "5",
        ])
    }
  }

  private var isNode: Bool { symbol == .stop || symbol == .interchange }
}

extension Track.Symbol {
  fileprivate var lineName: String? {
    switch self {
    case .line: "line"
    case .gap: "gap"
    case .stop, .interchange, .none: nil
    }
  }

  /// The line below the node of a row, or beside the rest of a row without one. Nothing is below
  /// the last node.
  fileprivate func continuation(before next: Track.Symbol) -> Track.Symbol {
    switch (self, next) {
    case (.stop, .gap), (.stop, .none), (.interchange, .gap), (.interchange, .none): next
    case (.stop, _), (.interchange, _), (.line, _): .line
    case (.gap, _): .gap
    case (.none, _): .none
    }
  }
}
