import Channel
import Foundation
import Mediator
import Platform

/// A program of the system that helps to fetch plug-ins, such as `git`.
struct SystemProgram {
  /// The name, which is searched in `PATH`.
  let name: String
  /// The environment variables, with `PATH`.
  let variables: [String: String]

  /// Starts the program.
  /// - Throws: `PluginFileError.missingProgram`; `PluginError.cannotStart`.
  func start(_ arguments: [String], in folder: URL) throws -> PluginProcess {
    let paths = (variables["PATH"] ?? "").split(at: ":").map { "\($0)/\(name)" }
    guard let path = paths.first(where: { $0.isAbsolutePath && access($0, X_OK) == 0 }) else {
      throw PluginFileError.missingProgram(name)
    }
    let process = try PluginProcess(
      PluginProcess.Launch(
        name: name, executable: path, arguments: [name] + arguments, folder: folder,
        environment: variables)
    ) { _ in }
    process.hostSocket.closeDescriptors()
    return process
  }

  /// Waits until the program has ended, or stops it when the task is cancelled.
  /// - Returns: What the program says about its failure; nil for a success.
  /// - Throws: `CancellationError`.
  func failure(of process: PluginProcess) async throws -> String? {
    let exit: PluginExit
    do { exit = try await process.waitForEnd() } catch {
      await process.stop()
      throw error
    }
    return exit.isSuccess
      ? nil : "\(name) says: \(exit.lastLine?.quotedFromPlugin ?? exit.status)"
  }
}
