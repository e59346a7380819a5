import Mediator
import ModuleManager
import Testing

/// Records the published events and the calls without a stub, compares inputs and outputs of the
/// module under test with their schemas, and its events with its manifest.
final class CallMonitor: Interceptor {
  /// The manifest of the module under test.
  private let module: Manifest
  // Unowned, because the mediator owns its interceptors.
  private unowned let mediator: Mediator
  private let sourceLocation: SourceLocation
  private let schemas: SchemaMonitor
  let events = Recorder<any Event>()
  let unstubbedCalls = Recorder<String>()

  init(_ module: Manifest, on mediator: Mediator, at sourceLocation: SourceLocation) {
    self.module = module
    self.mediator = mediator
    self.sourceLocation = sourceLocation
    schemas = SchemaMonitor(limit: 20) {
      module.owns($0)
    } report: {
      Issue.record($0, at: sourceLocation)
    }
  }

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    CallWatchdog.shared.begin(call)
    defer { CallWatchdog.shared.end(call) }
    do {
      return try await schemas.intercept(call, input, next: next)
    } catch ModuleManagerError.undeclaredCall(let path, let interface, let caller) {
      // Otherwise a module that handles the error would hide it.
      let error = ModuleManagerError.undeclaredCall(path, of: interface, by: caller)
      Issue.record("\(error)", at: sourceLocation)
      throw error
    } catch let error as MediatorError where error.isMissing(call.action) {
      let sentence =
        module.owns(call.action)
        ? "the manifest of the module does not declare '\(call.action.path)' under 'answers'"
        : "'\(call.action.path)', called by \(call.caller), has no stub; "
          + remedy(for: call.action)
      unstubbedCalls.record(sentence)
      Issue.record(sentence, at: sourceLocation)
      throw error
    } catch  where module.owns(call.action) && error.hasNoSentence {
      let problem = "'\(call.action.path)' throws \(type(of: error)), which is no ModuleError"
      Issue.record("\(problem); people would read '\(error.plainText)'", at: sourceLocation)
      throw error
    }
  }

  /// How to stub an action, and which stubs there are, first those of its target.
  private func remedy(for action: ActionDescriptor) -> String {
    let actions = mediator.registeredActions.filter { !module.owns($0) }
    let near = actions.filter { $0.target == action.target }.map(\.path).sorted()
    let far = actions.filter { $0.target != action.target }.map(\.path).sorted()
    let paths = (near + far).map { "'\($0)'" }
    return (action.interface.map { "write 'try harness.stub(\($0).\(action.name)) { … }'; " } ?? "")
      + (paths.isEmpty
        ? "nothing is stubbed" : "the stubs are \(paths.joined(separator: ", "))")
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    events.record(event)
    if publication.publisher.hasPrefix("\(module.name)/"),
      let sentence = module.violation(publishing: publication.event)
    {
      Issue.record(sentence, at: sourceLocation)
    }
    next(event)
  }
}

extension Manifest {
  /// Whether an action belongs to the module's interface.
  func owns(_ action: ActionDescriptor) -> Bool {
    action.interface.map { $0 == name } ?? (action.target == target)
  }
}

extension Error {
  /// Whether the app cannot show the error as a sentence.
  fileprivate var hasNoSentence: Bool {
    !(self is any ModuleError || self is DecodingError || self is CancellationError)
  }
}

extension MediatorError {
  /// Whether the error says that this action has no handler.
  fileprivate func isMissing(_ action: ActionDescriptor) -> Bool {
    switch self {
    case .noSuchTarget(let target, _): target == action.target
    case .noSuchAction(let target, let name, _): target == action.target && name == action.name
    case .notExposed, .badInput, .badOutput, .unavailable, .badURL, .badURLPattern, .duplicate:
      false
    }
  }
}
