import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Testing
import Web

@testable import HostKit
@testable import metro

/// The actions of the app as programs call them over HTTP.
@Suite(.timeLimit(.minutes(15))) struct ProgramAPITests {
  private let session: HostSession

  init() throws { session = try HostSession() }

  /// Runs work with what sends a request of the person's browser.
  private func serve(
    _ body: (@Sendable (String) async throws -> (status: Int, text: String)) async throws -> Void
  ) async throws {
    let host = session.host
    try await withAppModules(in: session.folder, now: host.now) { mediator in
      let api = host.webAPI(host.programAccess(to: Metro.app.modules), through: mediator)
      try await body { @Sendable target in
        let request = try HTTPRequest(.get, target, fields: ["sec-fetch-site": "same-origin"])
        let response = await api.answer(request, isOwnBrowser: true)
        guard case .data(let data) = response.body else { return (response.status, "") }
        return (response.status, String(decoding: data, as: UTF8.self))
      }
    }
  }

  @Test(arguments: [
    (["stations", "trind"], "stations/search?text=trind"),
    (["board", "Trindade", "Aliados"], "stations/board?stations=Trindade&stations=Aliados"),
    (
      ["route", "Trindade", "Casa da Música"], "routing/plan?from=Trindade&to=Casa+da+M%C3%BAsica"
    ),
    (["last-train", "Aeroporto", "Trindade"], "routing/lastTrain?from=Aeroporto&to=Trindade"),
    (["first-last", "Trindade"], "routing/firstLast?station=Trindade"),
    (["fare", "Trindade", "Aliados"], "fares/quote?from=Trindade&to=Aliados"),
    (["line", "D"], "map/line?line=D"), (["tickets"], "tickets/catalogue"),
  ])
  func `a program gets what --json prints`(words: [String], path: String) async throws {
    let printed = try await session.run(words + ["--json"])
    #expect(printed.code == .answered, "\(printed.errors)")
    try await serve { get in
      let answer = try await get("/api/\(path)")
      #expect(answer == (200, printed.output), "\(answer.text.prefix(500))")
    }
  }

  @Test func `the description lists each action that is open to programs`() async throws {
    try await serve { get in
      let text = try await get("/openapi.json").text
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let paths = try #require(document["paths"] as? [String: [String: Any]])
      let open = AppModules.all.flatMap { $0.manifest.answers.map(\.descriptor) }
        .filter { $0.exposure.contains(.programs) }
      #expect(paths.keys.sorted() == open.map { "/api/\($0.path)" }.sorted())
      for action in open {
        let methods = paths["/api/\(action.path)"].map { Set($0.keys) }
        #expect(
          methods == (action.effect == .reads ? ["get", "post"] : ["post"]), "\(action.path)")
      }
      #expect(open.count > 20)
    }
  }
}
