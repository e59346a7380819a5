import Documents
import Foundation
import Mediator
import Scenes

/// An object of a list, which is a row of a scene.
struct PluginRow: Encodable, Equatable, Sendable {
  let id: String
  let members: [String: JSONValue]

  /// The rows of a tool's output: a list of objects, or an object with one such list. Nil for any
  /// other output.
  static func rows(of output: JSONValue) -> [PluginRow]? {
    var lists = [output.objects].compactMap(\.self)
    if case .object(let members) = output { lists = members.values.compactMap(\.objects) }
    // An empty list beside another one does not matter.
    let filled = lists.filter { !$0.isEmpty }
    guard !lists.isEmpty, filled.count <= 1 else { return nil }
    let objects = filled.first ?? []
    let ids = objects.map { $0["id"]?.scalarText }
    // The plug-in may give the same id to several objects, of which only one would be shown.
    let areUnique = !ids.contains(nil) && Set(ids).count == ids.count
    return zip(objects, ids).enumerated().map { number, row in
      PluginRow(id: (areUnique ? row.1 : nil) ?? "\(number + 1)", members: row.0)
    }
  }

  /// A column for each field of the hint or, without one, of the schema.
  static func layout(
    _ hint: PluginManifest.ListHint?, _ element: Schema
  ) -> ListLayout<PluginRow> {
    let hinted = [hint?.title, hint?.detail].compactMap(\.self)
    let fields = element.fields.filter { !$0.schema.isObject && !$0.isRepeated }.map(\.name)
    let names = hinted.isEmpty ? fields : hinted
    guard !names.isEmpty else {
      return .table(.init(isFlexible: true) { JSONValue.object($0.members).lineText })
    }
    return .table(
      names.map { name in
        ListColumn(LocalizedText(verbatim: name), isFlexible: true) { row in
          (row.members[name] ?? .null).lineText
        }
      })
  }

  func encode(to encoder: any Encoder) throws { try JSONValue.object(members).encode(to: encoder) }
}
