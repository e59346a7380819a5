import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Store
import Testing

private enum Diary: Interface {
  static let add = Action<Appointment, Appointment>(native: Diary.self, "add")
  static let move = Action<Appointment, Appointment>(native: Diary.self, "move")
  static let remove = Action<Appointment, Appointment>(native: Diary.self, "remove")
  static let undo = Action<Empty, String>(native: Diary.self, "undo")
}

private struct Appointment: StoredItem {
  static let noun = "appointment"
  var id = 0
  var title = "dentist"
  /// In seconds since 1970.
  var date: Double
}

private struct AppointmentBegan: Event, Codable {
  let id: Int
}

private struct DiaryModule: DatabaseModule {
  static let manifest = Manifest(
    Diary.self, summary: "", answers: [Diary.add, Diary.move, Diary.remove, Diary.undo],
    durableFollowers: [DurableFollower("ring", of: AppointmentBegan.self)])
  static let rung = Lock<[String: [Int]]>([:])

  let folder: String
  let list: StoredList<Appointment>
  var database: Database { list.database }

  init(context: ModuleContext) {
    folder = context.folder.path
    list = StoredList(context) { appointment in
      (Date(timeIntervalSince1970: appointment.date), AppointmentBegan(id: appointment.id))
    }
  }

  func register(with registrar: Registrar) {
    registrar.answer(Diary.add) { try await list.add($0) }
    registrar.answer(Diary.move) { new in
      try await list.change(new.id) { ($0.title, $0.date) = (new.title, new.date) }
    }
    registrar.answer(Diary.remove) { try await list.remove($0.id) }
    registrar.answer(Diary.undo) { _ in try await list.undo() }
    registrar.follow(AppointmentBegan.self, durably: "ring") { delivery in
      Self.rung.withLock { $0[folder, default: []].append(delivery.event.id) }
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct AlarmTests {
  private let temporary = TemporaryFolder()
  private let now = Lock(Date(timeIntervalSince1970: 1000))

  /// Starts a process of the app, which has called the diary by the name of its folder.
  private func process(
    folder name: String = DiaryModule.manifest.target
  ) async throws -> (mediator: Mediator, manager: ModuleManager) {
    let (mediator, folder) = (Mediator(), temporary.url)
    let app = AppDescription(name: "app", summary: "", version: "0", folder: folder)
    let manager = try ModuleManager(
      [ModuleDescriptor(DiaryModule.self)], mediator: mediator, clock: ManualClock(),
      publications: EventDatabase(
        ModuleContext(
          mediator: mediator, folder: folder.appending(path: "host"),
          now: { [now] in now.withLock(\.self) }, app: app))
    ) { [now] _ in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: name),
        now: { now.withLock(\.self) }, app: app)
    }
    try await manager.open()
    return (mediator, manager)
  }

  private func set(_ seconds: Double) {
    now.withLock { $0 = Date(timeIntervalSince1970: seconds) }
  }

  /// The appointments whose alarms have reached the follower.
  private var rung: [Int] {
    let folder = temporary.url.appending(path: DiaryModule.manifest.target).path
    return DiaryModule.rung.withLock { $0[folder] ?? [] }
  }

  /// The date of the file that says when the alarms of the diary are looked at.
  private var markedDate: TimeInterval? {
    let path = temporary.url.appending(path: "host/waiting-events/diary").path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
  }

  @Test func `an alarm rings after the folder of its module got another name`() async throws {
    let (mediator, manager) = try await process(folder: "journal")
    _ = try await mediator.perform(Diary.add, Appointment(date: 2000))
    await manager.stop()
    let folder = temporary.url
    try FileManager.default.moveItem(
      at: folder.appending(path: "journal"), to: folder.appending(path: "diary"))
    EventDatabase(ModuleContext(mediator: mediator, folder: folder.appending(path: "host")))
      .moveWaitingEvents(of: "journal", to: "diary")
    #expect(markedDate == 2000)
    set(2000)
    await (try await process()).manager.deliverStoredEvents()
    #expect(rung == [1])
  }

  @Test func `an alarm rings at its date and not before, each in its time`() async throws {
    let (mediator, manager) = try await process()
    for date in [9000.0, 2000] {
      _ = try await mediator.perform(Diary.add, Appointment(date: date))
    }
    #expect(markedDate == 2000)
    for (seconds, expected) in [(1999.0, []), (2000, [2]), (8999, [2]), (9000.5, [2, 1])] {
      set(seconds)
      await manager.deliverStoredEvents()
      #expect(rung == expected)
    }
    #expect(markedDate == nil)
  }

  @Test func `an alarm whose time passes while no process runs rings in the next one`()
    async throws
  {
    let first = try await process()
    _ = try await first.mediator.perform(Diary.add, Appointment(date: 2000))
    await first.manager.stop()
    set(1_000_000)
    let next = try await process()
    await next.manager.deliverStoredEvents()
    #expect(rung == [1])
  }

  @Test func `a change sets the alarm again, a removal removes it, and an undo restores it`()
    async throws
  {
    let (mediator, manager) = try await process()
    for date in [2000.0, 3000, 4000] {
      _ = try await mediator.perform(Diary.add, Appointment(date: date))
    }
    _ = try await mediator.perform(Diary.move, Appointment(id: 1, date: 5000))
    for id in [2, 3] { _ = try await mediator.perform(Diary.remove, Appointment(id: id, date: 0)) }
    _ = try await mediator.perform(Diary.undo)
    for (seconds, expected) in [(3999.0, []), (4000, [3]), (4999, [3]), (5000, [3, 1])] {
      set(seconds)
      await manager.deliverStoredEvents()
      #expect(rung == expected)
    }
  }

  @Test func `a change of something else keeps an alarm, also one that is due`() async throws {
    let (mediator, manager) = try await process()
    _ = try await mediator.perform(Diary.add, Appointment(date: 2000))
    set(2100)
    _ = try await mediator.perform(Diary.move, Appointment(id: 1, title: "doctor", date: 2000))
    await manager.deliverStoredEvents()
    #expect(rung == [1])
    _ = try await mediator.perform(Diary.move, Appointment(id: 1, title: "dentist", date: 2000))
    await manager.deliverStoredEvents()
    #expect(rung == [1])
  }

  @Test func `a process that can tell nobody leaves an alarm to another one`() async throws {
    let (mediator, manager) = try await process()
    _ = try await mediator.perform(Diary.add, Appointment(date: 2000))
    set(2000)
    await manager.deliverStoredEvents(includingAlarms: false)
    #expect(rung == [])
    let next = try await process()
    await next.manager.deliverStoredEvents()
    #expect(rung == [1])
  }

  @Test func `a process that starts says when the first alarm is due`() async throws {
    let first = try await process()
    _ = try await first.mediator.perform(Diary.add, Appointment(date: 2000))
    await first.manager.stop()
    let next = try await process()
    _ = try await next.mediator.perform(Diary.add, Appointment(date: 2500))
    #expect(markedDate == 2000)
  }

  @Test func `an alarm in the past is not set`() async throws {
    let (mediator, manager) = try await process()
    _ = try await mediator.perform(Diary.add, Appointment(date: 1000))
    await manager.deliverStoredEvents()
    #expect(rung == [] && markedDate == nil)
  }

  @Test func `an alarm that is far ahead is no unhandled event, and is looked at now and then`()
    async throws
  {
    let (mediator, manager) = try await process()
    _ = try await mediator.perform(Diary.add, Appointment(date: 1_000_000))
    #expect(try await manager.storedEvents().isEmpty)
    await manager.deliverStoredEvents()
    #expect(markedDate == 2800)
    set(2800)
    await manager.deliverStoredEvents()
    #expect(markedDate == 4600 && rung == [])
  }
}
