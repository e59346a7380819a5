import Bookmarks
import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Store

/// The speed of bookmarks and their database, and their safety with concurrent and killed
/// processes.
enum StoreSuite: Suite {
  static let name = "store"

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await listing(in: folder.appending(path: "list"))
      + (try await columns(in: folder.appending(path: "columns")))
      + (try await adding(in: folder.appending(path: "add")))
      + (try await concurrentWrites(in: folder.appending(path: "concurrent")))
      + (try await killedWrites(in: folder.appending(path: "killed"), seed: options.seed))
  }

  /// Lists 100,000 bookmarks from the cache and from the database.
  private static func listing(in folder: URL) async throws -> [Figure] {
    let host = try await BookmarkHost(in: folder)
    let bookmarks = (0..<100_000).map { number in
      Bookmark(
        name: "Bookmark \(number)", city: .builtIn,
        from: PointOfInterest(id: "trindade", name: "Trindade"),
        to: PointOfInterest(id: "aliados", name: "Aliados"))
    }
    let archive = BookmarkArchive(bookmarks: bookmarks)
    let imported = try await milliseconds {
      _ = try await host.mediator.perform(Bookmarks.import, archive)
    }
    let listed = try await Turns.compare(40) {
      try await processorMilliseconds { _ = try await host.mediator.perform(Bookmarks.list) }
    }
    let read = try await Turns.compare(20) {
      try await host.add("new")
      try await host.remove("new")
      return try await processorMilliseconds { _ = try await host.mediator.perform(Bookmarks.list) }
    }
    let opened = try await Turns.compare(20) {
      let host = try await BookmarkHost(in: folder)
      return try await processorMilliseconds { _ = try await host.mediator.perform(Bookmarks.list) }
    }
    return [
      Figure("listing 100,000 bookmarks as they are known", listed, "ms", ratio: .atMost(20)),
      Figure("listing them after a change", read, "ms", ratio: .atMost(20)),
      Figure("opening, checking and reading them", opened, "ms", ratio: nil),
      Figure("importing them", imported, "ms"),
    ]
  }

  /// Reads the columns of 100,000 rows.
  private static func columns(in folder: URL) async throws -> [Figure] {
    let database = Database(
      ModuleContext(mediator: Mediator(), folder: folder),
      migrations: ["CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, shop TEXT, price REAL)"])
    try await database.write { transaction in
      for number in 0..<100_000 {
        let title = "Item number \(number)"
        try transaction.run(
          "INSERT INTO item (title, shop, price) VALUES (\(title), \("Market"), \(2.5))")
      }
    }
    let read = try await Turns.compare(20) {
      try await processorMilliseconds {
        _ = try await database.read { transaction in
          try transaction.rows("SELECT id, title, shop, price FROM item") { row in
            let (id, title, shop, price): (Int, String, String, Double) =
              (try row["id"], try row["title"], try row["shop"], try row["price"])
            return id + title.utf8.count + shop.utf8.count + Int(price)
          }
        }
      }
    }
    return [Figure("reading 100,000 rows of four columns", read, "ms", ratio: .atMost(20))]
  }

  /// Adds bookmarks, alternating with writing the same number of bytes to a file and calling fsync.
  private static func adding(in folder: URL) async throws -> [Figure] {
    let host = try await BookmarkHost(in: folder)
    try await host.add("first")
    let log = folder.appending(path: "bookmarks/store.sqlite-wal")
    let before = try bytes(of: log)
    try await host.add("second")
    let page = Data(repeating: 1, count: try bytes(of: log) - before)
    let file = folder.appending(path: "plain")
    try Data().write(to: file)
    let plainFile = try FileHandle(forWritingTo: file)
    var pairs: [(value: Double, baseline: Double)] = []
    for number in 0..<200 {
      let add = try await milliseconds { try await host.add("\(number)") }
      let sync = try await milliseconds {
        try plainFile.write(contentsOf: page)
        try plainFile.synchronize()
      }
      pairs.append((add - sync, Reference.milliseconds(of: 1)))
    }
    return [
      Figure(
        "a durable addition, beyond its bytes and fsync", .references(pairs), "ms",
        ratio: .atMost(5))
    ]
  }

  /// Makes 10,008 additions and removals in eight concurrent processes.
  private static func concurrentWrites(in folder: URL) async throws -> [Figure] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (writers, rounds) = (8, 417)
    let began = ContinuousClock.now
    let processes = try (0..<writers).map { writer in
      try BookmarkWriter.start(
        "\(writer)", rounds: rounds, in: folder,
        acknowledgements: folder.appending(path: "acknowledgements-\(writer)"))
    }
    for process in processes { process.waitUntilExit() }
    let seconds = began.duration(to: .now) / .seconds(1)
    let names = try await BookmarkHost(in: folder).names
    let wrong = (0..<writers).filter { writer in
      names.filter { $0.hasPrefix("\(writer)-") } != (0..<rounds).map { "\(writer)-\($0)" }
    }.count
    let failed = processes.filter { $0.terminationStatus != 0 }.count
    return [
      Figure(
        "eight processes, 10,008 changes: lost or too many",
        Double(abs(names.count - writers * rounds)), "bookmarks", bar: .atMost(0)),
      Figure(
        "of these, failed or out of order", Double(wrong + failed), "processes", bar: .atMost(0)),
      Figure("changes by all of them", Double(writers * rounds * 3) / seconds, "a second"),
    ]
  }

  /// Kills processes at 200 random moments.
  private static func killedWrites(in folder: URL, seed: UInt64) async throws -> [Figure] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SplitMix64(state: seed)
    var expected: [String] = []
    var (lost, killed) = (0, 0)
    for run in 0..<200 {
      let acknowledgements = folder.appending(path: "acknowledgements")
      let process = try BookmarkWriter.start(
        "\(run)", rounds: 100_000, in: folder, acknowledgements: acknowledgements)
      usleep(UInt32(random.next() % 150_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
      let lines = try String(contentsOf: acknowledgements, encoding: .utf8).split(separator: "\n")
      for line in lines where line.hasPrefix("+") { expected.append(String(line.dropFirst())) }
      for line in lines where line.hasPrefix("-") { expected.removeAll { $0 == line.dropFirst() } }
      let host = try await BookmarkHost(in: folder)
      let found = try await host.names
      await host.stop()
      // The process may have been killed after a change and before its acknowledgement.
      lost += Set(expected).symmetricDifference(found).count > 1 ? 1 : 0
      lost += found.filter(Set(expected).contains) == expected.filter(Set(found).contains) ? 0 : 1
      expected = found
    }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "bookmarks").path)
    return [
      Figure(
        "200 writers, kill -9 at random moments of seed \(seed): acknowledged changes lost",
        Double(lost), "times", bar: .atMost(0)),
      Figure("of these, killed before their end", Double(killed), "processes"),
      Figure(
        "databases damaged by that", Double(files.filter { $0.contains("damaged") }.count), "",
        bar: .atMost(0)),
    ]
  }

  private static func bytes(of file: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }

  private static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await work()
    return began.duration(to: .now) / .milliseconds(1)
  }
}
