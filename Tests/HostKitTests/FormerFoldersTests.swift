import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import HostKit

private enum Basket: Interface {
  static let show = Action<Empty, String>(Basket.self, "show", .reads)
}

/// Shows the file `items` of its folder. It was `Cart` before, and `ShoppingBag` before that.
private struct BasketModule: Module {
  static let manifest = Manifest(
    Basket.self, summary: "", answers: [Basket.show], formerly: ["cart", "shopping-bag"])
  static let contributions = Contributions(
    commands, [Setting("colour", "the colour", default: "red")])
  static let commands = [
    Command("basket", "Show", calls: Basket.show, examples: ["basket"]) {
      Document(Text(verbatim: $0))
    }
  ]
  private let folder: DataFolder
  init(context: ModuleContext) { folder = context.dataFolder }
  func register(with registrar: Registrar) {
    registrar.answer(Basket.show) { [folder] _ in
      String(decoding: (try? folder.content(of: "items")) ?? Data("nothing".utf8), as: UTF8.self)
    }
  }
}

private enum Cart: Interface {}

private struct CartModule: Module {
  static let manifest = Manifest(Cart.self, summary: "")
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

@Suite struct FormerFoldersTests {
  private let temporary = TemporaryFolder()
  private var home: URL { temporary.url }
  private let app = CommandLineApp.shop([BasketModule.self])

  private func store(_ text: String, in folder: String) throws {
    try DataFolder(home.appending(path: folder)).write(Data(text.utf8), to: "items")
  }

  private func content(of folder: String) -> String? {
    (try? DataFolder(home.appending(path: folder)).content(of: "items"))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: ["cart", "shopping-bag"])
  func `a renamed module finds what it stored under its former name`(folder: String) async throws {
    try store("lamp", in: folder)
    for _ in 0..<2 {
      let run = try await app.run(["basket"], folder: home)
      #expect(run.output == "lamp\n" && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(content(of: "basket") == "lamp" && content(of: folder) == nil)
    #expect(try await app.run(["doctor"], folder: home).output.contains("✓ data folder\n"))
  }

  @Test func `a folder with the name of now wins, and the doctor warns of the other`() async throws
  {
    try store("lamp", in: "cart")
    try store("chair", in: "basket")
    #expect(try await app.run(["basket"], folder: home).output == "chair\n")
    #expect(content(of: "cart") == "lamp")
    let path = home.path
    #expect(
      app.checks(in: home)["data folder"]?.warnings == [
        "'\(path)/cart' is not used, because 'Basket' has '\(path)/basket'; remove the one that you "
          + "do not need"
      ])
  }

  @Test func `the folder of another module is not renamed`() async throws {
    let app = CommandLineApp.shop([BasketModule.self, CartModule.self])
    try store("lamp", in: "cart")
    #expect(try await app.run(["basket"], folder: home).output == "nothing\n")
    #expect(content(of: "cart") == "lamp")
    #expect(app.checks(in: home)["data folder"]?.warnings == [])
  }

  @Test func `a folder that cannot be renamed is used as it is`() async throws {
    // No file system has a name of this length.
    let manifest = Manifest(
      name: "B" + String(repeating: "a", count: 255), summary: "", answers: [Basket.show],
      formerly: ["cart"])
    var app = app
    app.modules = [
      ModuleDescriptor(manifest, contributions: BasketModule.commands) {
        BasketModule(context: $0)
      }
    ]
    try store("lamp", in: "cart")
    let run = try await app.run(["basket"], folder: home, columns: 1000)
    #expect(run.output == "lamp\n")
    #expect(run.errors.contains("/cart' cannot be renamed to 'baaa"), "\(run.errors)")
  }

  @Test func `of several processes that start at once, one renames the folder`() async throws {
    for round in 0..<50 {
      let folder = home.appending(path: "\(round)")
      try store("lamp", in: "\(round)/cart")
      let renamed = Recorder<String>()
      await withDiscardingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            let remaining = FormerFolders(app, in: folder).rename { _ in
              .silent
            } didRename: { former, target in
              renamed.record("\(former) → \(target)")
            }
            #expect(remaining == [:])
          }
        }
      }
      #expect(renamed.values == ["cart → basket"])
      #expect(content(of: "\(round)/basket") == "lamp")
    }
  }

  @Test func `a folder is renamed when nobody else has locked it`() async throws {
    try store("lamp", in: "cart")
    let isRenamed = Lock(false)
    let thread = try FileLock.withLock(onFolder: home.appending(path: "cart")) {
      let task = Task.detached { [app, home] in
        _ = FormerFolders(app, in: home).rename { _ in
          .silent
        } didRename: { _, _ in
          isRenamed.withLock { $0 = true }
        }
      }
      // What another process creates in its place, so that nothing is left to rename.
      try store("chair", in: "basket")
      #expect(!isRenamed.withLock { $0 })
      return task
    }
    await thread.value
    #expect(!isRenamed.withLock { $0 } && content(of: "cart") == "lamp")
  }

  @Test(
    arguments: [
      (#"{"cart": {"colour": "blue"}}"#, [:], "blue", ["cart.colour", "basket.colour"]),
      (nil, ["SHOP_CART_COLOUR": "blue"], "blue", ["SHOP_CART_COLOUR", "SHOP_BASKET_COLOUR"]),
      (
        #"{"basket.colour": "green"}"#, ["SHOP_CART_COLOUR": "blue"], "green",
        ["SHOP_CART_COLOUR", "SHOP_BASKET_COLOUR"]
      ),
      (#"{"basket": {"colour": "blue"}}"#, [:], "blue", []),
    ] as [(String?, [String: String], String, [String])])
  func `a setting may have its former name, and the doctor says how it is called now`(
    file: String?, environment: [String: String], value: String, names: [String]
  ) throws {
    if let file { try DataFolder(home).write(Data(file.utf8), to: "config.json") }
    let configuration = try Configuration(of: app, folder: home, environment: environment)
    let values = configuration.parameters(of: BasketModule.manifest)
    #expect(try values.decode([String: String].self) == ["colour": value])
    let warnings = app.checks(in: home, environment: environment)["configuration"]?.warnings
    #expect(
      warnings
        == (names.isEmpty
          ? []
          : [
            "'\(names[0])' is the setting '\(names[1])' now, because its module was renamed; rename "
              + "it, too"
          ]))
  }

  @Test(arguments: ["cart", "basket"])
  func `a module is disabled, and logs, by its former name, too`(name: String) throws {
    let environment = ["SHOP_DISABLE": name, "SHOP_LOG_\(name.uppercased())": "debug"]
    let configuration = try Configuration(of: app, folder: home, environment: environment)
    #expect(configuration.isDisabled(BasketModule.manifest))
    #expect(configuration.logLevel(of: BasketModule.manifest) == .debug)
  }
}
