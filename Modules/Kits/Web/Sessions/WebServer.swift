import Documents
package import Foundation
import Mediator
import Platform
package import Scenes

/// Serves the scenes of an app as pages to the browsers of one person.
package final class WebServer: Sendable {
  /// How long a page waits for its rows before it is sent without them.
  private static let loadingTime = Duration.seconds(2)
  /// How long an address waits for each row that it names.
  private static let openingTime = Duration.seconds(8)

  private let app: WebApp
  private let api: WebAPI?
  private let reach: WebReach
  private let tabs: Tabs
  private let keys: DeviceKeys
  private let server = Lock<HTTPServer?>(nil)

  /// Starts to serve.
  /// - Parameters:
  ///   - api: Answers programs; nil if they cannot call anything.
  ///   - reach: From where browsers come.
  ///   - port: The port; 0 for one that is free.
  ///   - onUse: Called when a browser has used the one-time key, so that there is another one.
  /// - Throws: `PortError` when the port cannot be used.
  package init(
    _ app: WebApp, api: WebAPI? = nil, reach: WebReach = .thisMachine, port: UInt16,
    onUse: @escaping @Sendable () -> Void = {}
  ) throws {
    self.app = app
    self.api = api
    self.reach = reach
    tabs = Tabs(app)
    keys = DeviceKeys(isEncrypted: reach.isEncrypted, clock: app.clock, onUse: onUse)
    let server = try HTTPServer(
      also: reach.addresses, port: port, hosts: { reach.hosts(port: $0) },
      failure: { failure, target in
        let isCall = api != nil && target.map(WebAPI.answers(target:)) == true
        return (isCall ? APIFailure(failure).response : .page(of: failure, app: app)).withPolicy
      },
      handler: { [weak self] in await self?.answer($0) })
    self.server.withLock { $0 = server }
  }

  /// Serves nobody, but can be asked for pages.
  package init(_ app: WebApp) {
    self.app = app
    api = nil
    reach = .thisMachine
    tabs = Tabs(app)
    keys = DeviceKeys(isEncrypted: false, clock: app.clock) {}
  }

  package var port: UInt16 { server.withLock { $0?.port ?? 0 } }

  /// The address with the one-time key.
  /// - Parameter path: The path of the page, such as `/at/scenes/Trips`.
  package func address(of path: String = "/") -> String {
    "\(reach.origin(port: port))\(path)?key=\(keys.oneTimeKey)"
  }

  /// Shows what the modules contribute from now on.
  package func update(to contributions: PresentedContributions) async {
    await tabs.update(to: contributions)
  }

  /// The path of a scene of the menu.
  package static func path(ofScene title: String) -> String {
    TabAddress(rows: [RowPath(section: ListScene.menuID, row: title)]).path
  }

  /// The path of the scene that a link of the app opens.
  package static func path(ofLink url: String) -> String { TabAddress(link: url).path }

  /// A page for a file, which leads to an address.
  package static func door(to address: String, app: String) -> Data {
    HTTPResponse.door(to: address, app: app)
  }

  /// Closes all connections, and ends what the tabs do.
  package func stop() async {
    server.withLock { $0.take() }?.stop()
    await tabs.end()
  }

  /// Answers a request that has arrived.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(HTTPFailure) {
      return try await answer(to: request).withPolicy
    } catch {
      return HTTPResponse.page(of: error, app: app).withPolicy
    }
  }

  private func answer(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if let file = app.files.response(to: request) { return file }
    let isKnown = keys.isKnown(request)
    if isKnown { try checkSite(of: request) }
    if let api, api.answers(request.path) {
      return await api.answer(request, isOwnBrowser: isKnown) { [tabs] in
        await tabs.asker
      }
    }
    if let key = request.query["key"]?.last, request.method == .get {
      return try await enter(with: key, request)
    }
    guard isKnown else { return try refuse(request) }
    switch (request.method, request.path.first) {
    case (.post, "tab"): return try await change(request)
    case (.get, "tab"): return .redirect(to: "/")
    case (.get, _) where TabAddress.begins(request.path): return try await page(request)
    case _: throw HTTPFailure(404, "there is no such page; the first one is at '/'")
    }
  }

  // MARK: Access

  /// Lets a browser in that comes with the one-time key.
  private func enter(
    with key: String, _ request: HTTPRequest
  ) async throws(HTTPFailure) -> HTTPResponse {
    guard let cookie = await keys.use(key) else {
      throw HTTPFailure(
        403, "the key is wrong or was used already; use the address that the terminal shows now")
    }
    var response = HTTPResponse.redirect(to: (TabAddress(path: request.path) ?? .init()).path)
    response.fields.append(cookie)
    return response
  }

  /// Refuses what a page of another site asks for, which browsers say by either field: the first is
  /// missing without TLS in a network, the second in requests that only read.
  ///
  /// Source: Fetch Metadata Request Headers; Fetch Standard, section 3.2.
  private func checkSite(of request: HTTPRequest) throws(HTTPFailure) {
    let own = reach.origin(host: request.fields["host"] ?? "").lowercased()
    if let site = request.fields["sec-fetch-site"], site != "same-origin", site != "none" {
      throw HTTPFailure(403, "the request comes from another site; open the page itself")
    }
    if let origin = request.fields["origin"], origin.lowercased() != own {
      throw HTTPFailure(403, "the request comes from another site; open the page itself")
    }
  }

  /// Answers a browser without a cookie. After a link of another site, it has one that it did not
  /// send.
  private func refuse(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    if request.method == .get, request.fields["sec-fetch-site"] == "cross-site" {
      return .entrance(to: (TabAddress(path: request.path) ?? .init()).path, app: app)
    }
    throw HTTPFailure(
      403, "this browser has no access; open the address that '\(app.name) web' shows")
  }

  // MARK: Pages

  /// The page at a path as HTML, as a browser with access gets it.
  /// - Throws: `HTTPFailure` for a path that no page has.
  package func page(at path: String) async throws(HTTPFailure) -> String {
    let response = try await page(HTTPRequest(.get, path))
    guard case .data(let html) = response.body else { return "" }
    return String(decoding: html, as: UTF8.self)
  }

  private func page(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard let address = TabAddress(path: request.path) else {
      throw HTTPFailure(404, "there is no such page; the first one is at '/'")
    }
    let known = await tabs[request.query["tab"]?.last ?? ""]
    let tab: Tab
    if let known { tab = known } else { tab = await tabs.open(address) }
    if await tab.address != address { await tab.go(to: address, within: Self.openingTime) }
    await tab.endOpeningAddress()
    await tab.show(request.query)
    await tab.waitUntilLoaded(within: Self.loadingTime)
    return await .page(of: tab, app: app)
  }

  /// Does what a form or the script of a tab asks for.
  private func change(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let form = try request.form()
    guard request.path.count > 1, let tab = await tabs[request.path[1]] else {
      throw HTTPFailure(410, "the page has ended meanwhile; load it again")
    }
    guard tab.key.matches(form["key"]?.last ?? "") else {
      throw HTTPFailure(403, "the form does not belong to this page; load the page again")
    }
    if request.path.dropFirst(2).first == "changes" {
      return HTTPResponse(
        type: "text/event-stream",
        body: .stream(await tab.changes(since: form["version"]?.last.flatMap { Int($0) })))
    }
    if let path = form["go"]?.last {
      let address = try TabAddress(path: HTTPRequest(.get, path).path)
      await tab.go(to: address ?? TabAddress(), within: Self.openingTime)
    }
    await tab.perform(form)
    // The script reads the changes from its stream.
    if request.fields["accept"] == "text/event-stream" { return HTTPResponse(204) }
    await tab.waitUntilLoaded(within: Self.loadingTime)
    return .redirect(to: "\(await tab.address.path)?tab=\(tab.name)")
  }
}

