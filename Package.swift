// swift-tools-version: 6.2
import Foundation
import PackageDescription

// All targets, one entry for each module. `MODULE=Bookmarks swift test` reduces the package to the
// targets of one module and what they depend on, which never includes another feature's sources;
// `MODULE=Store,Network` to those of several modules. Then `swift run` runs these alone, with stubs
// of the features that they call; `WITH=DataSource` takes the real one, and `WITH=none` builds no
// program, which tests do not need.
let libraries: [[Target]] = [
  .systemLibrary("CZlib"),
  .systemLibrary("CSQLite"),
  .systemLibrary("CCurl"),
  .systemLibrary("CSpawn"),

  .library(
    "Platform", in: "System", testDependencies: ["Mediator", "ModuleManager", "TestSupport"]),

  .library(
    "Mediator", in: "Kernel", dependencies: ["Platform"], testDependencies: ["TestSupport"]),
  .library(
    "ModuleManager", in: "Kernel", dependencies: ["Platform", "Mediator"],
    testDependencies: ["TestSupport"]),

  .library(
    "Documents", in: "Kits", dependencies: ["Mediator"],
    testDependencies: ["TestSupport"]),
  .library(
    "Scenes", in: "Kits", dependencies: ["Platform", "Mediator", "ModuleManager", "Documents"],
    testDependencies: ["Console", "TestSupport"]),
  .library(
    "Console", in: "Kits",
    dependencies: ["Platform", "Mediator", "ModuleManager", "Documents", "Scenes"],
    testDependencies: ["TestSupport"]),
  .library(
    "Store", in: "Kits", dependencies: ["Platform", "Mediator", "ModuleManager", "CSQLite"],
    testDependencies: ["TestSupport"]),
  .library(
    "Channel", in: "Kits", dependencies: ["Platform", "Mediator", "ModuleManager"],
    testDependencies: ["TestSupport"]),
  .library(
    "Plugins", in: "Kits",
    dependencies: [
      "Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "Channel",
      "CSpawn",
    ],
    testDependencies: ["TestSupport"]),
  .library(
    "Web", in: "Kits",
    dependencies: ["Platform", "Mediator", "ModuleManager", "Documents", "Scenes", "Console"],
    resources: ["Assets"], testDependencies: ["TestSupport"]),
  .library(
    "HostKit", in: "Kits",
    dependencies: [
      "Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "Store", "Channel",
      "Plugins", "Web",
    ],
    testDependencies: ["TestSupport"]),
  .library(
    "ModuleTesting", in: "Kits",
    dependencies: ["Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes"]),
  .library("ModuleRules", in: "Kits", testDependencies: ["TestSupport"]),
]

// For features, the fixtures that the tests of all features have which depend on them.
let fixtures = ["DataSource": ["DataSourceFixture"]]

let features: [[Target]] = [  // sorted; kept by generate.sh
  .feature("About"),
  .feature(
    "Account", interfaceDependencies: ["Fares"],
    dependencies: ["DataSource", "Messages", "Network"], kits: ["Scenes", "Store"]),
  .feature(
    "Bookmarks", interfaceDependencies: ["DataSource"], follows: ["Journeys"],
    kits: ["Scenes", "Store"], testDependencies: ["TestSupport"]),
  .feature(
    "Cart", interfaceDependencies: ["DataSource", "Fares"], interfaceKits: ["Scenes"],
    dependencies: ["Account"], follows: ["Orders"], kits: ["Store"],
    testDependencies: ["TestSupport"]),
  .feature(
    "CityList", interfaceDependencies: ["DataSource"],
    dependencies: ["Network"], kits: ["Scenes"], resources: ["Resources"]),
  .feature(
    "DataSource", systemLibraries: ["CZlib"], resources: ["Porto"],
    testDependencies: ["DataSourceFixture", "TestSupport"]),
  .feature(
    "Fares", interfaceDependencies: ["DataSource", "Routing"],
    dependencies: ["Bookmarks"]),
  .feature(
    "Journeys", interfaceDependencies: ["DataSource", "Routing"],
    dependencies: ["Bookmarks", "Cart", "Fares", "News", "Share", "Stations", "Trips"],
    kits: ["Scenes"], testDependencies: ["RoutingFixture"]),
  .feature(
    "Map", interfaceDependencies: ["DataSource", "Journeys", "Share"],
    dependencies: ["Bookmarks", "News", "Realtime", "Routing", "Stations"], kits: ["Scenes"],
    testDependencies: ["TestSupport"]),
  .feature(
    "Messages", dependencies: ["Network"], kits: ["Channel", "Scenes", "Store"],
    testDependencies: ["TestSupport", "TicketOffice"]),
  .feature("Network", systemLibraries: ["CCurl"], testDependencies: ["TestSupport"]),
  .feature(
    "News", interfaceDependencies: ["DataSource"], dependencies: ["Network"], kits: ["Scenes"],
    testDependencies: ["DataSourceFixture"]),
  .feature(
    "Orders", interfaceDependencies: ["DataSource"],
    dependencies: ["Account", "Cart", "Messages", "Network"], kits: ["Scenes", "Store"]),
  .feature(
    "Realtime", interfaceDependencies: ["DataSource"], dependencies: ["Network", "News"],
    testDependencies: ["DataSourceFixture", "TestSupport"]),
  .feature(
    "Routing", interfaceDependencies: ["DataSource"],
    testDependencies: ["TestSupport"]),
  .feature("Share"),
  .feature(
    "Stations", interfaceDependencies: ["DataSource"], interfaceKits: ["Scenes"],
    dependencies: ["Bookmarks", "Cart", "News"]),
  .feature(
    "Tickets", interfaceDependencies: ["DataSource", "Fares"],
    dependencies: ["Account", "Cart", "Orders"],
    kits: ["Scenes"]),
  .feature(
    "Trips", interfaceDependencies: ["DataSource", "Routing"],
    dependencies: ["Bookmarks", "CityList", "Fares", "News", "Share"], follows: ["Journeys"],
    kits: ["Scenes", "Store"]),
]

