import BookmarksInterface
import DataSourceInterface
import Foundation
import Store
import TestSupport
import Testing

@testable import Bookmarks

struct MigrationTests {
  @Test(arguments: 0...[SQL].migrations.count)
  func `bookmarks of every earlier version are there, in order`(version: Int) async throws {
    let house = try await House()
    do {
      let migrations = [SQL].migrations
      let old = try Database(in: house.folder, migrations: Array(migrations.prefix(version)))
      // The table has another name while it takes on its new shape.
      if 1...2 ~= version || 6... ~= version {
        try await old.write { transaction in
          for (id, name) in [(1, "B"), (2, "A")] {
            try transaction.run(
              """
              INSERT INTO bookmark (id, name, key, city, from_id, from_name, to_id, to_name)
              VALUES (\(id), \(name), \(name.lowercased()), 'porto', 't', 'T', 'a', 'A')
              """)
          }
        }
      }
    }
    let kept = 1...2 ~= version || 6... ~= version ? ["B", "A"] : []
    #expect(try await house.names == kept)
    try await house.add("C")
    #expect(try await house.names == kept + ["C"])
    try await house.move("C", before: kept.first)
    #expect(try await house.names == ["C"] + kept)
  }
}
