import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private enum Stubborn: Interface {
  static let wait = Action<Empty, Empty>(Stubborn.self, "wait")
}

/// Ignores its cancellation and never returns from `stop`.
private struct StubbornModule: Module {
  static let manifest = Manifest(Stubborn.self, summary: "", answers: [Stubborn.wait])
  static let contributions = Contributions(commands)
  static let commands = [
    Command("wait", "Wait", calls: Stubborn.wait, examples: ["wait"]) { _ in "waited" },
    Command("leave", "Leave", examples: ["leave"]) { invocation in
      _ = try await invocation.mediator.perform(Sleepy.nap)
      return CommandResult(Empty()) { _ in "left" }
    },
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.answer(Stubborn.wait) { _ in
      Reports.current.record("waiting")
      return await waitForever()
    }
  }
  func stop() async { _ = await waitForever() }
}

private enum Sleepy: Interface {
  static let nap = Action<Empty, Empty>(Sleepy.self, "nap")
}

private struct SleepyModule: Module {
  static let manifest = Manifest(
    Sleepy.self, summary: "", requires: [Stubborn.self], answers: [Sleepy.nap])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) { registrar.answer(Sleepy.nap) { $0 } }
  func stop() async { Reports.current.record("Sleepy stopped") }
}

private struct OrderPlaced: Event {
  let outcome: StockOutcome
}

/// What the follower does when an order is placed.
enum StockOutcome: String, Codable, Sendable { case reserve, fail, failWithAddress, waitForever }

private struct OrderRequest: Codable { let outcome: StockOutcome }

private enum Orders: Interface {
  static let place = Action<OrderRequest, Empty>(Orders.self, "place")
}

private struct OrdersModule: Module {
  static let manifest = Manifest(
    Orders.self, summary: "", answers: [Orders.place], publishes: [OrderPlaced.self])
  static let contributions = Contributions(commands)
  static let commands = [
    Command(
      "order", "Order", calls: Orders.place,
      arguments: [.positional("outcome", "what follows")], examples: ["order reserve"]
    ) { _ in "ordered" }
  ]
  private let mediator: Mediator
  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) {
    registrar.answer(Orders.place) { [mediator] request in
      mediator.publish(OrderPlaced(outcome: request.outcome))
      return Empty()
    }
  }
}

private enum Stock: Interface {}

private struct StockModule: Module {
  static let manifest = Manifest(Stock.self, summary: "", follows: [OrderPlaced.self])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.followAndReport(OrderPlaced.self) { order in
      switch order.outcome {
      case .reserve: return "reserved 2 lamps; 'order undo' releases them"
      case .fail: throw HostError.outputFailed(reason: "no space")
      case .failWithAddress: throw HostError.outputFailed(reason: "https://me:h0rse@example.org")
      case .waitForever:
        _ = await waitForever()
        return nil
      }
    }
  }
}

private enum Oven: Interface {
  static let bake = Action<Fault, Empty>(Oven.self, "bake")
}

private enum OvenError: Error { case cold(degrees: Int) }

