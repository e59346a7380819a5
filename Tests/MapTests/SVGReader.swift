import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads the elements of an SVG image with an independent XML parser.
final class SVGReader: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String], text: String)] = []
  private(set) var isWellFormed = false
  private var open: [Int] = []

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func all(_ name: String, _ kind: String? = nil) -> [[String: String]] {
    elements.filter { $0.name == name && (kind == nil || $0.attributes["class"] == kind) }
      .map(\.attributes)
  }

  func texts(_ kinds: String...) -> [String] {
    elements.filter { $0.name == "text" && kinds.contains($0.attributes["class"] ?? "") }.map(
      \.text)
  }

  var names: [String] { texts("name", "big", "far") }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append((name, attributes, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let element = open.last { elements[element].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
