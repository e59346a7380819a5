import Foundation
import Mediator
import Plugins
import Testing

@testable import HostKit

/// Prompts, which are made from the examples of commands.
@Suite(.timeLimit(.minutes(15))) struct MCPPromptTests {
  private static let intro =
    "Show the price of an article. Call the tool 'catalogue_price' with these arguments:"

  @Test(arguments: MCPEra.allCases)
  func `a tool whose command has an example is a prompt`(era: MCPEra) async throws {
    let answer = try await MCPClient().answer(to: era.request("1", "prompts/list"))
    #expect(
      try answer["result"]?["prompts"]
        == JSONValue(
          json: #"""
            [{"name":"catalogue_price","title":"Show the price of an article",
              "description":"Show the price of an article","arguments":[
               {"name":"name","description":"a name from 'names', such as lamp","required":true},
               {"name":"amount","description":"how many, such as 2","required":false}]}]
            """#))
    #expect(answer["result"]?["ttlMs"] == (era == .modern ? .integer(300_000) : nil))
  }

  @Test(arguments: [
    (#"{"name":"chair"}"#, "\(intro)\n- name: chair"),
    (#"{"amount":"3","name":"café \"A\""}"#, "\(intro)\n- name: café \"A\"\n- amount: 3"),
    (#"{"name":"chair","amount":""}"#, "\(intro)\n- name: chair"),
  ])
  func `a prompt asks for a call with the values of the client`(
    arguments: String, text: String
  ) async throws {
    for (era, end) in [
      (
        MCPEra.modern,
        #","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shop","version":"1.2.3"}}"#
      ), (.legacy, ""),
    ] {
      let answer = try await MCPClient().answer(
        to: era.request("1", "prompts/get", #""name":"catalogue_price","arguments":\#(arguments)"#))
      let text = String(decoding: try JSON.encode(text), as: UTF8.self)
      #expect(
        try answer["result"]
          == JSONValue(
            json: #"{"description":"Show the price of an article","messages":[{"role":"user","#
              + #""content":{"type":"text","text":\#(text)}}]\#(end)}"#))
    }
  }

  @Test(arguments: [
    (
      #""name":"catalogue_prise""#, "no prompt 'catalogue_prise'; did you mean 'catalogue_price'?"
    ), (#""name":"\u001b[31m""#, "no prompt '\\u{1b}[31m'; see 'prompts/list'"),
    (#""name":"catalogue_names""#, "no prompt 'catalogue_names'; did you mean 'catalogue_price'?"),
    (
      #""name":"catalogue_price""#,
      "the prompt 'catalogue_price' needs 'name': a name from 'names'"
    ),
    (
      #""name":"catalogue_price","arguments":{"name":""}"#,
      "the prompt 'catalogue_price' needs 'name': a name from 'names'"
    ),
    (
      #""name":"catalogue_price","arguments":{"name":"lamp","amout":"2"}"#,
      "'amout': there is no such parameter; did you mean 'amount'?"
    ),
    (
      #""name":"catalogue_price","arguments":{"name":"lamp","amount":2}"#,
      "'amount': expected a text"
    ),
  ])
  func `what is missing or unknown is named`(parameters: String, message: String) async throws {
    for era in MCPEra.allCases {
      let error = try await MCPClient().answer(
        to: era.request("1", "prompts/get", parameters))["error"]
      #expect(error?["code"] == .integer(-32602))
      #expect(error?["message"] == .text(message))
    }
  }
}
