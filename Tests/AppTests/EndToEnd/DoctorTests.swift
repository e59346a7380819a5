import Foundation
import Mediator
import Testing

@testable import HostKit
@testable import metro

@Suite struct DoctorTests {
  @Test(arguments: ["account", "bookmarks", "cart", "messages", "orders", "trips"])
  func `a database that cannot be opened is a warning about its module`(module: String) async throws
  {
    let session = try HostSession()
    // The database is a folder.
    let path = session.folder.appending(path: "\(module)/store.sqlite").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let doctor = try await session.run("doctor", columns: 1000)
    #expect(doctor.code == .answered)
    let warnings = doctor.output.split(separator: "\n").filter { $0.hasPrefix("! ") }
    let error = "cannot store data in '\(path)': unable to open database file; "
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("! \(module.capitalized): \(error)") == true)
  }
}
