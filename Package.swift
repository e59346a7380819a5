// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The architecture, one line per room. `MODULE=Bookmarks swift test` keeps that room and what its
// targets depend on, and nobody else's sources.
let foundations: [[Target]] = [
  system("CZlib", debian: "zlib1g-dev"),
  system("CSQLite", debian: "libsqlite3-dev"),

  library("Mediator"),
  library("ModuleManager", on: "Mediator"),
  library("Console", on: "Mediator", "ModuleManager"),
  library("ListScene", on: "Mediator", "ModuleManager", "Console"),
  library("Store", on: "CSQLite"),
]

let features: [[Target]] = [  // sorted; kept by generate.sh
  feature(
    "Bookmarks", speaksOf: ["DataSource"], uses: ["Routing"], needs: ["ListScene", "Store"]),
  feature(
    "CityList", speaksOf: ["DataSource"], uses: ["Network"], needs: ["ListScene"],
    embeds: ["World"]),
  feature("DataSource", needs: ["CZlib"], embeds: ["Porto"]),
  feature("Map", speaksOf: ["DataSource", "Share"], uses: ["Routing"]),
  feature("Network"),
  feature("News", uses: ["Network"], needs: ["ListScene"]),
  feature(
    "Routing", speaksOf: ["DataSource"], uses: ["Bookmarks", "Share", "Stations"],
    needs: ["ListScene"]),
  feature("Share"),
  feature("Stations", speaksOf: ["DataSource"], offers: ["ListScene"], uses: ["Bookmarks"]),
]

let house: [[Target]] =
  foundations + features + [
    host("metro", of: features),
    benchmarks(
      of: "Mediator", "ModuleManager", "Console", "DataSourceInterface", "DataSource",
      "RoutingInterface", "Routing", "NetworkInterface", "Network", "MapInterface", "Map",
      "BookmarksInterface", "Bookmarks"),
    check("Architecture"),
    check("Generate", with: "Mediator"),
  ]

// Rooms that are built only when they are named: libFuzzer brings the main function, and the
// template stands for the features that are made from it.
let annexes: [[Target]] = [
  fuzzing("URL"), fuzzing("JSON"), fuzzing("Zip", on: "DataSource"),
  fuzzing("CSV", on: "DataSource", "DataSourceInterface"),
  fuzzing("GTFS", on: "DataSource", "DataSourceInterface"),
  feature("Template", at: "Templates/List", uses: ["Network"], needs: ["ListScene"]),
]