extension Tab {
  /// Shows what an address asks for, which changes nothing else.
  func show(_ query: Parameters) {
    var known = Parameters()
    for name in ["select", "section", "row", "more", "place"] {
      for value in query[name] ?? [] { known.append(value, for: name) }
    }
    perform(known)
  }

  /// Does what the fields of a form or an address ask for.
  func perform(_ fields: Parameters) {
    func value(_ name: String) -> String? { fields[name]?.last }
    let row = value("section").flatMap { section in
      value("row").map { RowPath(section: section, row: $0) }
    }
    enter(fields)
    if let text = value("select") { select(row ?? RowPath(decodedAddressPath: text)) }
    if fields["more"] != nil { loadMore() }
    if let text = value("search"), text != navigation.top.view.search { search(text) }
    if let place = value("place").flatMap({ Int($0) }) { openPlace(place) }
    if value("open") != nil { if let row { open(row) } else { openFirst() } }
    if let size = value("size").flatMap({ SIMD2($0) }) { resizeCanvas(size) }
    if let corner = value("corner").flatMap({ SIMD2($0) }) {
      moveCanvas(to: corner, magnifiedBy: value("zoom").flatMap { Double($0) } ?? 1)
    }
    if let shortcut = value("shortcut").flatMap({ Shortcut(text: $0) }) {
      performAction(shortcut, contribution: value("action.\(shortcut)"), on: row)
    }
    if let answer = value("answer") { self.answer(answer == "yes") }
    if let count = value("leave").flatMap({ Int($0) }) { leave(to: count) }
    if value("bar") != nil { openBar() }
    if let scale = value("scale") { move(scale, Scale.Move(fields)) }
    if let field = value("check") { check(field) }
    if let field = value("pick") { pick(field) } else if value("submit") != nil { submit() }
    if value("copied") != nil { forgetClipboard() }
    if let id = value("question"), let answer = value("consent") {
      questions.answer(id, with: answer)
    }
  }

