import Channel
import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Plugins
import Testing

@testable import HostKit

enum Catalogue: Interface {
  /// An object for an object.
  static let price = Action<PriceQuery, Quotation>(Catalogue.self, "price", .reads, .remote)
  /// A list, without a command, but with a summary.
  static let names = Action<Empty, [String]>(
    Catalogue.self, "names", .reads, .remote, summary: "List the names of all articles")
  /// An input that is no object.
  static let twice = Action<Int, Int>(Catalogue.self, "twice", .reads, .remote)
  /// Waits for the test, or until it is cancelled.
  static let wait = Action<Empty, Empty>(Catalogue.self, "wait", .reads, .remote)
  static let secret = Action<PriceQuery, Quotation>(Catalogue.self, "secret")
  static let internalPrice = Action<PriceQuery, Quotation>(native: Catalogue.self, "internalPrice")
}

struct CatalogueChanged: SharedEvent {}

struct PriceQuery: Codable, Sendable {
  let name: String
  let amount: Decimal?
  let size: ArticleSize?
}

extension PriceQuery: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    ["name": "a name from 'names'", "amount": "how many"]
  }
}

enum ArticleSize: String, Codable, CaseIterable, Sendable {
  case small, large
}

struct Quotation: Codable, Sendable {
  let amount: Decimal
  let number: Int
  let name: String
}

extension Quotation: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions { ["amount": "in euros"] }
}

enum CatalogueError: ModuleError {
  case unknown(String)

  var kind: FailureKind { .notFound }
  var description: String {
    switch self {
    case .unknown(let name): "no article '\(name)' at https://me:secret@example.org/?key=1"
    }
  }
}

/// Answers the actions. It prints what a client must not receive, and records what happens.
struct CatalogueModule: Module {
  static let manifest = Manifest(
    Catalogue.self, summary: "Knows prices",
    answers: [
      Catalogue.price, Catalogue.names, Catalogue.twice, Catalogue.wait, Catalogue.secret,
      Catalogue.internalPrice,
    ], publishes: [CatalogueChanged.self], activation: .eager)
  static let contributions = Contributions(commands)
  static let commands = [
    Command(
      "price", "Show the price of an article", calls: Catalogue.price,
      arguments: ["name"], examples: ["price lamp --amount 2"]
    ) { price in "\(price.amount)" }
  ]

  /// What happens, and the end of `wait`; task-local values, because a test cannot pass them to it.
  @TaskLocal static var notes = Recorder<String>()
  @TaskLocal static var waitEnd = Promise<Empty>()

  private let notes = Self.notes
  private let waitEnd = Self.waitEnd

  init(context: ModuleContext) {}

  func register(with registrar: Registrar) {
    registrar.answer(Catalogue.price) { article in
      notes.record("price")
      return try Self.price(article)
    }
    registrar.answer(Catalogue.secret) { try Self.price($0) }
    registrar.answer(Catalogue.internalPrice) { try Self.price($0) }
    registrar.answer(Catalogue.names) { _ in ["chair", "\u{202E}\"lamp\"\n\\ ü"] }
    registrar.answer(Catalogue.twice) { $0 * 2 }
    registrar.answer(Catalogue.wait) { _ in
      notes.record("waiting")
      do {
        return try await waitEnd.value
      } catch {
        notes.record("cancelled")
        throw error
      }
    }
  }

  func stop() async { notes.record("stopped") }

  private static func price(_ article: PriceQuery) throws -> Quotation {
    guard article.name != "none" else { throw CatalogueError.unknown(article.name) }
    return Quotation(amount: article.amount ?? 0.1, number: .max, name: article.name)
  }
}

/// A client that speaks to an app over pipes, without a channel of its own.
final class MCPClient: Sendable {
  let clock = ManualClock()
  let notes = Recorder<String>()
  let waitEnd = Promise<Empty>()
  /// The exit code of the app.
  let end: Task<ExitCode, Never>
  private let requests: FileHandle
  private let responses: FileHandle
  private let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let ended = Lock(false)
  private let queue = DispatchQueue(label: "client")

