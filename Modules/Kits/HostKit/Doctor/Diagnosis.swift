import Console

/// The result of `Host.doctor`.
struct Diagnosis: Codable, Sendable {
  /// One area that the doctor checked. Its sentences contain no secrets of addresses, because people
  /// send them to others.
  struct Check: Codable, Sendable {
    let name: String
    /// The problems, each with its remedy; empty when there are none.
    let findings: [String]
    /// What does not keep the host from working, each with its remedy.
    let warnings: [String]
    /// What `--fix` has changed, one sentence each.
    let repairs: [String]

    init(
      name: String, findings: [String] = [], warnings: [String] = [], repairs: [String] = []
    ) {
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

  static func text(_ diagnosis: Diagnosis, on page: Page) -> String {
    let lines = diagnosis.checks.flatMap { check in
      let results =
        check.repairs.map { ("✓", $0) } + check.findings.map { ("✗", $0) }
        + check.warnings.map { ("!", $0) }
      guard !results.isEmpty else { return ["✓ \(check.name)"] }
      return results.flatMap { mark, result in
        let lines = "\(mark) \(check.name): \(result.printable)".wrapped(to: page.columns - 2)
        return lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
      }
    }
    return lines.joined(separator: "\n")
  }
}