let package = Package(
  name: "Interchange",
  platforms: [.macOS(.v26)],
  targets: slice(of: house, and: annexes, named: Context.environment["MODULE"])
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

/// A C library of the operating system.
func system(_ name: String, debian package: String) -> [Target] {
  [.systemLibrary(name: name, path: "Modules/System/\(name)", providers: [.apt([package])])]
}

/// A part of the kernel or a kit, and its tests.
func library(_ name: String, on others: String...) -> [Target] {
  [
    .target(name: name, dependencies: others.map { .byName(name: $0) }, path: "Modules/\(name)"),
    tests(of: name, with: others),
  ]
}

/// A feature: its interface, its sources and its tests. It names other features, never their sources.
/// - Parameters:
///   - folder: The folder with `Interface`, `Sources` and `Tests`, where it is not a module's.
///   - speaksOf: The features whose values appear in its interface.
///   - offers: The kits whose types appear in its interface, such as scenes.
///   - uses: The features whose actions it calls or whose events it follows.
///   - needs: The kits and C libraries it needs beyond Console.
///   - embeds: The folders in its sources that become part of the binary.
func feature(
  _ name: String, at folder: String? = nil, speaksOf: [String] = [], offers: [String] = [],
  uses: [String] = [], needs: [String] = [], embeds: [String] = []
) -> [Target] {
  let values: [String] = speaksOf.map { "\($0)Interface" }
  let spoken: [String] = ["Mediator", "ModuleManager"] + offers + values
  let known: [String] = spoken + ["\(name)Interface"] + uses.map { "\($0)Interface" }
  let used: [String] = known + ["Console"] + needs
  let path = folder ?? "Modules/\(name)"
  return [
    .target(
      name: "\(name)Interface", dependencies: spoken.map { .byName(name: $0) },
      path: "\(path)/Interface"),
    .target(
      name: name, dependencies: used.map { .byName(name: $0) }, path: "\(path)/Sources",
      resources: embeds.map { .embedInCode($0) }),
    tests(of: name, at: folder.map { "\($0)/Tests" }, with: used),
  ]
}

/// The executable that composes the features, with the tests of the whole.
func host(_ name: String, of features: [[Target]]) -> [Target] {
  let composed: [Target] = features.flatMap(\.self).filter { $0.type != .test }
  let used: [String] =
    ["Mediator", "ModuleManager", "Console", "ListScene"] + composed.map(\.name)
  return [
    .executableTarget(
      name: name, dependencies: used.map { .byName(name: $0) }, path: "App"),
    .testTarget(
      name: "AppTests", dependencies: ([name, "TestSupport"] + used).map { .byName(name: $0) }),
  ]
}

/// The executable that measures speed and size; it reaches features through the mediator only.
func benchmarks(of others: String...) -> [Target] {
  [
    .executableTarget(
      name: "benchmarks", dependencies: others.map { .byName(name: $0) }, path: "Tests/Benchmarks")
  ]
}

/// A target that libFuzzer feeds, such as FuzzURL. It needs `-sanitize=fuzzer -parse-as-library`, and
/// `-enable-testing` where it looks into a feature.
func fuzzing(_ entrance: String, on features: String...) -> [Target] {
  let used: [String] = ["FuzzSupport", "Mediator"] + features
  return [
    .executableTarget(
      name: "Fuzz\(entrance)", dependencies: used.map { .byName(name: $0) },
      path: "Tests/Fuzz/\(entrance)", exclude: ["Corpus"]),
    .target(
      name: "FuzzSupport", dependencies: ["CFuzzer", "Mediator"], path: "Tests/Fuzz/Support"),
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
  ]
}

/// Tests of what is no target: a script at the root, or the house itself.
func check(_ name: String, with others: String...) -> [Target] {
  let used: [String] = ["TestSupport"] + others
  return [.testTarget(name: "\(name)Tests", dependencies: used.map { .byName(name: $0) })]
}

func tests(of name: String, at path: String? = nil, with others: [String]) -> Target {
  let used: [String] = [name, "TestSupport"] + others
  return .testTarget(
    name: "\(name)Tests", dependencies: used.map { .byName(name: $0) }, path: path)
}

func slice(of house: [[Target]], and annexes: [[Target]], named name: String?) -> [Target] {
  let support: Target = .target(
    name: "TestSupport", dependencies: ["Mediator", "ModuleManager"], path: "Tests/TestSupport")
  let rooms = house + annexes
  let all: [Target] = [support] + rooms.flatMap(\.self)
  guard let name, !name.isEmpty else { return [support] + house.flatMap(\.self) }
  // `*` is every room, for the check of all boundaries.
  guard let room = name == "*" ? all : rooms.first(where: { $0.contains { $0.name == name } })
  else {
    let known = house.compactMap {
      $0.first { $0.type != .system && !$0.name.hasSuffix("Interface") }
    }
    let names = known.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(Data("no module '\(name)'; the modules are \(names)\n".utf8))
    exit(1)
  }
  var kept: [Target] = []
  var waiting: [Target] = room
  while let target = waiting.popLast() {
    guard !kept.contains(where: { $0.name == target.name }) else { continue }
    kept.append(target)
    for case .byNameItem(let dependency, _) in target.dependencies {
      waiting += all.filter { $0.name == dependency }
    }
  }
  return kept
}
