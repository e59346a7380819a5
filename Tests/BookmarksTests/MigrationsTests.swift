import BookmarksInterface
import DataSourceInterface
import Foundation
import Store
import Testing

@testable import Bookmarks

struct MigrationsTests {
  @Test(arguments: 0...[SQL].migrations.count)
  func `bookmarks of every earlier version are migrated in order`(version: Int) async throws {
    let fixture = try await BookmarksFixture()
    do {
      let migrations = [SQL].migrations
      let old = try Database(in: fixture.folder, migrations: Array(migrations.prefix(version)))
      // Between these versions, the table is copied and renamed.
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
    let migrated = 1...2 ~= version || 6... ~= version ? ["B", "A"] : []
    #expect(try await fixture.names == migrated)
    try await fixture.add("C")
    #expect(try await fixture.names == migrated + ["C"])
    try await fixture.move("C", before: migrated.first)
    #expect(try await fixture.names == ["C"] + migrated)
  }
}
