import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Store

/// An item of a version with some fields.
private protocol Version: StoredItem, Equatable {}

extension Version {
  static var noun: String { "wish" }
  var title: String { "wish" }
}

private enum Size: String, Codable, CaseIterable { case small, large }

/// The changes of a field `a` of stored items, each of which is a type of a newer version.
private enum New {
  struct Same: Version { var id = 0; var a: String }
  struct Optional: Version { var id = 0; var a: String? }
  struct Removed: Version { var id = 0 }
  struct RemovedKnowingly: Version {
    static let migrations: [StoredItemMigration] = [.removed("a")]
    var id = 0
  }
  struct Renamed: Version { var id = 0; var b: String? }
  struct RenamedKnowingly: Version {
    static let migrations: [StoredItemMigration] = [.renamed("a", to: "b")]
    var id = 0
    var b: String
  }
  struct RenamedTwice: Version {
    static let migrations: [StoredItemMigration] = [
      .renamed("a", to: "b"), .renamed("b", to: "c"),
    ]
    var id = 0
    var c: String
  }
  struct Added: Version { var id = 0; var a: String; var b: Int }
  struct AddedOptional: Version { var id = 0; var a: String; var b: Int? }
  struct AddedKnowingly: Version {
    static let migrations: [StoredItemMigration] = [.added("b", 7)]
    var id = 0
    var a: String
    var b: Int
  }
  struct AddedFlag: Version {
    static let migrations: [StoredItemMigration] = [.added("b", false)]
    var id = 0
    var a: String
    var b: Bool
  }
  struct AddedWrongly: Version {
    static let migrations: [StoredItemMigration] = [.added("b", "seven")]
    var id = 0
    var a: String
    var b: Int
  }
  struct Whole: Version { var id = 0; var a: Int }
  struct WholeConverted: Version {
    static let migrations: [StoredItemMigration] = [
      .converted("a") { value in
        guard case .text(let text) = value else { return value }
        return Int(text).map { .integer($0) }
      }
    ]
    var id = 0
    var a: Int?
  }
  struct Number: Version { var id = 0; var a: Double }
  struct Exact: Version { var id = 0; var a: Decimal }
  struct Choice: Version { var id = 0; var a: Size }
  struct Flag: Version { var id = 0; var a: Bool }
  struct Instant: Version { var id = 0; var a: Date }
  struct Several: Version { var id = 0; var a: [String] }
  struct SeveralConverted: Version {
    static let migrations: [StoredItemMigration] = [
      .converted("a") { if case .text = $0 { .list([$0]) } else { $0 } }
    ]
    var id = 0
    var a: [String]
  }
  struct RenamedAndConverted: Version {
    static let migrations: [StoredItemMigration] = [
      .renamed("a", to: "b"), .converted("b") { if case .text = $0 { .list([$0]) } else { $0 } },
      .added("c", 1),
    ]
    var id = 0
    var b: [String]
    var c: Int
  }
}

