import Foundation
import Store
import TestSupport
import Testing

private let tables: [SQL] = ["CREATE TABLE entry (number INTEGER PRIMARY KEY)"]

/// Real processes that are killed while they write.
@Suite(.timeLimit(.minutes(15))) struct KilledWriterTests {
  private let temporary = TemporaryFolder()
  private let moments = Thorough.isOn ? 200 : 8

  @Test func `every acknowledged write is there after kill -9, and the database is sound`()
    async throws
  {
    let path = temporary.url.path
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let log = path + "/acknowledged"
    let salvages = Recorder<Salvage>()
    var random = SplitMix64(seed: 9)
    var last = 0
    for moment in 0..<moments {
      try Data().write(to: URL(filePath: log))
      let delay = UInt32.random(in: 0...40_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, delay = delay as UInt32, last = last as Int] in
        let acknowledged = try FileHandle(forWritingTo: URL(filePath: log))
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let database = try Database(in: URL(filePath: path), migrations: tables)
        for number in (last + 1)... {
          // The row before goes in the same transaction, so that one is left at every moment.
          try await database.write { transaction in
            try transaction.run("INSERT INTO entry VALUES (\(number))")
            try transaction.run("DELETE FROM entry WHERE number < \(number)")
          }
          try acknowledged.write(contentsOf: Data("\(number)\n".utf8))
        }
      }
      let told = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      let acknowledged = told.compactMap { Int($0) }.last ?? last
      let database = try Database(in: temporary.url, migrations: tables) { salvages.record($0) }
      let found = try await database.read { transaction in
        try transaction.rows("SELECT number FROM entry") { try $0[0] as Int }
      }
      // The last write may have been done and not acknowledged.
      let rows = found == [] && acknowledged == 0 ? [0] : found
      #expect(
        rows == [acknowledged] || rows == [acknowledged + 1], "moment \(moment), seed 9")
      last = rows.first ?? 0
    }
    #expect(salvages.values.isEmpty)
    #expect(last > 0)
  }
}
