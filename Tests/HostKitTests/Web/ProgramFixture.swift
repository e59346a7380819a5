import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing
import Web

@testable import HostKit

/// The shelf, and the programs that call it.
struct ProgramFixture {
  let shelf = ShelfFixture()
  /// What the person is asked.
  let questions = Recorder<String>()

  /// Makes a token.
  func token(_ program: String = "backup", _ actions: String...) async throws -> String {
    let words = ["grants", "new", "--program", program] + actions.flatMap { ["--action", $0] }
    let result = try await shelf.app.run(words + ["--json"], folder: shelf.folder.url)
    let json = try JSON.decode(JSONValue.self, from: Data(result.output.utf8))
    guard case .text(let token)? = json["token"] else {
      throw ConsentError.damagedGrants(result.output, reason: result.errors)
    }
    return token
  }

  /// Runs work with the API of an app that serves its pages.
  func serve<Result>(_ body: (WebAPI) async throws -> Result) async throws -> Result {
    let closed = Terminal(descriptor: -1, environment: [:])
    let host = CommandLineHost(
      app: shelf.app, folder: shelf.folder.url, output: closed, errors: closed,
      now: { [date = shelf.date] in date.withLock(\.self) }, clock: ManualClock())
    let mediator = Mediator()
    let manager = try ModuleManager(
      shelf.app.modules, mediator: mediator,
      deadlines: Deadlines(start: .seconds(600), stop: .seconds(600), hook: .seconds(600))
    ) { manifest in
      ModuleContext(
        mediator: mediator, folder: shelf.folder.url.appending(path: manifest.target))
    }
    try await manager.open()
    do {
      let result = try await body(
        host.webAPI(host.programAccess(to: shelf.app.modules), through: mediator))
      await manager.stop()
      return result
    } catch {
      await manager.stop()
      throw error
    }
  }

  /// Sends a request of a program.
  /// - Parameter answer: What the person answers on a page; nil while no page is open.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "", token: String,
    to api: WebAPI, answer: ConsentAnswer? = nil
  ) async throws -> (status: Int, text: String) {
    let request = try HTTPRequest(
      method, "/api/\(path)",
      fields: ["authorization": "Bearer \(token)", "content-type": "application/json"],
      body: Data(body.utf8))
    let response = await api.answer(request, isOwnBrowser: false) { [questions] in
      guard let answer else { return nil }
      return { @Sendable sentence, _ in
        questions.record(sentence)
        return answer.rawValue
      }
    }
    guard case .data(let data) = response.body else { return (response.status, "") }
    return (response.status, String(decoding: data, as: UTF8.self))
  }
}
