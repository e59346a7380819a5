public import Mediator

extension ModuleManager {
  /// Returns a function that starts the modules with shared data that publish one of `events`, and
  /// returns a stream with an element after each change of their data by another process; nil if no
  /// such module publishes one of them.
  public func changesByOthers(
    of events: [any Event.Type]
  ) -> (@Sendable () async -> AsyncStream<Void>)? {
    let owners = modules.indices.filter { index in
      modules[index].sharesData
        && manifests[index].publishes.contains { published in
          events.contains { $0 == published }
        }
    }
    guard !owners.isEmpty else { return nil }
    return { [weak self] in
      var streams: [AsyncStream<Void>] = []
      for index in owners {
        // A module that cannot start reports that itself.
        let instance = try? await self?.start(index, because: .host)
        guard let module = instance?.running?.module as? any SharedDataModule else { continue }
        streams.append(await module.changesByOthers())
      }
      return AsyncStream { [streams] continuation in
        let task = Task {
          await withDiscardingTaskGroup { group in
            for stream in streams {
              group.addTask { for await _ in stream { continuation.yield() } }
            }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }
}
