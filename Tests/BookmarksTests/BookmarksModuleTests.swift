import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct BookmarksModuleTests {
  @Test func `a bookmark has a name, a city and two stations`() async throws {
    let fixture = try await BookmarksFixture()
    let work = try await fixture.add("  Work ", to: "西直门")
    #expect(
      work
        == Bookmark(
          name: "Work", city: .builtIn, from: PointOfInterest(id: "Trindade", name: "Trindade"),
          to: PointOfInterest(id: "西直门", name: "西直门")))
    #expect(try await fixture.mediator.perform(Bookmarks.list) == [work])
    #expect(try await fixture.add("Far", city: .newYork).city == .newYork)
  }

  @Test func `a bookmark of a place has its coordinate, also after a restart`() async throws {
    let fixture = try await BookmarksFixture()
    let home = try await fixture.add("Home", from: "@41.15,-8.61", to: nil)
    let place = PointOfInterest(at: Coordinate(latitude: 41.15, longitude: -8.61))
    #expect(home == Bookmark(name: "Home", city: .builtIn, from: place))
    await #expect(throws: DataSourceError.badCoordinate("@41,x")) {
      try await fixture.add("Mum", from: "@41,x", to: nil)
    }
    await fixture.close()
    #expect(try await BookmarksFixture(folder: fixture.folder).bookmarks == [home])
  }

  @Test(arguments: [
    ("home", "@41.15,-8.61", "Home"), ("gym", "Aliados", "Aliados"),
    ("Trindade", "Trindade", "Trindade"), ("@Gate", "@41.3,-8.5", "@Gate"),
  ])
  func `an end of a journey may be the name of a bookmark, unless a station has the name`(
    text: String, id: String, name: String
  ) async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Home", from: "@41.15,-8.61", to: nil)
    try await fixture.add("Gym", from: "Aliados", to: nil)
    try await fixture.add("Trindade", from: "@41,-8", to: nil)
    try await fixture.add("@Gate", from: "@41.3,-8.5", to: nil)
    let commute = try await fixture.add("Commute", from: text, to: "@41.2,-8.6")
    #expect(commute.from.id == id && commute.from.name == name)
    #expect(commute.to == PointOfInterest(at: Coordinate(latitude: 41.2, longitude: -8.6)))
  }

  @Test(arguments: [("Far", CityID.builtIn), ("Home", .newYork)])
  func `a bookmark of another city is not an end`(
    name: String, city: CityID
  ) async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Home", from: "@41.15,-8.61", to: nil)
    try await fixture.add("Far", from: "@41.15,-8.61", to: nil, city: .newYork)
    let other = city == .builtIn ? CityID.newYork : .builtIn
    await #expect(throws: BookmarksError.isOfOtherCity(name, other)) {
      try await fixture.add("Trip", from: name, city: city)
    }
  }

  @Test func `bookmarks are listed in the order in which they were added, also after a restart`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    for name in ["Work", "home", "家", "A"] { try await fixture.add(name) }
    #expect(try await fixture.names == ["Work", "home", "家", "A"])
    await fixture.close()
    #expect(try await BookmarksFixture(folder: fixture.folder).names == ["Work", "home", "家", "A"])
  }

  @Test(arguments: [
    "Casa da Música", "it's \"quoted\"", "'); DROP TABLE bookmark; --",
    "👩‍👩‍👧‍👦🇵🇹", "محطة", "e\u{301}",
  ])
  func `any name in one line is stored with the same bytes and found again`(name: String)
    async throws
  {
    let fixture = try await BookmarksFixture()
    try await fixture.add(name)
    #expect(try await fixture.names.map { Array($0.utf8) } == [Array(name.utf8)])
    #expect(try await Array(fixture.remove(name).name.utf8) == Array(name.utf8))
    #expect(try await fixture.names.isEmpty)
  }

  @Test(arguments: [
    ("Work", "work"), ("Work", " WORK "), ("École", "éCOLE"), ("e\u{301}", "\u{c9}"),
  ])
  func `names that differ only in case are the same`(name: String, again: String)
    async throws
  {
    let fixture = try await BookmarksFixture()
    let first = try await fixture.add(name)
    await #expect(throws: BookmarksError.nameTaken(name)) { try await fixture.add(again) }
    #expect(try await fixture.mediator.perform(Bookmarks.list) == [first])
    #expect(try await fixture.remove(again) == first)
  }

  @Test(arguments: [
    ("a\u{0}b", "ab"), ("\u{1B}[2J\u{1B}[31mHome\u{1B}[0m", "Home"), ("my\nhome\t", "my home"),
    ("\u{202E}evil", "evil"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
  ])
  func `control characters in a typed name are removed`(typed: String, name: String)
    async throws
  {
    let fixture = try await BookmarksFixture()
    #expect(try await fixture.add(typed).name == name)
    #expect(try await fixture.rename(name, to: "x" + typed).name.hasPrefix("x"))
    let names = try await fixture.names
    #expect(names.map(\.printable) == names)
  }

  @Test func `a name of control characters only is refused`() async throws {
    let fixture = try await BookmarksFixture()
    let name = "\u{1B}[2J\u{7}\u{202E}"
    await #expect(throws: BookmarksError.emptyName) { try await fixture.add(name) }
    try await fixture.add("Home")
    await #expect(throws: BookmarksError.emptyName) {
      try await fixture.rename("Home", to: name)
    }
  }

  @Test func `a way from a station to itself is not in the history`() async throws {
    let fixture = try await BookmarksFixture()
    await fixture.planJourney(to: "Trindade")
    await fixture.planJourney(to: "Aliados")
    let history = try await fixture.mediator.perform(Bookmarks.history, HistoryQuery(limit: nil))
    #expect(history.map(\.to.name) == ["Aliados"])
  }

  @Test func `the history of a removed city comes back when it is installed again`() async throws {
    let fixture = try await BookmarksFixture()
    func history() async throws -> [String] {
      try await fixture.mediator.perform(Bookmarks.history, HistoryQuery(limit: nil))
        .map { "\($0.to.name) \($0.count)" }
    }
    for station in ["Faria", "Aliados", "Faria"] {
      await fixture.planJourney(to: station, city: .newYork)
    }
    await fixture.removeCity(.newYork)
    #expect(try await history().isEmpty)
    for city in [CityID.builtIn, .newYork, .newYork] {
      fixture.mediator.publish(CityInstalled(city: city))
      await fixture.mediator.drain()
    }
    #expect(try await history() == ["Faria 2", "Aliados 1"])
    // Three journeys, the removal and the return; not those of the other cities.
    #expect(fixture.published(HistoryChanged.self).count == 5)
  }

  @Test func `an invalid bookmark is refused and not stored`() async throws {
    let fixture = try await BookmarksFixture()
    await #expect(throws: BookmarksError.emptyName) { try await fixture.add(" \n") }
    await #expect(throws: DataSourceError.self) { try await fixture.add("Work", city: .atlantis) }
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Porto", nearest: [])) {
      try await fixture.add("Work", to: "Nowhere")
    }
    #expect(try await fixture.names.isEmpty)
  }

  @Test func `a typed coordinate has no name, even where another bookmark has the place`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Home", from: "@41.15,-8.61", to: nil)
    let flat = try await fixture.add("Flat", from: "@41.15,-8.61", to: nil)
    #expect(flat.from.name == "@41.15,-8.61")
  }

  @Test func `a journey to where it starts is refused`() async throws {
    let fixture = try await BookmarksFixture()
    await #expect(throws: BookmarksError.sameEnds("Trindade")) {
      try await fixture.add("Work", to: "Trindade")
    }
    #expect(try await fixture.names.isEmpty)
  }

  @Test(
    arguments: [
      (["name": "Aliados", "from": "Trindade"], true),
      (["name": "Trindade", "from": "Trindade", "to": "Aliados"], true),
      (["name": "Trindade", "from": "Trindade"], false),
      (["name": "Work", "from": "Trindade"], false),
    ] as [(Parameters, Bool)])
  func `the command says that the name of a bookmark means a station`(
    parameters: Parameters, isStation: Bool
  ) async throws {
    let fixture = try await BookmarksFixture()
    let text = try await fixture.text(of: "bookmarks add", parameters)
    #expect(text.hasPrefix("Added '"))
    #expect(text.contains("A station has this name, too") == isStation)
    let name = try #require(parameters["name"]?.first)
    _ = try await fixture.rename(name, to: "Other")
    let renamed = try await fixture.text(
      of: "bookmarks rename", ["name": "Other", "newName": name])
    #expect(renamed.hasPrefix("Renamed to '"))
    #expect(renamed.contains("A station has this name, too") == isStation)
  }

  @Test func `removing an unknown name suggests a similar one`() async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    await #expect(throws: BookmarksError.unknownBookmark("Wrok", nearest: "Work")) {
      try await fixture.remove("Wrok")
    }
    await #expect(throws: BookmarksError.unknownBookmark("Airport", nearest: nil)) {
      try await fixture.remove("Airport")
    }
  }

  @Test func `adding and removing publish an event`() async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    _ = try? await fixture.add("Work")
    _ = try await fixture.remove("Work")
    #expect(fixture.published(BookmarksChanged.self).count == 2)
  }

  @Test func `many hosts add bookmarks at the same time and none is lost`() async throws {
    let fixture = try await BookmarksFixture()
    try await withThrowingTaskGroup { group in
      for host in 0..<4 {
        group.addTask {
          let fixture = try await BookmarksFixture(folder: fixture.folder)
          for number in 0..<10 { try await fixture.add("\(host)-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    let names = try await fixture.names
    #expect(Set(names).count == 40)
    for host in 0..<4 {
      #expect(names.filter { $0.hasPrefix("\(host)-") } == (0..<10).map { "\(host)-\($0)" })
    }
  }
}
