import BookmarksInterface
import DataSourceInterface
import Foundation
import ModuleTesting
import TestSupport
import Testing

/// Real processes that add and remove bookmarks at the same time.
@Suite(.timeLimit(.minutes(15))) struct ManyProcessesTests {
  private let temporary = TemporaryFolder()
  /// In each round, each process adds two bookmarks and removes one: 10,008 or 240 changes in all.
  private let rounds = TestOptions.isThorough ? 417 : 10

  @Test func `eight processes lose no bookmark and preserve their order`() async throws {
    let path = temporary.url.path
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int, rounds = rounds as Int] in
            let fixture = try await BookmarksFixture(folder: URL(filePath: path))
            for round in 0..<rounds {
              try await fixture.add("\(writer)-\(round)")
              try await fixture.add("gone-\(writer)-\(round)", to: nil)
              _ = try await fixture.remove("gone-\(writer)-\(round)")
            }
            await fixture.close()
          }
        }
      }
    }
    let names = try await BookmarksFixture(folder: temporary.url).names
    #expect(names.count == 8 * rounds)
    for writer in 0..<8 {
      #expect(names.filter { $0.hasPrefix("\(writer)-") } == (0..<rounds).map { "\(writer)-\($0)" })
    }
  }
}
