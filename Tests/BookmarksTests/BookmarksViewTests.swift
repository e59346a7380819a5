import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Bookmarks

struct BookmarksViewTests {
  @Test func `the examples run, and their JSON fits the schemas`() async throws {
    let harness = try await ModuleHarness(BookmarksModule.self)
    let stations = ["Trindade", "Aliados", "Casa da Música", "São Bento"]
    try DataSourceStub(
      SampleNetwork(name: "Porto", stations: stations.map { ($0, []) }, trips: [])
    ).stub(on: harness.mediator)
    // Another example clears the history.
    let removal = "history remove Trindade Aliados"
    harness.mediator.publish(
      JourneyPlanned(
        city: .builtIn, from: PointOfInterest(id: "Trindade", name: "Trindade"),
        to: PointOfInterest(id: "Aliados", name: "Aliados")))
    await harness.mediator.drain()
    #expect(Command.removeFromHistory.examples == [removal])
    _ = try await harness.run(removal)
    await harness.checkExamples { $0.contains("bookmarks.json") || $0 == removal }
    let answer = try await harness.run("bookmarks rename Work \"The office\"")
    #expect(answer.text == "Renamed to 'The office': Trindade → Aliados (porto).")
    #expect(try answer.decode(Bookmark.self).name == "The office")
    await #expect(throws: CommandLineError.self) { try await harness.run("bookmarks rename") }
  }

  @Test func `commands print sentences and tables`() async throws {
    let fixture = try await BookmarksFixture()
    let add = ["name": "Work", "from": "Trindade", "to": "Aliados"] as Parameters
    #expect(
      try await fixture.text(of: "bookmarks")
        == "No journeys yet; add one with 'bookmarks add <name> <from> <to>'.")
    #expect(
      try await fixture.text(of: "bookmarks add", add)
        == "Added 'Work': Trindade → Aliados (porto).")
    let far = ["name": "家", "from": "西直门", "to": "Aliados", "city": "new-york"] as Parameters
    _ = try await fixture.text(of: "bookmarks add", far)
    #expect(
      try await fixture.text(of: "bookmarks") == """
        name  journey             city
        Work  Trindade → Aliados  porto
        家    西直门 → Aliados    new-york
        """)
    #expect(
      try await fixture.text(of: "bookmarks remove", ["name": "work"])
        == "Removed 'Work': Trindade → Aliados (porto).")
  }

  @Test func `stations are listed above journeys, and every change prints a sentence`() async throws
  {
    let fixture = try await BookmarksFixture()
    let home = ["name": "Home", "from": "西直门"] as Parameters
    #expect(try await fixture.text(of: "bookmarks add", home) == "Added 'Home': 西直门 (porto).")
    try await fixture.add("Work")
    #expect(
      try await fixture.text(of: "bookmarks") == """
        Stations and places
        name  place   city
        Home  西直门  porto

        Journeys
        name  journey             city
        Work  Trindade → Aliados  porto
        """)
    let lines: [(String, Parameters, String)] = [
      ("rename", ["name": "home", "newName": "Mum"], "Renamed to 'Mum': 西直门 (porto)."),
      ("move", ["name": "mum"], "Moved 'Mum': 西直门 (porto)."),
      ("undo", [:], "Undone: moving 'Mum'."),
      ("clear", ["section": "journeys"], "Removed 1 entry from journeys."),
      ("undo", [:], "Undone: clearing journeys."),
      ("undo", [:], "Undone: renaming 'Home' to 'Mum'."),
    ]
    for (command, parameters, text) in lines {
      #expect(try await fixture.text(of: "bookmarks \(command)", parameters) == text)
    }
    #expect(try await fixture.names == ["Home", "Work"])
  }

  @Test func `the last five journeys are listed below the bookmarks`() async throws {
    let fixture = try await BookmarksFixture()
    for number in 1...6 { await fixture.planJourney(to: "Stop \(number)") }
    let text = try await fixture.text(of: "bookmarks")
    #expect(
      text.hasPrefix(
        """
        Journeys
        No journeys yet; add one with 'bookmarks add <name> <from> <to>'.

        History
        when         journey            city   asked

        """))
    let stops = text.split(separator: "\n").compactMap { $0.split(separator: "Stop ").last?.first }
    #expect(stops.suffix(5) == ["6", "5", "4", "3", "2"])
    let json = try await fixture.json(of: "bookmarks")
    #expect(json.hasPrefix(#"{"history":[{"askedAt":"#))
  }

  @Test(
    arguments: [
      (-3600, "today 18:00"), (-86400, "yesterday 19:00"), (-6 * 86400, "6 days ago 19:00"),
      (-7 * 86400, "2026-11-13 19:00"), (86400, "2026-11-21 19:00"),
    ] as [(Double, String)])
  func `the history is a table with relative days`(
    seconds: Double, when: String
  ) async throws {
    let fixture = try await BookmarksFixture()
    #expect(
      try await fixture.text(of: "history")
        == "The history is empty; 'app route <from> <to>' adds a journey."
    )
    let entry = HistoryEntry(
      askedAt: BookmarksFixture.now + seconds, city: .builtIn,
      from: PointOfInterest(id: "trindade", name: "Trindade"),
      to: PointOfInterest(id: "aliados", name: "Aliados"), count: 3)
    let zone = try #require(TimeZone(secondsFromGMT: -5 * 3600))
    let history = BookmarksView.history(at: BookmarksFixture.now, timeZone: zone)
    let text = Page(columns: 80).text(of: history.document(of: [entry]))
    #expect(text.hasSuffix("\n\(when)  Trindade → Aliados  porto  3 times"))
  }

  @Test func `a narrow page shows the whole names of stations`() throws {
    let ends = ["Aeroporto Francisco Sá Carneiro", "Vila d'Este"].map {
      PointOfInterest(id: $0, name: TranslatedName($0))
    }
    let page = Page(columns: 40)
    let bookmark = Bookmark(name: "Work", city: .builtIn, from: ends[0], to: ends[1])
    let stations = "  Aeroporto Francisco Sá Carneiro → Vila\n  d'Este (porto)"
    #expect(page.text(of: BookmarksView.journeys.document(of: [bookmark])) == "Work\n\(stations)")
    let entry = HistoryEntry(
      askedAt: BookmarksFixture.now, city: .builtIn, from: ends[0], to: ends[1])
    let history = BookmarksView.history(at: BookmarksFixture.now, timeZone: .gmt)
    #expect(page.text(of: history.document(of: [entry])) == "today 00:00\n\(stations)")
    let journeys = page.text(of: BookmarksView.lastJourneys.document(of: [entry]))
    #expect(journeys.hasSuffix("Vila\nd'Este (porto)"))
  }

  @Test func `control characters in names are not printed`() {
    let station = PointOfInterest(id: "x", name: "\u{1B}]0;x\u{7}Trindade\n")
    let bookmark = Bookmark(name: "\u{1B}[2JWork", city: .builtIn, from: station, to: station)
    let page = Page(columns: 80)
    let text = page.text(of: BookmarksView.journeys.document(of: [bookmark]))
    let sentence = page.line(Text(BookmarksView.sentence(bookmark)))
    #expect(!text.contains("\u{1B}"))
    #expect(!sentence.contains("\u{1B}"))
    #expect(sentence.hasPrefix("'Work': Trindade"))
  }
}
