import Platform

#if DEBUG
  import Mediator

  extension ModuleManager {
    /// Rejects calls that the manifest of the calling module does not declare, until the manager is
    /// released.
    func checkCalls() {
      let subscription = mediator.intercept(with: CallCheck(manifests))
      state.withLock { $0.subscriptions.append(subscription) }
    }
  }

  /// Rejects calls of one module to another that its manifest names neither under `requires` nor
  /// under `uses`. A release build has no such check, so that a call costs no more than a closure.
  ///
  /// A call carries the name of its source file, which begins with that of the module's target. A
  /// module whose target has another name than its manifest is not checked, nor is an action
  /// without an interface.
  private struct CallCheck: Interceptor {
    /// The interfaces that each module may call, by its name.
    private let callees: [String: Set<String>]

    init(_ manifests: [Manifest]) {
      callees = manifests.reduce(into: [:]) {
        $0[$1.name] = Set($1.requires + $1.uses + [$1.name])
      }
    }

    func intercept<Input: Sendable, Output: Sendable>(
      _ call: Call, _ input: Input, next: (Input) async throws -> Output
    ) async throws -> Output {
      let caller = String(call.caller.prefix { $0 != "/" })
      if let callees = callees[caller], let interface = call.action.interface,
        !callees.contains(interface)
      {
        throw ModuleManagerError.undeclaredCall(call.action.path, of: interface, by: caller)
      }
      return try await next(input)
    }
  }
#endif
