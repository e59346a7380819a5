import Mediator
import Scenes

/// The address of a page: which rows were opened one after the other, from the first scene or from
/// that of a link on.
///
/// `/at/scenes/Trips/trips/3` is the first scene, in it the row `Trips` of the section `scenes`, and
/// in that scene the row `3` of the section `trips`. `/link/shop:~1~1lamps/at/lamps/7` is the scene
/// of the link `shop://lamps`, and in it the row `7` of the section `lamps`.
struct TabAddress: Hashable, Sendable {
  private static let linkPart = "link"
  private static let rowsPart = "at"

  /// The link of the app whose scene is opened first; nil for none.
  var link: String?
  var rows: [RowPath] = []

  init(link: String? = nil, rows: [RowPath] = []) { (self.link, self.rows) = (link, rows) }

  /// Reads the decoded parts of a path; nil for another path.
  init?(path: [String]) {
    var parts = path[...]
    if parts.first == Self.linkPart {
      guard let text = parts.dropFirst().first else { return nil }
      link = text.addressUnescaped
      parts = parts.dropFirst(2)
    }
    guard let first = parts.popFirst() else { return }
    guard first == Self.rowsPart, parts.count.isMultiple(of: 2) else { return nil }
    while let section = parts.popFirst(), let row = parts.popFirst() {
      rows.append(RowPath(section: section.addressUnescaped, row: row.addressUnescaped))
    }
  }

  /// Whether the parts of a path may be those of an address.
  static func begins(_ path: [String]) -> Bool {
    path.first.map { [linkPart, rowsPart].contains($0) } ?? true
  }

  /// The path, such as `/at/scenes/Trips`.
  var path: String {
    guard rows.isEmpty else { return prefix }
    return link == nil ? "/" : linkPath
  }

  /// What the path of each row of the page begins with, such as `/at/scenes/Trips`.
  var prefix: String {
    rows.reduce("\(linkPath)/\(Self.rowsPart)") { "\($0)/\($1.addressPath)" }
  }

  private var linkPath: String {
    link.map { "/\(Self.linkPart)/\($0.addressEscaped.addressPart)" } ?? ""
  }

  /// The number of scenes that are opened above the first one.
  var depth: Int { (link == nil ? 0 : 1) + rows.count }

  /// The row that opens the scene above the one with an index; nil if that scene is not opened by
  /// a row.
  func row(openedIn index: Int) -> RowPath? {
    let number = index - (link == nil ? 0 : 1)
    return rows.indices.contains(number) ? rows[number] : nil
  }
}

extension RowPath {
  /// The section and the row as parts of a path.
  var addressPath: String {
    "\(section.addressEscaped.addressPart)/\(row.addressEscaped.addressPart)"
  }

  /// Reads the decoded `addressPath`; nil for another text.
  init?(decodedAddressPath text: String) {
    let parts = text.split(at: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(
      section: String(parts[0]).addressUnescaped, row: String(parts[1]).addressUnescaped)
  }
}

extension String {
  /// The text without slashes, which is not empty and not `.` or `..`: a server refuses parts of
  /// a path that could mean another path.
  fileprivate var addressEscaped: String {
    let text = replacingScalars { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
    return ["", ".", ".."].contains(text) ? "~2\(text)" : text
  }

  fileprivate var addressUnescaped: String {
    var text = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "~", let kind = rest.first, ("0"..."2").contains(kind) else {
        text.append(scalar)
        continue
      }
      rest.removeFirst()
      if kind != "2" { text.append(kind == "0" ? "~" : "/") }
    }
    return String(text)
  }
}
