import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit

/// Cities whose feeds come from servers, some of which are broken.
@Suite(.highPriority, .enabled(if: SharedData.isAvailable), .timeLimit(.minutes(15)))
struct CitiesOverHTTPTests {
  private struct Row: Decodable {
    struct Update: Decodable { let isNew: Bool }
    let id: String
    let update: Update?
    let reason: String?
  }

  private struct Rows: Decodable { let cities: [Row] }

  /// Sends a feed with a version.
  private func sends(_ feed: [UInt8], version: Int) -> [HTTPServer.Step] {
    let fields = "ETag: \"\(version)\"\r\nContent-Length: \(feed.count)\r\nConnection: close"
    return [.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"), .bytes(feed)]
  }

  @Test(
    arguments: [
      [.send("HTTP/1.1 200 OK\r\nContent-Type: application/z")], [.reset],
      [
        .send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\nX-A: b\r\n\r\n")
      ],
      [.send("HTTP/1.1 200\r\n")],
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n")],
      [.send("HTTP/1.1 200 OK\r\n"), .sendForever("X-A: b\r\n")], [.redirect(302, to: "/b")],
      [.respond(429, header: "Retry-After: 99999999999")],
    ] as [[HTTPServer.Step]])
  func `a broken server does not end the update of the other cities`(
    fault: [HTTPServer.Step]
  ) async throws {
    let session = try HostSession()
    let file = SharedData.checkout.appending(
      path: "Tests/AppTests/Fixtures/Feeds/three-stations.zip")
    let feed = try [UInt8](Data(contentsOf: file))
    let good = try HTTPServer(scripts: [
      "/a": [sends(feed, version: 1), sends(feed, version: 2)],
      "/c": [sends(feed, version: 1), [.send("HTTP/1.1 304 Not Modified\r\n\r\n")]],
    ])
    let bad = try HTTPServer(scripts: ["/b": [sends(feed, version: 1), fault]])
    for (city, url) in [("one", good.url("/a")), ("two", bad.url("/b")), ("three", good.url("/c"))]
    {
      #expect(try await session.run("city", "add", city, url).code == .answered)
    }
    let result = try await session.run("city", "update", "--all", "--json")
    #expect(result.code == .failed)
    let rows = try JSONDecoder().decode(Rows.self, from: Data(result.output.utf8)).cities
    #expect(rows.first { $0.id == "one" }?.update?.isNew == true)
    #expect(rows.first { $0.id == "three" }?.update?.isNew == false)
    let row = try #require(rows.first { $0.id == "two" })
    #expect(row.update == nil && row.reason?.isEmpty == false)
    // The installed city is still there.
    let stations = try await session.run("stations", "--city", "two")
    #expect(stations.code == .answered)
  }

  /// Four parts of the feeds, each of which waits for the disk and for its server.
  @Test(arguments: 0..<4)
  func `a broken feed has the same result from a server as from a file`(part: Int) async throws {
    let folder = SharedData.folder.appending(path: "bad")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".zip") }.sorted().enumerated()
      .filter { $0.offset % 4 == part }.map(\.element)
    #expect(!names.isEmpty)
    let archives = try names.map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
    let scripts = archives.indices.map { ("/\($0)", [sends(archives[$0], version: 1)]) }
    let server = try HTTPServer(scripts: Dictionary(uniqueKeysWithValues: scripts))
    let data = TemporaryFolder()
    try await withAppModules(in: data.url) { mediator in
      let city = try #require(CityID("test"))
      func result(of source: String) async throws -> String {
        let installed: City
        do {
          installed = try await mediator.perform(
            CityList.add, AddCity(city: city, source: source))
        } catch {
          return "\(error)".replacing(source, with: "feed")
        }
        _ = try await mediator.perform(CityList.remove, RemoveCity(city: city))
        return "\(installed.stations) stations"
      }
      for index in names.indices {
        let fromFile = try await result(of: folder.appending(path: names[index]).path)
        let fromServer = try await result(of: server.url("/\(index)"))
        #expect(fromServer == fromFile, "\(names[index])")
      }
    }
  }
}
