import Console
import Foundation
import ModuleTesting
import Testing

@testable import HostKit

@Suite struct CommandLineHostTests {
  @Test func `route plans the next journeys without a network and without an installed city`()
    async throws
  {
    let result = try await HostSession().run("route", "Trindade", "Casa da Música")
    #expect(result.code == .answered)
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("Trindade → Casa da Música    Porto, Fri 20 Nov, timetable\n"))
    #expect(result.output.contains("● Trindade\n"))
    #expect(result.output.contains("● Casa da Música\n"))
    #expect(result.output.contains("later: 12:"))
  }

  @Test func `JSON has the same answer`() async throws {
    let line = ["--json", "route", "id:trindade", "id:aliados", "--depart", "12:30"]
    let result = try await HostSession().run(line)
    let plan = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(plan["city"] as? String == "porto")
    #expect(plan["date"] as? String == "2026-11-20")
    let from = try #require(plan["from"] as? [String: Any])
    #expect(from["id"] as? String == "trindade" && from["name"] as? String == "Trindade")
    let journey = try #require((plan["journeys"] as? [[String: Any]])?.first)
    #expect(journey["rides"] as? Int == 1)
    let departure = try #require(journey["departure"] as? Int)
    #expect(departure >= 12 * 3600 + 1800)
    let leg = try #require((journey["legs"] as? [[String: Any]])?.first)
    #expect(leg["kind"] as? String == "ride")
    #expect(leg["route"] as? String == "D")
    #expect(leg["stops"] as? Int == 0)
  }

  @Test(
    arguments: [
      (["route", "Trimdade", "Aliados"], ExitCode.notFound, "did you mean 'Trindade'?"),
      (["route", "A", "Aliados"], .notFound, "matches several stations in Porto; choose one of: "),
      (
        ["route", "Trindade", "Aliados", "--depart", "25:99"], .badCommandLine,
        "'25:99' is not a time"
      ),
      (
        ["route", "Trindade", "Aliados", "--date", "someday"], .badCommandLine,
        "is not a day; expected today, tomorrow"
      ),
      (["route", "Trindade", "Aliados", "--change-time", "-5"], .badCommandLine, "'-5'"),
      (["route", "Trindade", "Aliados", "--dpart", "8:00"], .badCommandLine, "'--depart'?"),
      (["route", "Trindade"], .badCommandLine, "'to' is missing"),
      (["rout", "Trindade", "Aliados"], .badCommandLine, "did you mean 'route'?"),
      (
        ["city"], .badCommandLine,
        "is not a complete command; add one of: add, check, download, list, realtime, remove, update, use"
      ),
      (
        ["--city", "x", "city", "list"], .badCommandLine, "'--city' is not an option of 'city list'"
      ),
      (["city", "add", "x", "missing.zip"], .notFound, "no file 'missing.zip'"),
      (["city", "add", "x", #filePath], .failed, "is not a GTFS feed: it is not a zip archive"),
      (["city", "add", "porto", #filePath], .failed, "'porto' is built in"),
      (["city", "add", "../x", #filePath], .badCommandLine, "'../x' is not a city id"),
      (["city", "use", "beijing"], .notFound, "no city 'beijing' is installed"),
      (["city", "remove", "porto"], .failed, "'porto' is built in"),
      (["--city", "beijing", "route", "A", "B"], .notFound, "no city 'beijing' is installed"),
      (["bookmarks", "remove", "Work"], .notFound, "no bookmark 'Work'"),
    ] as [([String], ExitCode, String)])
  func `bad input fails with one sentence and changes nothing`(
    line: [String], code: ExitCode, sentence: String
  ) async throws {
    let session = try HostSession()
    let result = try await session.run(line)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(sentence))
    #expect(result.errors.split(separator: "\n").count == 1)
    let cities = try await session.run(["city", "list", "--json"]).output
    #expect(cities.components(separatedBy: "\"id\"").count == 2)
  }

  @Test func `no journey is an answer`() async throws {
    let session = try HostSession()
    let result = try await session.run("route", "Trindade", "Aliados", "--depart", "28:00")
    #expect(result.code == .answered)
    let sentence = result.output.replacingOccurrences(of: "\n", with: " ")
    #expect(sentence.contains("The last train leaves at 0"))
    #expect(sentence.contains("; first trains tomorrow, Sat 21 Nov:  06:"))
    let json = try await session.run("route", "Trindade", "Trindade", "--json")
    #expect(json.output.contains("\"journeys\":[]"))
    #expect(json.output.contains("\"reason\":\"you are already there\""))
  }

  @Test func `the history and the bookmarks are stored between runs`() async throws {
    let session = try HostSession()
    _ = try await session.run("route", "Trindade", "Aliados")
    #expect(try await session.run("history").output.contains("Trindade → Aliados"))
    _ = try await session.run("bookmarks", "add", "Work", "Trindade", "São Bento")
    #expect(try await session.run("bookmarks").output.contains("Work  Trindade → São Bento"))
  }

  @Test func `a journey is found even if the data folder cannot be used`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let session = try HostSession(folder: file)
    let result = try await session.run("route", "Trindade", "Aliados")
    #expect(result.code == .answered)
    let bookmark = try await session.run("bookmarks", "add", "Work", "Trindade", "Aliados")
    #expect(bookmark.code == .failed)
    #expect(bookmark.errors.contains("not a directory; check that it can be written"))
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the terminal`(columns: Int) async throws {
    let session = try HostSession()
    let lines = [
      ["route", "Aeroporto", "São Bento"], ["stations"], ["city", "list"], ["help"],
      ["help", "route"], ["bookmarks"], ["route", "Póvoa de Varzim", "Estádio do Dragão"],
    ]
    for line in lines {
      let output = try await session.run(line, columns: columns).output
      let texts = output.split(separator: "\n").map(String.init)
      for text in texts where text.columns > columns {
        #expect(text.hasPrefix("  metro "), "only an example may be wider: \(text)")
      }
    }
  }

  @Test func `help and version start no module`() async throws {
    let session = try HostSession()
    for line in [["--version"], ["help"], ["route", "--help"], []] {
      #expect(try await session.run(line).code == .answered)
    }
    #expect(!FileManager.default.fileExists(atPath: session.folder.path))
  }

  @Test func `--trace prints the calls of a command to the standard error output`() async throws {
    let result = try await HostSession().run("--trace", "route", "id:trindade", "id:aliados")
    let names = result.errors.split(separator: "\n").map {
      String($0).replacing(/\ +[0-9.]+ (µs|ms|s)$/, with: "")
    }
    #expect(result.code == .answered)
    #expect(result.output.hasPrefix("Trindade → Aliados"))
    #expect(names.first == "route")
    #expect(names.contains("├─ routing/plan"))
    #expect(names.contains("│  ├─ data-source/endpoints"))
    #expect(names.contains { $0.hasSuffix("─ JourneyPlanned") })
  }
}
