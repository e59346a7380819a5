import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import Platform
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// A data folder that commit 1ef0cb2 wrote, of sample data: the city 'sample', which is the current
/// one, two bookmarks, three recent journeys, two of them the same, a configuration, a page of news
/// and half a download.
@Suite struct DataFolderCompatibilityTests {
  private static let fixture = SharedData.checkout
    .appending(path: "Tests/AppTests/Fixtures/DataFolder-1ef0cb2", directoryHint: .isDirectory)

  private let session: HostSession

  /// Opens a copy half a minute after the folder was written.
  init() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "data-folder-\(UUID())")
    try FileManager.default.copyItem(at: Self.fixture, to: copy)
    session = try HostSession(
      now: "2026-11-20T10:00:30Z", folder: copy,
      environment: ["METRO_NEWS_URL": "http://127.0.0.1:8099/news"])
  }

  @Test(
    arguments: [
      (["route", "Alder", "Cedar", "--depart", "08:00"], #""departure":28800,"#),
      (["city", "list"], #""id":"sample","isBuiltIn":false,"isCurrent":true"#),
      (["bookmarks"], #""journeys":[{"city":"sample","from":{"id":"a","name":"Alder"},"#),
      (["bookmarks"], #""name":"Office","to":{"id":"c","name":"Cedar"}}]"#),
      (["bookmarks"], #""stations":[{"city":"sample","from":{"id":"b","name":"Birch"},"#),
      (
        ["history"],
        #"[{"askedAt":"2026-11-20T10:00:00Z","city":"sample","count":2,"from":{"id":"a","#
      ),
      (["news"], #""id":"n1","#),
      (["cities"], #""id":"other","#),
    ] as [([String], String)])
  func `a data folder of an earlier version is read unchanged`(
    line: [String], expected: String
  ) async throws {
    let result = try await session.run(line + ["--json"])
    #expect(result.code == .answered, "\(result.errors)")
    #expect(result.output.contains(expected), "\(result.output)")
  }

  @Test func `a change is added to what an earlier version stored`() async throws {
    _ = try await session.run("bookmarks", "add", "Park", "Cedar")
    let names = try await session.run("bookmarks", "export").output
    #expect(["Office", "Home", "Park"].allSatisfy { names.contains("\"\($0)\"") }, "\(names)")
    _ = try await session.run("route", "Birch", "Cedar")
    let journeys = try await session.run("history").output.split(separator: "\n")
    #expect(journeys.count { $0.contains(" → ") } == 3, "\(journeys)")
  }

  @Test func `a configuration of an earlier version still applies`() async throws {
    let configuration = try Configuration(
      of: Metro.app, folder: session.folder, environment: [:])
    #expect(configuration.logLevel(of: nil) == .warning)
    #expect(configuration.deadlines.start == .seconds(10))
  }

  @Test func `half a download of an earlier version can be resumed`() async throws {
    let downloads = try await withAppModules(in: session.folder) {
      try await $0.perform(Network.downloads)
    }
    #expect(downloads.map(\.received) == [600])
    #expect(downloads.map(\.total) == [1334])
  }
}
