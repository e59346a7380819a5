import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator
import Testing

@testable import Bookmarks

struct BookmarksViewTests {
  @Test func `commands answer in sentences and tables`() async throws {
    let house = try await House()
    let add = ["name": "Work", "from": "Trindade", "to": "Aliados"] as Parameters
    #expect(
      try await house.text(of: "bookmarks")
        == "No journeys yet; add one with 'metro bookmarks add NAME FROM TO'.")
    #expect(
      try await house.text(of: "bookmarks add", add)
        == "Added 'Work': Trindade → Aliados (porto).")
    let far = ["name": "家", "from": "西直门", "to": "Aliados", "city": "new-york"] as Parameters
    _ = try await house.text(of: "bookmarks add", far)
    #expect(
      try await house.text(of: "bookmarks") == """
        name  journey             city
        Work  Trindade → Aliados  porto
        家    西直门 → Aliados    new-york
        """)
    #expect(
      try await house.text(of: "bookmarks remove", ["name": "work"])
        == "Removed 'Work': Trindade → Aliados (porto).")
  }

  @Test func `stations stand above journeys, and every change is told`() async throws {
    let house = try await House()
    let home = ["name": "Home", "from": "西直门"] as Parameters
    #expect(try await house.text(of: "bookmarks add", home) == "Added 'Home': 西直门 (porto).")
    try await house.add("Work")
    #expect(
      try await house.text(of: "bookmarks") == """
        Stations
        name  station  city
        Home  西直门   porto

        Journeys
        name  journey             city
        Work  Trindade → Aliados  porto
        """)
    let lines: [(String, Parameters, String)] = [
      ("rename", ["name": "home", "newName": "Mum"], "Now 'Mum': 西直门 (porto)."),
      ("move", ["name": "mum"], "Moved 'Mum': 西直门 (porto)."),
      ("undo", [:], "Undone: moving 'Mum'."),
      ("clear", ["section": "journeys"], "Removed 1 from journeys."),
      ("undo", [:], "Undone: clearing journeys."),
      ("undo", [:], "Undone: renaming 'Home' to 'Mum'."),
    ]
    for (command, parameters, text) in lines {
      #expect(try await house.text(of: "bookmarks \(command)", parameters) == text)
    }
    #expect(try await house.names == ["Home", "Work"])
  }

  @Test func `the last five questions stand below the bookmarks`() async throws {
    let house = try await House()
    for number in 1...6 { await house.ask(to: "Stop \(number)") }
    let text = try await house.text(of: "bookmarks")
    #expect(
      text.hasPrefix(
        """
        Journeys
        No journeys yet; add one with 'metro bookmarks add NAME FROM TO'.

        Asked last
        asked        journey            city

        """))
    let stops = text.split(separator: "\n").compactMap { $0.split(separator: "Stop ").last?.first }
    #expect(stops.suffix(5) == ["6", "5", "4", "3", "2"])
    let json = try await house.json(of: "bookmarks")
    #expect(json.hasPrefix(#"{"history":[{"askedAt":"#))
  }

  @Test(arguments: [
    (-3600, "today 18:00"), (-86400, "yesterday 19:00"), (-6 * 86400, "6 days ago 19:00"),
    (-7 * 86400, "2026-11-13 19:00"), (86400, "2026-11-21 19:00"),
  ])
  func `the history is a table with the days as people say them`(
    seconds: Double, asked: String
  ) async throws {
    let house = try await House()
    #expect(
      try await house.text(of: "history") == "No questions yet; ask one with 'metro route FROM TO'."
    )
    let entry = HistoryEntry(
      askedAt: House.now + seconds, city: .builtIn, from: Place(id: "trindade", name: "Trindade"),
      to: Place(id: "aliados", name: "Aliados"))
    let zone = try #require(TimeZone(secondsFromGMT: -5 * 3600))
    let text = BookmarksView.history(at: House.now, timeZone: zone)
      .text(of: [entry], on: Page(columns: 80))
    #expect(text.hasSuffix("\n\(asked)  Trindade → Aliados  porto"))
  }

  @Test func `names cannot command the terminal`() {
    let station = Place(id: "x", name: "\u{1B}]0;x\u{7}Trindade\n")
    let bookmark = Bookmark(name: "\u{1B}[2JWork", city: .builtIn, from: station, to: station)
    let text = BookmarksView.journeys.text(of: [bookmark], on: Page(columns: 80))
    let sentence = BookmarksView.sentence(bookmark)
    #expect(!text.contains("\u{1B}"))
    #expect(!sentence.contains("\u{1B}"))
    #expect(sentence.hasPrefix("'Work': Trindade"))
  }
}
