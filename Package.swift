// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The architecture, one line per room. `MODULE=Bookmarks swift test` keeps that room and what its
// targets depend on, and nobody else's sources.
let house: [[Target]] = [
  system("CZlib", debian: "zlib1g-dev"),
  system("CSQLite", debian: "libsqlite3-dev"),

  library("Mediator"),
  library("ModuleManager", on: "Mediator"),
  library("Console", on: "Mediator", "ModuleManager"),
  library("Store", on: "CSQLite"),

  feature("Network"),
  feature("DataSource", needs: ["CZlib"], embeds: ["Porto"]),
  feature("Routing", speaksOf: ["DataSource"], uses: ["Share"]),
  feature("CityList", speaksOf: ["DataSource"], uses: ["Network"]),
  feature("Bookmarks", speaksOf: ["DataSource"], uses: ["Routing"], needs: ["Store"]),
  feature("Share"),

  host("metro", features: "Network", "DataSource", "Routing", "CityList", "Bookmarks", "Share"),
  benchmarks(
    of: "Mediator", "ModuleManager", "Console", "DataSourceInterface", "DataSource",
    "RoutingInterface", "Routing"),
]

// Rooms that are built only when they are named: libFuzzer brings the main function.
let annexes: [[Target]] = [fuzzing("URL"), fuzzing("JSON")]

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
///   - speaksOf: The features whose values appear in its interface.
///   - uses: The features whose actions it calls or whose events it follows.
///   - needs: The kits and C libraries it needs beyond Console.
///   - embeds: The folders in its sources that become part of the binary.
func feature(
  _ name: String, speaksOf: [String] = [], uses: [String] = [], needs: [String] = [],
  embeds: [String] = []
) -> [Target] {
  let spoken: [String] = ["Mediator"] + speaksOf.map { "\($0)Interface" }
  let known: [String] = spoken + ["\(name)Interface"] + uses.map { "\($0)Interface" }
  let used: [String] = known + ["ModuleManager", "Console"] + needs
  return [
    .target(
      name: "\(name)Interface", dependencies: spoken.map { .byName(name: $0) },
      path: "Modules/\(name)/Interface"),
    .target(
      name: name, dependencies: used.map { .byName(name: $0) }, path: "Modules/\(name)/Sources",
      resources: embeds.map { .embedInCode($0) }),
    tests(of: name, with: used),
  ]
}

/// The executable that composes the features, with the tests of the whole.
func host(_ name: String, features: String...) -> [Target] {
  let interfaces: [String] = features.map { "\($0)Interface" }
  let used: [String] = ["Mediator", "ModuleManager", "Console"] + interfaces + features
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

/// A target that libFuzzer feeds, such as FuzzURL. It needs `-sanitize=fuzzer -parse-as-library`.
func fuzzing(_ entrance: String) -> [Target] {
  [
    .executableTarget(
      name: "Fuzz\(entrance)", dependencies: ["FuzzSupport", "Mediator"],
      path: "Tests/Fuzz/\(entrance)", exclude: ["Corpus"]),
    .target(
      name: "FuzzSupport", dependencies: ["CFuzzer", "Mediator"], path: "Tests/Fuzz/Support"),
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
  ]
}

func tests(of name: String, with others: [String]) -> Target {
  let used: [String] = [name, "TestSupport"] + others
  return .testTarget(name: "\(name)Tests", dependencies: used.map { .byName(name: $0) })
}

func slice(of house: [[Target]], and annexes: [[Target]], named name: String?) -> [Target] {
  let support: Target = .target(
    name: "TestSupport", dependencies: ["Mediator", "ModuleManager"], path: "Tests/TestSupport")
  let rooms = house + annexes
  let all: [Target] = [support] + rooms.flatMap(\.self)
  guard let name, !name.isEmpty else { return [support] + house.flatMap(\.self) }
  guard let room = rooms.first(where: { $0.contains { $0.name == name } }) else {
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
