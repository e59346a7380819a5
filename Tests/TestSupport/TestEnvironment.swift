package import Foundation

/// What the environment of the test process asks for.
package enum TestOptions {
  /// Whether tests with random or repeated input run as long as in `.ci/run`
  /// (`THOROUGH=1 swift test`); otherwise they run for only a few seconds.
  package static let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] != nil

  /// Whether only the tests of one module run, as with `MODULE=Store swift test`. Only then can a
  /// test count what the whole process has.
  package static let isOneModule: Bool = {
    let modules = ProcessInfo.processInfo.environment["MODULE"] ?? ""
    return !modules.isEmpty && !modules.contains { ",*".contains($0) }
  }()

  /// Whether the heap can be measured: not if somebody has set this variable to 1. Swift Testing
  /// then stores the call stack of each error that is thrown until the test ends, some 70 bytes for
  /// each key in the browser.
  package static let measuresMemory =
    ProcessInfo.processInfo.environment["SWT_SWIFT_ERROR_BACKTRACING_ENABLED"] == "0"
}

/// Real feeds with their expected results. On the project's machines they are beside the checkout;
/// a user's clone does not have them.
package enum SharedData {
  /// The checkout that the tests were built from.
  package static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static let folder = checkout.deletingLastPathComponent().appending(path: "shared/data")

  package static let isAvailable = FileManager.default.fileExists(atPath: folder.path)

  package static func path(_ name: String) -> String { folder.appending(path: name).path }
}
