import Console
import Foundation
import Mediator
import ModuleManager
import Testing

@testable import metro

@Suite struct JSONTests {
  @Test func `every example answers a program in one JSON value`() async throws {
    let session = try HostSession()
    for command in session.host.commands {
      for example in command.examples {
        let words = HostSession.words(of: example)
        guard !HostSession.needsMore(words), !words.contains(where: { $0.contains(".") }) else {
          continue
        }
        let line = words.filter { $0 != "--json" } + ["--json"]
        let result = try await session.run(line)
        #expect(result.errors.isEmpty, "metro \(example)")
        #expect(throws: Never.self, "metro \(example): \(result.output.prefix(200))") {
          try JSONSerialization.jsonObject(
            with: Data(result.output.utf8), options: .fragmentsAllowed)
        }
      }
    }
  }

  @Test(
    arguments: [
      "about", "city list", "completions", "credits", "doctor", "first-last", "last-train",
      "modules",
      "route", "stations", "versions",
    ])
  func `what help says of an answer is in it`(name: String) async throws {
    let session = try HostSession()
    let command = try #require(session.host.commands.first { $0.name == name })
    let example = HostSession.words(of: try #require(command.examples.first))
    let output = try await session.run(example + ["--json"]).output
    let json = try JSONSerialization.jsonObject(with: Data(output.utf8))
    let object = try #require((json as? [[String: Any]])?.first ?? json as? [String: Any])
    let shape = try #require(try command.action?.outputShape)
    let fields = if case .list(let element) = shape { element.fields } else { shape.fields }
    #expect(!fields.isEmpty)
    for field in fields where !field.isOptional {
      #expect(object[field.name] != nil, "'\(field.name)' is missing")
    }
    #expect(try await session.run(["help"] + command.words).output.contains("JSON: "))
  }

  @Test func `help for programs has the arguments and the JSON Schema of the answer`()
    async throws
  {
    for line in [["help", "route", "--json"], ["--json", "route", "--help"]] {
      let output = try await HostSession().run(line).output
      let pages = try #require(
        JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
      #expect(pages.count == 1)
      #expect(pages[0]["command"] as? String == "route")
      #expect((pages[0]["arguments"] as? [[String: Any]])?.first?["name"] as? String == "from")
      let answer = try #require(pages[0]["answer"] as? [String: Any])
      #expect((answer["properties"] as? [String: Any])?["journeys"] != nil)
    }
    let all = try await HostSession().run(["help", "--json"]).output
    let pages = try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [[String: Any]]
    #expect(pages?.count == (try HostSession().host.commands.count))
  }
}
