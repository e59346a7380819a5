import Foundation
import Testing

@testable import HostKit
@testable import metro

@Suite struct HostCommandsTests {
  @Test(
    arguments: [
      (
        "metro://routing/plan?from=Trindade&to=Aliados&depart=08:00",
        ["route", "Trindade", "Aliados", "--depart", "08:00"]
      ),
      (
        "METRO://routing/plan?from=S%C3%A3o%20Bento&to=Aliados&last",
        ["route", "São Bento", "Aliados", "--last"]
      ),
      (
        "metro://routing/lastTrain?from=Trindade&to=Aliados", ["last-train", "Trindade", "Aliados"]
      ),
      ("metro://routing/firstLast?station=Trindade", ["first-last", "Trindade"]),
    ])
  func `a link prints what its command prints`(link: String, line: [String]) async throws {
    let session = try HostSession()
    for format in [[], ["--json"]] {
      let opened = try await session.run(["open", link] + format)
      let answered = try await session.run(line + format)
      #expect(opened.code == .answered)
      #expect(opened.output == answered.output)
      #expect(!opened.output.isEmpty)
    }
  }

  @Test(arguments: [
    ["Trindade", "Aliados"], ["trindade", "casa da musica", "--arrive", "noon"],
    ["--city", "porto", "Aliados", "São Bento"], ["trin", "alia"],
    ["Aliados", "Trindade", "--date", "30/11", "--depart", "8h30"],
  ])
  func `two stations without a command are the ends of a route`(line: [String]) async throws {
    let session = try HostSession()
    let short = try await session.run(line + ["--json"])
    #expect(short.code == .answered, "\(short.errors)")
    #expect(try await session.run(["route"] + line + ["--json"]).output == short.output)
  }

  @Test(arguments: [
    (["Trindade", "Nowhereville"], "no station 'Nowhereville' in Porto"),
    (["trin", "Nowhereville"], "no command 'trin'"), (["rout", "Trindade"], "no command 'rout'"),
    (["--city", "atlantis", "Trindade", "Aliados"], "no city 'atlantis' is installed"),
  ])
  func `words that are not two stations are an error that says what is not understood`(
    line: [String], error: String
  ) async throws {
    let result = try await HostSession().run(line)
    #expect(result.code != .answered && result.errors.contains(error), "\(result.errors)")
  }

  @Test func `a link to an action without a command prints indented JSON`() async throws {
    let session = try HostSession()
    for (options, start) in [([], "{\n  \"agency\" : \""), (["--json"], "{\"agency\":\"")] {
      let result = try await session.run(["open", "metro://data-source/city"] + options)
      #expect(result.code == .answered && result.output.hasPrefix(start), "\(result.output)")
    }
  }

  @Test(
    arguments: [
      ("metro://routng/plan", ExitCode.notFound, "did you mean 'routing'?"),
      ("metro://routing/plann?from=A&to=B", .notFound, "did you mean 'plan'?"),
      ("metro://data-source/remove?city=porto", .failed, "'data-source/remove'"),
      ("metro://routing/plan?from=Trindade", .badCommandLine, "'to'"),
      ("metro://routing/plan?from=Trindade&to=Aliados&frm=x", .badCommandLine, "'from'?"),
      ("metro://routing/plan?from=Trindade&to=Aliados&depart=25:99", .badCommandLine, "25:99"),
      ("http://routing/plan", .badCommandLine, "expected it to start with 'metro://'"),
      ("", .badCommandLine, "metro://"),
    ])
  func `a bad link fails with the reason`(
    link: String, code: ExitCode, sentence: String
  ) async throws {
    let result = try await HostSession().run("open", link)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.errors.replacing("\n", with: " ").contains(sentence), "\(result.errors)")
  }

  @Test func `the hidden command runs, but neither help nor completion nor errors mention it`()
    async throws
  {
    let session = try HostSession()
    let result = try await session.run("mind", "the", "gap")
    #expect(result.code == .answered)
    #expect(result.output.contains("M I N D   T H E   G A P"))
    let narrow = try await session.run(["mind", "the", "gap"], columns: 30)
    #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 30 })
    #expect(!(try await session.run("help").output.contains("mind")))
    #expect(!(try await session.run("complete", "--line=metro ").output.contains("mind")))
    #expect(try await session.run("mind", "the", "gp").errors.contains("no command"))
    #expect(!(try await session.run("mind", "the", "gp").errors.contains("gap")))
  }
}