  /// - Parameters:
  ///   - folder: The folder of the test.
  ///   - home: The path of the data folder of the app in it.
  ///   - program: The program that has started the app.
  ///   - isReading: Whether the client reads what the server writes.
  init(
    _ app: CommandLineApp = .shop([CatalogueModule.self]),
    in folder: TemporaryFolder = TemporaryFolder(), home: String = "",
    startedBy program: String? = nil,
    isReading: Bool = true, environment: [String: String] = [:],
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    Terminal.prepareProcess()  // The server may end while the client writes.
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw POSIXError(.EMFILE) }
    for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    requests = FileHandle(fileDescriptor: input[1], closeOnDealloc: true)
    responses = FileHandle(fileDescriptor: output[0], closeOnDealloc: true)
    let transport = ChannelTransport(reading: input[0], writing: output[1])
    let closed = Terminal(descriptor: -1, environment: [:])
    let host = CommandLineHost(
      app: app, folder: folder.url.appending(path: home), output: closed, errors: closed,
      environment: Environment(environment), openClientStreams: { transport },
      clientProgram: { program }, now: now, clock: clock)
    let (notes, waitEnd, ended) = (notes, waitEnd, ended)
    end = CatalogueModule.$notes.withValue(notes) {
      CatalogueModule.$waitEnd.withValue(waitEnd) {
        Task {
          defer {
            ended.withLock { $0 = true }
            withExtendedLifetime(folder) {}
          }
          return await host.run(["mcp"])
        }
      }
    }
    (lines, continuation) = AsyncStream<String>.makeStream()
    if isReading { read() }
  }

  /// Begins to read what the server writes.
  func read() {
    Thread.detachNewThread { [responses, continuation] in
      var rest = Data()
      while case let data = responses.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = rest[(end + 1)...]
        }
      }
      continuation.finish()
    }
  }

  /// Waits until a module has recorded a note several times, or the app has ended.
  func wait(for note: String, count: Int = 1) async throws {
    try await ModuleTesting.wait {
      notes.values.count(where: { $0 == note }) >= count || hasEnded
    }
  }

  /// Lets time pass until the app has ended.
  func advance() async throws {
    try await ModuleTesting.wait {
      guard !hasEnded else { return true }
      clock.advance(by: .seconds(1))
      return false
    }
  }

  /// Waits until the app has ended, and returns its exit code.
  func waitForEnd() async throws -> ExitCode {
    try await ModuleTesting.wait { hasEnded }
    return await end.value
  }

  private var hasEnded: Bool { ended.withLock { $0 } }

  func send(_ lines: String...) { send(lines) }

  func send(_ lines: [String]) { send(Data(lines.map { $0 + "\n" }.joined().utf8)) }

  /// Sends bytes later, in the order of the calls, because the pipe may be full.
  func send(_ bytes: Data) { queue.async { [requests] in try? requests.write(contentsOf: bytes) } }

  /// Waits until everything is sent.
  func flush() async {
    await withCheckedContinuation { caller in queue.async { caller.resume() } }
  }

  /// Closes the standard input of the app, after everything is sent.
  func hangUp() { queue.async { [requests] in try? requests.close() } }

  /// Returns the next line that the app writes; nil at the end.
  func line() async -> String? {
    for await line in lines { return line }
    return nil
  }

  /// Returns the next message that the app writes.
  func message() async throws -> JSONValue {
    try JSON.decode(JSONValue.self, from: Data((await line() ?? "").utf8))
  }

  /// Sends a request, and returns the answer.
  func answer(to line: String) async throws -> JSONValue {
    send(line)
    return try await message()
  }

  /// Returns the messages that the app writes until it closes its output.
  func rest() async throws -> [JSONValue] {
    var messages: [JSONValue] = []
    while let line = await line() {
      messages.append(try JSON.decode(JSONValue.self, from: Data(line.utf8)))
    }
    return messages
  }
}

extension MCPEra {
  /// A request of this era.
  /// - Parameter parameters: The members of the parameters, besides the metadata.
  func request(
    _ id: String, _ method: String, _ parameters: String = "", metadata: String = ""
  ) -> String {
    let prefix = "io.modelcontextprotocol/"
    let own =
      switch self {
      case .modern:
        #""\#(prefix)protocolVersion":"2026-07-28","\#(prefix)clientCapabilities":{}"#
      case .legacy: ""
      }
    let all = [own, metadata].filter { !$0.isEmpty }.joined(separator: ",")
    let members = [parameters, all.isEmpty ? "" : "\"_meta\":{\(all)}"].filter { !$0.isEmpty }
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"#
      + members.joined(separator: ",") + "}}"
  }

  func call(_ id: String, _ tool: String, _ arguments: String = "{}", token: String? = nil)
    -> String
  {
    request(
      id, "tools/call", #""name":"\#(tool)","arguments":\#(arguments)"#,
      metadata: token.map { "\"progressToken\":\($0)" } ?? "")
  }
}

extension JSONValue {
  init(json: String) throws { self = try JSON.decode(JSONValue.self, from: Data(json.utf8)) }

  var json: String { (try? JSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}