struct StoredItemTests {
  private static func read<Item: Version>(_ type: Item.Type, _ old: String) -> String {
    do {
      let item = try Item.read(Data(#"{"id": 0, \#(old)}"#.utf8))
      let json = try JSON.encodeExactly(item)
      return String(decoding: json, as: UTF8.self).replacing(#","id":0"#, with: "")
        .replacing(#"{"id":0}"#, with: "{}")
    } catch {
      return (error as? DecodingError)?.problem.field ?? "\(error)"
    }
  }

  @Test(
    arguments: [
      (New.Same.self, #""a": "x""#, #"{"a":"x"}"#),
      (New.Optional.self, #""a": "x""#, #"{"a":"x"}"#),
      (New.Optional.self, #""b": 1"#, "{}"),
      (New.RemovedKnowingly.self, #""a": "x""#, "{}"),
      (New.RenamedKnowingly.self, #""a": "x""#, #"{"b":"x"}"#),
      (New.RenamedKnowingly.self, #""b": "x""#, #"{"b":"x"}"#),
      (New.RenamedKnowingly.self, #""a": "old", "b": "x""#, #"{"b":"x"}"#),
      (New.RenamedTwice.self, #""a": "x""#, #"{"c":"x"}"#),
      (New.RenamedTwice.self, #""b": "x""#, #"{"c":"x"}"#),
      (New.Added.self, #""a": "x""#, "b"),
      (New.AddedOptional.self, #""a": "x""#, #"{"a":"x"}"#),
      (New.AddedKnowingly.self, #""a": "x""#, #"{"a":"x","b":7}"#),
      (New.AddedKnowingly.self, #""a": "x", "b": 8"#, #"{"a":"x","b":8}"#),
      (New.AddedFlag.self, #""a": "x""#, #"{"a":"x","b":false}"#),
      (New.AddedWrongly.self, #""a": "x""#, "b"),
      (New.Whole.self, #""a": "12""#, "a"),
      (New.WholeConverted.self, #""a": "12""#, #"{"a":12}"#),
      (New.WholeConverted.self, #""a": "x""#, "{}"),
      (New.WholeConverted.self, #""a": 12"#, #"{"a":12}"#),
      (New.Number.self, #""a": 12"#, #"{"a":12}"#),
      (New.Exact.self, #""a": 1.5"#, #"{"a":1.5}"#),
      (New.Choice.self, #""a": "small""#, #"{"a":"small"}"#),
      (New.Choice.self, #""a": "huge""#, "a"),
      (New.Flag.self, #""a": 1"#, "a"),
      (New.Instant.self, #""a": "2026-11-20T08:00:00.25Z""#, #"{"a":"2026-11-20T08:00:00.25Z"}"#),
      (New.Instant.self, #""a": "2026-11-20""#, "a"),
      (New.Several.self, #""a": "x""#, "a"),
      (New.SeveralConverted.self, #""a": "x""#, #"{"a":["x"]}"#),
      (New.SeveralConverted.self, #""a": ["x"]"#, #"{"a":["x"]}"#),
      (New.RenamedAndConverted.self, #""a": "x""#, #"{"b":["x"],"c":1}"#),
      (New.RenamedAndConverted.self, #""b": ["x"], "c": 2"#, #"{"b":["x"],"c":2}"#),
    ] as [(any Version.Type, String, String)])
  fileprivate func `an item of an earlier version is read, or the error names its field`(
    type: any Version.Type, old: String, new: String
  ) {
    #expect(Self.read(type, old) == new)
  }

  @Test func `a list reads, changes and restores items of an earlier version`() async throws {
    let folder = TemporaryFolder()
    let context = ModuleContext(mediator: Mediator(), folder: folder.url)
    let old = StoredList<New.Same>(context)
    _ = try await old.add(New.Same(a: "x"))
    await old.database.close()
    let list = StoredList<New.AddedKnowingly>(context)
    #expect(try await list.items == [New.AddedKnowingly(id: 1, a: "x", b: 7)])
    try await list.change(1) { $0.b = 8 }
    #expect(try await list.items == [New.AddedKnowingly(id: 1, a: "x", b: 8)])
    _ = try await list.undo()
    #expect(try await list.items == [New.AddedKnowingly(id: 1, a: "x", b: 7)])
  }

  @Test func `an item that cannot be read is an error that says what to write`() async throws {
    let folder = TemporaryFolder()
    let context = ModuleContext(mediator: Mediator(), folder: folder.url)
    let old = StoredList<New.Same>(context)
    _ = try await old.add(New.Same(a: "x"))
    await old.database.close()
    await #expect {
      try await StoredList<New.Added>(context).items
    } throws: {
      "\($0)".contains(
        "in wish 1, 'b': a value is missing; use the newer program that wrote it, or")
    }
  }

  @Test(
    arguments: [
      (New.Same(id: 1, a: "y"), []),
      (New.Removed(id: 1), [".removed(\"a\")"]),
      (New.RemovedKnowingly(id: 1), ["the stored fields are new: id;", "'Fixtures/2.json'"]),
      (New.Renamed(id: 1, b: "x"), [".renamed(\"a\", to: \"b\") or .removed(\"a\")"]),
      (New.Renamed(id: 1), ["the item of the test has no value for 'b'"]),
      (New.Added(id: 1, a: "x", b: 1), [".added(\"b\", <the value of stored items>)"]),
      (New.AddedOptional(id: 1, a: "x", b: 1), ["the stored fields are new: a, b, id;"]),
      (New.AddedWrongly(id: 1, a: "x", b: 1), ["cannot be read: 'b'"]),
      (New.Whole(id: 1, a: 1), [".converted(\"a\") { value in <the new value> }"]),
      (New.Several(id: 1, a: []), [".converted(\"a\")"]),
      (New.SeveralConverted(id: 1, a: ["x"]), ["the stored fields are new"]),
    ] as [(any Version, [String])])
  fileprivate func `a change of the stored fields is found, with the lines to write`(
    item: any Version, parts: [String]
  ) throws {
    let folder = TemporaryFolder()
    let problems = try Self.problems(now: item, in: folder)
    #expect(problems.count == (parts.isEmpty ? 0 : 1))
    for part in parts { #expect(problems.first?.contains(part) == true, "\(problems)") }
  }

  /// The problems of a version, after the version `New.Same` has written a fixture.
  private static func problems<Item: Version>(
    now item: Item, in folder: TemporaryFolder
  ) throws -> [String] {
    let first = StoredItemFixtures<New.Same>(folder: folder.url, writes: true)
    try #require(try first.problems(now: New.Same(id: 1, a: "x")) == [])
    return try StoredItemFixtures<Item>(folder: folder.url, writes: false).problems(now: item)
  }

  @Test func `a format that is new on purpose gets a file of its own`() throws {
    let folder = TemporaryFolder()
    _ = try Self.problems(now: New.Same(id: 1, a: "x"), in: folder)
    let item = New.AddedKnowingly(id: 1, a: "x", b: 1)
    let writing = StoredItemFixtures<New.AddedKnowingly>(folder: folder.url, writes: true)
    #expect(try writing.problems(now: item) == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["1.json", "2.json"])
    let reading = StoredItemFixtures<New.AddedKnowingly>(folder: folder.url, writes: false)
    #expect(try reading.problems(now: item) == [])
  }
}
