import Console

/// Builds the text of an SVG document, element by element.
///
/// Source: W3C, "Scalable Vector Graphics (SVG) 1.1", 2011.
struct SVG {
  private(set) var text = ""

  /// Adds an element that is empty or contains text, which is escaped.
  mutating func add(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String? = nil
  ) {
    let start = "<\(name)\(Self.text(of: attributes))"
    text += content.map { "\(start)>\($0.escaped)</\(name)>\n" } ?? "\(start)/>\n"
  }

  /// Adds an element that contains the elements which `content` adds.
  mutating func group(
    _ name: String = "g", _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout SVG) -> Void
  ) {
    text += "<\(name)\(Self.text(of: attributes))>\n"
    content(&self)
    text += "</\(name)>\n"
  }

  private static func text(of attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0)=\"\($1.escaped)\"" }.joined()
  }
}

extension String {
  /// The text with XML's special characters escaped, without invisible characters, which are also
  /// those that XML forbids.
  ///
  /// Source: W3C, "Extensible Markup Language (XML) 1.0", 2.2 and 2.4.
  var escaped: String {
    // Most texts are numbers and ids.
    guard utf8.contains(where: \.mayNeedEscaping) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in printableLines.joined(separator: "\n").unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension UInt8 {
  fileprivate var mayNeedEscaping: Bool {
    !(0x20...0x7E).contains(self) || [0x22, 0x26, 0x3C, 0x3E].contains(self)
  }
}

extension Double {
  /// The number rounded to one decimal digit, which is omitted when it is 0; `0` for a number that
  /// no drawing can contain.
  var svg: String {
    guard isFinite, abs(self) < 1e12 else { return "0" }
    let tenths = Int((self * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}

extension Point {
  var svg: String { "\(x.svg) \(y.svg)" }
}
