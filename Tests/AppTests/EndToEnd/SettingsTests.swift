import Testing

@testable import HostKit
@testable import metro

@Suite struct SettingsTests {
  @Test(arguments: [
    (
      "METRO_BOOKMARKS_HISTORY_LENGTH", "bookmarks.history-length", "abc",
      "a whole number from 0 to 1000000"
    ),
    (
      "METRO_DATA_SOURCE_FEED_RATIO", "data-source.feed-ratio", "-1",
      "a whole number from 0 to 65535"
    ),
    ("METRO_NETWORK_IDLE_SECONDS", "network.idle-seconds", "0", "a whole number from 1 to 65535"),
    (
      "METRO_NETWORK_HEADER_KILOBYTES", "network.header-kilobytes", "257",
      "a whole number from 1 to 256"
    ),
    (
      "METRO_NETWORK_CERTIFICATES", "network.certificates", "/nowhere.pem",
      "a file that can be read"
    ),
    ("METRO_NEWS_URL", "news.url", "nonsense", "an address that begins with 'https://'"),
    (
      "METRO_CITY_LIST_CATALOGUE_URL", "city-list.catalogue-url", "ftp://example.org",
      "an address that begins with 'https://'"
    ),
  ])
  func `a wrong value of a setting is one error, which the doctor also reports`(
    variable: String, setting: String, value: String, expected: String
  ) async throws {
    let session = try HostSession(environment: [variable: value])
    let error =
      "bad value '\(value)' for '\(variable)' (\(setting)) in the environment; "
      + "expected \(expected)\n"
    let history = try await session.run("history")
    #expect(history.code == .badCommandLine && history.errors == "metro: \(error)")
    let doctor = try await session.run("doctor")
    #expect(doctor.code == .failed && doctor.output.contains("✗ configuration: bad value "))
  }

  @Test func `the error of a wrong address does not contain its secrets`() async throws {
    let session = try HostSession(environment: ["METRO_NEWS_URL": "htp://me:secret@example.org"])
    let errors = try await session.run("history").errors
    #expect(
      errors.hasPrefix("metro: bad value '…' for 'METRO_NEWS_URL' (news.url) in the environment;"))
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
