import Console
import Foundation
import Mediator
import ModuleManager

/// Looks for what keeps the host from working. Nothing is started.
struct Doctor: Sendable {
  let modules: [any Module.Type]
  let folder: URL
  let environment: [String: String]
  let isTerminal: Bool

  var diagnosis: Diagnosis {
    Diagnosis(checks: [
      .init(name: "composition", findings: composition),
      .init(name: "requirements", findings: requirements),
      .init(name: "events", findings: events),
      .init(name: "inputs", findings: inputs),
      .init(name: "configuration", findings: configuration),
      .init(name: "data folder", findings: dataFolder),
      .init(name: "terminal", findings: terminal),
    ])
  }

  private var manifests: [Manifest] { modules.map { $0.manifest } }

  private var composition: [String] {
    let mediator = Mediator()
    return reason {
      _ = try ModuleManager(modules, mediator: mediator) { _ in
        ModuleContext(mediator: mediator, folder: folder)
      }
    }
  }

  /// Requirements that nobody answers, because the module is missing or is not to start.
  private var requirements: [String] {
    let settled = try? Configuration(of: modules, folder: folder, environment: environment)
    return manifests.flatMap { manifest in
      manifest.requires.compactMap { requirement in
        guard let module = manifests.first(where: { $0.name == requirement.name }) else {
          return "'\(manifest.name)' requires '\(requirement.name)', which nobody answers; "
            + "add its module to AppModules.swift"
        }
        guard settled?.isDisabled(module) == true else { return nil }
        return "'\(manifest.name)' requires '\(module.name)', which is disabled; "
          + "take '\(requirement.target)' out of METRO_DISABLE and config.json"
      }
    }
  }

  private var events: [String] {
    let published = manifests.flatMap { $0.publishes }
    return manifests.flatMap { manifest in
      manifest.follows.filter { event in !published.contains { $0 == event } }.map {
        "'\(manifest.name)' follows \($0), which nobody publishes; "
          + "declare it under 'publishes' of its owner, or stop following it"
      }
    }
  }

  /// Inputs that callers by name cannot be told of.
  private var inputs: [String] {
    manifests.flatMap { $0.answers }.compactMap { action in
      do {
        _ = try action.inputShape
        return nil
      } catch {
        return "'\(action.path)' cannot be described to who calls it by name: \(error)"
      }
    }
  }

  private var configuration: [String] {
    reason { _ = try Configuration(of: modules, folder: folder, environment: environment) }
  }

  private var dataFolder: [String] {
    let remedy = "set METRO_HOME to a folder that can be written"
    let existing = sequence(first: folder) { $0.deletingLastPathComponent() }
      .first { FileManager.default.fileExists(atPath: $0.path) || $0.path == "/" }
    guard let existing else { return ["no folder '\(folder.path)' can be made; \(remedy)"] }
    guard (try? existing.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
      return ["'\(existing.path)' is a file; \(remedy)"]
    }
    let trial = existing.appending(path: ".doctor-\(UUID())")
    guard (try? Data().write(to: trial)) != nil else {
      return ["'\(existing.path)' cannot be written; \(remedy), or give yourself the permission"]
    }
    try? FileManager.default.removeItem(at: trial)
    guard existing == folder else { return [] }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.map { folder.appending(path: $0).path }.filter { access($0, R_OK | W_OK) != 0 }
      .map { "'\($0)' cannot be read and written; run 'chmod -R u+rw \"\(folder.path)\"'" }
  }

  private var terminal: [String] {
    guard isTerminal else { return [] }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 = locale.map { $0.uppercased().contains("UTF") } ?? true
    let type = environment["TERM", default: ""]
    return
      (isUTF8 ? [] : ["'\(locale ?? "")' is no UTF-8 locale; set LANG to one, such as C.UTF-8"])
      + (["", "dumb"].contains(type)
        ? ["TERM is '\(type)', so that nothing is drawn; set it, to xterm-256color perhaps"] : [])
  }

  private func reason(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return ["\(error)"]
    }
  }
}
