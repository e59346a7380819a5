import Console
import Mediator
import MessagesInterface
public import ModuleManager
import NetworkInterface
import Platform
public import Store

/// Stores messages until a server has answered them.
public struct MessagesModule: DatabaseModule {
  public static let manifest = Manifest(
    Messages.self, summary: "Sends messages that must reach a server exactly once",
    uses: [Network.self],
    answers: [
      Messages.send, Messages.list, Messages.records, Messages.outcome, Messages.retry,
      Messages.drop,
      Messages.notifications,
    ],
    publishes: [MessageQueued.self, MessageSent.self, MessageFailed.self])

  public static let contributions = Contributions(commands, scenes, notifications)

  /// The command `messages` with its subcommands.
  static let commands: [Command] = [.listMessages, .retryMessages, .dropMessages]

  private let scheduler: MessageScheduler
  /// The database with the messages.
  public var database: Database { scheduler.outbox.database }
  private let channels: ServerChannels
  private let delivery: RepeatedDelivery

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    let clock = AnyClock(context.clock)
    let servers = context.modules.flatMap { $0.contributions(of: MessageServer.self) }
    channels = ServerChannels(context.mediator, servers, log: context.log, clock: clock)
    let sender = MessageSender(
      mediator: context.mediator, servers: servers)
    scheduler = MessageScheduler(Outbox(context), sender)
    delivery = RepeatedDelivery(scheduler, log: context.log, clock: clock)
  }

  /// Closes the channels and the database.
  public func stop() async {
    channels.close()
    await database.close()
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Messages.send) { [scheduler] in try await scheduler.send($0) }
    registrar.answer(Messages.list) { [scheduler] _ in
      let accounts = await scheduler.sender.currentAccounts
      return try await scheduler.outbox.owned.filter {
        $0.account == nil || $0.account == accounts[$0.record.server]
      }.map(\.record)
    }
    registrar.answer(Messages.records) { [scheduler] _ in
      try await scheduler.outbox.owned.map(\.record)
    }
    registrar.answer(Messages.outcome) { [scheduler] in
      let stored = try await scheduler.outbox.message($0)
      return MessageOutcome(record: stored.record, reply: stored.reply)
    }
    registrar.answer(Messages.retry) { [scheduler, channels] selection in
      // Somebody may have signed in.
      channels.retry()
      let outbox = scheduler.outbox
      let states: Set<MessageRecord.State> =
        selection.id == nil ? [.waiting] : MessageRecord.State.changeable
      let selected = try await outbox.move(selection.id, from: states, to: .waiting).map(\.id)
      try await scheduler.deliverAll()
      return try await outbox.owned.map(\.record).filter { selected.contains($0.id) }
    }
    registrar.answer(Messages.drop) { [scheduler] selection in
      let states: Set<MessageRecord.State> =
        selection.id == nil ? [.failed] : MessageRecord.State.changeable
      return try await scheduler.outbox.move(selection.id, from: states, to: .dropped)
    }
    registrar.answer(Messages.notifications) { [channels, delivery] _ in
      channels.notifications { await delivery.run() }
    }
  }
}

extension MessagesModule: ForegroundHandler {
  /// Sends what waits, and connects the channels, as far as the notifications are read.
  public func willEnterForeground() {
    channels.retry()
    delivery.retry()
  }
}

extension MessagesModule {
  /// The notifications of all channels.
  static let notifications = [
    NotificationSource { try await $0.perform(Messages.notifications) }
  ]
}
