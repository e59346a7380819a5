import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
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

  @Test func `a removal of an earlier version can be undone`() async throws {
    let fixture = try await BookmarksFixture()
    do {
      let old = try Database(in: fixture.folder, migrations: Array([SQL].migrations.prefix(8)))
      try await old.write { transaction in
        try transaction.run(
          """
          INSERT INTO change (
            step, what, before, name, key, city, from_id, from_name, to_id, to_name
          ) VALUES (1, 'removing Work', 5, 'Work', 'work', 'porto', 't', 'T', 'a', 'A')
          """)
      }
    }
    #expect(try await fixture.undo() == "removing Work")
    let work = Bookmark(
      name: "Work", city: .builtIn, from: PointOfInterest(id: "t", name: "T"),
      to: PointOfInterest(id: "a", name: "A"))
    #expect(try await fixture.bookmarks == [work])
  }

  @Test func `a name with an invisible character of an earlier version is found as it is shown`()
    async throws
  {
    let names = ["zero\u{200B}width", "zerowidth", "São Bento", "e\u{0}vil", "tab\t", "plain"]
    let fixture = try await BookmarksFixture()
    do {
      let old = try Database(in: fixture.folder, migrations: Array([SQL].migrations.dropLast(3)))
      try await old.write { transaction in
        for (id, name) in names.enumerated() {
          try transaction.run(
            """
            INSERT INTO bookmark (id, name, key, city, from_id, from_name)
            VALUES (\((id + 1) << 32), \(name), \(name.lowercased()), 'porto', 't', 'T')
            """)
        }
        try transaction.run(
          """
          INSERT INTO change (step, what, before, name, key, city, from_id, from_name)
          VALUES (1, 'removing it', 5, \(names[0]), \(names[0]), 'porto', 't', 'T')
          """)
      }
    }
    let migrated = ["zero\u{200B}width 2"] + names.dropFirst()
    #expect(try await fixture.names == migrated)
    let shown = ["ZeroWidth 2", "zerowidth", "são bento", "evil", "tab", "plain"]
    for (name, shown) in zip(migrated, shown) {
      let found = try await fixture.mediator.perform(Bookmarks.find, BookmarkReference(name: shown))
      #expect(found.name == name)
    }
    await #expect(throws: BookmarksError.nameTaken("e\u{0}vil")) { try await fixture.add("Evil") }
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `changes of an earlier version can be undone when their keys are still the same`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    do {
      let old = try Database(in: fixture.folder, migrations: Array([SQL].migrations.dropLast(3)))
      try await old.write { transaction in
        try transaction.run(
          """
          INSERT INTO change (step, what, before, name, key, city, from_id, from_name)
          VALUES (1, 'removing São', 5, 'São', 'são', 'porto', 't', 'T')
          """)
      }
    }
    #expect(try await fixture.undo() == "removing São")
    #expect(try await fixture.names == ["São"])
  }

  @Test func `repeated journeys of an earlier history become one with a count`() async throws {
    let fixture = try await BookmarksFixture()
    do {
      let old = try Database(in: fixture.folder, migrations: Array([SQL].migrations.prefix(8)))
      try await old.write { transaction in
        for (time, to) in [(100, "A"), (200, "B"), (300, "A"), (400, "A"), (500, "C")] {
          try transaction.run(
            """
            INSERT INTO question (asked_at, city, from_id, from_name, to_id, to_name)
            VALUES (\(time), 'porto', 't', 'T', \(to), \("\(to) at \(time)"))
            """)
        }
        try transaction.run(
          """
          INSERT INTO bookmark (id, name, key, city, from_id, from_name)
          VALUES (1, 'Home', 'home', 'porto', 't', 'T')
          """)
      }
    }
    let history = try await fixture.history()
    #expect(history.map(\.to.name) == ["C at 500", "A at 400", "B at 200"])
    #expect(history.map(\.count) == [1, 3, 1])
    #expect(history.map(\.askedAt.timeIntervalSince1970) == [500, 400, 200])
    let home = Bookmark(name: "Home", city: .builtIn, from: PointOfInterest(id: "t", name: "T"))
    #expect(try await fixture.bookmarks == [home])
    // The journeys that were merged can be planned again.
    await fixture.planJourney(to: "A")
    #expect(try await fixture.history().map(\.count) == [1, 1, 3, 1])
  }
}
