import Mediator
import Scenes

/// The address of a page: which rows were opened one after the other, from the first scene on.
///
/// `/at/scenes/Trips/trips/3` is the first scene, in it the row `Trips` of the section `scenes`, and
/// in that scene the row `3` of the section `trips`.
struct TabAddress: Hashable, Sendable {
  private static let first = "at"

  var rows: [RowPath] = []

  init(rows: [RowPath] = []) { self.rows = rows }

  /// Reads the decoded parts of a path; nil for another path.
  init?(path: [String]) {
    guard let first = path.first else { return }
    guard first == Self.first, !path.count.isMultiple(of: 2) else { return nil }
    rows = stride(from: 1, to: path.count, by: 2).map {
      RowPath(section: path[$0].addressUnescaped, row: path[$0 + 1].addressUnescaped)
    }
  }

  /// The path, such as `/at/scenes/Trips`.
  var path: String { rows.isEmpty ? "/" : prefix }

  /// What the path of each row of the page begins with, such as `/at/scenes/Trips`.
  var prefix: String { rows.reduce("/\(Self.first)") { "\($0)/\($1.addressPath)" } }
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
