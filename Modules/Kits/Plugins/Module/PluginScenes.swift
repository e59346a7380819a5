import Documents
import Foundation
import Mediator
import Scenes

/// The scenes of a plug-in: one for each tool that lists objects and needs no arguments.
struct PluginScenes: Sendable {
  let scenes: [SceneDescription]

  init(_ manifest: PluginManifest, _ actions: [PluginAction]) {
    scenes = actions.compactMap { action in
      guard action.schemas.input.fields.allSatisfy(\.isOptional) else { return nil }
      let hint = manifest.lists?.first { $0.tool == action.tool.name }
      guard hint != nil || action.schemas.output.isListOfObjects else { return nil }
      let title = LocalizedText(verbatim: Self.title(of: action.tool.name, in: manifest))
      let summary = LocalizedText(verbatim: action.tool.summary(of: manifest.name))
      return SceneDescription(title, summary) { mediator in
        Self.scene(title, of: manifest.name, action, hint, through: mediator)
      }
    }
  }

  /// Such as `Weather`, and `Weather: alerts` for a tool of another name than its plug-in.
  private static func title(of tool: String, in manifest: PluginManifest) -> String {
    let words = manifest.name.split(at: "-").joined(separator: " ")
    let title = words.capitalizedSentence
    let name = tool.optionName.split(at: "-").joined(separator: " ")
    return name == words ? title : "\(title): \(name)"
  }

  @MainActor
  private static func scene(
    _ title: LocalizedText, of plugin: String, _ action: PluginAction,
    _ hint: PluginManifest.ListHint?,
    through mediator: Mediator
  ) -> ListScene {
    let section = ListSection(
      "items", id: \PluginRow.id, layout: PluginRow.layout(hint, action.schemas.output.element),
      empty: "Nothing found."
    ) { _ in
      let input = try action.schemas.input.validated(.object([:]))
      let output = try action.action.checkedOutput(
        try await mediator.perform(action.action, input))
      guard let rows = PluginRow.rows(of: output) else {
        throw PluginError.badAnswer(
          plugin: plugin, reason: "'\(action.tool.name)' gave no list of objects")
      }
      return ListPage(rows)
    }
    let element = action.schemas.output.element
    section.detail = { row in
      let layout = ListLayout<PluginRow>.detail { row in
        PluginView(schema: element).document(of: .object(row.members))
      }
      return .scene(
        ListScene(title, [ListSection("item", id: \.id, layout: layout) { _ in ListPage([row]) }]))
    }
    return ListScene(title, [section])
  }
}

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
