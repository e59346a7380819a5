// swift-tools-version: 6.2
import Foundation
import PackageDescription

// All targets, one entry for each module. `MODULE=Wishlist swift test` reduces the package to the
// targets of one module and what they depend on, which never includes another feature's sources;
// `MODULE=Wishlist,Diary` to those of several modules. Then `swift run` runs these alone, with
// stubs of the features that they call; `WITH=Network` takes the real one, and `WITH=none` builds
// no program, which tests do not need.
let features: [[Target]] = [  // sorted; kept by generate.sh
]

let modules: [[Target]] = features + [.host("MyApp", features: features)]

// Built only with `MODULE=<name>`: the templates from which generate.sh makes features.
let templates: [[Target]] = [
  .feature("Headline", path: "Templates/List", dependencies: ["Network"], kits: ["Scenes"]),
  .feature(
    "Reminder", path: "Templates/Kept", kits: ["Scenes", "Store"]),
]

// The imports of each slice are checked with its tests, and so are the rules below.
let boundaryTests: [Target] = .tests("Boundary", dependencies: ["ModuleRules"])

// Your own rules: a feature with a tag, such as `.feature("Cart", tags: ["shop"])`, depends only on
// features that have one of some tags, such as `"shop": ["shop", "shared"]`.
let tagRules: [String: [String]] = [:]

// The features that may import a module of the system, such as `"RegexBuilder": ["Search"]`.
let importers: [String: [String]] = [:]

let targets = selectTargets(
  modules: Context.environment["MODULE"], with: Context.environment["WITH"])

let package = Package(
  name: "MyApp",
  platforms: [.macOS(.v15)],
  products: targets.filter { $0.type == .executable }
    .map { .executable(name: "my-app", targets: [$0.name]) },
  dependencies: [
    .package(name: "Interchange", path: "../Interchange")
  ],
  targets: targets
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

extension [Target] {
  /// A feature: its interface, its sources and its tests. It depends on the interfaces of other
  /// features; a dependency on another feature's sources cannot be written.
  /// - Parameters:
  ///   - path: The folder with `Interface`, `Sources` and `Tests`; nil for `Modules/<name>`.
  ///   - tags: Words for the rules in `tagRules`.
  ///   - interfaceDependencies: The features whose types occur in its interface.
  ///   - interfaceKits: The kits whose types occur in its interface.
  ///   - dependencies: The other features whose actions it calls or whose events it follows.
  ///   - kits: The kits that its sources use, besides Documents and Console.
  ///   - resources: The folders in its sources that are embedded into the binary.
  static func feature(
    _ name: String, path: String? = nil, tags: [String] = [],
    interfaceDependencies: [String] = [], interfaceKits: [String] = [],
    dependencies: [String] = [], follows: [String] = [], kits: [String] = [],
    resources: [String] = []
  ) -> [Target] {
    let interface: [String] =
      ["Platform", "Mediator", "ModuleManager", "Documents"] + interfaceKits
      + interfaceDependencies.map { "\($0)Interface" }
    let otherKits: [String] = (["Console"] + kits).filter { !interfaceKits.contains($0) }
    let sources: [String] =
      interface + ["\(name)Interface"] + (dependencies + follows).map { "\($0)Interface" }
      + otherKits
    let folder = path ?? "Modules/\(name)"
    return [
      .target(
        name: "\(name)Interface", dependencies: .named(interface), path: "\(folder)/Interface"),
      .target(
        name: name, dependencies: .named(sources), path: "\(folder)/Sources",
        resources: resources.map { .embedInCode($0) }),
      .testTarget(
        name: "\(name)Tests", dependencies: .named([name, "ModuleTesting"] + sources),
        path: path.map { "\($0)/Tests" },
        exclude: storedFixtures(in: path.map { "\($0)/Tests" } ?? "Tests/\(name)Tests")),
    ]
  }

  /// The executable that consists of all features, of Network and of the files in `App/Web`, with
  /// its tests.
  static func host(_ name: String, features: [[Target]]) -> [Target] {
    let dependencies: [String] =
      [
        "Platform", "Mediator", "ModuleManager", "Documents", "Console", "HostKit", "Network",
        "NetworkInterface",
      ]
      + features.flatMap(\.self).filter { $0.type != .test }.map(\.name)
    return [
      .executableTarget(
        name: name, dependencies: .named(dependencies), path: "App",
        resources: [.embedInCode("Web")]),
      .testTarget(
        name: "AppTests", dependencies: .named([name, "ModuleTesting"] + dependencies)),
    ]
  }

  /// Tests of the package itself.
  static func tests(_ name: String, dependencies: [String]) -> [Target] {
    [.testTarget(name: "\(name)Tests", dependencies: .named(dependencies))]
  }

  /// The host of some features without the others. `ModuleList` writes its list of modules.
  static func program(_ name: String, running features: [String]) -> [Target] {
    let dependencies: [String] = ["HostKit"] + features.flatMap { ["\($0)Interface", $0] }
    return [
      .executableTarget(
        name: name, dependencies: .named(dependencies), path: "App", exclude: ["AppModules.swift"],
        resources: [.embedInCode("Web")],
        plugins: [.plugin(name: "ModuleList", package: "Interchange")])
    ]
  }

  /// The names of the features whose interface and sources are among the targets.
  var features: [String] {
    map(\.name).filter { name in contains { $0.name == "\(name)Interface" } }
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
/// check of their imports. Without a module, the targets of all modules but the templates; for
/// `*`, those, too. A dependency that is no target of this package is a product of Interchange.
/// - Parameter others: The features that the host of the selected ones has, too.
@MainActor
func selectTargets(modules names: String?, with others: String?) -> [Target] {
  let all = (modules + templates).flatMap(\.self) + boundaryTests
  var pending: [Target] = names == "*" ? all : []
  var running: [String] = []
  for name in (names ?? "").split(separator: ",") where name != "*" {
    let module = module(named: name)
    pending += module
    running += module.features
  }
  if pending.isEmpty { pending = modules.flatMap(\.self) }
  if pending.contains(where: { $0.type == .test }) { pending += boundaryTests }
  if !running.isEmpty, others != "none", let host = all.first(where: { $0.path == "App" }),
    !pending.contains(where: { $0.name == host.name })
  {
    for name in (others ?? "").split(separator: ",") {
      running += name == "Network" ? ["Network"] : module(named: name).features
    }
    pending += .program(host.name, running: Set(running).sorted())
  }
  var selected: [Target] = []
  while let target = pending.popLast() {
    guard !selected.contains(where: { $0.name == target.name }) else { continue }
    selected.append(target)
    target.dependencies = target.dependencies.map { dependency in
      guard case .byNameItem(let name, _) = dependency else { return dependency }
      guard let own = all.first(where: { $0.name == name }) else {
        return .product(name: name, package: "Interchange")
      }
      pending.append(own)
      return dependency
    }
  }
  return selected
}

/// The targets of the module with a name.
@MainActor
func module(named name: Substring) -> [Target] {
  let module = (modules + templates).first {
    $0.contains { [String(name), "\(name)Tests"].contains($0.name) }
  }
  guard let module else {
    let names = modules.compactMap { $0.first { !$0.name.hasSuffix("Interface") }?.name }
    let error = "no module '\(name)'; the modules are \(names.joined(separator: ", "))\n"
    FileHandle.standardError.write(Data(error.utf8))
    exit(1)
  }
  return module
}
