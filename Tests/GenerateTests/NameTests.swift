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

/// What `generate.sh` makes of a name.
@Suite struct NameTests {
  @Test(
    arguments: [
      (Todo.self, "todo"), (ShoppingList.self, "shopping list"), (URLHistory.self, "URL history"),
      (List2.self, "list 2"), (HTTP2Log.self, "HTTP2 log"), (CityNews.self, "city news"),
      (ABTest.self, "AB test"), (ANewDay.self, "a new day"), (MyURL.self, "my URL"),
      (B2B.self, "B2 b"), (X.self, "x"), (Web3Site4U.self, "web 3 site 4 u"),
    ] as [(any Interface.Type, String)])
  func `a name has the variants that code, commands, addresses and prose need`(
    interface: any Interface.Type, prose: String
  ) throws {
    let checkout = try Checkout()
    try checkout.write(
      "Template template/x template --page 2 `template` the template items, template. METRO_TEMPLATE_URL",
      to: "Templates/List/Sources/View/TemplateView-template-TEMPLATE.txt")
    let (name, kebab) = (interface.name, interface.target)
    let run = try checkout.generate(name)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("swift run metro \(kebab)\n"))
    let screaming = kebab.uppercased().replacing("-", with: "_")
    let text = "\(name) \(kebab)/x \(kebab) --page 2 `\(kebab)` the \(prose) items, \(kebab). "
    #expect(
      try checkout.read("Modules/\(name)/Sources/View/\(name)View-\(kebab)-\(screaming).txt")
        == text + "METRO_\(screaming)_URL\n")
  }

  @Test(arguments: [
    "Class", "Default", "AbcdefghijAbcdefghijAbcde",
  ])
  func `a name of letters and digits that begins with a capital one is accepted`(
    name: String
  ) throws {
    let run = try Self.rehearse(name)
    #expect(run.code == 0, "\(run.errors)")
  }

  private static let refused = [
    ("weather", "does not begin with a capital letter", "Weather"),
    ("cityWeather", "does not begin with a capital letter", "CityWeather"),
    ("func", "does not begin with a capital letter", "Func"),
    ("2048", "does not begin with a capital letter", "CityNews"),
    ("city-weather", "not made of ASCII letters and digits", "CityWeather"),
    ("City_weather 2", "not made of ASCII letters and digits", "CityWeather2"),
    ("../Weather", "not made of ASCII letters and digits", "Weather"),
    ("Modules/Weather/", "not made of ASCII letters and digits", "ModulesWeather"),
    ("$(touch x)", "not made of ASCII letters and digits", "TouchX"),
    ("*", "not made of ASCII letters and digits", "CityNews"),
    ("Wea\u{1B}[2Jther\n", "'Wea?[2Jther?' is not made of", "Wea"),
    ("Übersicht", "not made of ASCII letters and digits", "CityNews"),
    ("新闻", "not made of ASCII letters and digits", "CityNews"),
    ("Weather☂", "not made of ASCII letters and digits", "Weather"),
    ("", "'' is no name", "CityNews"), (" ", "not made of", "CityNews"),
    ("Routing", "is a name in Package.swift already", "RoutingList"),
    ("ROUTING", "is a name in Package.swift already", "ROUTINGList"),
    ("Store", "is a name in Package.swift already", "StoreList"),
    ("Benchmarks", "is a name in Package.swift already", "BenchmarksList"),
    ("App", "is a name in Package.swift already", "AppList"),
    ("Fuzz", "has a folder already", "FuzzList"),
    ("Foundation", "is a name of Swift's own", "FoundationList"),
    ("Testing", "is a name of Swift's own", "TestingList"),
    ("Type", "is a name of Swift's own", "TypeList"),
    ("URL", "is a name of Swift's own", "URLList"),
    ("WeatherInterface", "ends as only targets and types of features do", "Weather"),
    ("WeatherModule", "ends as only targets and types of features do", "Weather"),
    ("Module", "ends as only targets and types of features do", "CityNews"),
    ("Template", "the word in it that stands for names in templates", "CityNews"),
    ("MyTemplates", "the word in it that stands for names in templates", "CityNews"),
    ("Journey", "would declare a type that is there, in Modules/Routing/", "JourneyList"),
    ("Doctor", "would declare a type that is there, in App/Doctor/Doctor.swift", "DoctorList"),
    ("List", "would declare a type that is there, in Modules/ListScene/", "ListList"),
    ("Credits", "would answer to a command that is there", "CreditsList"),
    ("Stations", "is a name in Package.swift already", "StationsList"),
    ("History", "would declare a type that is there, in Modules/Bookmarks/", "HistoryList"),
    ("AbcdefghijAbcdefghijAbcdef", "more than 25 letters", "AbcdefghijAbcdefghijA"),
  ]

  /// One name for each reason, or all.
  private static let samples =
    Thorough.isOn
    ? refused
    : Dictionary(grouping: refused) { String($0.1.prefix(20)) }.values.compactMap(\.first)

  @Test(arguments: samples)
  func `any other name is refused, with why and a better one`(
    name: String, reason: String, suggestion: String
  ) throws {
    let run = try Self.rehearse(name)
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.hasSuffix("; try '\(suggestion)'\n"), "\(run.errors)")
  }

  @Test(arguments: Set(refused.map(\.2)).sorted().prefix(Thorough.isOn ? .max : 3))
  func `a name that is suggested is accepted`(name: String) throws {
    #expect(try Self.rehearse(name).code == 0)
  }

  @Test func `the target is what the mediator makes of whatever name`() throws {
    let seed = Int.random(in: 0..<10_000)
    var random = SplitMix64(seed: seed)
    let letters = Array("ABCDabcd12")
    let checkout = try Checkout()
    for _ in 0..<(Thorough.isOn ? 6 : 2) {
      let name = "Q" + (0..<8).map { _ in letters[Int.random(in: 0..<10, using: &random)] }
      let target = Named.$current.withValue(name) { Named.target }
      let run = try checkout.generate(name)
      #expect(run.output.contains("swift run metro \(target)\n"), "seed \(seed): \(run.errors)")
    }
  }

  /// A dry run in the package itself.
  private static func rehearse(_ name: String) throws -> Checkout.Run {
    try Checkout.run(["./generate.sh", name, "--dry-run"], in: Checkout.package)
  }
}
