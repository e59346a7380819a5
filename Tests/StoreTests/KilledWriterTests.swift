import Foundation
import ModuleTesting
import Store
import TestSupport
import Testing

private let tables: [SQL] = ["CREATE TABLE entry (number INTEGER PRIMARY KEY)"]

/// Kills real processes while they write.
@Suite(.timeLimit(.minutes(15))) struct KilledWriterTests {
  private let temporary = TemporaryFolder()
  private let runs = TestOptions.isThorough ? 200 : 8

  @Test func `after kill -9, every acknowledged write is there and the database is undamaged`()
    async throws
  {
    let path = temporary.url.path
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let log = path + "/acknowledged"
    let reports = Recorder<RecoveryReport>()
    var random = SplitMix64(seed: 9)
    var last = 0
    for run in 0..<runs {
      try Data().write(to: URL(filePath: log))
      let delay = UInt32.random(in: 0...40_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          path = path as String, log = log as String, delay = delay as UInt32, last = last as Int,
          run = run as Int
        ] in
        let acknowledged = try FileHandle(forWritingTo: URL(filePath: log))
        func killLater() {
          Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
          }
        }
        // Every second process is killed after its first write, however slow the machine is.
        if run % 2 == 0 { killLater() }
        let database = try Database(in: URL(filePath: path), migrations: tables)
        for number in (last + 1)... {
          // The same transaction deletes the previous row, so that there is one row at any time.
          try await database.write { transaction in
            try transaction.run("INSERT INTO entry VALUES (\(number))")
            try transaction.run("DELETE FROM entry WHERE number < \(number)")
          }
          try acknowledged.write(contentsOf: Data("\(number)\n".utf8))
          if run % 2 == 1, number == last + 1 { killLater() }
        }
      }
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      let acknowledged = lines.compactMap { Int($0) }.last ?? last
      let database = try Database(in: temporary.url, migrations: tables) { reports.record($0) }
      let found = try await database.read { transaction in
        try transaction.rows("SELECT number FROM entry") { try $0["number"] as Int }
      }
      // The process may have been killed between the last write and its acknowledgement.
      let rows = found == [] && acknowledged == 0 ? [0] : found
      #expect(
        rows == [acknowledged] || rows == [acknowledged + 1], "run \(run), seed 9")
      last = rows.first ?? 0
    }
    #expect(reports.values.isEmpty)
    #expect(last > 0)
  }
}