let testLibraries: [[Target]] = [
  .testLibrary("CTestEnvironment"),
  .testLibrary("TestSupport", dependencies: ["Platform", "Mediator", "CTestEnvironment"]),
  .testLibrary(
    "TicketOffice", path: "Tests/Examples/TicketOffice",
    dependencies: ["Platform", "Mediator", "ModuleManager", "Store", "Channel", "Web"]),
  .testLibrary(
    "DataSourceFixture",
    dependencies: [
      "Platform", "Mediator", "Documents", "Console", "ModuleTesting", "DataSourceInterface",
    ]),
  .testLibrary("RoutingFixture", dependencies: ["ModuleManager", "Routing"]),
]

let modules: [[Target]] =
  libraries + features + [
    .host("metro", features: features, testDependencies: ["Store", "TicketOffice", "Web"]),
    .program(
      "benchmarks", path: "Tests/Benchmarks",
      dependencies: [
        "Platform", "Mediator", "ModuleManager", "Documents", "Console", "DataSourceInterface",
        "DataSource",
        "RoutingInterface", "Routing", "JourneysInterface", "Journeys", "NetworkInterface",
        "Network", "MapInterface", "Map",
        "BookmarksInterface", "Bookmarks", "MessagesInterface", "Messages", "Store", "Channel",
        "FaresInterface", "Fares", "Plugins", "HostKit",
      ]),
    .program(
      "module-rules", path: "Tests/ModuleRulesProgram", dependencies: ["ModuleRules"]),
    .program(
      "ticket-office", path: "Tests/Examples/TicketOfficeProgram", dependencies: ["TicketOffice"]),
    .tests(
      "TicketOffice",
      dependencies: [
        "Platform", "Mediator", "ModuleManager", "Store", "Channel", "Web", "ModuleTesting",
        "TestSupport", "TicketOffice", "ticket-office",
      ]),
    .tests(
      "Checkout",
      dependencies: [
        "Platform", "Mediator", "ModuleManager", "Documents", "Console", "ModuleTesting",
        "TestSupport",
        "TicketOffice", "DataSourceInterface", "FaresInterface", "AccountInterface", "Account",
        "CartInterface",
        "Cart", "MessagesInterface", "Messages", "NetworkInterface", "Network", "OrdersInterface",
        "Orders",
      ]),
    .tests("Boundary", dependencies: ["ModuleRules"]),
    .tests("Presenter", dependencies: ["Mediator", "Documents", "Scenes"]),
    .tests("Architecture", dependencies: ["ModuleRules", "TestSupport"]),
    .tests(
      "Generate",
      dependencies: ["Platform", "Mediator", "ModuleRules", "ModuleTesting", "TestSupport"]),
  ]

