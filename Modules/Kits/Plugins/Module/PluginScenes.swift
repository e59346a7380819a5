import Console
import Documents
import Foundation
import Mediator
import Scenes

/// The scenes of a plug-in: one for each tool that lists objects and needs no arguments, and one
/// from which a person calls all other tools.
struct PluginScenes: Sendable {
  let scenes: [SceneDescription]
  private let manifest: PluginManifest
  private let actions: [PluginAction]

  init(_ manifest: PluginManifest, _ actions: [PluginAction]) {
    (self.manifest, self.actions) = (manifest, actions)
    let listed = actions.filter { $0.isList(in: manifest) }
    let others = actions.filter { !$0.isList(in: manifest) }
    let lists = listed.map { Self.list($0, in: manifest) }
    scenes = lists + (others.isEmpty ? [] : [Self.tools(others, in: manifest, beside: listed)])
  }

  /// What the plug-in shows on the first screen. The program starts when the screen is shown.
  /// - Parameter events: The events after which the widget loads again.
  func widgets(following events: [any Event.Type]) -> [WidgetDescription] {
    guard let widget = manifest.widget,
      let action = actions.first(where: { $0.tool.name == widget.tool })
    else { return [] }
    let title = LocalizedText(
      verbatim: widget.title ?? Self.title(of: action.tool.name, in: manifest))
    let (id, isList) = ("plugin-\(manifest.name)", action.isList(in: manifest))
    guard isList else {
      return [
        WidgetDescription(.soon, following: events) { context in
          ListSection(
            id, title: title, id: { _ in "result" },
            layout: ToolResult.layout(action.schemas.output)
          ) { _ in
            ListPage([
              ToolResult(value: try await action.output(of: [:], through: context.mediator)).summary
            ])
          }
        } opens: { (_: ToolResult) in
          nil
        }
      ]
    }
    let (manifest, list) = (manifest, Self.list(action, in: manifest))
    return [
      WidgetDescription(.soon, following: events) { context in
        Self.section(id, title: title, first: 5, action, in: manifest, through: context.mediator)
      } opens: { (_: PluginRow) in
        list
      }
    ]
  }

  private static func list(
    _ action: PluginAction, in manifest: PluginManifest
  ) -> SceneDescription {
    let title = LocalizedText(verbatim: Self.title(of: action.tool.name, in: manifest))
    let summary = LocalizedText(verbatim: action.tool.summary(of: manifest.name))
    return SceneDescription(title, summary) { mediator in
      let section = Self.section(
        "items", empty: "Nothing found.", action, in: manifest, through: mediator)
      let element = action.schemas.output.element
      section.detail = { row in
        let layout = ListLayout<PluginRow>.detail { row in
          PluginView(schema: element).document(of: .object(row.members))
        }
        return .scene(
          ListScene(
            title, [ListSection("item", id: \.id, layout: layout) { _ in ListPage([row]) }]))
      }
      return ListScene(title, [section])
    }
  }

  /// The rows that a tool lists.
  /// - Parameter count: How many of them are shown; nil for all.
  @MainActor
  private static func section(
    _ id: String, title: LocalizedText = "", empty: LocalizedText? = nil, first count: Int? = nil,
    _ action: PluginAction, in manifest: PluginManifest, through mediator: Mediator
  ) -> ListSection<PluginRow> {
    let hint = manifest.lists?.first { $0.tool == action.tool.name }
    return ListSection(
      id, title: title, id: \PluginRow.id,
      layout: PluginRow.layout(hint, action.schemas.output.element), empty: empty
    ) { _ in
      let output = try await action.output(of: [:], through: mediator)
      guard let rows = PluginRow.rows(of: output) else {
        throw PluginError.badAnswer(
          plugin: manifest.name, reason: "'\(action.tool.name)' gave no list of objects")
      }
      return count.map { ListPage(Array(rows.prefix($0))) } ?? ListPage(rows)
    }
  }

  /// The scene of the tools. Enter asks for the arguments of a tool, and calls it.
  private static func tools(
    _ actions: [PluginAction], in manifest: PluginManifest, beside lists: [PluginAction]
  ) -> SceneDescription {
    let name = Self.title(of: manifest.name, in: manifest)
    let isTaken = lists.contains { Self.title(of: $0.tool.name, in: manifest) == name }
    let title = LocalizedText(verbatim: isTaken ? "\(name): tools" : name)
    return SceneDescription(title, LocalizedText(verbatim: manifest.summary)) { mediator in
      let rows = actions.map { action in
        ToolRow(
          name: action.tool.name, title: Self.title(of: action.tool.name, in: manifest),
          summary: action.tool.summary(of: manifest.name))
      }
      let section = ListSection(
        "tools", id: \.name, layout: ToolRow.layout, pageSize: max(rows.count, 1), following: []
      ) { _ in ListPage(rows) }
      let scene = ListScene(title, [section])
      scene.addAction("call", key: .enter, on: section) { scene, row in
        guard let action = actions.first(where: { $0.tool.name == row.name }) else { return nil }
        let title = LocalizedText(verbatim: row.title)
        try await ToolCall(title, action, through: mediator).perform(in: scene)
        return nil
      }
      return scene
    }
  }

  /// Such as `Weather`, and `Weather: alerts` for a tool of another name than its plug-in.
  private static func title(of tool: String, in manifest: PluginManifest) -> String {
    let words = manifest.name.split(at: "-").joined(separator: " ")
    let title = words.capitalizedSentence
    let name = tool.optionName.split(at: "-").joined(separator: " ")
    return name == words ? title : "\(title): \(name)"
  }
}

extension PluginAction {
  /// Whether the browser shows what the tool answers as a list: it needs no arguments, and lists
  /// objects or has a hint about them.
  fileprivate func isList(in manifest: PluginManifest) -> Bool {
    schemas.input.fields.allSatisfy(\.isOptional)
      && (schemas.output.isListOfObjects
        || manifest.lists?.contains { $0.tool == tool.name } == true)
  }
}
