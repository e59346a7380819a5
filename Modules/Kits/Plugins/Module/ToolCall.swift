import Documents
import Mediator
import Scenes

/// A call of a tool that a person makes in a scene: a form asks for the arguments, and a further
/// scene shows the result.
@MainActor
struct ToolCall {
  private let title: LocalizedText
  private let tool: PluginAction
  private let mediator: Mediator

  /// - Parameter title: The title of the form and of the result.
  init(_ title: LocalizedText, _ tool: PluginAction, through mediator: Mediator) {
    self.title = title
    self.tool = tool
    self.mediator = mediator
  }

  /// Asks for all arguments, calls the tool, and shows its result.
  func perform(in scene: ListScene) async throws {
    let form = ToolForm(tool.schemas, given: [:])
    guard let result = try await result(asking: form, in: scene) else { return }
    show(result, over: scene)
  }

  /// Calls the tool for a row. A form asks for arguments only if a required one is not given.
  /// - Returns: The result if it is a sentence. Others are shown in a scene.
  func perform(
    in scene: ListScene, given: [String: JSONValue]
  ) async throws -> LocalizedText? {
    let form = ToolForm(tool.schemas, given: given)
    let asked = form.isRequired ? form : nil
    guard
      let result = try await asked == nil
        ? ToolResult(value: tool.output(of: given, through: mediator))
        : result(asking: form, in: scene)
    else { return nil }
    if let sentence = result.sentence(tool.schemas.output) {
      return LocalizedText(verbatim: sentence)
    }
    show(result, over: scene)
    return nil
  }

  private func result(asking form: ToolForm, in scene: ListScene) async throws -> ToolResult? {
    guard !form.schema.fields.isEmpty else {
      return ToolResult(value: try await tool.output(of: form.given, through: mediator))
    }
    return try await scene.fill(
      title, submit: "Call", fieldsOf: form.schema, decode: { try form.arguments($0) },
      perform: { ToolResult(value: try await tool.output(of: $0, through: mediator)) })
  }

  private func show(_ result: ToolResult, over scene: ListScene) {
    let section = ListSection(
      "result", id: { _ in "result" }, layout: ToolResult.layout(tool.schemas.output),
      following: []
    ) { _ in ListPage([result]) }
    scene.push(ListScene(title, [section]))
  }
}
