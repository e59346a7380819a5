import Foundation
import Mediator
import ModuleTesting
import Platform
import Plugins
import Testing

@testable import HostKit

@Suite(.timeLimit(.minutes(15))) struct ConsentTests {
  private let fixture = ShelfFixture()
  private static let put = MCPEra.legacy.call("1", "shelf_put", #"{"name":"lamp"}"#)

  @Test func `a person who consents once is asked again`() async throws {
    let client = try await fixture.legacy()
    for count in 1...2 {
      client.send(Self.put)
      let question = try await client.reply(MCPClient.accept(.once))
      #expect(
        question["params"]?["message"]
          == .text(
            "the assistant 'helper', started by '/usr/bin/node' wants to call 'shelf/put' "
              + #"(Put an item on the shelf), which adds something, with {"name":"lamp"}. Allow it?"#
          ))
      let answer = try await client.message()
      #expect(!answer.isFailure && answer["id"] == .integer(1), "\(answer.json)")
      let grant = try #require(try fixture.grants.first)
      #expect(grant.callCount == count && !grant.isStanding)
      #expect(grant.calls.allSatisfy { $0.input == #"{"name":"lamp"}"# })
    }
  }

  @Test func `a person who consents for always is not asked again, until it is revoked`()
    async throws
  {
    let client = try await fixture.legacy()
    client.send(Self.put)
    _ = try await client.reply(MCPClient.accept(.always))
    #expect(try await !client.message().isFailure)
    let second = try await client.answer(to: Self.put)
    #expect(
      second.texts.first == #"["lamp","lamp"]"# || second.texts.first?.contains("lamp") == true)
    #expect(try fixture.grants.map(\.callCount) == [2])
    // Another action of the same client is another question.
    client.send(MCPEra.legacy.call("2", "shelf_clear"))
    _ = try await client.reply(#"{"action":"decline"}"#)
    #expect(try await client.message().isFailure)
    let list = try await fixture.run("grants").output
    #expect(list.contains("helper") && list.contains("shelf/put") && list.contains("always"))
    #expect(list.contains(#"{"name":"lamp"}"#))
    let revoked = try await fixture.run("grants", "revoke", "helper").output
    #expect(revoked.hasPrefix("Revoked 'shelf/put' of the assistant 'helper'"), "\(revoked)")
    client.send(Self.put)
    _ = try await client.reply(#"{"action":"cancel"}"#)
    #expect(
      try await client.message().texts == [
        "'shelf/put' was not called, because the person has declined it; call it again only if the "
          + "person asks for it"
      ])
    #expect(try await fixture.run("grants", "--json").output == "[]\n")
  }

  @Test(arguments: [
    #"{"action":"decline"}"#, #"{"action":"cancel"}"#, #"{"action":"accept"}"#, "{}", "[]",
    #"{"action":"accept","content":{"consent":"yes"}}"#, #"{"content":{"consent":"always"}}"#,
  ])
  func `everything but a consent means no`(result: String) async throws {
    let client = try await fixture.legacy()
    client.send(Self.put)
    _ = try await client.reply(result)
    #expect(try await client.message().isFailure)
    #expect(try fixture.grants.isEmpty)
  }

  @Test func `a client that cannot ask is told the command, which grants it`() async throws {
    let client = try await fixture.legacy(canAsk: false)
    let refused = try await client.answer(to: Self.put)
    let command = "grants new --client helper --executable /usr/bin/node --action shelf/put"
    #expect(
      refused.texts == [
        "'shelf/put' writes, and the person cannot be asked here; expected a grant, which the person "
          + "gives with 'shop \(command)'"
      ])
    let words = command.split(separator: " ").map(String.init)
    let granted = try await fixture.app.run(words, folder: fixture.folder.url)
    #expect(granted.code == .answered, "\(granted)")
    let answer = try await client.answer(to: Self.put)
    #expect(!answer.isFailure)
    #expect(answer.texts.last == "The person can undo it with 'shop shelf undo'.")
    #expect(answer["result"]?["structuredContent"]?["result"] == .list([.text("lamp")]))
  }

  @Test(arguments: [nil, "/home/me/thief"] as [String?])
  func `another program that claims the same name has no grant`(program: String?) async throws {
    let client = try await fixture.legacy()
    client.send(Self.put)
    _ = try await client.reply(MCPClient.accept(.always))
    _ = try await client.message()
    let thief = try await fixture.legacy(canAsk: false, startedBy: program)
    #expect(try await thief.answer(to: Self.put).isFailure)
  }

  @Test func `a grant without a program belongs to the first client of the name`() async throws {
    _ = try await fixture.run("grants", "new", "--client", "helper", "--action", "shelf/put")
    #expect(try fixture.grants.map(\.client.program) == [nil])
    let client = try await fixture.legacy(canAsk: false)
    #expect(try await !client.answer(to: Self.put).isFailure)
    #expect(try fixture.grants.map(\.client.program) == [ShelfFixture.node])
    let second = try await fixture.legacy(canAsk: false, startedBy: "/usr/bin/other")
    #expect(try await second.answer(to: Self.put).isFailure)
  }

  @Test(arguments: MCPEra.allCases)
  func `a client that calls 1,000 times asks three times within ten minutes`(
    era: MCPEra
  ) async throws {
    let client = try await fixture.legacy()
    for _ in 1...2 {
      var (questions, refusals) = (0, 0)
      client.send(
        (1...1000).map { id in
          era == .legacy ? era.call("\(id)", "shelf_clear") : Self.modern(id, "shelf_clear")
        })
      while questions + refusals < (era == .legacy ? 1003 : 1000) {
        let message = try await client.message()
        if message["method"] != nil {
          questions += 1
          client.send(
            #"{"jsonrpc":"2.0","id":\#(message["id"]?.json ?? ""),"result":{"action":"decline"}}"#)
        } else if message["result"]?["inputRequests"] != nil {
          questions += 1
        } else {
          #expect(message.isFailure)
          refusals += 1
        }
      }
      #expect(questions == 3)
      fixture.date.withLock { $0 += 601 }
    }
  }

  @Test func `a name of a client is stored and printed safely`() async throws {
    let name = #""\u001b[31m\u202e\n"# + String(repeating: "a", count: 100_000) + "\""
    let client = try await fixture.legacy(name)
    client.send(Self.put)
    let question = try await client.reply(MCPClient.accept(.always))
    #expect(!question.json.contains(String(repeating: "a", count: 200)))
    #expect(try await !client.message().isFailure)
    for arguments in [["grants"], ["grants", "--json"]] {
      let output = try await fixture.app.run(arguments, folder: fixture.folder.url).output
      #expect(output.contains(#"\u{1b}[31m\u{202e}"#) || output.contains(#"\\u{1b}[31m"#))
      #expect(!output.contains("\u{1B}") && !output.contains("\u{202E}"))
      #expect(output.utf8.count < 2000)
    }
  }

  @Test func `nothing is called while the grants cannot be read`() async throws {
    let path = fixture.folder.url.appending(path: "host/grants")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: path.appending(path: "grants.json"))
    let client = try await fixture.legacy()
    let answer = try await client.answer(to: Self.put)
    #expect(answer.isFailure && answer.texts.first?.contains("mend or remove it") == true)
    #expect(try await fixture.run("grants").code == .failed)
  }

  @Test(arguments: [
    (
      ["--client", "a", "--plugin", "b", "--action", "shelf/put"],
      "either --client, --plugin or --program"
    ),
    (["--client", "a", "--program", "b"], "either --client, --plugin or --program"),
    (["--program", ""], "either --client, --plugin or --program"),
    (["--action", "shelf/put"], "either --client, --plugin or --program"),
    (["--client", "a"], "expected --action"),
    (["--program", "b", "--action", "shelf/items"], "'shelf/items' is no action that writes"),
    (["--client", "a", "--action", "shelf/items"], "'shelf/items' is no action that writes"),
    (["--client", "a", "--action", "shelf/undo"], "'shelf/undo' is no action that writes"),
    (["--client", "a", "--action", "shelf/pud"], "did you mean 'shelf/put'?"),
    (["--plugin", "b", "--action", "shelf/put"], "no plug-in 'b'"),
  ])
  func `a grant that means nothing is refused`(arguments: [String], message: String) async throws {
    let answer = try await fixture.app.run(
      ["grants", "new"] + arguments, folder: fixture.folder.url)
    #expect(answer.code != .answered && answer.errors.contains(message), "\(answer)")
    let revoked = try await fixture.run("grants", "revoke", "a")
    #expect(revoked.code == .notFound && revoked.errors.contains("no grant for 'a'"))
  }

  // MARK: - The modern era, in which the client returns with the answer

  private static func modern(
    _ id: Int, _ tool: String, _ arguments: String = "{}", _ more: String = ""
  ) -> String {
    let prefix = "io.modelcontextprotocol/"
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
      + #""arguments":\#(arguments)\#(more),"_meta":{"\#(prefix)protocolVersion":"2026-07-28","#
      + #""\#(prefix)clientCapabilities":{"elicitation":{"form":{}}},"#
      + #""\#(prefix)clientInfo":{"name":"helper","version":"1"}}}}"#
  }

  private static func answered(_ state: JSONValue?, _ result: String) -> String {
    #","requestState":\#(state?.json ?? "0"),"inputResponses":{"consent":\#(result)}"#
  }

  @Test func `a client of the modern era returns with the answer, which holds once`() async throws {
    let client = try fixture.client()
    let lamp = #"{"name":"lamp"}"#
    let first = try await client.answer(to: Self.modern(1, "shelf_put", lamp))
    #expect(first["result"]?["resultType"] == .text("input_required"))
    let question = first["result"]?["inputRequests"]?["consent"]
    #expect(question?["method"] == .text("elicitation/create"))
    let answer = Self.answered(first["result"]?["requestState"], MCPClient.accept(.once))
    let second = try await client.answer(to: Self.modern(2, "shelf_put", lamp, answer))
    #expect(second["result"]?["resultType"] == .text("complete") && !second.isFailure)
    let replayed = try await client.answer(to: Self.modern(3, "shelf_put", lamp, answer))
    #expect(replayed["result"]?["resultType"] == .text("input_required"))
    #expect(try fixture.grants.map(\.callCount) == [1])
  }

  @Test(arguments: [
    ("shelf_put", #"{"name":"another"}"#), ("shelf_clear", "{}"),
  ])
  func `an answer is for the call that was asked about`(tool: String, arguments: String)
    async throws
  {
    let client = try fixture.client()
    let first = try await client.answer(to: Self.modern(1, "shelf_put", #"{"name":"lamp"}"#))
    let answer = Self.answered(first["result"]?["requestState"], MCPClient.accept(.always))
    let second = try await client.answer(to: Self.modern(2, tool, arguments, answer))
    #expect(second["result"]?["resultType"] == .text("input_required"))
    #expect(try fixture.grants.isEmpty)
  }

  @Test func `an invented or late answer is asked again`() async throws {
    let client = try fixture.client()
    let invented = Self.answered(.text("guess"), MCPClient.accept(.always))
    let first = try await client.answer(to: Self.modern(1, "shelf_clear", "{}", invented))
    #expect(first["result"]?["resultType"] == .text("input_required"))
    fixture.date.withLock { $0 += 601 }
    let late = Self.answered(first["result"]?["requestState"], MCPClient.accept(.always))
    let second = try await client.answer(to: Self.modern(2, "shelf_clear", "{}", late))
    #expect(second["result"]?["resultType"] == .text("input_required"))
  }

  @Test func `the hints of a tool come from its declaration`() async throws {
    let list = try await fixture.client().answer(to: MCPEra.modern.request("1", "tools/list"))
    guard case .list(let tools)? = list["result"]?["tools"] else { return #expect(Bool(false)) }
    let hints = tools.map { $0["annotations"]?.json }
    #expect(
      tools.map { $0["name"] } == ["shelf_clear", "shelf_items", "shelf_put"].map { .text($0) })
    #expect(
      hints == [
        #"{"destructiveHint":true,"idempotentHint":true,"readOnlyHint":false}"#,
        #"{"readOnlyHint":true}"#,
        #"{"destructiveHint":false,"idempotentHint":false,"readOnlyHint":false}"#,
      ])
  }

  @Test func `no link calls an action that writes, whatever its exposure`() async throws {
    let link = try await fixture.run("open", "shop://shelf/clear")
    #expect(link.code == .failed && link.errors.contains("links cannot call 'shelf/clear'"))
  }
}