// Built only with `MODULE=<name>`: libFuzzer provides the main function of a fuzz test, the template
// stands for the features that generate.sh makes from it, and EmbeddedHost is an example of a host.
let standaloneModules: [[Target]] = [
  .fuzzTest("URL"),
  .fuzzTest("Text", dependencies: ["Console"]),
  .fuzzTest("JSON"),
  .fuzzTest("Zip", dependencies: ["DataSource"]),
  .fuzzTest("CSV", dependencies: ["DataSource", "DataSourceInterface"]),
  .fuzzTest("HTTP", dependencies: ["Network", "NetworkInterface", "News"]),
  .fuzzTest("HTTPRequest", dependencies: ["Web"]),
  .fuzzTest("Channel", dependencies: ["Channel"]),
  .fuzzTest("MCP", dependencies: ["Documents", "Console", "Plugins"]),
  .fuzzTest("Realtime", dependencies: ["Realtime"]),
  .fuzzTest("GTFS", dependencies: ["Documents", "Console", "DataSource", "DataSourceInterface"]),
  .feature("Headline", path: "Templates/List", dependencies: ["Network"], kits: ["Scenes"]),
  .feature(
    "Reminder", path: "Templates/Kept", kits: ["Scenes", "Store"]),
  .program(
    "EmbeddedHost", path: "Tests/Examples/EmbeddedHost",
    dependencies: ["Mediator", "ModuleManager"]),
]

/// The libraries for other packages.
let products = [
  "Platform", "Mediator", "ModuleManager",
  "Documents", "Console", "Scenes", "Store", "Channel", "Plugins", "Web", "HostKit",
  "NetworkInterface", "Network", "ModuleTesting", "ModuleRules",
]

/// For modules that only some may import, these. ModuleRules reads this table.
let importers = [
  "CCurl": ["Network"], "CSpawn": ["Plugins"], "CSQLite": ["Store"], "CZlib": ["DataSource"],
  "FoundationXML": ["Map"], "SQLite3": ["Store"],
]

/// Writes the list of the modules of a host that runs some features without the others.
let moduleList: [Target] = .buildTool("ModuleList")

/// The libraries that declarations in `Modules/System` are linked to. On Linux, they are named by their
/// files, which every machine with Swift has: `libz.so` comes with a development package only. libcurl
/// is loaded when it is needed.
let systemLibraries = [
  "CZlib": (linux: ":libz.so.1", apple: "z"),
  "CSQLite": (linux: ":libsqlite3.so.0", apple: "sqlite3"),
]

let targets = selectTargets(
  modules: Context.environment["MODULE"], with: Context.environment["WITH"])

let package = Package(
  name: "Interchange",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: products.filter { product in targets.contains { $0.name == product } }
    .map { .library(name: $0, targets: [$0]) }
    + targets.filter { $0.type == .plugin }.map { .plugin(name: $0.name, targets: [$0.name]) },
  targets: targets
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
  // Without the symbols of system modules, the compiler writes the index for editors much faster.
  var flags = ["-index-ignore-system-modules"]
  // One process compiles a whole module, as in a release build. A clean build takes a fifth less time; a
  // change of one line takes 2 to 7 s instead of 2, and the compiler remarks that incremental
  // compilation is disabled. Without `-num-threads`, it could not write its index.
  if target.type != .test {
    flags += [
      "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo",
      "-disable-batch-mode",
    ]
  }
  target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
  // Tests use what the machines of developers have: the libraries also run on older systems.
  if target.type == .test {
    target.swiftSettings?.append(
      .unsafeFlags(
        ["-Xfrontend", "-disable-availability-checking"], .when(platforms: [.macOS])))
  }
  for case .byNameItem(let dependency, _) in target.dependencies {
    guard let library = systemLibraries[dependency] else { continue }
    target.linkerSettings =
      (target.linkerSettings ?? []) + [
        .linkedLibrary(library.linux, .when(platforms: [.linux])),
        .linkedLibrary(
          library.apple, .when(platforms: [.macOS, .iOS, .tvOS, .visionOS])),
      ]
  }
}

extension [Target] {
  /// A C library of the operating system, which every machine with Swift has.
  static func systemLibrary(_ name: String) -> [Target] {
    [.systemLibrary(name: name, path: "Modules/System/\(name)")]
  }

  /// A plug-in of SwiftPM, which writes sources before a target is compiled.
  static func buildTool(_ name: String) -> [Target] {
    [.plugin(name: name, capability: .buildTool(), path: "Modules/System/\(name)")]
  }

