import Foundation
import Mediator
import ModuleManager
import Platform

/// Checks whether every module of an app without plug-ins starts, in an empty data folder that is
/// removed afterwards.
struct StartCheck {
  let app: CommandLineApp
  let configuration: Configuration

  /// Starts the modules, and returns those that cannot start, each with the reason; a module that
  /// only cannot start because it requires one of them is left out, and so is a disabled one. Empty
  /// if the modules do not fit together, which another check reports.
  func run() async -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let failures = Lock<[(manifest: Manifest, reason: String)]>([])
    guard
      let manager = try? manager(
        in: folder,
        failed: { manifest, reason in
          failures.withLock { $0.append((manifest, reason)) }
        })
    else { return [] }
    do {
      try await manager.open()
    } catch let error as MediatorError where failures.withLock(\.isEmpty) {
      // The actions of two modules conflict, so that no module has started.
      return ["\(error)"]
    } catch {
      // A required module that cannot start has reported it.
    }
    for record in manager.records where !configuration.isDisabled(record.manifest) {
      try? await manager.start(record.manifest.name)
    }
    await manager.stop()
    let failed = failures.withLock { $0 }
    let names = Set(failed.map(\.manifest.name))
    return failed.filter { names.isDisjoint(with: $0.manifest.requires) }.map {
      "'\($0.manifest.name)' cannot start in an empty data folder: \($0.reason)"
    }
  }

  private func manager(
    in folder: URL, failed: @escaping @Sendable (Manifest, String) -> Void
  ) throws -> ModuleManager {
    let mediator = app.makeMediator()
    let description = app.description(in: folder)
    return try ModuleManager(
      app.modules, mediator: mediator, deadlines: configuration.deadlines,
      disabled: configuration.disabledModules(of: app, because: "it is disabled")
    ) { event in
      if case .failed(let manifest, let reason) = event { failed(manifest, reason) }
    } context: { manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target),
        configuration: configuration.parameters(of: manifest), app: description)
    }
  }
}
