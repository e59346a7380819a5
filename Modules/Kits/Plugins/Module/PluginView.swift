import Documents
import Foundation
import Mediator

/// The output of a tool as a document: an object as definitions, a list of objects as a table, a
/// text as it is; images on pages; other files by their names.
struct PluginView {
  /// The schema of the output, which decides about the order of fields.
  let schema: Schema

  func document(of value: JSONValue) -> Document {
    if schema == .any, let (content, structured) = ToolContent.parts(of: value) {
      return Document(content.map(block)) + (structured.map { document(of: $0) } ?? [])
    }
    return switch value {
    case .object(let members): definitions(members, schema.fieldNames)
    case .list(let elements): [list(elements, schema.element)]
    case .text(let text) where text.allSatisfy(\.isWhitespace): "Nothing was returned."
    case .text(let text): [.code(text)]
    case .null: "Nothing was returned."
    case .boolean, .integer, .number: Document(value.lineText)
    }
  }

  private func block(of part: ToolContent) -> Block {
    if let text = part.text { return .code(text) }
    guard let file = part.file, let data = file.data else {
      return .paragraph(Text(verbatim: part.name))
    }
    let description = Text(verbatim: part.name) + Text("; '-o <file>' saves it", .faint)
    let image = EmbeddedImage(data, type: file.type, description: description)
    return image.map(Block.image) ?? .paragraph(description)
  }

  private func definitions(_ members: [String: JSONValue], _ order: [String]) -> Document {
    let names = PluginView.names(in: [members], order)
    let tables = names.filter { members[$0]?.objects?.isEmpty == false }
    let entries = names.filter { !tables.contains($0) }.map { name in
      Block.Definition(LocalizedText(verbatim: name), (members[name] ?? .null).shownText)
    }
    let parts = tables.map { name in
      Block.group([
        .heading(LocalizedText(verbatim: name)),
        list(
          members[name]?.objects?.map { .object($0) } ?? [], schema.field(name)?.element ?? .any),
      ])
    }
    guard !members.isEmpty else { return "Nothing was returned." }
    return Document([.definitions(entries)] + parts)
  }

  private func list(_ elements: [JSONValue], _ element: Schema) -> Block {
    guard !elements.isEmpty else { return .paragraph("Nothing found.", .faint) }
    guard let objects = JSONValue.list(elements).objects else {
      return .group(elements.map { .paragraph($0.shownText) })
    }
    let names = Self.names(in: objects, element.fieldNames)
    var table = Table(
      names.map { name in
        let isNumber = objects.allSatisfy { $0[name].map(\.isNumber) ?? true }
        return Table.Column(
          LocalizedText(verbatim: name), isNumber ? .right : .left, isFlexible: !isNumber)
      })
    for object in objects { table.append(names.map { (object[$0] ?? .null).lineText }) }
    return .table(table)
  }

  /// The names of the members that objects have: first those of the schema, in its order.
  static func names(in objects: [[String: JSONValue]], _ order: [String]) -> [String] {
    let names = objects.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    return order.filter(names.contains) + names.subtracting(order).sorted()
  }
}

extension JSONValue {
  /// The value in one line.
  var lineText: Text {
    switch self {
    case .list(let elements) where elements.allSatisfy({ $0.scalarText != nil }):
      Text(verbatim: elements.compactMap(\.scalarText).joined(separator: ", "))
    case .list, .object:
      Text(verbatim: (try? JSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "")
    case .null, .boolean, .integer, .number, .text: Text(verbatim: scalarText ?? "")
    }
  }

  /// The value in one line; a dash in place of an empty text.
  fileprivate var shownText: Text {
    let text = lineText
    return text.isEmpty ? Text(verbatim: "—", .faint) : text
  }

  /// A value that contains no others, for people; nil for all others.
  var scalarText: String? {
    switch self {
    case .null: ""
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list, .object: nil
    }
  }

  /// The elements of a list of objects; nil for everything else.
  var objects: [[String: JSONValue]]? {
    guard case .list(let elements) = self else { return nil }
    let objects = elements.compactMap { element in
      if case .object(let members) = element { members } else { nil }
    }
    return objects.count == elements.count ? objects : nil
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .number, .null: true
    case .boolean, .text, .list, .object: false
    }
  }
}

extension Schema {
  /// The schema of the elements; `any` unless all values are lists.
  var element: Schema {
    switch self {
    case .list(let element): element
    case .nullable(let schema): schema.element
    case .any, .boolean, .integer, .number, .text, .choice, .dictionary, .object, .recursive,
      .anyOf:
      .any
    }
  }

  var fieldNames: [String] { fields.map(\.name) }

  fileprivate func field(_ name: String) -> Schema? { fields.first { $0.name == name }?.schema }
}
