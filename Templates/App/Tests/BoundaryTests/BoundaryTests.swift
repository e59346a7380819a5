import Foundation
import ModuleRules
import Testing

/// The boundaries of the modules that are tested. This test is a part of each slice, such as
/// `MODULE=Wishlist swift test`, since a build finds an undeclared import only by accident: not in
/// code for another platform, nor when the imported module was built before.
@Suite struct BoundaryTests {
  @Test func `the modules follow the rules of Package.swift`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let violations = try PackageRules(of: package)
      .violations(inSlice: ProcessInfo.processInfo.environment["MODULE"])
    #expect(violations.isEmpty, "\(violations.list)")
  }
}
