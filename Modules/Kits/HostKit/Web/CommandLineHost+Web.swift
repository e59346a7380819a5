import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import Scenes
import Web

extension CommandLineHost {
  private static let usualPort: UInt16 = 8080

  /// Serves the scenes of the enabled modules as pages until the task is cancelled.
  func serveWeb(
    _ options: WebOptions, _ configuration: Configuration, through mediator: Mediator
  ) async throws {
    let revision = self.app.plugins?.revision
    let first = presented(configuration)
    let path = try firstPath(options, first.scenes, mediator)
    let reach = try options.reach
    let app = try WebApp(
      name: app.name, files: app.webFiles, first, through: mediator, now: now, clock: clock,
      followerDeadline: configuration.deadlines.hook)
    if let pagePath { return try await printPage(at: pagePath, of: app) }
    let access = programAccess(to: enabledModules(configuration))
    let api = webAPI(access, through: mediator)
    let uses = AsyncStream.makeStream(of: Void.self)
    let server = try startServer(app, api, reach, port: options.port) { uses.continuation.yield() }
    let updates = await followPlugins(since: revision, mediator) {
      access.update(to: enabledModules(configuration))
      await server.update(to: presented(configuration))
    }
    defer { withExtendedLifetime(updates) {} }
    let browser = SystemBrowser(in: folder)
    defer { browser.removeFile() }
    let address = server.address(of: path)
    if options.opens, let reason = browser.open(address, app: app.name) {
      write(reason, to: errors)
    }
    announce(address, for: reach, port: server.port)
    await withTaskCancellationHandler {
      for await _ in uses.stream {
        browser.removeFile()
        write("A browser has used the key. Another one can use", to: output)
        output.write("  \(server.address(of: path))\n")
      }
    } onCancel: {
      uses.continuation.finish()
    }
    await server.stop()
  }

  /// Says where the pages are. Neither the address nor its code is wrapped as sentences are.
  func announce(_ address: String, for reach: WebReach, port: UInt16) {
    let place =
      switch reach {
      case .thisMachine: "on this machine"
      case .localNetworks: "in the local network"
      case .proxy: "through the proxy, which finds them at port \(port),"
      }
    write("\(app.name) shows its pages \(place) at", to: output)
    output.write("  \(address)\n")
    if case .localNetworks = reach {
      if output.isTerminal, let code = QRCode(address) {
        for line in code.lines(on: output.page) { output.write("\(line)\n") }
      }
      write("Others in this network can read along: the pages are not encrypted.", to: output)
    }
    write("Open it in your browser; the key in it works once. Ctrl-C ends the pages.", to: output)
  }

  private func printPage(at path: String, of app: WebApp) async throws {
    let server = WebServer(app)
    let page: Result<String, HTTPFailure>
    do { page = .success(try await server.page(at: path)) } catch { page = .failure(error) }
    await server.stop()
    output.write(try page.get())
  }

  /// What programs with a token can call.
  func programAccess(to modules: [ModuleDescriptor]) -> ProgramAccess {
    ProgramAccess(to: modules, of: app, GrantStore(in: folder), now: now)
  }

  /// Answers programs.
  func webAPI(_ access: ProgramAccess, through mediator: Mediator) -> WebAPI {
    WebAPI({ access.info }, through: mediator, clock: clock) { token in
      guard let program = try access.program(with: token) else { return nil }
      return { call in try await access.authorize(call, by: program) }
    }
  }

  /// Starts at the given port or, without one, at the usual port or a free one.
  private func startServer(
    _ app: WebApp, _ api: WebAPI, _ reach: WebReach, port: Int?,
    onUse: @escaping @Sendable () -> Void
  ) throws -> WebServer {
    guard let port else {
      do {
        return try WebServer(app, api: api, reach: reach, port: Self.usualPort, onUse: onUse)
      } catch is PortError {
        return try WebServer(app, api: api, reach: reach, port: 0, onUse: onUse)
      }
    }
    guard let number = UInt16(exactly: port) else { throw HostError.badPort(port) }
    return try WebServer(app, api: api, reach: reach, port: number, onUse: onUse)
  }

  /// The path of the page that the options ask for.
  private func firstPath(
    _ options: WebOptions, _ scenes: [SceneDescription], _ mediator: Mediator
  ) throws -> String {
    if let link = options.link {
      guard options.scene == nil else { throw HostError.sceneAndLink }
      _ = try Command.resolve(link, through: mediator)
      return WebServer.path(ofLink: link)
    }
    guard let title = options.scene else { return "/" }
    return WebServer.path(ofScene: try scenes.title(matching: title))
  }
}
