import Foundation
import Mediator
import TestSupport
import Testing

private enum Todo: Interface {}
private enum ShoppingList: Interface {}
private enum URLHistory: Interface {}
private enum List2: Interface {}
private enum HTTP2Log: Interface {}
private enum CityNews: Interface {}
private enum ABTest: Interface {}
private enum ANewDay: Interface {}
private enum MyURL: Interface {}
private enum B2B: Interface {}
private enum X: Interface {}
private enum Web3Site4U: Interface {}

private enum Named: Interface {
  @TaskLocal static var current = ""
  static var name: String { current }
}

/// How `generate.sh` checks and converts names.
@Suite(.blocking) struct NameTests {
  @Test(
    arguments: [
      (Todo.self, "todo"), (ShoppingList.self, "shopping list"), (URLHistory.self, "URL history"),
      (List2.self, "list 2"), (HTTP2Log.self, "HTTP2 log"), (CityNews.self, "city news"),
      (ABTest.self, "AB test"), (ANewDay.self, "a new day"), (MyURL.self, "my URL"),
      (B2B.self, "B2 b"), (X.self, "x"), (Web3Site4U.self, "web 3 site 4 u"),
    ] as [(any Interface.Type, String)])
  func `a name is converted for code, commands, addresses and prose`(
    interface: any Interface.Type, prose: String
  ) throws {
    let fixture = try GenerateFixture()
    try fixture.write(
      """
      Headline headline/x headline --page 2 `headline` the headline items, headline. \
      'headline add' "headline add" metro headline add metro://headline/a the headlines, headlines \
      Headlines METRO_HEADLINE_URL
        "Headline", "a title"
      """,
      to: "Templates/List/Sources/View/HeadlineView-headline-HEADLINE.txt")
    let (name, kebab) = (interface.name, interface.target)
    let run = try fixture.generate(name)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("swift run metro \(kebab)\n"))
    let screaming = kebab.uppercased().replacing("-", with: "_")
    let text = """
      \(name) \(kebab)/x \(kebab) --page 2 `\(kebab)` the \(prose) items, \(kebab). \
      '\(kebab) add' "\(kebab) add" metro \(kebab) add metro://\(kebab)/a the \(prose)s, \(prose)s \
      \(name)s \

      """
    #expect(
      try fixture.read("Modules/\(name)/Sources/View/\(name)View-\(kebab)-\(screaming).txt")
        == text + "METRO_\(screaming)_URL\n"
        + "  \"\(prose.prefix(1).uppercased())\(prose.dropFirst())\", \"a title\"\n")
  }

  @Test(arguments: [
    "Class", "Default", "Settings", "Source", "Server", "Answer", "Wishlist",
    "AbcdefghijAbcdefghijAbcde",
  ])
  func `a name of letters and digits that begins with a capital letter is accepted`(
    name: String
  ) throws {
    let run = try Self.dryRun(name)
    #expect(run.code == 0, "\(run.errors)")
  }

  private static let rejected = [
    ("weather", "must begin with a capital letter", "Weather"),
    ("cityWeather", "must begin with a capital letter", "CityWeather"),
    ("func", "must begin with a capital letter", "Func"),
    ("2048", "must begin with a capital letter", "CityNews"),
    ("city-weather", "must consist of ASCII letters and digits", "CityWeather"),
    ("City_weather 2", "must consist of ASCII letters and digits", "CityWeather2"),
    ("../Weather", "must consist of ASCII letters and digits", "Weather"),
    ("Modules/Weather/", "must consist of ASCII letters and digits", "ModulesWeather"),
    ("$(touch x)", "must consist of ASCII letters and digits", "TouchX"),
    ("*", "must consist of ASCII letters and digits", "CityNews"),
    ("Wea\u{1B}[2Jther\n", "'Wea?[2Jther?' must consist of", "Wea"),
    ("Übersicht", "must consist of ASCII letters and digits", "Ubersicht"),
    ("Tödo", "must consist of ASCII letters and digits", "Todo"),
    ("To\u{308}do", "must consist of ASCII letters and digits", "Todo"),
    ("Łódź Café", "must consist of ASCII letters and digits", "LodzCafe"),
    ("新闻", "must consist of ASCII letters and digits", "CityNews"),
    ("Weather☂", "must consist of ASCII letters and digits", "Weather"),
    ("", "'' is not a name", "CityNews"), (" ", "must consist of", "CityNews"),
    ("Routing", "is already a name in Package.swift", "RoutingList"),
    ("ROUTING", "is already a name in Package.swift", "ROUTINGList"),
    ("Store", "is already a name in Package.swift", "StoreList"),
    ("Benchmarks", "is already a name in Package.swift", "BenchmarksList"),
    ("App", "is already a name in Package.swift", "AppList"),
    ("Fuzz", "already has a folder", "FuzzList"),
    ("Foundation", "is a module or type of Swift", "FoundationList"),
    ("Testing", "is a module or type of Swift", "TestingList"),
    ("Type", "is a module or type of Swift", "TypeList"),
    ("URL", "is a module or type of Swift", "URLList"),
    ("WeatherInterface", "ends in a word that is reserved", "Weather"),
    ("WeatherModule", "ends in a word that is reserved", "Weather"),
    ("Module", "ends in a word that is reserved", "CityNews"),
    ("Headline", "contains 'headline'", "CityNews"),
    ("MyHeadlines", "contains 'headline'", "CityNews"),
    ("Journey", "would declare a type that already exists in Modules/Routing/", "JourneyList"),
    ("AppModules", "would declare a type that already exists in App/", "AppModulesList"),
    ("Doctor", "would add a command that every app has", "DoctorList"),
    ("Main", "is the name of the file at which Swift programs begin", "MainList"),
    ("MAIN", "is the name of the file at which Swift programs begin", "MAINList"),
    ("List", "would declare a type that already exists in Modules/Kits/Scenes/", "ListList"),
    ("Credits", "would add a command that already exists", "CreditsList"),
    ("Stations", "is already a name in Package.swift", "StationsList"),
    ("History", "would declare a type that already exists in Modules/Bookmarks/", "HistoryList"),
    (
      "Action", "would declare a type that already exists in Modules/Kernel/Mediator/", "ActionList"
    ),
    ("Log", "would declare a type that already exists in Modules/Kernel/ModuleManager/", "LogList"),
    ("Badge", "would declare a type that already exists in Modules/Kits/Console/", "BadgeList"),
    ("Color", "would declare a type that already exists in Modules/Kits/Console/", "ColorList"),
    ("Style", "would declare a type that already exists in Modules/Kits/Console/", "StyleList"),
    (
      "ListItem", "would declare a type that already exists in Modules/Kits/Scenes/", "ListItemList"
    ),
    ("Row", "would declare a type that already exists in Modules/Kits/Store/", "RowList"),
    ("MainActor", "is a module or type of Swift", "MainActorList"),
    ("AbcdefghijAbcdefghijAbcdef", "more than 25 characters", "AbcdefghijAbcdefghijA"),
  ]

  /// One name for each reason; all when the tests are thorough.
  private static let samples =
    TestOptions.isThorough
    ? rejected
    : Dictionary(grouping: rejected) { String($0.1.prefix(20)) }.values.compactMap(\.first)

  @Test(arguments: samples)
  func `any other name is rejected with a reason and a suggestion`(
    name: String, reason: String, suggestion: String
  ) throws {
    let run = try Self.dryRun(name)
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.hasSuffix("; try '\(suggestion)'\n"), "\(run.errors)")
  }

  @Test func `no type of the template, even a nested one, can have the name of a feature`() throws {
    let declaration = /\b(?:struct|class|actor|enum|protocol|typealias) (\w+)/
    let types = try Self.templateCode().matches(of: declaration).map { String($0.1) }
    #expect(types.count > 5)
    #expect(types.filter { !$0.contains("Headline") } == [])
  }

  @Test func `a feature cannot have the name of a type that the template uses`() throws {
    let words = try Self.templateCode().matches(of: /\b[A-Z]\w+/).map { String($0.output) }
    let names = Set(words).filter { !$0.contains("Headline") }.sorted()
    #expect(names.count > 20)
    for name in names.prefix(TestOptions.isThorough ? .max : 3) {
      #expect(try Self.dryRun(name).code == 2, "\(name)")
    }
  }

  /// The code of the template, without comments, texts and regular expressions.
  private static func templateCode() throws -> String {
    let folder = GenerateFixture.package.appending(path: "Templates/List")
    return try GenerateFixture.tree(of: folder).filter { $0.key.hasSuffix(".swift") }.values
      .map { $0.replacing(#/(?s)""".*?"""|"[^"\n]*"|\/\/[^\n]*|`[^`]*`|of: \/.*?\/\)/#, with: "") }
      .joined(separator: "\n")
  }

  @Test(arguments: Set(rejected.map(\.2)).sorted().prefix(TestOptions.isThorough ? .max : 3))
  func `a suggested name is accepted`(name: String) throws {
    #expect(try Self.dryRun(name).code == 0)
  }

  @Test func `the command has the name that the mediator derives for the target`() throws {
    let seed = Int.random(in: 0..<10_000)
    var random = SplitMix64(seed: seed)
    let letters = Array("ABCDabcd12")
    let fixture = try GenerateFixture()
    for _ in 0..<(TestOptions.isThorough ? 6 : 2) {
      let name = "Q" + (0..<8).map { _ in letters[Int.random(in: 0..<10, using: &random)] }
      let target = Named.$current.withValue(name) { Named.target }
      let run = try fixture.generate(name)
      #expect(run.output.contains("swift run metro \(target)\n"), "seed \(seed): \(run.errors)")
    }
  }

  /// A dry run in the package itself.
  private static func dryRun(_ name: String) throws -> GenerateFixture.Run {
    try GenerateFixture.run(["./generate.sh", name, "--dry-run"], in: GenerateFixture.package)
  }
}
