import Mediator

extension ModuleManager {
  /// What has become of each module so far, in start order.
  public var records: [ModuleRecord] {
    state.withLock { state in
      let calls = state.reports.values.flatMap(\.calls)
      return manifests.enumerated().map { number, manifest in
        let attempt = state.attempts[number]
        return ModuleRecord(
          manifest: manifest, state: moduleState(of: number, in: state),
          activation: attempt.map {
            ModuleRecord.Activation(reason: $0.reason, at: $0.at, took: $0.running?.took)
          },
          calls: calls.filter { $0.module == manifest.name }
            .sorted { $0.hook.rawValue < $1.hook.rawValue })
      }
    }
  }

  private func moduleState(of number: Int, in state: State) -> ModuleRecord.State {
    if let reason = state.broken[number] { return .failed(reason) }
    if state.stopped.contains(number) { return .stopped }
    if let launch = state.launches[number] {
      return launch.running == nil ? .starting : .started
    }
    return state.failures[number].map { .failed($0) } ?? .idle
  }
}
