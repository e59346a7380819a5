import CartInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

/// Real processes that add tickets at the same time.
@Suite(.timeLimit(.minutes(15))) struct ManyProcessesTests {
  private let temporary = TemporaryFolder()
  /// Each round adds one ticket to one line, so 8 × 12 stay below the limit of a line.
  private let rounds = 12

  @Test func `eight processes lose no ticket`() async throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let path = temporary.url.path
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, rounds = rounds as Int] in
            let fixture = try await CartFixture(folder: URL(filePath: path))
            for _ in 0..<rounds {
              try await fixture.add("Z2")
              try await fixture.add("Z3", 2)
              _ = try await fixture.mediator.perform(
                Cart.takeOne, CartLineReference(fare: "Z3"))
            }
            await fixture.harness.stop()
          }
        }
      }
    }
    let fixture = try await CartFixture(folder: temporary.url)
    #expect(try await Set(fixture.lines) == ["96 Z2 EUR 1.40", "96 Z3 EUR 1.80"])
  }

  @Test func `a process sees what another one adds`() async throws {
    let fixture = try await CartFixture()
    #expect(try await fixture.lines.isEmpty)
    let other = try await CartFixture(folder: fixture.harness.folder)
    try await other.add("Z2")
    #expect(try await fixture.lines == ["1 Z2 EUR 1.40"])
  }
}