  /// A library below the features, with its tests.
  /// - Parameters:
  ///   - layer: The folder of its layer: System, Kernel or Kits.
  ///   - resources: The folders in it that are embedded into the binary.
  static func library(
    _ name: String, in layer: String, dependencies: [String] = [], resources: [String] = [],
    testDependencies: [String] = []
  ) -> [Target] {
    [
      .target(
        name: name, dependencies: .named(dependencies), path: "Modules/\(layer)/\(name)",
        resources: resources.map { .embedInCode($0) }),
      .tests(of: name, dependencies: dependencies + testDependencies),
    ]
  }

  /// A library for tests.
  /// - Parameter path: Its folder; nil for `Tests/<name>`.
  static func testLibrary(
    _ name: String, path: String? = nil, dependencies: [String] = []
  ) -> [Target] {
    [.target(name: name, dependencies: .named(dependencies), path: path ?? "Tests/\(name)")]
  }

  /// A feature: its interface, its sources and its tests. It depends on the interfaces of other
  /// features; a dependency on another feature's sources cannot be written.
  /// - Parameters:
  ///   - path: The folder with `Interface`, `Sources` and `Tests`; nil for `Modules/<name>`.
  ///   - interfaceDependencies: The features whose types occur in its interface.
  ///   - interfaceKits: The kits whose types occur in its interface.
  ///   - dependencies: The other features whose actions it calls. They form no cycle.
  ///   - follows: Further features whose events it only follows, or whose scenes and links it only opens:
  ///     so these may call it.
  ///   - kits: The kits that its sources use, besides Console.
  ///   - resources: The folders in its sources that are embedded into the binary.
  ///   - testDependencies: The libraries that only its tests use, besides ModuleTesting.
  static func feature(
    _ name: String, path: String? = nil, interfaceDependencies: [String] = [],
    interfaceKits: [String] = [], dependencies: [String] = [], follows: [String] = [],
    kits: [String] = [], systemLibraries: [String] = [], resources: [String] = [],
    testDependencies: [String] = []
  ) -> [Target] {
    let interface: [String] =
      ["Platform", "Mediator", "ModuleManager", "Documents"] + interfaceKits
      + interfaceDependencies.map { "\($0)Interface" }
    let otherKits: [String] = (["Console"] + kits).filter { !interfaceKits.contains($0) }
    let sources: [String] =
      interface + ["\(name)Interface"] + (dependencies + follows).map { "\($0)Interface" }
      + otherKits + systemLibraries
    let ownFixtures = (interfaceDependencies + dependencies).flatMap { fixtures[$0] ?? [] }
    let folder = path ?? "Modules/\(name)"
    return [
      .target(
        name: "\(name)Interface", dependencies: .named(interface), path: "\(folder)/Interface"),
      .target(
        name: name, dependencies: .named(sources), path: "\(folder)/Sources",
        resources: resources.map { .embedInCode($0) }),
      .tests(
        of: name, path: path.map { "\($0)/Tests" },
        dependencies: sources + ownFixtures + testDependencies),
    ]
  }

