import Console
import Foundation
import Mediator
import ModuleManager

extension CommandLineHost {
  /// Answers what is asked of the host itself, besides its modules.
  func answerForItself(on mediator: Mediator) throws {
    try mediator.answer(Host.about) { [modules, folder] _ in
      About(
        name: Self.name, version: Release.latest.version, summary: Self.summary, licence: "MIT",
        parts: ["Swift", "SQLite", "zlib"], modules: modules.map { $0.manifest.name },
        folder: folder.path)
    }
    try mediator.answer(Host.versions) { _ in Release.all }
    try mediator.answer(Host.completions) { query in
      CompletionScript(shell: query.shell, script: query.shell.script(for: Self.name))
    }
    let credited = modules.compactMap { $0 as? any CreditedModule.Type }
    try mediator.answer(Host.credits) { [weak mediator] _ in
      guard let mediator else { return [] }
      var credits: [Credit] = []
      for module in credited { credits += try await module.credits(through: mediator) }
      return credits
    }
  }
}
