import Foundation
import Mediator
import Plugins
import Testing

@testable import HostKit

@Suite(.timeLimit(.minutes(15))) struct MCPResourceTests {
  @Test(arguments: MCPEra.allCases)
  func `what can be read by URL is a resource, or a template if it needs parameters`(
    era: MCPEra
  ) async throws {
    let client = try MCPClient()
    let resources = try await client.answer(to: era.request("1", "resources/list"))
    #expect(
      try resources["result"]?["resources"]
        == JSONValue(
          json: #"""
            [{"name":"catalogue_names","description":"List the names of all articles",
              "mimeType":"application/json","uri":"shop://catalogue/names"},
             {"name":"catalogue_wait","description":"The action 'wait' of Catalogue: Knows prices",
              "mimeType":"application/json","uri":"shop://catalogue/wait"}]
            """#))
    let templates = try await client.answer(to: era.request("2", "resources/templates/list"))
    #expect(
      try templates["result"]?["resourceTemplates"]
        == JSONValue(
          json: #"""
            [{"name":"catalogue_price","description":"Show the price of an article",
              "mimeType":"application/json","uriTemplate":"shop://catalogue/price{?name,amount,size}"}]
            """#))
  }

  @Test(arguments: MCPEra.allCases) func `a resource is read as JSON`(era: MCPEra) async throws {
    let answer = try await MCPClient().answer(
      to: era.request("1", "resources/read", #""uri":"shop://catalogue/price?name=lamp""#))
    let result = try #require(answer["result"])
    #expect(result["ttlMs"] == (era == .modern ? .integer(0) : nil))
    guard case .list(let contents)? = result["contents"] else {
      Issue.record("\(answer)")
      return
    }
    #expect(contents.count == 1 && contents[0]["uri"] == .text("shop://catalogue/price?name=lamp"))
    #expect(contents[0]["mimeType"] == .text("application/json"))
    #expect(
      contents[0]["text"] == .text(#"{"amount":0.1,"name":"lamp","number":9223372036854775807}"#))
  }

  @Test(arguments: [
    ("shop://catalogue/secret?name=lamp", "links cannot call 'catalogue/secret'"),
    ("shop://catalogue/prise", "no action 'prise' in 'catalogue'; did you mean 'price'?"),
    ("file:///etc/passwd", "bad URL 'file:///etc/passwd'"),
    ("shop://catalogue/price", "'name': a value is missing"),
    (#"\u001b[31mx"#, "bad URL '"),
  ])
  func `what cannot be read is an error`(uri: String, message: String) async throws {
    for (era, code) in [(MCPEra.modern, -32602), (.legacy, -32002)] {
      let answer = try await MCPClient().answer(
        to: era.request("1", "resources/read", #""uri":"\#(uri)""#))
      #expect(answer["error"]?["code"] == .integer(code))
      guard case .text(let text)? = answer["error"]?["message"] else {
        Issue.record("\(answer)")
        continue
      }
      #expect(text.hasPrefix(message) && !text.contains("\u{1B}"), "\(text)")
    }
  }
}
