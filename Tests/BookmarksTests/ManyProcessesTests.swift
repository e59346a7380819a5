import BookmarksInterface
import DataSourceInterface
import Foundation
import TestSupport
import Testing

/// Real processes that add and remove bookmarks at once.
@Suite(.timeLimit(.minutes(15))) struct ManyProcessesTests {
  private let temporary = TemporaryFolder()
  /// Of each process: two additions and a removal, so that all make 10,008 or 240 changes.
  private let turns = Thorough.isOn ? 417 : 10

  @Test func `eight processes lose nothing and break no order`() async throws {
    let path = temporary.url.path
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = path as String, writer = writer as Int, turns = turns as Int] in
            let house = try await House(folder: URL(filePath: path))
            for turn in 0..<turns {
              try await house.add("\(writer)-\(turn)")
              try await house.add("gone-\(writer)-\(turn)", to: nil)
              _ = try await house.remove("gone-\(writer)-\(turn)")
            }
            await house.close()
          }
        }
      }
    }
    let names = try await House(folder: temporary.url).names
    #expect(names.count == 8 * turns)
    for writer in 0..<8 {
      #expect(names.filter { $0.hasPrefix("\(writer)-") } == (0..<turns).map { "\(writer)-\($0)" })
    }
  }
}
