import Testing

@testable import HostKit
@testable import metro

@Suite struct SettingsTests {
  @Test func `a setting of a wrong type fails with its name`() async throws {
    let session = try HostSession(environment: ["METRO_BOOKMARKS_HISTORY_LENGTH": "abc"])
    let history = try await session.run("history")
    #expect(history.code == .failed)
    #expect(history.errors.contains("'historyLength': ") && !history.errors.contains("Error"))
  }

  @Test func `calls of a disabled module fail with the reason`() async throws {
    let session = try HostSession(environment: ["METRO_DISABLE": "share"])
    let share = try await session.run("share", "Trindade", "Aliados")
    #expect(share.code == .failed)
    #expect(share.errors.contains("'share/share' is unavailable"))
    #expect(share.errors.contains("METRO_DISABLE"))
    #expect(try await session.run("route", "Trindade", "Aliados").code == .answered)
  }

  @Test func `the log has messages of the configured level and above`() async throws {
    let loud = try HostSession(environment: ["METRO_LOG_BOOKMARKS": "info"])
    let errors = try await loud.run("history").errors
    #expect(errors.contains("info bookmarks: started in "))
    #expect(errors.contains("(action bookmarks/history)\n"))
    #expect(errors.hasSuffix("info bookmarks: stopped\n"))
    #expect(!errors.contains("routing"))
  }
}