  /// The changes of the page, from a version on that the browser shows, as server-sent events.
  func changes(since version: Int?) -> AsyncStream<Data> {
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    streamCount += 1
    let task = Task { @MainActor [weak self] in
      guard let pages = self?.pages else { return continuation.finish() }
      var shown = self?.sent?.version == version ? self?.sent?.page : nil
      for await page in pages {
        guard let self, !Task.isCancelled, let page else { break }
        guard page != shown else { continue }
        let next = SentPage(version: (sent?.version ?? 0) + 1, page: page)
        guard let json = try? JSON.encode(PageChange(from: shown, to: next)) else { break }
        continuation.yield(Data("data: ".utf8) + json + Data("\n\n".utf8))
        (sent, shown) = (next, page)
      }
      continuation.finish()
    }
    continuation.onTermination = { [weak self] _ in
      task.cancel()
      Task { @MainActor in
        self?.streamCount -= 1
        self?.lastUse = .now
      }
    }
    return stream
  }

  /// The page whenever it changes; nil when the tab has ended.
  private var pages: ObservedValues<TabPage?> {
    ObservedValues { [weak self] in
      guard let self, !isEnded else { return nil }
      reconcile()
      return page
    }
  }
}

extension SIMD2<Double> {
  /// Reads two numbers with a space between them.
  fileprivate init?(_ text: String) {
    let numbers = text.split(at: " ").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return nil }
    self.init(numbers[0], numbers[1])
  }
}

extension Shortcut {
  /// Reads the description of a shortcut.
  fileprivate init?(text: String) {
    let named: [Shortcut] = [.enter, .left, .right, .up, .down, " "]
    if let known = named.first(where: { $0.description == text }) {
      self = known
    } else if text.count == 1, let character = text.first {
      self = .character(character)
    } else {
      return nil
    }
  }
}

extension Scale.Move {
  /// Reads the fields of the form of a scale.
  fileprivate init(_ fields: Parameters) {
    switch fields["move"]?.last {
    case "back": self = .back
    case "forward": self = .forward
    case _: self = .to(fields["position"]?.last.flatMap { Int($0) } ?? 0)
    }
  }
}
