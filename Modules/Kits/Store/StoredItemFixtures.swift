import Foundation
import Mediator

/// Items as each version of a module has stored them, in files that a test reads with the current
/// version. They show whether a change of the item's type loses what people have stored.
///
/// ```swift
/// @Test func `items that earlier versions have stored are read`() throws {
///   let fixtures = StoredItemFixtures<Wish>(besideTest: #filePath)
///   let problems = try fixtures.problems(now: Wish(title: "Lamp", count: 1))
///   #expect(problems == [])
/// }
/// ```
///
/// The files are `Fixtures/1.json`, `Fixtures/2.json` and so on, each a list of items. When the
/// format has changed on purpose, `UPDATE_FIXTURES=1 swift test` writes the next one; files that
/// exist are never changed.
public struct StoredItemFixtures<Item: StoredItem> {
  private let folder: URL
  private let writes: Bool

  /// Names the folder `Fixtures` beside a test.
  /// - Parameter path: The path of the file with the test.
  public init(besideTest path: String) {
    self.init(
      folder: URL(filePath: path).deletingLastPathComponent().appending(path: "Fixtures"),
      writes: ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1")
  }

  init(folder: URL, writes: Bool) {
    self.folder = folder
    self.writes = writes
  }

  /// What the current version loses or cannot read, and what to write, a sentence each.
  /// - Parameters:
  ///   - item: An item of the current version, with a value in each field.
  ///   - derived: The fields that are never stored.
  /// - Throws: An error of the file system, and `EncodingError`.
  public func problems(now item: Item, derived: [String] = []) throws -> [String] {
    let files = try numberedFiles
    let current = try members(of: item)
    let fields = (try? Schema(of: Item.self))?.fields.map(\.name) ?? []
    if let missing = fields.first(where: { current[$0] == nil && !derived.contains($0) }) {
      return ["\(Item.noun): the item of the test has no value for '\(missing)'; give it one"]
    }
    let reread = try members(of: Item.read(JSON.encodeExactly(item)))
    if let changed = current.keys.sorted().first(where: { reread[$0] != current[$0] }) {
      return [
        "\(Item.noun): 'migrations' change '\(changed)' of an item of the current version; give a "
          + "field that comes back, or has another unit, a new name"
      ]
    }
    let problems = try files.flatMap { try self.problems(in: $0.url, current) }
    guard problems.isEmpty else { return problems }
    let newest = try files.last.map { try items(in: $0.url) } ?? []
    let isKnown = newest.contains { Self.shape(of: $0) == Self.shape(of: current) }
    guard !isKnown else { return [] }
    let next = "\((files.last?.number ?? 0) + 1).json"
    guard writes else {
      return [
        "\(Item.noun): the stored fields are new: \(current.keys.sorted().joined(separator: ", ")); "
          + "if that is on purpose, 'UPDATE_FIXTURES=1 swift test' writes 'Fixtures/\(next)'"
      ]
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSON.encodePrettyPrinted([current]).write(
      to: folder.appending(path: next), options: .atomic)
    return []
  }

  private var numberedFiles: [(number: Int, url: URL)] {
    get throws {
      guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
      return try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == "json" }
      .compactMap { url in
        Int(url.deletingPathExtension().lastPathComponent).map { ($0, url) }
      }.sorted { $0.0 < $1.0 }
    }
  }

  private func problems(in file: URL, _ current: [String: JSONValue]) throws -> [String] {
    let name = "Fixtures/\(file.lastPathComponent)"
    return try items(in: file).compactMap { stored in
      let missing = current.keys.filter { stored[$0] == nil }.sorted()
      let lost = stored.keys.sorted().first { field in
        current[field] == nil && !Item.migrations.contains { $0.oldFields.contains(field) }
      }
      if let lost {
        let new = missing.nearest(to: lost).first ?? missing.first
        return "\(name) has the field '\(lost)', which \(Item.self) does not; write into its "
          + "'migrations': .renamed(\"\(lost)\", to: \"\(new ?? "…")\") or .removed(\"\(lost)\")"
      }
      do {
        _ = try Item.read(JSON.encode(JSONValue.object(stored)))
        return nil
      } catch let error where !(error is DecodingError) {
        return
          "\(name) cannot be read: \(error.plainText); correct the 'migrations' of \(Item.self)"
      } catch let error as DecodingError {
        let (field, reason) = error.problem
        let key = field ?? "…"
        let remedy =
          stored[key] == nil
          ? ".added(\"\(key)\", <the value of stored items>)"
          : ".converted(\"\(key)\") { value in <the new value> }"
        return "\(name) cannot be read: '\(key)': \(reason); write into the 'migrations' of "
          + "\(Item.self): \(remedy)"
      }
    }
  }

  private func items(in file: URL) throws -> [[String: JSONValue]] {
    try JSON.decode([[String: JSONValue]].self, from: Data(contentsOf: file))
  }

  private func members(of item: Item) throws -> [String: JSONValue] {
    try JSON.decode([String: JSONValue].self, from: JSON.encodeExactly(item))
  }

  /// The fields, also those of objects in them, and the kinds of their values.
  private static func shape(of members: [String: JSONValue]) -> [String: String] {
    members.reduce(into: [:]) { shape, member in
      switch member.value {
      case .null: shape[member.key] = "null"
      case .boolean: shape[member.key] = "boolean"
      case .integer, .number: shape[member.key] = "number"
      case .text: shape[member.key] = "text"
      case .list: shape[member.key] = "list"
      case .object(let inner):
        shape[member.key] = "object"
        for (name, kind) in self.shape(of: inner) { shape["\(member.key).\(name)"] = kind }
      }
    }
  }
}
