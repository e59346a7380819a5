import Foundation
import Mediator
import ModuleTesting
import Plugins
import Testing

@testable import HostKit

@Suite(.timeLimit(.minutes(15))) struct MCPToolTests {
  private static let schema = #""$schema":"https://json-schema.org/draft/2020-12/schema""#
  private static let empty =
    #"{\#(schema),"type":"object","title":"Empty","properties":{},"required":[]}"#
  private static let article = #"""
    {\#(schema),"type":"object","title":"PriceQuery","required":["name"],"properties":{
      "name":{"type":"string","description":"a name from 'names'"},
      "amount":{"type":"number","description":"how many"},
      "size":{"type":"string","enum":["small","large"],"description":"one of small, large"}}}
    """#
  private static let price = #"""
    {\#(schema),"type":"object","title":"Quotation","required":["amount","number","name"],"properties":{
      "amount":{"type":"number","description":"in euros"},"number":{"type":"integer"},"name":{"type":"string"}}}
    """#

  private func tools(in era: MCPEra) async throws -> [JSONValue] {
    let answer = try await MCPClient().answer(to: era.request("1", "tools/list"))
    guard case .list(let tools)? = answer["result"]?["tools"] else { return [] }
    return tools
  }

  @Test(arguments: [
    (
      MCPEra.modern, #"{\#(schema),"type":"array","items":{"type":"string"}}"#,
      #"{\#(schema),"type":"integer"}"#
    ),
    (
      .legacy,
      #"{\#(schema),"type":"object","title":"result","required":["result"],"properties":{"result":{"type":"array","items":{"type":"string"}}}}"#,
      #"{\#(schema),"type":"object","title":"result","required":["result"],"properties":{"result":{"type":"integer"}}}"#
    ),
  ])
  func `the list has the actions for assistants with descriptions and schemas`(
    era: MCPEra, names: String, number: String
  ) async throws {
    let expected = #"""
      [{"name":"catalogue_names","description":"List the names of all articles",
        "inputSchema":\#(Self.empty),"outputSchema":\#(names),"annotations":{"readOnlyHint":true}},
       {"name":"catalogue_price","description":"Show the price of an article",
        "inputSchema":\#(Self.article),"outputSchema":\#(Self.price),"annotations":{"readOnlyHint":true}},
       {"name":"catalogue_twice","description":"The action 'twice' of Catalogue: Knows prices",
        "inputSchema":{\#(Self.schema),"type":"object","title":"input","required":["input"],
          "properties":{"input":{"type":"integer","description":"a whole number"}}},
        "outputSchema":\#(number),"annotations":{"readOnlyHint":true}},
       {"name":"catalogue_wait","description":"The action 'wait' of Catalogue: Knows prices",
        "inputSchema":\#(Self.empty),"outputSchema":\#(Self.empty),"annotations":{"readOnlyHint":true}}]
      """#
    let tools = try await JSONValue.list(tools(in: era))
    #expect(try tools == JSONValue(json: expected), "\(tools.json)")
  }

  @Test func `the result of the list has hints for caches in the newer era only`() async throws {
    for era in MCPEra.allCases {
      let result = try await MCPClient().answer(to: era.request("1", "tools/list"))["result"]
      let isModern = era == .modern
      #expect(result?["ttlMs"] == (isModern ? .integer(300_000) : nil))
      #expect(result?["cacheScope"] == (isModern ? .text("private") : nil))
      #expect(result?["resultType"] == (isModern ? .text("complete") : nil))
    }
  }

  @Test func `mcp --list prints what the client sees`() async throws {
    let app = CommandLineApp.shop([CatalogueModule.self])
    let text = try await app.run("mcp", "--list").output
    #expect(text.contains("catalogue_price  Show the price of an article"))
    #expect(!text.contains("secret"))
    #expect(!text.contains("…"))
    let json = try await app.run("mcp", "--list", "--json").output
    #expect(try await JSONValue(json: json) == .list(tools(in: .modern)))
  }

  @Test func `without actions that are open to assistants there is no tool`() async throws {
    let list = try await CommandLineApp.shop([]).run("mcp", "--list")
    #expect(
      list.code == .answered && list.output == "no tools, because no action is open to assistants\n"
    )
  }

  @Test func `the actions of a disabled module are no tools`() async throws {
    let client = try MCPClient(environment: ["SHOP_DISABLE": "catalogue"])
    let answer = try await client.answer(to: MCPEra.modern.request("1", "tools/list"))
    #expect(answer["result"]?["tools"] == .list([]))
  }
}
