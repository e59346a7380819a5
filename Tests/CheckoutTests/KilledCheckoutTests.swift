import Account
import AccountInterface
import CartInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import OrdersInterface
import Platform
import TestSupport
import Testing
import TicketOffice

/// Programs and servers that are killed during a checkout: each cart becomes one order, which is
/// paid once and has its tickets once.
@Suite(.highPriority, .serialized, .timeLimit(.minutes(30))) struct KilledCheckoutTests {
  private let clientKills = TestOptions.isThorough ? 200 : 10
  private let serverKills = TestOptions.isThorough ? 50 : 5

  @Test func `after kill -9 of the program, the next checkout goes on with the order`()
    async throws
  {
    let office = try TicketOffice.start()
    let fixture = try await CheckoutFixture(office.url)
    try await fixture.signIn()
    var random = SplitMix64(seed: 2_023)
    for _ in 0..<clientKills {
      try await fixture.add("z2", 2)
      let delay = UInt32.random(in: 0...80_000, using: &random)
      let (url, path) = (office.url, fixture.folder.path)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [url = url as String, path = path as String, delay = delay as UInt32] in
        let fixture = try await CheckoutFixture(url, folder: URL(filePath: path))
        killThisProcess(after: delay)
        try await fixture.checkout()
        try await Promise<Void>().value
      }
      try await fixture.finishCheckout()
    }
    try await fixture.expectOneOrderEach(clientKills, at: office)
    await fixture.stop()
  }

  @Test func `after kill -9 of the server, the next checkout goes on with the order`() async throws
  {
    let folder = TemporaryFolder()
    let (first, port) = try TicketOffice.startOnFixedPort(in: folder.url)
    let path = folder.url.path
    let fixture = try await CheckoutFixture(first.url)
    try await fixture.signIn()
    first.stop()
    var random = SplitMix64(seed: 2_024)
    for _ in 0..<serverKills {
      try await fixture.add("z2", 2)
      let delay = UInt32.random(in: 0...40_000, using: &random)
      let isListening = path + "/listening"
      let isServerKilled = Lock(false)
      async let client: Void = {
        try await wait { unlink(isListening) == 0 || isServerKilled.withLock(\.self) }
        // Whatever the person sees of the server's end.
        _ = try? await fixture.checkout()
      }()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, port = port as UInt16, delay = delay as UInt32] in
        let office = try TicketOffice.start(port: port, folder: URL(filePath: path))
        try Data().write(to: URL(filePath: path + "/listening"))
        killThisProcess(after: delay)
        try await Promise<Void>().value
        withExtendedLifetime(office) {}
      }
      isServerKilled.withLock { $0 = true }
      try await client
      let office = try TicketOffice.start(port: port, folder: folder.url)
      try await fixture.finishCheckout()
      office.stop()
    }
    let office = try TicketOffice.start(port: port, folder: folder.url)
    try await fixture.expectOneOrderEach(serverKills, at: office)
    await fixture.stop()
  }
}

/// Ends this process as `kill -9` does, from a thread of its own.
private func killThisProcess(after microseconds: UInt32) {
  Thread.detachNewThread {
    usleep(microseconds)
    kill(getpid(), SIGKILL)
  }
}

extension CheckoutFixture {
  /// Orders what is left in the cart, as a person does who enters the command again.
  fileprivate func finishCheckout() async throws {
    for _ in 0..<5 {
      do {
        guard try await checkout().state != .issued else { break }
      } catch OrdersError.emptyCart {
        break
      }
    }
    #expect(try await mediator.perform(Cart.list).lines == [])
  }

  fileprivate func expectOneOrderEach(_ count: Int, at office: TicketOffice) async throws {
    let statistics = try await office.statistics
    #expect(statistics.count == count)
    #expect(statistics.allSatisfy { $0.placements == 1 && $0.payments == 1 && $0.tickets == 2 })
    let orders = try await orders
    #expect(orders.count == count && orders.allSatisfy { $0.state == .issued })
    #expect(Set(orders.map(\.id)) == Set(statistics.map(\.id)))
    // Each ticket is once in the wallet.
    #expect(Set(orders.flatMap(\.tickets).map(\.id)).count == 2 * count)
  }
}
