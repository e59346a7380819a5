package import Foundation
import Mediator
import Store
import Web

/// A server that sells tickets for test money: HTTP for requests, and a channel for notifications.
/// Its state is in a SQLite database, so it keeps what it has answered when it is killed.
///
/// ```swift
/// let office = try TicketOffice.start(faults: "payment.drop:1")
/// let url = office.url  // for the setting `tickets.url`
/// ```
package final class TicketOffice: Sendable {
  private let server: HTTPServer
  private let channelListener: ChannelListener
  private let service: TicketService
  /// The folder to remove at the end.
  private let temporaryFolder: URL?

  /// Starts a server on this machine.
  /// - Parameters:
  ///   - port: The port for HTTP; 0 for one that is free.
  ///   - channelPort: The port of the channel; 0 for one that is free.
  ///   - folder: The folder of the database; nil for a temporary one.
  ///   - faults: What goes wrong, such as `payment.drop:1,slow`.
  ///   - delay: How late a slow answer is.
  /// - Throws: What the person must correct: a fault that does not exist, a port or a folder.
  package static func start(
    port: UInt16 = 0, channelPort: UInt16 = 0, folder: URL? = nil, faults: String = "",
    delay: Duration = .seconds(60), now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock()
  ) throws -> TicketOffice {
    let plan = FaultPlan(try Fault.list(faults))
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "ticket-office-\(UUID())", directoryHint: .isDirectory)
    let database = try Database(
      in: folder ?? temporary, migrations: SessionStore.tables + OrderStore.tables)
    let service = TicketService(
      sessions: SessionStore(database: database, now: now),
      orders: OrderStore(database: database, now: now), faults: plan, subscribers: Subscribers())
    let channelRoutes = ChannelRoutes(service: service)
    let listener = try ChannelListener(port: channelPort) { client, _ in
      service.subscribers.serve(client) { try await channelRoutes.answer($1, of: $0) }
    }
    do {
      let routes = Routes(
        service: service, channelPort: listener.port, delay: delay, clock: clock)
      let server = try HTTPServer(port: port, failure: { failure, _ in .json(of: failure) }) {
        await routes.answer($0)
      }
      return TicketOffice(server, listener, service, folder == nil ? temporary : nil)
    } catch {
      listener.close()
      throw error
    }
  }

  /// Starts a server on a port that the system gives to no other server, so that the port stays
  /// free while the server is stopped.
  package static func startOnFixedPort(
    in folder: URL? = nil
  ) throws -> (office: TicketOffice, port: UInt16) {
    var attempts = 0
    while true {
      attempts += 1
      let port = UInt16.random(in: 20_000..<32_000)
      do {
        return (try start(port: port, folder: folder), port)
      } catch {
        guard attempts < 100 else { throw error }
      }
    }
  }

  private init(
    _ server: HTTPServer, _ channelListener: ChannelListener, _ service: TicketService,
    _ temporaryFolder: URL?
  ) {
    self.server = server
    self.channelListener = channelListener
    self.service = service
    self.temporaryFolder = temporaryFolder
  }

  deinit { stop() }

  /// The address for HTTP.
  package var url: String { "http://127.0.0.1:\(server.port)" }

  /// The port of the channel.
  package var channelPort: UInt16 { channelListener.port }

  /// Ends all connections.
  package func stop() {
    server.stop()
    channelListener.close()
    service.subscribers.end()
    if let temporaryFolder { try? FileManager.default.removeItem(at: temporaryFolder) }
  }

  /// Replaces the faults that are left.
  /// - Throws: What is wrong with the text.
  package func setFaults(_ faults: String) throws {
    service.faults.replace(with: try Fault.list(faults))
  }

  /// Signs a person in, and returns the token.
  package func signIn(_ name: String) async throws -> String {
    try await service.sessions.signIn(name, password: "test").token
  }

  /// Sends an announcement to all clients of the channel.
  /// - Throws: What is wrong with the request.
  @discardableResult
  package func announce(_ request: AnnouncementRequest) throws -> Announcement {
    try service.announce(request)
  }

  /// Sends a notification to all clients of the channel, also one that no real server sends.
  package func notify(_ method: String, _ parameters: Data) {
    service.subscribers.publish(method, parameters, to: nil, 1)
  }

  /// Ends the time in which an order can be paid.
  package func expire(_ id: String) async throws { _ = try await service.expire(id) }

  /// How often each order was placed and paid.
  package var statistics: [OrderStatistics] {
    get async throws { try await service.orders.statistics }
  }

  /// The names of the persons whose clients receive notifications.
  package var subscriberNames: [String] { service.subscribers.names }

  /// The number of clients that are connected to the channel.
  package var connectionCount: Int { service.subscribers.count }

  /// Ends the connections of the channel; the clients may connect again.
  package func disconnectChannel() { service.subscribers.disconnect() }
}
