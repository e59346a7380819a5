import Foundation
import Mediator
import Plugins
import Web

/// Checks whether the host can work.
struct Doctor: Sendable {
  let app: CommandLineApp
  let folder: URL
  let environment: [String: String]
  let isTerminal: Bool
  /// What `repair` has changed, one sentence each.
  private(set) var repairs: [String] = []

  /// Removes temporary files of killed processes, and permissions of other users, from the data
  /// folder.
  mutating func repair() { repairs = storedFiles.repair() }

  /// The result of all checks.
  var fullDiagnosis: Diagnosis {
    get async {
      // Below these limits, the runtime would end the process.
      guard limits.isEmpty else { return diagnosis }
      // The program of a plug-in knows the app's data folder, so it has no empty one.
      let check = StartCheck(app: app.withoutPlugins, configuration: configuration.configuration)
      let start = Diagnosis.Check(name: "start", findings: await check.run())
      return Diagnosis(checks: declarations + plugins + [start] + host)
    }
  }

  /// The result of the checks that start no module.
  var diagnosis: Diagnosis { Diagnosis(checks: declarations + plugins + host) }

  /// Whether what the modules declare fits together.
  private var declarations: [Diagnosis.Check] {
    [
      .init(name: "composition", findings: composition),
      .init(name: "requirements", findings: requirements),
      .init(name: "events", findings: events),
      .init(name: "inputs", findings: inputs),
      .init(name: "commands", findings: commands),
      .init(name: "contributions", findings: contributions, warnings: rowWarnings),
      .init(
        name: "pages",
        findings: errorDescription { _ = try StaticFiles(app.webFiles, ofApp: app.name) }),
    ]
  }

  /// Whether the host has what it needs.
  private var host: [Diagnosis.Check] {
    [
      .init(
        name: "configuration", findings: configuration.findings, warnings: configuration.warnings),
      .init(
        name: "data folder", findings: dataFolder.run(),
        warnings: dataFolder.warnings + storedFiles.warnings
          + FormerFolders(app, in: folder).warnings,
        repairs: repairs),
      .init(name: "limits", findings: limits),
      .init(name: "terminal", findings: terminal),
    ]
  }

  /// Whether the plug-ins can be used; empty without plug-ins.
  private var plugins: [Diagnosis.Check] {
    switch PluginFolder(in: folder).listings(in: app) {
    case .failure(let error): [.init(name: "plug-ins", findings: ["\(error)"])]
    case .success(let listings) where listings.isEmpty: []
    case .success(let listings):
      [.init(name: "plug-ins", warnings: listings.compactMap(\.reason))]
    }
  }

  var configuration: ConfigurationCheck {
    ConfigurationCheck(
      app: app,
      configuration: .collectingErrors(of: app, folder: folder, environment: environment))
  }

  /// Limits of the system that are too low.
  private var limits: [String] { errorDescription { try SystemLimit.check() } }

  private var dataFolder: DataFolderCheck {
    let variable = app.variable("HOME")
    return DataFolderCheck(folder: folder, variable: variable, value: environment[variable])
  }

  private var storedFiles: StoredFilesCheck {
    StoredFilesCheck(folder: AppFolder(app, at: folder), repairCommand: "\(app.name) doctor --fix")
  }

  /// Settings of the terminal that keep text from being drawn correctly.
  private var terminal: [String] {
    guard isTerminal else { return [] }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 = locale.map { $0.uppercased().contains("UTF") } ?? true
    let type = environment["TERM", default: ""]
    return
      (isUTF8
      ? [] : ["the locale '\(locale ?? "")' is not UTF-8; set LANG to one, such as C.UTF-8"])
      + (["", "dumb"].contains(type)
        ? ["TERM is '\(type)', so nothing can be drawn; set it, for example to xterm-256color"]
        : [])
  }

  func errorDescription(of body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return [error.plainText]
    }
  }
}
