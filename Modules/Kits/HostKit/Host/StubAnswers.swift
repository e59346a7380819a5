import Mediator
import ModuleManager
import Platform

/// Answers the calls of modules that are stubs, from the `SampleAnswer` of the calling modules.
struct StubAnswers: Interceptor {
  private let stubs: Set<String>
  private let samples: [(module: String, answer: SampleAnswer)]
  private let modules: Set<String>
  private let isSlice: Bool
  /// The module that answers each call in progress, or for which it is made, by the call's id.
  private let owners = Lock<[Int: String]>([:])

  init(of app: CommandLineApp) {
    stubs = app.stubs
    isSlice = app.slice != nil
    modules = Set(app.modules.map { $0.manifest.name }).subtracting(stubs)
    samples = app.modules.flatMap { module in
      module.contributions(of: SampleAnswer.self).map { (module.manifest.name, $0) }
    }
  }

  /// A call that a library makes for a module, such as that of an endpoint, has the call that the
  /// module answers as its parent.
  var needsParents: Bool { true }

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    let owner = call.action.interface ?? ""
    let caller = String(call.caller.prefix { $0 != "/" })
    let module =
      modules.contains(caller)
      ? caller : call.parent.flatMap { parent in owners.withLock { $0[parent] } }
    guard stubs.contains(owner) else {
      owners.withLock { $0[call.id] = modules.contains(owner) ? owner : module }
      defer { owners.withLock { $0[call.id] = nil } }
      return try await next(input)
    }
    for sample in samples
    where sample.answer.action.id == call.action.id && (module ?? sample.module) == sample.module {
      if let output = try sample.answer.output(input) as? Output { return output }
    }
    throw HostError.stubbed(
      call.action.path, input: (input as? any CustomStringConvertible).map { "\($0)" },
      stub: owner, action: call.action.name, caller: module, isSlice: isSlice)
  }
}
