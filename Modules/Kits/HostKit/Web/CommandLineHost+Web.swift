import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import Scenes
import Web

extension Command {
  /// Serves the scenes as pages, in place of which the host runs nothing.
  static let web = Command(
    "web", "Show the scenes as web pages, and answer programs, until Ctrl-C",
    input: WebOptions.self,
    examples: ["web", "web --port 8000", "web --scene Trips"]
  ) { _ in CommandResult([String]()) { _ in [] } }.serving()
}

/// The options of `web`.
struct WebOptions: Codable, SchemaDescribing {
  let port: Int?
  let scene: String?

  static var fieldDescriptions: FieldDescriptions {
    [
      "port": .init(
        "the port on this machine", default: "8080 or, if it is in use, a free one",
        valueName: "number"),
      "scene": .init("the scene that is opened, such as Trips", valueName: "title"),
    ]
  }
}

extension CommandLineHost {
  private static let usualPort: UInt16 = 8080

  /// Serves the scenes of some modules as pages until the task is cancelled.
  func serveWeb(
    _ modules: [ModuleDescriptor], _ options: WebOptions, through mediator: Mediator,
    followerDeadline: Duration
  ) async throws {
    let presented = modules.presented
    let path = try options.scene.map { try address(ofScene: $0, in: presented.scenes) } ?? "/"
    let app = try WebApp(
      name: app.name, files: app.webFiles, presented, through: mediator, now: now, clock: clock,
      followerDeadline: followerDeadline)
    if let pagePath { return try await printPage(at: pagePath, of: app) }
    let api = webAPI(of: modules, through: mediator)
    let uses = AsyncStream.makeStream(of: Void.self)
    let server = try startServer(app, api, port: options.port) { uses.continuation.yield() }
    write("\(app.name) shows its pages on this machine at", to: output)
    write("  \(server.address(of: path))", to: output)
    write("Open it in your browser; the key in it works once. Ctrl-C ends the pages.", to: output)
    await withTaskCancellationHandler {
      for await _ in uses.stream {
        write("A browser has used the key. Another one can use", to: output)
        write("  \(server.address(of: path))", to: output)
      }
    } onCancel: {
      uses.continuation.finish()
    }
    await server.stop()
  }

  private func printPage(at path: String, of app: WebApp) async throws {
    let server = WebServer(app)
    let page: Result<String, HTTPFailure>
    do { page = .success(try await server.page(at: path)) } catch { page = .failure(error) }
    await server.stop()
    output.write(try page.get())
  }

  /// What programs with a token can call.
  func webAPI(of modules: [ModuleDescriptor], through mediator: Mediator) -> WebAPI {
    let access = ProgramAccess(to: modules, of: app, GrantStore(in: folder), now: now)
    return WebAPI(access.info, through: mediator, clock: clock) { token in
      guard let program = try access.program(with: token) else { return nil }
      return { call in try await access.authorize(call, by: program) }
    }
  }

  /// Starts at the given port or, without one, at the usual port or a free one.
  private func startServer(
    _ app: WebApp, _ api: WebAPI, port: Int?, onUse: @escaping @Sendable () -> Void
  ) throws -> WebServer {
    guard let port else {
      do {
        return try WebServer(app, api: api, port: Self.usualPort, onUse: onUse)
      } catch is PortError {
        return try WebServer(app, api: api, port: 0, onUse: onUse)
      }
    }
    guard let number = UInt16(exactly: port) else { throw HostError.badPort(port) }
    return try WebServer(app, api: api, port: number, onUse: onUse)
  }

  /// The address of a scene by its title.
  private func address(ofScene title: String, in scenes: [SceneDescription]) throws -> String {
    let titles = scenes.map { "\($0.title)" }
    guard let found = titles.first(where: { $0.lowercased() == title.lowercased() }) else {
      throw HostError.noSuchScene(title, nearest: titles.nearest(to: title).first)
    }
    return WebServer.path(ofScene: found)
  }
}
