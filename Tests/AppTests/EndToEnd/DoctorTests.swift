import Foundation
import Mediator
import Store
import Testing

@testable import HostKit
@testable import metro

@Suite(.timeLimit(.minutes(15))) struct DoctorTests {
  private static let modules = ["account", "bookmarks", "cart", "messages", "orders", "trips"]

  /// What is in the place of a database.
  enum Obstacle: CaseIterable, Sendable {
    case folder, pipe, socket, device, endlessDevice, newerVersion, brokenLink, readableByNobody

    /// What the doctor says after the path.
    var advice: String {
      switch self {
      case .folder: "is a folder, expected a file with a database; move it away"
      case .pipe: "is a pipe, expected a file with a database; move it away"
      case .socket: "is a socket, expected a file with a database; move it away"
      case .device, .endlessDevice: "is a device, expected a file with a database; move it away"
      case .newerVersion: "use the newer program that wrote it"
      case .brokenLink: "is a link to '/nowhere/store.sqlite', which does not exist; move it away"
      case .readableByNobody: "cannot be read and written; run 'chmod -R u+rw"
      }
    }

    /// Whether the user of this process is refused it.
    var isUsable: Bool { self != .readableByNobody || geteuid() != 0 }

    /// - Parameter path: The path of a database that exists.
    func put(at path: String) throws {
      guard self != .newerVersion else {
        _ = try DoctorTests.newerProgram(
          openingFileIn: URL(filePath: path).deletingLastPathComponent())
        return
      }
      guard self != .readableByNobody else { return #expect(chmod(path, 0) == 0) }
      try FileManager.default.removeItem(atPath: path)
      switch self {
      case .folder: #expect(mkdir(path, 0o700) == 0)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .socket: #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      case .device: #expect(symlink("/dev/null", path) == 0)
      case .endlessDevice: #expect(symlink("/dev/zero", path) == 0)
      case .brokenLink: #expect(symlink("/nowhere/store.sqlite", path) == 0)
      case .newerVersion, .readableByNobody: break
      }
    }
  }

  /// Opens a database as a program would that has further migrations.
  fileprivate static func newerProgram(openingFileIn folder: URL) throws -> Database {
    try Database(in: folder, migrations: Array(repeating: "SELECT 1", count: 99))
  }

  @Test(arguments: modules, Obstacle.allCases.filter(\.isUsable))
  func `a database that cannot be used is a problem, with advice that fits`(
    module: String, obstacle: Obstacle
  ) async throws {
    let session = try HostSession()
    _ = try await session.run("modules", "--start")
    let path = session.folder.appending(path: "\(module)/store.sqlite").path
    try obstacle.put(at: path)
    let doctor = try await session.run("doctor", columns: 1000)
    #expect(doctor.code == .failed)
    let problems = doctor.output.split(separator: "\n").filter { $0.hasPrefix("✗ ") }
    #expect(problems.count == 1, "\(doctor.output)")
    let problem = try #require(problems.first)
    #expect(problem.contains("'\(path)'") && problem.contains(obstacle.advice), "\(problem)")
    #expect(!problem.contains("deadlines.start"))
    let json = try await session.run("doctor", "--json")
    #expect(json.code == .failed)
    let diagnosis = try JSON.decode(Diagnosis.self, from: Data(json.output.utf8))
    #expect(diagnosis.checks.flatMap(\.findings).count == 1)
  }

  @Test func `a database that another program has locked is a problem with that advice`()
    async throws
  {
    let session = try HostSession()
    _ = try await session.run("cart", "clear")
    let database = session.folder.appending(path: "cart/\(Database.fileName)")
    let lock = try Self.newerProgram(openingFileIn: database.deletingLastPathComponent())
    for statement: SQL in ["PRAGMA locking_mode = EXCLUSIVE", "UPDATE cart SET notice = NULL"] {
      try await lock.write { try $0.run(statement) }
    }
    let doctor = try await session.run("doctor", columns: 1000)
    #expect(doctor.code == .failed)
    let advice = "'\(database.path)' is in use by another program; end that program"
    #expect(doctor.output.contains("✗ Cart: \(advice)"), "\(doctor.output)")
    withExtendedLifetime(lock) {}
  }

  @Test func `a database in a healthy data folder is no problem`() async throws {
    let session = try HostSession()
    _ = try await session.run("modules", "--start")
    let doctor = try await session.run("doctor")
    #expect(doctor.code == .answered, "\(doctor.output)")
  }
}
