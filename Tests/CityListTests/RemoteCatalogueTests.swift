import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import CityList

struct RemoteCatalogueTests {
  private static let address = "https://example.org/cities.json?key=secret"

  /// The answer of the address, nil for one that never answers.
  private let answer = Lock<Result<String, NetworkError>?>(.success("[]"))
  private let time = Lock(Date(timeIntervalSince1970: 1_795_219_200))
  private let requests = Recorder<FetchRequest>()
  private let messages = Recorder<String>()
  private let folder = TemporaryFolder()
  private let mediator = Mediator()

  init() throws {
    try mediator.answer(Network.fetch) { [answer, requests] request in
      requests.record(request)
      guard let answer = answer.withLock({ $0 }) else {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
      }
      return FetchResponse(status: 200, body: Data(try answer.get().utf8))
    }
  }

  private func remote(
    url: String = RemoteCatalogueTests.address, timeLimit: Duration = .seconds(900)
  ) -> RemoteCatalogue {
    let context = ModuleContext(
      mediator: mediator, folder: folder.url, now: { [time] in time.withLock { $0 } },
      log: Log(level: .warning) { [messages] in messages.record($1) })
    return RemoteCatalogue(url: url, timeLimit: timeLimit, context: context)
  }

  private func answer(_ json: String) { answer.withLock { $0 = .success(json) } }

