package import Foundation

/// Why a command of the program `module-rules` fails.
package enum RulesError: Error, Equatable, CustomStringConvertible {
  case unknownFeature(String, nearest: String?)
  case gitFailed(String)
  case badArguments

  package var description: String {
    switch self {
    case .unknownFeature(let name, let nearest):
      "no feature '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; the features are the folders in Modules")
    case .gitFailed(let command): "'git \(command)' failed; run it to see why"
    case .badArguments:
      "expected 'check [NAME]', 'affected [COMMIT]', 'users NAME' or 'nearest NAME NAMES...'"
    }
  }
}

/// The commands of the program `module-rules`, which generate.sh runs.
package enum RulesCommand {
  /// Runs a command for the package in a folder.
  /// - Parameter arguments: `check [NAME]`, `affected [COMMIT]`, `users NAME`, or
  ///   `nearest NAME NAMES...`.
  /// - Returns: The lines to print, and whether a rule is broken.
  /// - Throws: `RulesError`, or an error of the system when a file cannot be read.
  package static func run(
    _ arguments: [String], in folder: URL
  ) throws -> (lines: [String], isBroken: Bool) {
    let values = arguments.dropFirst()
    switch (arguments.first, values.count) {
    case ("check", ...1):
      let rules = try PackageRules(of: folder)
      if let name = values.first, !rules.featureNames.contains(name) {
        throw RulesError.unknownFeature(name, nearest: name.nearest(in: rules.featureNames))
      }
      let violations = try rules.violations(ofFeature: values.first)
      return (violations.map(\.description), !violations.isEmpty)
    case ("affected", ...1):
      return (try PackageRules(of: folder).affectedModules(since: values.first ?? "HEAD"), false)
    case ("users", 1): return (try PackageRules(of: folder).users(of: values[1]), false)
    case ("nearest", 1...):
      let nearest = values[1].nearest(in: Array(values.dropFirst()))
      return (nearest.map { [$0] } ?? [], false)
    default: throw RulesError.badArguments
    }
  }
}
