import Foundation

/// Whether tests that repeat themselves do so as often as it takes to prove the point, as `.ci/run`
/// lets them (`THOROUGH=1 swift test`), or only so often that nobody waits for them.
package enum Thorough {
  package static let isOn = ProcessInfo.processInfo.environment["THOROUGH"] != nil
}
