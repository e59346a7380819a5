import Console
import Documents
import Mediator

/// The result of `Host.doctor`.
struct Diagnosis: Codable, Sendable {
  /// One area that the doctor checked. Its sentences contain no secrets of addresses, because
  /// people send them to others.
  struct Check: Codable, Sendable {
    let name: String
    /// The problems, each with its remedy; empty when there are none.
    let findings: [String]
    /// What does not keep the host from working, each with its remedy.
    let warnings: [String]
    /// What `--fix` has changed, one sentence each.
    let repairs: [String]

    init(name: String, findings: [String] = [], warnings: [String] = [], repairs: [String] = []) {
      self.name = name
      self.findings = findings.map(\.withoutAddressSecrets)
      self.warnings = warnings.map(\.withoutAddressSecrets)
      self.repairs = repairs.map(\.withoutAddressSecrets)
    }
  }

  let checks: [Check]

  var isHealthy: Bool { checks.allSatisfy(\.findings.isEmpty) }

  /// Returns the diagnosis with the checks of modules in which something was found, by name.
  func with(_ modules: [Check]) -> Diagnosis {
    let found = modules.filter { !$0.findings.isEmpty || !$0.warnings.isEmpty }
    return Diagnosis(checks: checks + found.sorted { $0.name < $1.name })
  }

  /// The checks, one below the other, as a document.
  var document: Document {
    let results = checks.flatMap { check in
      let results =
        check.repairs.map { ("✓", $0) } + check.findings.map { ("✗", $0) }
        + check.warnings.map { ("!", $0) }
      return results.isEmpty
        ? [Self.block("✓", Text(verbatim: check.name))]
        : results.map { Self.block($0, Text(verbatim: "\(check.name): \($1)")) }
    }
    return [.group(results)]
  }

  private static func block(_ mark: String, _ text: Text) -> Block {
    .item(mark: Text(verbatim: "\(mark) "), Document(text))
  }
}
