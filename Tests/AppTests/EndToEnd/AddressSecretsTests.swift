import Foundation
import Mediator
import ModuleManager
import Testing

@testable import HostKit
@testable import metro

/// Settings in which a person has put an address with secrets, whatever they are for: nothing that
/// the program prints contains them, because people send it to others.
@Suite(.timeLimit(.minutes(15))) struct AddressSecretsTests {
  private static let secrets = ["us3r", "h0rse", "k3y", "fr4gment"]

  /// An address that answers nothing, in forms that a person may type.
  enum Form: CaseIterable, Sendable {
    case https, http, otherScheme, upperCase, withoutScheme

    var address: String {
      let rest = "us3r:h0rse@127.0.0.1:9/feed?key=k3y#fr4gment"
      return switch self {
      case .https: "https://\(rest)"
      case .http: "http://\(rest)"
      case .otherScheme: "htp://\(rest)"
      case .upperCase: "HTTPS://\(rest)"
      case .withoutScheme: rest
      }
    }
  }

  private static let keys = ConfigurationKey.all(of: Metro.app.modules)
  private static let lines = [
    "doctor", "doctor --json", "doctor --fix", "manual", "modules", "modules --json",
    "modules --start", "help", "history", "history --json", "--trace history", "news", "account",
    "account --json", "cities --json", "plugins list --json",
  ]

  private func expectNoSecrets(
    _ session: HostSession, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CommandLineOutput {
    let run = try await session.run(line.split(separator: " ").map(String.init))
    for secret in Self.secrets {
      #expect(
        !(run.output + run.errors).contains(secret), "\(line): \(run.output)\(run.errors)",
        sourceLocation: sourceLocation)
    }
    return run
  }

  /// `config.json` with an address as the value of each setting, and as the name of another one.
  private func configuration(_ keys: [String], _ address: String) throws -> Data {
    let pairs = keys.map { ($0, address) } + [(address, "1")]
    return try JSON.encode(Dictionary(pairs) { first, _ in first })
  }

  @Test(arguments: Form.allCases, lines)
  func `no output has the secrets of addresses in all settings`(
    form: Form, line: String
  ) async throws {
    // Each of them would be the first error of a command.
    let variables =
      Self.keys.map { Metro.app.variable($0.variable) } + ["METRO_LGO", "METRO_OTHER"]
    let environment = Dictionary(variables.map { ($0, form.address) }) { first, _ in first }
    let session = try HostSession(environment: environment)
    let run = try await expectNoSecrets(session, line)
    if line.hasPrefix("doctor") { #expect(run.code == .failed) }

    let file = try HostSession()
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try configuration(Self.keys.map(\.name), form.address)
      .write(to: file.folder.appending(path: "config.json"))
    _ = try await expectNoSecrets(file, line)
  }

  @Test(arguments: Form.allCases)
  func `no command has the secrets of an address in one setting`(form: Form) async throws {
    for key in Self.keys {
      let variable = Metro.app.variable(key.variable)
      let session = try HostSession(environment: [variable: form.address])
      // Commands that use the addresses of modules, which nothing answers.
      for line in ["history", "news", "account"] { _ = try await expectNoSecrets(session, line) }
      let file = session.folder.appending(path: "config.json")
      let other = try HostSession(folder: session.folder)
      try FileManager.default.createDirectory(at: other.folder, withIntermediateDirectories: true)
      try JSON.encode([key.name: form.address]).write(to: file)
      _ = try await expectNoSecrets(other, "history")
    }
  }

  @Test(
    arguments: ["METRO_CONFIG", "METRO_HOME"],
    [("doctor", ExitCode.failed), ("history", .badCommandLine), ("manual", .badCommandLine)])
  func `an address in place of a path is an error without its secrets`(
    variable: String, run: (line: String, code: ExitCode)
  ) async throws {
    for form in Form.allCases {
      let session = try HostSession(environment: [variable: form.address])
      let result = try await expectNoSecrets(session, run.line)
      #expect(result.code == run.code)
      #expect(
        (result.output + result.errors).contains(
          "the variable '\(variable)' is an address; expected a path"))
    }
  }
}