  /// The executable that consists of all features and of the files in `App/Web`, with its tests.
  static func host(
    _ name: String, features: [[Target]], testDependencies: [String] = []
  ) -> [Target] {
    let dependencies: [String] =
      ["Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "HostKit"]
      + features.flatMap(\.self).filter { $0.type != .test }.map(\.name)
    return [
      .executableTarget(
        name: name, dependencies: .named(dependencies), path: "App",
        resources: [.embedInCode("Web")]),
      .testTarget(
        name: "AppTests",
        dependencies: .named(
          [name, "ModuleTesting", "TestSupport"] + testDependencies + dependencies),
        exclude: ["Fixtures", "FailurePoints/faults.c"]),
    ]
  }

  /// The host of some features without the others. `ModuleList` writes its list of modules.
  static func program(_ name: String, running features: [String]) -> [Target] {
    let dependencies: [String] =
      ["HostKit"] + features.flatMap { ["\($0)Interface", $0] }
    return [
      .executableTarget(
        name: name, dependencies: .named(dependencies), path: "App", exclude: ["AppModules.swift"],
        resources: [.embedInCode("Web")], plugins: [.plugin(name: "ModuleList")])
    ]
  }

  /// The names of the features whose interface and sources are among the targets.
  var features: [String] {
    map(\.name).filter { name in contains { $0.name == "\(name)Interface" } }
  }

  /// A program without tests: the measurements of speed and size, or an example. It calls features
  /// through the mediator only.
  static func program(_ name: String, path: String, dependencies: [String]) -> [Target] {
    [.executableTarget(name: name, dependencies: .named(dependencies), path: path)]
  }

  /// Tests of the package itself or of a script.
  static func tests(_ name: String, dependencies: [String] = []) -> [Target] {
    [
      .testTarget(
        name: "\(name)Tests", dependencies: .named(dependencies))
    ]
  }

  /// An executable for libFuzzer, such as FuzzURL. Build it with
  /// `-sanitize=fuzzer -parse-as-library`, and `-enable-testing` when it tests a feature.
  static func fuzzTest(_ input: String, dependencies: [String] = []) -> [Target] {
    [
      .executableTarget(
        name: "Fuzz\(input)", dependencies: .named(["FuzzSupport", "Mediator"] + dependencies),
        path: "Tests/Fuzz/\(input)", exclude: ["Corpus"]),
      .target(
        name: "FuzzSupport", dependencies: ["CFuzzer", "Mediator"], path: "Tests/Fuzz/Support"),
      .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    ]
  }
}

extension Target {
  static func tests(of name: String, path: String? = nil, dependencies: [String]) -> Target {
    .testTarget(
      name: "\(name)Tests",
      dependencies: .named(Set([name, "ModuleTesting"] + dependencies).sorted()), path: path,
      exclude: storedFixtures(in: path ?? "Tests/\(name)Tests"))
  }
}

/// The folder with what earlier versions of a module have stored, if its tests have one.
func storedFixtures(in tests: String) -> [String] {
  let folder = "\(Context.packageDirectory)/\(tests)/Fixtures"
  return FileManager.default.fileExists(atPath: folder) ? ["Fixtures"] : []
}

extension [Target.Dependency] {
  static func named(_ names: [String]) -> [Target.Dependency] { names.map { .byName(name: $0) } }
}

/// The targets of some modules, which commas separate, and everything that they depend on, and the
/// check of their imports. Without a module, or in a dependency with the name of a module of another
/// package, the targets of all modules but the standalone ones; for `*`, those, too.
/// - Parameter others: The features that the host of the selected ones has, too.
@MainActor
func selectTargets(modules names: String?, with others: String?) -> [Target] {
  let usual = (testLibraries + modules).flatMap(\.self) + moduleList
  let all = usual + standaloneModules.flatMap(\.self)
  var pending: [Target] = names == "*" ? all : []
  var running: [String] = []
  for name in (names ?? "").split(separator: ",") where name != "*" {
    guard let module = module(named: name, among: all) else { return usual }
    pending += module
    running += module.features
  }
  guard !pending.isEmpty else { return usual }
  // The imports of each slice are checked with its tests.
  if pending.contains(where: { $0.type == .test }) {
    pending += all.filter { $0.name == "BoundaryTests" }
  }
  if !running.isEmpty, others != "none", let host = all.first(where: { $0.path == "App" }),
    !pending.contains(where: { $0.name == host.name })
  {
    for name in (others ?? "").split(separator: ",") {
      running += module(named: name, among: all)?.features ?? []
    }
    pending += .program(host.name, running: Set(running).sorted()) + moduleList
  }
  var selected: [Target] = []
  while let target = pending.popLast() {
    guard !selected.contains(where: { $0.name == target.name }) else { continue }
    selected.append(target)
    for case .byNameItem(let dependency, _) in target.dependencies {
      pending += all.filter { $0.name == dependency }
    }
  }
  return selected
}

/// The targets of the module with a name, or nil in a dependency, whose modules have other names.
@MainActor
func module(named name: Substring, among all: [Target]) -> [Target]? {
  let module = (modules + standaloneModules).first {
    $0.contains { [String(name), "\(name)Tests"].contains($0.name) }
  }
  // SwiftPM reads the manifests of dependencies, too, in the folder of the package that it builds.
  let folders = [FileManager.default.currentDirectoryPath, Context.packageDirectory]
  if module == nil, Set(folders.map { URL(filePath: $0).resolvingSymlinksInPath().path }).count == 1
  {
    let meant = all.first { $0.name.lowercased() == name.lowercased() }
    let hint =
      meant.map { "did you mean '\($0.name)'?" } ?? "its modules are the folders in Modules"
    FileHandle.standardError.write(Data("no module '\(name)' in Interchange; \(hint)\n".utf8))
    exit(1)
  }
  return module
}
