import Console

/// What a doctor found.
struct Diagnosis: Codable, Sendable {
  /// Something that is looked at.
  struct Check: Codable, Sendable {
    let name: String
    /// What is wrong, each with its remedy; nothing when all is well.
    let findings: [String]
  }

  let checks: [Check]

  var isHealthy: Bool { checks.allSatisfy(\.findings.isEmpty) }

  static func text(_ diagnosis: Diagnosis, on page: Page) -> String {
    let lines = diagnosis.checks.flatMap { check in
      guard !check.findings.isEmpty else { return ["✓ \(check.name)"] }
      return check.findings.flatMap { finding in
        let lines = "✗ \(check.name): \(finding)".wrapped(to: page.columns - 2)
        return lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
      }
    }
    return lines.joined(separator: "\n")
  }
}
