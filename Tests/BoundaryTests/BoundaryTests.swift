import Foundation
import ImportRules
import Testing

/// The boundaries of the modules that are tested. This test is a part of each slice
/// (`MODULE=News swift test`), since a build finds an undeclared import only by accident: not in
/// code for another platform, nor when the imported module was built before.
@Suite struct BoundaryTests {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every import is declared in Package.swift, and follows the rules`() throws {
    let manifest = try String(
      contentsOf: Self.checkout.appending(path: "Package.swift"), encoding: .utf8)
    let violations = try PackageGraph(manifest: manifest).importViolations(
      in: Self.checkout, module: ProcessInfo.processInfo.environment["MODULE"])
    #expect(violations.isEmpty, "\(violations.list)")
  }
}
