import Foundation
import Mediator
import ModuleManager

@testable import metro

/// Passes the mediator of all modules, whose data is in a folder, to `body`, and stops the modules.
func withAppModules<Result>(
  in folder: URL, now: @escaping @Sendable () -> Date = { Date() },
  _ body: (Mediator) async throws -> Result
) async throws -> Result {
  let mediator = Mediator()
  let manager = try ModuleManager(AppModules.all, mediator: mediator, deadlines: .long) {
    manifest in
    ModuleContext(
      mediator: mediator, folder: folder.appending(path: manifest.target), now: now)
  }
  try await manager.open()
  do {
    let result = try await body(mediator)
    await manager.stop()
    return result
  } catch {
    await manager.stop()
    throw error
  }
}

extension Deadlines {
  /// On a busy machine the standard ones might pass.
  static let long = Deadlines(start: .seconds(600), stop: .seconds(600), hook: .seconds(600))
}
