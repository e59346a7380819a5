import Console
import Documents
import Foundation
import Platform

/// Markup that consists of elements, attributes and texts only. A text is escaped where it is
/// added, so that nothing from outside can become markup. It is HTML and well-formed XML at once.
///
/// ```swift
/// var html = HTML()
/// html.append("p", ["class": "note"]) { $0.append("Tea & biscuits") }
/// print(html.text)  // <p class="note">Tea &amp; biscuits</p>
/// ```
///
/// Source: HTML Living Standard, 13.1, "Writing HTML documents".
package struct HTML: Sendable, Hashable {
  /// The markup, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Creates markup without content.
  package init() {}

  /// Creates markup of a text.
  package init(_ text: String) { append(text) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The markup.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is no markup.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Reserves space for a number of bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Adds a text in one line, without its invisible characters.
  package mutating func append(_ text: String) { appendEscaped(text.printable) }

  /// Adds a text as it is, such as the content of a `textarea`, in which a person changes it.
  package mutating func append(exactly text: String) { appendEscaped(text) }

  /// Adds markup.
  package mutating func append(_ html: HTML) { bytes += html.bytes }

  /// Adds an element.
  /// - Parameters:
  ///   - name: The name, such as `p`.
  ///   - attributes: The attributes; those without a value are left out, and an empty one is a mark
  ///     such as `disabled`. An address that a browser would run, such as `javascript:`, becomes
  ///     `#`.
  ///   - content: Adds the content.
  package mutating func append(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    content: (inout HTML) -> Void
  ) {
    appendStart(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    content(&self)
    appendMarkup("</")
    appendMarkup(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Adds an element that has no content, such as `br`.
  package mutating func append(
    empty name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]
  ) {
    appendStart(name, attributes)
    appendMarkup("/>")
  }

  /// Adds an image, whose caption follows it.
  mutating func append(_ image: EmbeddedImage) {
    // The media type and Base64 need no escapes.
    appendMarkup("<img alt=\"\" src=\"data:")
    bytes += image.format.rawValue.utf8
    appendMarkup(";base64,")
    bytes += image.data.base64EncodedData()
    appendMarkup("\"/>")
  }

  private mutating func appendStart(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>
  ) {
    bytes.append(UInt8(ascii: "<"))
    appendMarkup(name)
    for case (let attribute, let value?) in attributes {
      bytes.append(UInt8(ascii: " "))
      appendMarkup(attribute)
      appendMarkup("=\"")
      appendEscaped(attribute.isAddress && !value.isSafeAddress ? "#" : value)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// The markup before and after the place at which `body` calls its second parameter.
  package static func split(
    _ body: (inout HTML, (inout HTML) -> Void) -> Void
  ) -> (head: HTML, foot: HTML) {
    var (html, end) = (HTML(), 0)
    body(&html) { end = $0.bytes.count }
    return (HTML(bytes: Array(html.bytes[..<end])), HTML(bytes: Array(html.bytes[end...])))
  }

  private mutating func appendMarkup(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func appendEscaped(_ text: String) {
    // Most texts need no escapes.
    guard text.utf8.contains(where: \.mayNeedEscape) else {
      return bytes.append(contentsOf: text.utf8)
    }
    text.withUTF8Span { span in appendEscaped(span) }
  }

  private mutating func appendEscaped(_ span: Span<UInt8>) {
    for index in span.indices {
      let byte = span[index]
      switch byte {
      case UInt8(ascii: "<"): appendMarkup("&lt;")
      case UInt8(ascii: ">"): appendMarkup("&gt;")
      case UInt8(ascii: "&"): appendMarkup("&amp;")
      case UInt8(ascii: "\""): appendMarkup("&quot;")
      case UInt8(ascii: "\t"): appendMarkup("&#9;")
      case UInt8(ascii: "\n"): appendMarkup("&#10;")
      case UInt8(ascii: "\r"): appendMarkup("&#13;")
      // HTML and XML have no other control characters.
      case ..<0x20, 0x7F: appendMarkup("\u{FFFD}")
      // Nor U+0080 to U+009F, U+FFFE and U+FFFF, of which the last byte becomes that of U+00BF and
      // U+FFFD.
      case 0x80...0x9F where index > 0 && span[index - 1] == 0xC2: bytes.append(0xBF)
      case 0xBE...0xBF where index > 1 && span[index - 1] == 0xBF && span[index - 2] == 0xEF:
        bytes.append(0xBD)
      default: bytes.append(byte)
      }
    }
  }
}

extension UInt8 {
  /// Whether a text with the byte may need escapes.
  fileprivate var mayNeedEscape: Bool {
    switch self {
    case ..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), 0x7F,
      0xC2,
      0xEF:
      true
    default: false
    }
  }
}

extension StaticString {
  private static let addresses: [StaticString] = ["href", "src", "action", "formaction"]

  /// Whether a browser loads the value of the attribute, or runs it.
  fileprivate var isAddress: Bool {
    Self.addresses.contains { name in
      name.utf8CodeUnitCount == utf8CodeUnitCount && name.description == description
    }
  }
}

extension String {
  /// Whether it leads to this server, or to another one over HTTP, or to a mail program.
  fileprivate var isSafeAddress: Bool {
    // A browser ignores control characters in an address, also between two slashes.
    guard utf8.allSatisfy({ $0 > 0x20 }) else { return false }
    return switch utf8.first {
    case UInt8(ascii: "#"), UInt8(ascii: "?"): true
    // A browser reads `//example.org` and `/\example.org` as the address of another server.
    case UInt8(ascii: "/"):
      ![UInt8(ascii: "/"), UInt8(ascii: "\\")].contains(utf8.dropFirst().first)
    default: ["https://", "http://", "mailto:"].contains { lowercased().hasPrefix($0) }
    }
  }
}
