import Foundation
import Mediator
import Platform
import TestSupport
import Testing

/// A scenario with its data folder before the command, and a run of the command without a fault.
final class PreparedScenario: Sendable {
  let scenario: FailureScenario
  /// The folder that contains the data folder before the command.
  let start: URL
  /// The folder that contains the data folder after the command.
  let end: URL
  let old: HomeContents
  let new: HomeContents
  /// The calls of the command without a fault.
  let calls: [RecordedCall]
  private let line: [String]
  private let environment: [String: String]

  /// - Parameter contents: The contents of the data folder with which most scenarios begin.
  fileprivate init(
    _ scenario: FailureScenario, _ origin: ScenarioOrigin, _ contents: HomeContents
  ) async throws {
    self.scenario = scenario
    line = scenario.line.map(origin.word)
    environment = origin.environment
    let folders = try (0..<2).map { _ in try origin.copy(isEmpty: scenario.isFirstStart) }
    (start, end) = (folders[0], folders[1])
    if scenario.isDamaged { for folder in folders { try folder.damageDatabase() } }
    let run = try await FaultyHost.run(line, in: end, environment: environment)
    try #require(run.code == 0, "\(line): \(run.errors)")
    calls = run.calls
    // Reading starts the host, which may change files.
    func readCopy(_ folder: URL) async throws -> HomeContents {
      try await folder.withCopy {
        try await HomeContents(of: $0, environment: origin.environment)
      }
    }
    old = scenario.isDamaged || scenario.isFirstStart ? try await readCopy(start) : contents
    new = try await readCopy(end)
    try #require(old.problems + new.problems == [])
  }

  /// Runs the command with a fault, and returns what is wrong afterwards.
  func problems(after fault: Fault) async throws -> [String] {
    let (run, contents) = try await start.withCopy { folder in
      let run = try await FaultyHost.run(line, in: folder, fault: fault, environment: environment)
      return (run, try await HomeContents(of: folder, environment: environment))
    }
    guard let call = run.calls.first(where: \.isFaulty) else { return ["the call was not reached"] }
    // The temporary files of SQLite remain if none can be removed.
    let allowed = fault.kind == .unlink ? ["bookmarks/store.sqlite.new"] : []
    var problems = contents.problems(whenOneOf: [old, new], allowing: allowed)
    let isNew = contents.problems(whenOneOf: [new], allowing: allowed).isEmpty
    let isExplained = fault.names(reasonIn: run.errors)
    switch run.code {
    case 0:
      if scenario.isDamaged, !run.errors.contains("was damaged") {
        problems.append("the damage was not reported")
      }
      if !isNew, !(scenario.isChangeOptional && isExplained) {
        problems.append("the command succeeded without its change")
      }
    case 137 where fault.isFatal: break
    case 1 where !fault.isHarmless:
      if !isExplained { problems.append("the message does not name the reason") }
    default: problems.append("the command failed")
    }
    return problems.map {
      "\(fault) of '\(call.path)': \($0)\nexit code \(run.code), \(run.errors)"
    }
  }

  /// What is wrong after a power cut.
  /// - Parameter isComplete: Whether the command had ended before the power cut.
  func problems(after state: Disk.State, isComplete: Bool) async throws -> [String] {
    let folder = URL.unusedTemporaryFolder
    defer { try? FileManager.default.removeItem(at: folder) }
    try state.write(to: folder)
    // A database that the power cut has damaged is recovered, and its file is kept.
    return try await HomeContents(of: folder, environment: environment).problems(
      whenOneOf: isComplete ? [new] : [old, new], allowing: ["bookmarks/store-damaged-"])
  }
}

/// The scenarios of a suite, each of which is prepared once, and a server for all of them.
final class PreparedScenarios: Sendable {
  /// The scenarios of the suite that is running.
  @TaskLocal fileprivate static var current: PreparedScenarios?

  private let origin: ScenarioOrigin
  private let contents: HomeContents
  private let tasks = Lock<[String: Task<PreparedScenario, any Error>]>([:])

  fileprivate init() async throws {
    origin = try await ScenarioOrigin()
    contents = try await HomeContents(
      of: origin.copy(isEmpty: false), environment: origin.environment)
  }

