import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Store

extension CommandLineHost {
  /// What is wrong with the data of each module. If a required module cannot start, the check
  /// `modules` has a finding.
  var moduleChecks: [Diagnosis.Check] {
    get async throws {
      let mediator = app.makeMediator()
      let configuration = try configuration
      let session = try Session<[Diagnosis.Check]>(self, configuration, mediator)
      let result = await session.run {
        var checks: [Diagnosis.Check] = []
        for module in enabledModules(configuration) {
          // What keeps a required module from its data has been reported.
          let failed = Set(checks.filter { !$0.findings.isEmpty }.map(\.name))
          guard failed.isDisjoint(with: module.manifest.requires) else { continue }
          checks.append(await self.check(module, session, mediator))
          try Task.checkCancellation()
        }
        return checks + [await session.eventCheck]
      }
      await session.end()
      do {
        return try result.get()
      } catch let error where !(error is CancellationError) {
        return [.init(name: "modules", findings: [error.plainText])]
      }
    }
  }

  /// Checks a module. One that has stored data is started first, which opens its files: that it
  /// cannot use them is a finding. Not started are plug-ins, because they are programs, and modules
  /// with temporary files of killed processes: a start would remove what the doctor has just
  /// reported. An error of a warning source is a warning, too, but stored data that cannot be read is
  /// a finding.
  private func check(
    _ module: ModuleDescriptor, _ session: Session<[Diagnosis.Check]>, _ mediator: Mediator
  ) async -> Diagnosis.Check {
    let manifest = module.manifest
    let data = folder.appending(path: manifest.target)
    let hasData = FileManager.default.fileExists(atPath: data.path)
    if !app.pluginTargets.contains(manifest.target), hasData,
      DataFolder(data).abandonedFiles.isEmpty
    {
      do { try await session.start(manifest) } catch {
        return .init(name: manifest.name, findings: [error.plainText])
      }
    }
    var (findings, warnings): ([String], [String]) = ([], [])
    for source in module.contributions(of: WarningSource.self) where hasData || !source.needsData {
      do {
        warnings += try await source.warnings(mediator)
      } catch let error as StoreError {
        findings.append("\(error)")
      } catch {
        warnings.append(error.plainText)
      }
    }
    return .init(name: manifest.name, findings: findings, warnings: warnings)
  }
}
