import Console

/// The result of `Host.doctor`.
struct Diagnosis: Codable, Sendable {
  /// One area that the doctor checked.
  struct Check: Codable, Sendable {
    let name: String
    /// The problems, each with its remedy; empty when there are none.
    var findings: [String] = []
    /// What does not keep the host from working, each with its remedy.
    var warnings: [String] = []
    /// What `--fix` has changed, one sentence each.
    var repairs: [String] = []
  }

  let checks: [Check]

  var isHealthy: Bool { checks.allSatisfy(\.findings.isEmpty) }

  /// Returns the diagnosis with a check for each module that has warnings, by its name.
  func with(warnings: [String: [String]]) -> Diagnosis {
    let checks = warnings.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
    return Diagnosis(checks: self.checks + checks.map { Check(name: $0.key, warnings: $0.value) })
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