/// Fails as other libraries do.
private struct OvenModule: Module {
  static let manifest = Manifest(Oven.self, summary: "", answers: [Oven.bake])
  static let contributions = Contributions(commands)
  static let commands = [
    Command(
      "bake", "Bake", calls: Oven.bake,
      arguments: [.positional("kind", "what is thrown")], examples: ["bake own"]
    ) { _ in "baked" }
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {
    registrar.answer(Oven.bake) { fault in
      switch fault.kind {
      case "own": throw OvenError.cold(degrees: 5)
      case "number": throw NSError(domain: NSURLErrorDomain, code: -1003)
      default: throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/rye"])
      }
    }
  }
}

private struct Fault: Codable { let kind: String }

private enum Fragile: Interface {}

/// Is required but cannot start.
private struct FragileModule: Module {
  static let manifest = Manifest(
    Fragile.self, summary: "", activation: .eager, failurePolicy: .required)
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
  func start() async throws { throw HostError.outputFailed(reason: "broken") }
}

private enum Observer: Interface {}

/// Reports the mediator that it gets.
private struct ObserverModule: Module {
  static let manifest = Manifest(Observer.self, summary: "", activation: .eager)
  init(context: ModuleContext) { Reports.mediator.record(WeakMediator(value: context.mediator)) }
  func register(with registrar: Registrar) {}
}

/// A mediator, as long as something else retains it.
private struct WeakMediator {
  weak var value: Mediator?
}

/// What the modules of a test report; a task-local value, because a test cannot pass it to them.
private enum Reports {
  @TaskLocal static var current = Recorder<String>()
  @TaskLocal static var mediator = Recorder<WeakMediator>()
}

private func waitForever() async -> Empty {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  return Empty()
}

@Suite(.timeLimit(.minutes(15))) struct SessionTests {
  private let deadlines = ["SHOP_DEADLINES_STOP": "0.2"]

  @Test func `a module that does not stop is reported, and the others are stopped`()
    async throws
  {
    let app = CommandLineApp.shop([StubbornModule.self, SleepyModule.self])
    let reports = Recorder<String>()
    let result = try await Reports.$current.withValue(reports) {
      try await app.run("leave", environment: deadlines)
    }
    #expect(result.code == .answered)
    #expect(result.output == "left\n")
    #expect(result.errors.contains("error stubborn: failed in stop: it did not return within "))
    #expect(reports.values == ["Sleepy stopped"])
  }

  @Test func `a command that ignores its cancellation does not delay the end`() async throws {
    let app = CommandLineApp.shop([StubbornModule.self, SleepyModule.self])
    let reports = Recorder<String>()
    let line = Task {
      try await Reports.$current.withValue(reports) {
        try await app.run("wait", environment: deadlines)
      }
    }
    try await wait { !reports.values.isEmpty }
    line.cancel()
    let result = try await line.value
    #expect(result.code == .interrupted)
    #expect(result.errors.contains("interrupted"))
  }

  @Test func `a required module that cannot start ends the command`() async throws {
    let app = CommandLineApp.shop([FragileModule.self, StubbornModule.self])
    let result = try await app.run("wait")
    #expect(result.code == .failed)
    #expect(result.errors.contains("broken"))
    #expect(result.errors.contains("\n"))
  }

  @Test(
    arguments: [
      ("order reserve", .answered, "ordered\nReserved 2 lamps; 'order undo' releases them.\n", ""),
      (
        "order reserve --json", .answered, "{}\n",
        "shop: reserved 2 lamps; 'order undo' releases them\n"
      ),
      (
        "order fail", .failed, "ordered\n",
        "shop: 'order' has run, but 'Stock' could not do its part: cannot write the answer: no space; "
          + "check where the output goes\n"
      ),
      (
        "order failWithAddress", .failed, "ordered\n",
        "shop: 'order' has run, but 'Stock' could not do its part: cannot write the answer: "
          + "https://…@example.org; check where the output goes\n"
      ),
      (
        "order waitForever", .failed, "ordered\n",
        "shop: 'order' has run, but 'Stock' has not done its part in time; run 'doctor'\n"
      ),
    ] as [(String, ExitCode, String, String)])
  func `a command says what other modules have done, or why they could not`(
    line: String, code: ExitCode, output: String, errors: String
  ) async throws {
    let app = CommandLineApp.shop([OrdersModule.self, StockModule.self])
    let folder = TemporaryFolder()
    let never = ["SHOP_DEADLINES_HOOK": "0.2", "SHOP_DEADLINES_STOP": "0.2"]
    let result = try await app.run(
      line.split(separator: " ").map(String.init), folder: folder.url,
      environment: line.hasSuffix("waitForever") ? never : [:])
    #expect(result.code == code && result.output == output)
    #expect(result.errors.hasSuffix(errors))
    #expect(!errors.isEmpty || result.errors.isEmpty)
  }

  @Test(arguments: [
    (
      "own",
      "'oven/bake' failed: unexpected error 'HostKitTests.OvenError.cold'; '--trace' shows its values"
    ),
    ("number", "the server was not found"), ("file", "'/rye': the file doesn’t exist"),
  ])
  func `a command says in a sentence what any error is`(kind: String, sentence: String)
    async throws
  {
    let result = try await CommandLineApp.shop([OvenModule.self]).run("bake", kind)
    #expect(result.code == .failed && result.errors == "shop: \(sentence)\n")
  }

  @Test(arguments: [["modules", "--start"], ["plugins", "trust", "none"], ["mcp"]])
  func `what a command line used is released at its end`(line: [String]) async throws {
    let app = CommandLineApp.shop([ObserverModule.self])
    let folder = TemporaryFolder()
    let mediators = Recorder<WeakMediator>()
    let result = try await Reports.$mediator.withValue(mediators) {
      try await app.run(line, folder: folder.url)
    }
    #expect(result.code != .badCommandLine)
    #expect(mediators.values.count == 1)
    try await wait { mediators.values.allSatisfy { $0.value == nil } }
  }
}