  /// Prepares a scenario if no test has done so.
  static func prepare(_ scenario: FailureScenario) async throws -> PreparedScenario {
    let scenarios = try #require(current)
    return try await scenarios.tasks.withLock { tasks in
      if let task = tasks[scenario.name] { return task }
      let task = Task { [origin = scenarios.origin, contents = scenarios.contents] in
        try await PreparedScenario(scenario, origin, contents)
      }
      tasks[scenario.name] = task
      return task
    }.value
  }
}

extension PreparedScenarios {
  /// Runs a command line on a copy of the data folder while no file can become longer, neither
  /// there nor in the folder for temporary files.
  static func runOnFullDisk(_ line: [String]) async throws -> FaultyHost.End {
    let folder = try #require(current).origin.copy(isEmpty: false)
    return try await FaultyHost.run(
      line, in: folder, environment: Fault.fullDisk.merging(["TMPDIR": folder.path]) { $1 })
  }
}

/// Shares the prepared scenarios between the tests of a suite.
struct SharedScenarios: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await PreparedScenarios.$current.withValue(PreparedScenarios()) { try await function() }
  }
}

extension Trait where Self == SharedScenarios {
  /// Shares the prepared scenarios between the tests of a suite.
  static var sharedScenarios: Self { SharedScenarios() }
}

/// The data folder with which most scenarios begin: two bookmarks, a journey in the history, two
/// tickets in the cart, and a city from a server that has a newer feed for it.
private final class ScenarioOrigin: Sendable {
  let environment: [String: String]
  private let server: HTTPServer
  private static let feeds = SharedData.checkout.appending(path: "Tests/AppTests/Fixtures/Feeds")
  /// Contains the folders of all scenarios.
  private let folder = URL.unusedTemporaryFolder

  init() async throws {
    func response(_ feed: String) throws -> [HTTPServer.Step] {
      let bytes = try [UInt8](Data(contentsOf: Self.feeds.appending(path: feed)))
      let head = "HTTP/1.1 200 OK\r\nETag: \"\(feed)\"\r\nContent-Length: \(bytes.count)\r\n\r\n"
      return [.send(head), .bytes(bytes)]
    }
    let news = HTTPServer.Step.respond(
      200, #"{"items":[{"id":"1","title":"Delay","body":"Ten minutes."}]}"#,
      header: "ETag: \"1\"\r\nCache-Control: max-age=60")
    server = try HTTPServer(scripts: [
      "/town": [try response("three-stations.zip"), try response("four-stations.zip")],
      "/village": [try response("three-stations.zip")],
      "/news?offset=0&limit=10": [[news]], "/news?offset=0&limit=200&urgent=true": [[news]],
    ])
    environment = ["METRO_NEWS_URL": server.url("/news")]
    let origin = folder.appending(path: "origin")
    try FileManager.default.createDirectory(at: origin, withIntermediateDirectories: true)
    for line in [
      ["bookmarks", "add", "Office", "Trindade"], ["bookmarks", "add", "Home", "Aliados"],
      ["route", "Trindade", "Aliados"], ["cart", "add", "Z2", "--quantity", "2"],
      ["city", "add", "town", "{server}/town"],
    ] {
      let run = try await FaultyHost.run(line.map(word), in: origin, environment: environment)
      try #require(run.code == 0, "\(line): \(run.errors)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func word(_ word: String) -> String {
    word.replacing("{server}", with: server.url("")).replacing("{feeds}", with: Self.feeds.path)
  }

  /// Copies the folder that contains the data folder, or creates an empty one.
  func copy(isEmpty: Bool) throws -> URL {
    let copy = folder.appending(path: "\(UUID())")
    if isEmpty {
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    } else {
      try FileManager.default.copyItem(at: folder.appending(path: "origin"), to: copy)
    }
    return copy
  }
}

extension URL {
  fileprivate static var unusedTemporaryFolder: URL {
    FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID())")
  }

  /// Passes a copy of the folder, which is removed afterwards.
  fileprivate func withCopy<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let copy = URL.unusedTemporaryFolder
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: self, to: copy)
    return try await body(copy)
  }

  /// Overwrites the beginning of the second page of the bookmarks' database, the root of a table.
  fileprivate func damageDatabase() throws {
    let file = try FileHandle(forUpdating: appending(path: "home/bookmarks/store.sqlite"))
    defer { try? file.close() }
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 64))
  }
}