  private func wait(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

  @Test
  func `added entries take precedence over those of the address, and these over bundled ones`()
    async throws
  {
    answer(
      """
      [{"id": "lisbon", "feed": "https://a.org/lisbon.zip"},
       {"id": "beijing", "feed": "https://a.org/beijing.zip", "name": "北京", "new": 1},
       {"id": "porto", "feed": "https://a.org/porto.zip"}]
      """)
    let catalogue = Catalogue(DataFolder(folder.url), remote: remote())
    #expect(catalogue.entries[.beijing] == nil)
    await catalogue.remote?.refreshIfDue()
    #expect(catalogue.entries[.lisbon]?.feed == "https://a.org/lisbon.zip")
    #expect(catalogue.entries[.beijing]?.name == "北京")
    #expect(catalogue.entries[.builtIn] == nil)
    try catalogue.added.store(CitySource(id: .beijing, feed: "https://b.org/feed.zip"))
    #expect(catalogue.entries[.beijing]?.feed == "https://b.org/feed.zip")
    #expect(requests.values.map(\.url) == [Self.address])
    #expect(messages.values.isEmpty)
  }

  @Test func `the copy is renewed after a day, and used without a connection`() async {
    answer(#"[{"id": "beijing", "feed": "https://a.org/1.zip"}]"#)
    await remote().refreshIfDue()
    answer(#"[{"id": "beijing", "feed": "https://a.org/2.zip"}]"#)
    wait(86_400)
    await remote().refreshIfDue()
    #expect(remote().entries.map(\.feed) == ["https://a.org/1.zip"])
    wait(1)
    await remote().refreshIfDue()
    #expect(remote().entries.map(\.feed) == ["https://a.org/2.zip"])
    #expect(remote().outdatedSince == nil)
    answer.withLock { $0 = .failure(.offline(host: "example.org")) }
    let date = time.withLock(\.self)
    wait(86_401)
    await remote().refreshIfDue()
    #expect(remote().outdatedSince == date)
    #expect(remote().entries.map(\.feed) == ["https://a.org/2.zip"])
    #expect(requests.values.count == 3)
  }

  @Test func `an address that cannot be read is logged, and read again after a minute`() async {
    let error = NetworkError.status(404, "https://example.org/cities.json")
    answer.withLock { $0 = .failure(error) }
    await remote().refreshIfDue()
    #expect(
      messages.values == ["cannot read the address in 'city-list.catalogue-url': \(error)"])
    wait(60)
    await remote().refreshIfDue()
    #expect(requests.values.count == 1)
    wait(1)
    await remote().refreshIfDue()
    #expect(requests.values.count == 2)
    wait(-7200)
    await remote().refreshIfDue()
    #expect(requests.values.count == 2)
    wait(-86_400)
    await remote().refreshIfDue()
    await #expect(throws: error) { try await remote().refresh() }
    #expect(requests.values.count == 4)
  }

  @Test(arguments: ["<html>", "{}", "", #"[{"error": "please log in"}]"#, "[1, 2, 3]"])
  func `content that is not a list of cities changes nothing`(content: String) async throws {
    answer(#"[{"id": "lisbon", "feed": "HTTPS://a.org/lisbon.zip"}]"#)
    try await remote().refresh()
    answer(content)
    await #expect(throws: NetworkError.self) { try await remote().refresh() }
    #expect(remote().entries.map(\.id) == [.lisbon])
  }

  @Test(arguments: [
    (#"{"id": "beijing"}"#, "'[0].feed' of 'beijing': a value is missing"),
    (#"{"id": "../x", "feed": "https://a.org"}"#, "'[0].id' of '../x': '../x' is not"),
    (#"{"id": "b/c", "feed": "https://a.org"}"#, "'[0].id' of 'b/c': "),
    (#"{"id": "a", "feed": "http://b.org"}"#, "'[0].feed' of 'a': expected an address that begins"),
    (#"{"id": "a", "feed": "https://"}"#, "'[0].feed' of 'a': "),
    (#"{"id": "a", "feed": "file:///etc/passwd"}"#, "'[0].feed' of 'a': "),
    (#"{"id": "a", "feed": "/etc/passwd"}"#, "'[0].feed' of 'a': "), ("7", "'[0]': "),
  ])
  func `an entry that cannot be used is skipped and named`(
    entry: String, problem: String
  ) async throws {
    answer(#"[\#(entry), {"id": "lisbon", "feed": "https://a.org/lisbon.zip"}]"#)
    try await remote().refresh()
    #expect(remote().entries.map(\.id) == [.lisbon])
    let message = try #require(messages.values.first)
    #expect(
      message.hasPrefix("skipped entries of 'https://example.org/cities.json': \(problem)"))
    #expect(message.hasSuffix("; correct the list") && messages.values.count == 1)
  }

  @Test func `many entries that cannot be used have one message`() async throws {
    answer(#"[1, 2, 3, 4, 5, {"id": "lisbon", "feed": "https://a.org/lisbon.zip"}]"#)
    try await remote().refresh()
    #expect(messages.values.count == 1)
    #expect(messages.values.first?.hasSuffix(" and 2 more; correct the list") == true)
  }

  @Test func `an entry whose secrets are lost is read again from the address`() async throws {
    answer(
      #"""
      [{"id": "beijing", "feed": "https://a.org/1.zip?key=1"},
       {"id": "lisbon", "feed": "https://a.org/2.zip"}]
      """#)
    try await remote().refresh()
    try Data("{".utf8).write(to: folder.url.appending(path: "secrets.json"))
    let remote = remote()
    #expect(remote.entries.map(\.id) == [.lisbon])
    await remote.refreshIfDue()
    #expect(remote.entries.map(\.feed) == ["https://a.org/1.zip?key=1", "https://a.org/2.zip"])
    #expect(requests.values.count == 2)
  }

  @Test(arguments: [
    #""licence": "javascript:x""#,
    #""realtime": {"addresses": ["https://a.org/rt", "/etc/passwd"], "source": "https://a.org"}"#,
    #""realtime": {"addresses": ["https://a.org/rt?key=1"], "source": "https://a.org"}"#,
    #""realtime": {"addresses": [], "source": "https://a.org"}"#,
    #""realtime": {"addresses": ["https://a.org/rt"], "source": "javascript:x"}"#,
  ])
  func `a licence or a realtime source without an encrypted address is left out`(
    field: String
  ) async throws {
    answer(#"[{"id": "beijing", "feed": "https://a.org", \#(field)}]"#)
    try await remote().refresh()
    #expect(remote().entries == [CitySource(id: .beijing, feed: "https://a.org")])
  }

  @Test func `concurrent calls read the address once`() async {
    let remote = remote()
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { await remote.refreshIfDue() } }
    }
    #expect(requests.values.count == 1)
  }

  @Test func `an entry cannot allow plain HTTP, and the size of the answer is limited`()
    async throws
  {
    answer(#"[{"id": "beijing", "feed": "https://a.org/1.zip", "allowsPlainHTTP": true}]"#)
    try await remote().refresh()
    #expect(remote().entries.map(\.allowsPlainHTTP) == [nil])
    #expect(requests.values.map(\.limit) == [4 << 20])
    #expect(requests.values.map(\.maximumAge) == [.zero])
  }

  @Test(.timeLimit(.minutes(15)))
  func `an address that does not answer delays the list for a limited time`() async {
    answer.withLock { $0 = nil }
    await remote(timeLimit: .milliseconds(1)).refreshIfDue()
    #expect(messages.values.count == 1)
    #expect(
      messages.values.first?.hasSuffix(
        "'https://example.org/cities.json' took longer than 0 s; try again later") == true)
  }

  @Test(.timeLimit(.minutes(15))) func `a cancelled refresh is no failure`() async {
    answer.withLock { $0 = nil }
    let refresh = Task { await remote().refreshIfDue() }
    refresh.cancel()
    await refresh.value
    #expect(messages.values.isEmpty)
    answer(#"[{"id": "beijing", "feed": "https://a.org/1.zip"}]"#)
    await remote().refreshIfDue()
    #expect(remote().entries.count == 1)
  }

  @Test func `a copy of another address and a damaged copy are not used`() async throws {
    answer(#"[{"id": "beijing", "feed": "https://a.org/1.zip"}]"#)
    try await remote().refresh()
    #expect(remote(url: "https://b.org").entries.isEmpty)
    try Data("{".utf8).write(to: folder.url.appending(path: "catalogue.json"))
    #expect(remote().entries.isEmpty)
    await remote().refreshIfDue()
    #expect(remote().entries.count == 1)
  }

  @Test func `the copy contains no secrets, and that of an earlier version loses them`()
    async throws
  {
    let file = folder.url.appending(path: "catalogue.json")
    func hasSecrets() throws -> Bool {
      let text = try String(contentsOf: file, encoding: .utf8)
      return ["secret", "token"].contains { text.contains($0) }
    }
    let feeds = ["https://a.org/1.zip?key=token", "https://me:token@b.org/2.zip"]
    answer(
      #"[{"id": "beijing", "feed": "\#(feeds[0])"}, {"id": "lisbon", "feed": "\#(feeds[1])"}]"#)
    try await remote().refresh()
    #expect(try !hasSecrets())
    #expect(remote().entries.map(\.feed) == feeds)
    let old = """
      {"url": "\(Self.address)", "renewal": 0, "entries": [{"id": "beijing", "feed": "\(feeds[0])"}]}
      """
    try Data(old.utf8).write(to: file)
    #expect(remote().entries.map(\.feed) == [feeds[0]])
    remote().removeSecrets()
    #expect(try !hasSecrets())
    #expect(remote().entries.map(\.feed) == [feeds[0]])
    answer("[]")
    try await remote().refresh()
    let secrets = try String(
      contentsOf: folder.url.appending(path: "secrets.json"), encoding: .utf8)
    #expect(secrets == "{}")
  }

  @Test func `the list has the cities of the configured address, and a check reads it again`()
    async throws
  {
    let harness = try await ModuleHarness(
      CityListModule.self, configuration: ["catalogueUrl": Self.address])
    let fixture = CityListFixture()
    try fixture.stub(harness)
    try harness.stub(Network.fetch) { [requests] request in
      requests.record(request)
      let json = #"[{"id": "beijing", "name": "北京", "feed": "https://a.org/gtfs.zip"}]"#
      return FetchResponse(status: 200, body: Data(json.utf8))
    }
    let search = CitySearch(search: "北京", refresh: true)
    #expect(try await harness.cities().count > 0)
    #expect(requests.values.isEmpty)
    let cities = try await harness.mediator.perform(CityList.cities, search)
    #expect(cities.map(\.id) == [.beijing])
    #expect(try await harness.download(.beijing).name == "北京")
    #expect(requests.values.count == 1)
    #expect(try await harness.mediator.perform(CityList.updates).map(\.id) == [.beijing])
    #expect(requests.values.count == 2)
  }

  @Test func `a new city has the realtime sources of its entry, and keeps what is set later`()
    async throws
  {
    let harness = try await ModuleHarness(
      CityListModule.self, configuration: ["catalogueUrl": Self.address])
    try CityListFixture().stub(harness)
    let set = Recorder<LiveSources>()
    try harness.stub(DataSource.setLiveSources) { sources in
      set.record(sources)
      return Empty()
    }
    try harness.stub(Network.fetch) { [answer] _ in
      FetchResponse(status: 200, body: Data(try answer.withLock { try $0?.get() ?? "" }.utf8))
    }
    answer(
      """
      [{"id": "beijing", "feed": "https://a.org/gtfs.zip",
        "realtime": {"addresses": ["https://a.org/rt"], "source": "https://a.org"}}]
      """)
    for _ in 0..<2 { try await harness.download(.beijing) }
    let sources = LiveSources(city: .beijing, sources: [LiveSource(address: "https://a.org/rt")])
    #expect(set.values == [sources])
  }

  @Test func `a downloaded city can be updated after the address has dropped it`() async throws {
    let harness = try await ModuleHarness(
      CityListModule.self, configuration: ["catalogueUrl": Self.address])
    let fixture = CityListFixture()
    try fixture.stub(harness)
    try harness.stub(Network.fetch) { [answer] _ in
      FetchResponse(status: 200, body: Data(try answer.withLock { try $0?.get() ?? "" }.utf8))
    }
    answer.withLock { $0 = .failure(.offline(host: "example.org")) }
    let error = CityListError.unreadableCatalogue(
      .beijing, reason: "\(NetworkError.offline(host: "example.org"))")
    await #expect(throws: error) { try await harness.download(.beijing) }
    answer(#"[{"id": "beijing", "feed": "https://a.org/gtfs.zip", "publisher": "A"}]"#)
    try await harness.download(.beijing)
    answer("[]")
    let checked = try await harness.mediator.perform(CityList.updates)
    #expect(checked.map(\.source?.publisher) == ["A"])
    #expect(try await !harness.update(.beijing).isNew)
    try await harness.remove(.beijing)
    await #expect(throws: CityListError.unknownCity(.beijing, nearest: nil)) {
      try await harness.download(.beijing)
    }
  }
}
