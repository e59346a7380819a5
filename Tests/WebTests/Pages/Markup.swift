import Documents

@testable import Web

/// The elements of markup, read by the rules of XML, of which `HTML` uses only elements, attributes
/// in quotation marks and references.
struct Markup {
  struct Failure: Error {
    let rest: Substring
  }

  /// An element with its text, which includes that of the elements in it.
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    subscript(attribute: String) -> String? { attributes[attribute] }
  }

  /// All elements, in the order of their beginnings.
  private(set) var elements: [Element] = []
  /// The text of all elements.
  private(set) var text = ""

  /// - Throws: `Failure` for markup that is not well-formed.
  init(_ html: HTML) throws {
    var rest = html.text[...]
    var open: [Int] = []
    while !rest.isEmpty {
      let isTag = rest.hasPrefix("<")
      // No text and no value has one of these characters.
      let end = isTag ? rest.firstIndex(of: ">").map(rest.index(after:)) : rest.firstIndex(of: "<")
      let part = String(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
      if !isTag {
        let text = try Self.unescaped(part[...])
        self.text += text
        for element in open { elements[element].text += text }
      } else if part.hasPrefix("</") {
        guard let last = open.popLast(), "</\(elements[last].name)>" == part else {
          throw Failure(rest: part[...])
        }
      } else {
        let isEmpty = part.hasSuffix("/>")
        elements.append(try Self.element(part.dropFirst().dropLast(isEmpty ? 2 : 1)))
        if !isEmpty { open.append(elements.count - 1) }
      }
    }
    guard open.isEmpty else { throw Failure(rest: rest) }
  }

  /// Reads a name, and attributes with a space before each.
  private static func element(_ tag: Substring) throws -> Element {
    func isName(_ text: Substring) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    let name = tag.prefix { $0 != " " }
    let parts = tag.dropFirst(name.count).split(separator: "\"", omittingEmptySubsequences: false)
    var attributes: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let key = parts[index].dropFirst().dropLast()
      guard parts[index] == " \(key)=", isName(key), attributes[String(key)] == nil else {
        throw Failure(rest: tag)
      }
      attributes[String(key)] = try unescaped(parts[index + 1])
    }
    guard isName(name), parts.last?.isEmpty != false else { throw Failure(rest: tag) }
    return Element(name: String(name), attributes: attributes)
  }

  init(_ document: Document, in context: PageContext = PageContext()) throws {
    var html = HTML()
    html.append(document, in: context)
    try self.init(html)
  }

  var names: [String] { elements.map(\.name) }

  /// The elements of a name.
  func elements(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private static let references = ["lt": "<", "gt": ">", "amp": "&", "quot": "\""]

  private static func unescaped(_ text: Substring) throws -> String {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { throw Failure(rest: text) }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return try parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let name = part.prefix { $0 != ";" }
      if let text = references[String(name)] {
        result += text
      } else if name.hasPrefix("#"), let number = UInt32(name.dropFirst()),
        let scalar = Unicode.Scalar(number)
      {
        result.unicodeScalars.append(scalar)
      } else {
        throw Failure(rest: part)
      }
      result += part.dropFirst(name.count + 1)
    }
  }

  /// Whether a character is neither markup, nor a control character, nor a noncharacter.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0xFFFE...0xFFFF: false
    default: scalar != ">"
    }
  }
}

/// The markup of a document.
func markup(_ document: Document, in context: PageContext = PageContext()) -> String {
  var html = HTML()
  html.append(document, in: context)
  return html.text
}
