import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private enum Stock: Interface {
  static let count = Action<String, Int>(Stock.self, "count")
}

private enum Prices: Interface {
  static let price = Action<Empty, Int>(native: Prices.self, "price")
}

private enum Lamps: Interface {
  static let count = Action<Lamp, Int>(Lamps.self, "count", .reads, .remote)
  static let price = Action<Empty, Int>(Lamps.self, "price", .reads, .remote)
}

private struct Lamp: Codable, SchemaDescribing, Sendable {
  static var fieldDescriptions: FieldDescriptions { ["name": "the name of the lamp"] }
  let name: String
}

private struct LampsModule: Module {
  static let manifest = Manifest(
    Lamps.self, summary: "Counts lamps", requires: [Stock.self], uses: [Prices.self],
    answers: [Lamps.count, Lamps.price], follows: [TramArrived.self])
  static let contributions = Contributions(
    [
      Command("count", "Count lamps", calls: Lamps.count, arguments: ["name"], examples: []) {
        "\($0)"
      },
      Command("price", "Price lamps", calls: Lamps.price, examples: []) { "\($0)" },
    ], [SampleAnswer(Stock.count) { $0 == "sample lamp" ? 7 : nil }])

  private let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }

  func register(with registrar: Registrar) {
    registrar.follow(TramArrived.self) { _ in }
    registrar.answer(Lamps.count) { [mediator] in
      try await mediator.perform(Stock.count, $0.name)
    }
    registrar.answer(Lamps.price) { [mediator] _ in
      // As from a library, which is no module.
      try await mediator.perform(Prices.price, caller: "Library/Endpoint.swift")
    }
  }
}

private struct StockModule: Module {
  static let manifest = Manifest(Stock.self, summary: "", answers: [Stock.count])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) { registrar.answer(Stock.count) { _ in 1000 } }
}

private struct PricesModule: Module {
  static let manifest = Manifest(Prices.self, summary: "", answers: [Prices.price])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) { registrar.answer(Prices.price) { _ in 5 } }
}

@Suite struct ModuleSliceTests {
  private static func slice(_ modules: [any Module.Type]) -> CommandLineApp {
    CommandLineApp(
      name: "shop", summary: "a shop for the terminal", version: "1.2.3", examples: ["other"],
      modules: ModuleSlice(modules))
  }

  @Test func `a module runs alone, and a sample answers in place of the module that it requires`()
    async throws
  {
    let app = Self.slice([LampsModule.self])
    let result = try await app.run("count", "sample lamp")
    #expect(result.output == "7\n", "\(result.errors)")
    let doctor = try await app.run("doctor")
    #expect(doctor.code == .answered, "\(doctor.output)")
    #expect(try await !app.run("--help").output.contains("other"))
  }

  @Test(arguments: [
    (
      ["count", "desk lamp"],
      "'stock/count' has no answer for 'desk lamp', because Stock is a stub here; add "
        + "'SampleAnswer(Stock.count) { … }' to the contributions of LampsModule, or take the real "
        + "module with 'WITH=Stock'"
    ),
    (
      ["price"],
      "'prices/price' has no answer, because Prices is a stub here; add 'SampleAnswer(Prices.price) "
        + "{ … }' to the contributions of LampsModule, or take the real module with 'WITH=Prices'"
    ),
  ])
  func `a call of a stub without a sample is an error that names the caller and the remedy`(
    line: [String], sentence: String
  ) async throws {
    let folder = TemporaryFolder()
    let result = try await Self.slice([LampsModule.self]).run(line, folder: folder.url)
    #expect(result.code == .failed)
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }

  @Test(
    arguments: [
      (
        [LampsModule.self],
        "runs Lamps alone, with stubs of Prices, Stock; WITH takes real ones, as in 'WITH=Prices'"
      ),
      (
        [StockModule.self, LampsModule.self],
        "runs Lamps, Stock alone, with stubs of Prices; WITH takes real ones, as in 'WITH=Prices'"
      ),
      ([StockModule.self], "runs Stock alone"),
    ] as [([any Module.Type], String)])
  func `the notice names the modules and the stubs`(modules: [any Module.Type], notice: String) {
    #expect(ModuleSlice(modules).notice == notice)
  }

  @Test func `a real module takes the place of its stub`() async throws {
    let result = try await Self.slice([LampsModule.self, StockModule.self])
      .run("count", "sample lamp")
    #expect(result.output == "1000\n", "\(result.errors)")
  }

  @Test func `modules that run alone do not use the data of the app`() {
    let variables: Environment = ["HOME": "/home/ana", "XDG_DATA_HOME": "/data"]
    let folder = Self.slice([StockModule.self]).dataFolder(environment: variables)
    #expect(folder.lastPathComponent == "shop-alone")
  }

  @Test func `an app with stubs for tests never calls the real module, and monitors see the calls`()
    async throws
  {
    let app = CommandLineApp.shop([LampsModule.self, StockModule.self, PricesModule.self])
      .withStubs(of: [Stock.self])
    #expect(try await app.run("count", "sample lamp").output == "7\n")
    #expect(try await app.run("price").output == "5\n")
    let (monitor, folder) = (ManifestMonitor(), TemporaryFolder())
    let result = try await app.run(
      ["count", "desk lamp"], folder: folder.url, interceptor: monitor)
    #expect(result.errors.contains("contributions of LampsModule\n"), "\(result.errors)")
    #expect(monitor.calls(by: "HostKitTests").contains("stock/count"))
  }
}
