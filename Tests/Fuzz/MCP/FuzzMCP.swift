import Console
import Foundation
import FuzzSupport
import Mediator

@testable import Plugins

/// Reads any bytes as what a plug-in may answer: a list of tools, a schema, and a result, which is
/// drawn. The first two lines are also a schema and a value for it.
@main
enum FuzzMCP {
  private static let page = Page(columns: 40)

  static func main() {
    Fuzzer.run { bytes, count in
      let input = Data(UnsafeBufferPointer(start: bytes, count: count))
      FuzzMCP.readTools(input)
      FuzzMCP.readResult(input)
      FuzzMCP.readSchema(input)
      _ = DiscoverAnswer(input).problem.map(FuzzMCP.check)
      _ = InitializeAnswer(input).problem.map(FuzzMCP.check)
      return 0
    }
  }

  private static func readTools(_ input: Data) {
    var list = MCPToolList("fuzz")
    do throws(PluginError) {
      _ = try list.append(input)
    } catch {
      check("\(error)")
    }
    precondition(list.tools.count <= MCPToolList.maximumTools)
    for tool in list.tools {
      check(tool.description.replacing("\n", with: ""))
      check(tool.summary(of: "fuzz"))
      let schemas = ToolSchemas(tool)
      precondition(schemas.input.isObject, "the arguments of a tool are named")
      let arguments = PluginArguments(schemas).all
      precondition(Set(arguments.map(\.name)).count == arguments.count, "two equal arguments")
      precondition(Set(arguments.map(\.field)).count == arguments.count, "two equal fields")
    }
  }

  private static func readResult(_ input: Data) {
    do throws(PluginError) {
      let value = try MCPToolResult(input, of: "tool", "fuzz").value(keepingContent: true)
      let text = page.text(of: PluginView(schema: .any).document(of: value))
      check(text)
      _ = PluginRow.rows(of: value)
    } catch {
      check("\(error)")
    }
  }

  private static func readSchema(_ input: Data) {
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard let text = lines.first.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    for use in [Schema.Use.input, .output] {
      let document = JSONSchemaDocument(text, for: use)
      guard let own = try? document.schema.jsonSchema else {
        preconditionFailure("the schema cannot be written")
      }
      _ = JSONSchemaDocument(String(decoding: own, as: UTF8.self), for: use)
      guard let last = lines.last, let value = try? JSON.decode(JSONValue.self, from: last),
        let valid = try? document.schema.validated(value)
      else { continue }
      precondition((try? document.schema.validated(valid)) == valid, "another value")
      check(page.text(of: PluginView(schema: document.schema).document(of: valid)))
    }
  }

  /// Nothing that a plug-in sends can control a terminal.
  private static func check(_ text: String) {
    // A text keeps its line breaks and tabs.
    for part in text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).map(String.init) {
      precondition(part == part.printable, "not printable: \(part.debugDescription)")
    }
  }
}
