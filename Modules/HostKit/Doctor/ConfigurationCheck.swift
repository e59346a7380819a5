import Console
import Foundation
import Mediator
import ModuleManager

/// Checks the configuration file and the environment variables.
struct ConfigurationCheck {
  let app: CommandLineApp
  let configuration: Configuration

  /// Everything that is wrong with keys and values.
  var findings: [String] { configuration.errors.map(\.description) }

  /// That other users can read a secret in the file.
  var warnings: [String] {
    var status = stat()
    guard let file = configuration.file, stat(file.path, &status) == 0,
      status.st_mode & (S_IRGRP | S_IROTH) != 0, let content = try? ConfigurationFile(file),
      let secret = content.values.first(where: { $0.value.isAddressWithSecret })
    else { return [] }
    return [
      "other users can read '\(file.path)', and '\(secret.key)' may contain a secret; "
        + "run 'chmod 600 \"\(file.path)\"'"
    ]
  }

  /// Starts each module that has settings of the user, with an empty data folder, and returns the
  /// settings with which one cannot start although it can without them.
  var settingsOfFailedModules: [String] {
    get async {
      var findings: [String] = []
      for module in app.modules.map(\.manifest) where !configuration.isDisabled(module) {
        let keys = configuration.values.keys.filter { $0.hasPrefix(module.target + ".") }
        guard !keys.isEmpty, await startError(of: module, configuration) != nil,
          await startError(of: module, configuration.keeping { !keys.contains($0) }) == nil
        else { continue }
        for key in keys.sorted() {
          let only = configuration.keeping { $0 == key || !keys.contains($0) }
          guard let error = await startError(of: module, only) else { continue }
          findings.append("'\(module.name)' cannot start with the setting '\(key)': \(error)")
        }
      }
      return findings
    }
  }

  private func startError(of module: Manifest, _ configuration: Configuration) async -> String? {
    let mediator = Mediator(scheme: app.name)
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(app.name)-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let manager = try ModuleManager(
        app.modules, mediator: mediator, deadlines: configuration.deadlines
      ) { manifest in
        ModuleContext(
          mediator: mediator, folder: folder.appending(path: manifest.target),
          configuration: configuration.parameters(of: manifest),
          app: AppDescription(
            name: app.name, summary: app.summary, version: app.version, folder: folder))
      }
      var failure: String?
      do { try await manager.start(module.name) } catch { failure = "\(error)" }
      await manager.stop()
      return failure
    } catch {
      return nil
    }
  }
}

extension String {
  /// Whether the text is an address with a user or a query.
  fileprivate var isAddressWithSecret: Bool {
    guard let address = URLComponents(string: self), address.host != nil else { return false }
    return address.user != nil || address.password != nil || address.query?.isEmpty == false
  }
}
