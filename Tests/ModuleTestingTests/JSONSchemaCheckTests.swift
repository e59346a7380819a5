import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

private let tree = Schema.object(
  name: "Tree",
  [
    Schema.Field("name", .text(nil)), Schema.Field("kind", .choice(["leaf", "branch"])),
    Schema.Field("height", .nullable(.number)),
    Schema.Field(name: "children", schema: .list(.recursive(name: "Tree")), isOptional: true),
    Schema.Field(name: "notes", schema: .dictionary(.integer), isOptional: true),
    Schema.Field(name: "more", schema: .any, isOptional: true),
  ])

@Suite struct JSONSchemaCheckTests {
  @Test(
    arguments: [
      (#"{"name":"a","kind":"leaf","height":null}"#, nil),
      (#"{"name":"a","kind":"leaf","height":7,"more":[null],"notes":{"x":1}}"#, nil),
      (
        #"{"name":"a","kind":"branch","height":1.5,"children":[{"name":"b","kind":"leaf"}]}"#,
        "$.children[0].height: it is missing"
      ),
      (
        #"{"name":"a","kind":"tree","height":null}"#,
        "$.kind: expected one of leaf, branch, not 'tree'"
      ),
      (#"{"name":7,"kind":"leaf","height":null}"#, "$.name: expected string, not 7"),
      (
        #"{"name":"a","kind":"leaf","height":null,"notes":{"x":1.5}}"#,
        "$.notes.x: expected integer, not 1.5"
      ),
      (
        #"{"name":"a","kind":"leaf","height":null,"width":1}"#,
        "$.width: the schema does not name it"
      ),
      ("[]", "$: expected object, not a list"),
    ])
  func `a difference names the field`(json: String, difference: String?) throws {
    let check = try JSONSchemaCheck(tree.jsonSchema)
    #expect(try check.differences(in: Data(json.utf8)) == [difference].compactMap(\.self))
  }
}

/// Says that it writes texts, and writes numbers.
private struct Reading: Codable, SchemaProviding {
  let value: Int

  static func schema(for use: Schema.Use) -> Schema {
    .object(name: "Reading", [Schema.Field("value", use == .input ? .integer : .text(nil))])
  }
}

private enum Meter: Interface {
  static let read = Action<Reading, [Reading]>(Meter.self, "read")
}

private struct MeterModule: Module {
  static let manifest = Manifest(Meter.self, summary: "", answers: [Meter.read])

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) { registrar.answer(Meter.read) { [$0] } }
}

@Suite struct SchemaMonitorTests {
  @Test func `a harness reports an answer that does not fit its schema`() async throws {
    let harness = try await ModuleHarness(MeterModule.self)
    try await withKnownIssue {
      _ = try await harness.mediator.perform(Meter.read, Reading(value: 1))
    } matching: { issue in
      issue.comments.map(\.rawValue)
        == ["the output of 'meter/read': $[0].value: expected string, not 1"]
    }
  }
}
