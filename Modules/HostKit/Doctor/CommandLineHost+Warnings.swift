import Console
import Foundation
import Mediator
import ModuleManager

extension CommandLineHost {
  /// The warnings by module; empty for a module without any. If a required module cannot start,
  /// `modules` has a warning.
  var moduleWarnings: [String: [String]] {
    get async throws {
      let mediator = Mediator(scheme: app.name)
      let configuration = try configuration
      let session = try Session<[String: [String]]>(self, configuration, mediator)
      let result = await session.run {
        var warnings: [String: [String]] = [:]
        for module in enabledModules(configuration) {
          warnings[module.manifest.name] = await self.warnings(about: module, session, mediator)
          try Task.checkCancellation()
        }
        return warnings
      }
      await session.end()
      do {
        return try result.get()
      } catch let error where !(error is CancellationError) {
        return ["modules": ["\(error)"]]
      }
    }
  }

  /// Asks a module for warnings. One that has stored data is started first, which opens its files. Not
  /// started are plug-ins, because they are programs, and modules with temporary files of killed
  /// processes: a start would remove what the doctor has just reported. An error is a warning, too.
  private func warnings(
    about module: ModuleDescriptor, _ session: Session<[String: [String]]>, _ mediator: Mediator
  ) async -> [String] {
    let manifest = module.manifest
    let data = folder.appending(path: manifest.target)
    if !app.plugins.contains(manifest.target), FileManager.default.fileExists(atPath: data.path),
      DataFolder(data).abandonedFiles.isEmpty
    {
      do { try await session.start(manifest) } catch { return ["\(error)"] }
    }
    var warnings: [String] = []
    for source in module.contributions(of: WarningSource.self) {
      do { warnings += try await source.warnings(mediator) } catch { warnings.append("\(error)") }
    }
    return warnings
  }
}
