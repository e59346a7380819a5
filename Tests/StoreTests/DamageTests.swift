import Foundation
import ModuleTesting
import Store
import TestSupport
import Testing

private let tables: [SQL] = [
  "CREATE TABLE line (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length REAL)",
  "CREATE TABLE stop (name TEXT NOT NULL, photo BLOB NOT NULL)",
  "CREATE TABLE change (number INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL)",
  "CREATE INDEX change_what ON change (what)",
]

/// Flips bits of real database files.
struct DamageTests {
  /// What a reader of the database gets.
  private struct Content: Equatable {
    var lines: [String] = []
    var stops: [String] = []
    var changes: [String] = []

    var rows: [String] { lines + stops + changes }

    /// Whether it can be the result of some transactions of `fill`, each of which adds 10 rows.
    var isAfterWholeTransaction: Bool {
      Set([lines.count, stops.count, changes.count]).count == 1 && lines.count.isMultiple(of: 10)
    }
  }

  private enum Outcome: Hashable {
    /// Everything is as it was, and nothing is reported.
    case right
    /// Everything is as it was, and a recovery is reported.
    case salvaged
    /// Rows are missing, and that is reported.
    case told
    /// The last transactions in the log are missing, as after a power cut before they were on the
    /// disk: a wrong checksum is the end of a log.
    case interrupted
    /// Rows are missing or wrong without a report, or all rows are lost.
    case silent
  }

  /// The state in which the files are left.
  enum State: CaseIterable {
    /// Everything is in the file.
    case closed
    /// A part is in the write-ahead log.
    case log
    /// Everything is in the write-ahead log.
    case logOnly
  }

  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  @Test(arguments: State.allCases)
  func `a wrong bit is corrected or reported, or ends the log`(state: State) async throws {
    let files = try await makeFiles(state)
    let expected = try await open(files).content
    #expect(expected.rows.count >= 60)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      var random = SplitMix64(seed: bytes.count)
      let positions = (0..<(TestOptions.isThorough ? 5000 : 100)).map { _ in
        Int.random(in: 0..<bytes.count * 8, using: &random)
      }
      for bit in positions {
        var damaged = files
        damaged[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
        let outcome = try await outcome(of: damaged, expected)
        #expect(outcome != .silent, "\(name), bit \(bit)")
        #expect(outcome != .interrupted || name.hasSuffix("-wal"), "\(name), bit \(bit)")
      }
    }
  }

  @Test func `a wrong bit in the page of the header and the schema costs nothing`() async throws {
    let files = try await makeFiles(.closed)
    let expected = try await open(files).content
    // The content of the page is the header and, at its end, the schema.
    let bytes =
      TestOptions.isThorough
      ? Array(0..<4096) : [0, 16, 17, 18, 20, 28, 47, 56, 59, 61, 100, 103, 4095]
    for byte in bytes {
      var damaged = files
      damaged[Database.fileName]?[byte] ^= 1 << UInt8(byte % 8)
      #expect(try await outcome(of: damaged, expected) == .salvaged, "byte \(byte)")
    }
  }

  @Test(arguments: [0..<100, 100..<200, 3000..<4096, 0..<4096])
  func `an overwritten header or schema costs no rows`(range: Range<Int>) async throws {
    var files = try await makeFiles(.closed)
    let expected = try await open(files).content
    for byte in range { files[Database.fileName]?[byte] = 0xAA }
    #expect(try await outcome(of: files, expected) == .salvaged)
  }

  @Test func `an overwritten page costs its rows, which are counted`() async throws {
    let files = try await makeFiles(.closed)
    let expected = try await open(files).content
    let pages = (files[Database.fileName]?.count ?? 0) / 4096
    for page in 1..<pages {
      var damaged = files
      for byte in 100..<1000 { damaged[Database.fileName]?[page * 4096 + byte] = 0xAA }
      let (content, reports) = try await open(damaged)
      let lost = expected.rows.count - content.rows.count
      #expect(Set(content.rows).isSubset(of: expected.rows), "page \(page)")
      #expect(reports.count == 1 && reports.first?.lostPages == 1, "page \(page)")
      // One page has a row of SQLite: the counter of the table with AUTOINCREMENT.
      #expect(lost...lost + 1 ~= reports.first?.lostRows ?? -1, "page \(page)")
    }
  }

  /// Fills a database, and returns its files.
  private func makeFiles(_ state: State) async throws -> [String: [UInt8]] {
    try? FileManager.default.removeItem(at: folder)
    if state != .logOnly { try await fill(from: 1) }
    let database = state == .closed ? nil : try await fill(from: 21)
    return try withExtendedLifetime(database) {
      let names = [Database.fileName, Database.fileName + "-wal"]
      return try names.reduce(into: [:]) { files, name in
        let url = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        files[name] = [UInt8](try Data(contentsOf: url))
      }
    }
  }

  @discardableResult
  private func fill(from first: Int) async throws -> Database {
    let database = try Database(in: folder, migrations: tables)
    for number in stride(from: first, to: first + 20, by: 10) {
      try await database.write { transaction in
        for id in number..<number + 10 {
          try transaction.run(
            "INSERT INTO line (name, length) VALUES (\("Line \(id)"), \(Double(id) / 3))")
          let photo = Data(repeating: UInt8(id % 256), count: id % 10 == 0 ? 9000 : 100)
          try transaction.run("INSERT INTO stop VALUES (\("Stop \(id)"), \(photo))")
          try transaction.run("INSERT INTO change (what) VALUES (\("adding \(id)"))")
        }
      }
    }
    return database
  }

  private func open(
    _ files: [String: [UInt8]]
  ) async throws -> (content: Content, reports: [RecoveryReport]) {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let reports = Recorder<RecoveryReport>()
    let database = try Database(in: folder, migrations: tables) { reports.record($0) }
    return (try await content(of: database), reports.values)
  }

  private func content(of database: Database) async throws -> Content {
    try await database.read { transaction in
      Content(
        lines: try transaction.rows("SELECT id, name, length FROM line ORDER BY name") { row in
          "\(try row["id"] as Int) \(try row["name"] as String) \(try row["length"] as Double)"
        },
        stops: try transaction.rows("SELECT name, photo FROM stop ORDER BY name") { row in
          "\(try row["name"] as String) \((try row["photo"] as Data).hashValue)"
        },
        changes: try transaction.rows(
          "SELECT number, what FROM change WHERE what > 'a' ORDER BY what"
        ) { "\(try $0["number"] as Int) \(try $0["what"] as String)" })
    }
  }

  private func outcome(
    of files: [String: [UInt8]], _ expected: Content
  ) async throws -> Outcome {
    let (content, reports) = try await open(files)
    guard content != expected else { return reports.isEmpty ? .right : .salvaged }
    guard Set(content.rows).isSubset(of: expected.rows) else { return .silent }
    guard let report = reports.first else {
      return content.isAfterWholeTransaction ? .interrupted : .silent
    }
    return report.lostRows + report.lostPages > 0 && !content.rows.isEmpty ? .told : .silent
  }
}
