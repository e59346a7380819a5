import Foundation
import Mediator
import Testing

@testable import Web

@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
  private let fixture: APIFixture
  private let document: JSONValue

  init() async throws {
    fixture = try APIFixture()
    document = try #require(await fixture.answer(.get, "/openapi.json").bodyJSON)
  }

  @Test func `exactly the calls are described that are answered`() async throws {
    var answered: Set<String> = []
    for action in Kitchen.all where action.name != "wait" {
      for method in HTTPRequest.Method.allCases {
        let response = try await fixture.answer(method, "/api/\(action.path)")
        if ![403, 404, 405].contains(response.status) {
          answered.insert("\(method.rawValue.lowercased()) /api/\(action.path)")
        }
      }
    }
    let described = document["paths"].members.flatMap { path, methods in
      methods.members.keys.map { "\($0) \(path)" }
    }
    #expect(Set(described).filter { !$0.hasSuffix("/wait") } == answered)
    #expect(answered.count == 9)
  }

  @Test func `a field is a parameter of GET and a property of POST`() {
    let path = document["paths"]["/api/kitchen/dishes"]
    #expect(
      path["get"]["parameters"].elements.map { $0["name"] } == ["text", "limit", "kinds"])
    #expect(
      path["get"]["parameters"].elements.map { $0["required"] }
        == [.boolean(true), .boolean(false), .boolean(false)])
    #expect(path["get"]["parameters"].elements.first?["schema"]["type"] == "string")
    let body = path["post"]["requestBody"]
    #expect(body["required"] == .boolean(true))
    #expect(
      body["content"]["application/json"]["schema"]["$ref"]
        == "#/components/schemas/kitchen_dishes_input")
    let schema = document["components"]["schemas"]["kitchen_dishes_input"]
    #expect(schema["required"] == ["text"])
    #expect(schema["properties"]["kinds"]["items"]["type"] == "string")
  }

  @Test func `an object that contains itself is a component`() {
    let reference: JSONValue = "#/components/schemas/kitchen_menu_output_Menu"
    #expect(!"\(document)".contains("$defs"))
    let output = document["components"]["schemas"]["kitchen_menu_output"]
    #expect(output["properties"]["parts"]["items"]["$ref"] == reference)
    let component = document["components"]["schemas"]["kitchen_menu_output_Menu"]
    #expect(component["properties"]["parts"]["items"]["$ref"] == reference)
  }

  @Test func `only a program calls what writes`() {
    let cook = document["paths"]["/api/kitchen/cook"]["post"]
    #expect(cook["security"] == [["token": []]])
    let menu = document["paths"]["/api/kitchen/menu"]["get"]
    #expect(menu["security"] == [["token": []], ["device": []]])
    #expect(document["components"]["securitySchemes"]["token"]["scheme"] == "bearer")
  }

  @Test func `each failure of a call is described`() {
    for response in document["paths"]["/api/kitchen/cook"]["post"]["responses"].members {
      let name = response.value["$ref"].text?.split(separator: "/").last.map(String.init)
      guard response.key != "200" else { continue }
      #expect(name == response.key)
      #expect(document["components"]["responses"][response.key]["description"].text != nil)
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue { members[name] ?? .null }

  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  fileprivate var elements: [JSONValue] {
    if case .list(let elements) = self { elements } else { [] }
  }

  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
