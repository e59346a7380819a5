import Console
public import Foundation
public import Mediator
public import ModuleManager
import Platform
public import Testing

/// Runs one module with stubs in place of other modules, in a temporary folder.
///
/// ```swift
/// @Test func `the forecast comes from the network`() async throws {
///   let harness = try await ModuleHarness(WeatherModule.self)
///   try harness.stub(Network.fetch) { _ in FetchResponse(status: 200, body: Data("sun".utf8)) }
///   let forecast = try await harness.mediator.perform(Weather.forecast)
///   #expect(forecast == "sun")
///   #expect(harness.published(ForecastGiven.self).count == 1)
/// }
/// ```
///
/// The modules that it requires are registered without actions; a test stubs those that it needs. A
/// call of an action without a stub fails the test. A module that reads the contributions of others
/// gets them from the modules that the test passes as `others`.
///
/// Inputs and outputs of the module's actions are compared with their schemas, and each difference
/// fails the test; see `SchemaMonitor`. So does an event that the module publishes and its manifest
/// does not list.
public final class ModuleHarness: Sendable {
  /// The mediator through which a test calls the module.
  public let mediator = Mediator()
  /// The module's data folder.
  public let folder: URL
  private let ownFolder = TemporaryFolder()
  let module: ModuleDescriptor
  let now: @Sendable () -> Date
  /// The manager that starts and stops the module.
  public let manager: ModuleManager
  private let monitor: CallMonitor
  private let stubs = Recorder<Int>()
  /// The fields of settings that the module reads, but does not declare.
  private let reported = Lock<Set<String>>([])
  private let subscription: Subscription

  /// Registers the module, which starts with the first call.
  /// - Parameters:
  ///   - module: The module under test.
  ///   - others: Further modules, which also start with the first call for them. Their
  ///     settings have the defaults, and their data folders are in that of the module under test.
  ///   - existing: The folder of another harness, to test a second run; a new folder unless given.
  ///   - now: Returns the current date for the module; 1 January 1970 unless given.
  ///   - configuration: The values of its settings by field; a setting without one has its default,
  ///     as in the app. A value that the app would reject fails the test.
  ///   - clock: The clock for deadlines and for the module's timers; without it, they never pass.
  ///   - sourceLocation: The line at which problems of the module's declarations, calls and events
  ///     are reported.
  public init(
    _ module: ModuleDescriptor, others: [ModuleDescriptor] = [], folder existing: URL? = nil,
    now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) },
    configuration: Parameters = [:], clock: some Clock<Duration> = ManualClock(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let mediator = mediator
    let monitor = CallMonitor(module.manifest, on: mediator, at: sourceLocation)
    let folder = existing ?? ownFolder.url
    if existing == nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let modules = [module] + others
    let required = Set(modules.flatMap { $0.manifest.requires })
      .subtracting(modules.map { $0.manifest.name })
      .map { ModuleDescriptor(Manifest(name: $0, summary: "")) { _ in EmptyModule() } }
    let name = module.manifest.name
    let ownSettings = module.contributions(of: Setting.self)
    let badDefaults = ownSettings.compactMap { $0.defaultProblem(settingName: $0.name) }
    for problem in module.actionsWithoutSummary + badDefaults
      + configuration.problems(with: ownSettings)
    {
      Issue.record(problem, at: sourceLocation)
    }
    let ownConfiguration = configuration.filled(with: ownSettings).reportingReads {
      [reported] field in
      guard !ownSettings.contains(where: { $0.field == field }),
        reported.withLock({ $0.insert(field).inserted })
      else { return }
      let hint = ownSettings.map(\.field).nearest(to: field).first.suggestion(or: "add a Setting")
      Issue.record(
        "\(name) reads the setting '\(field)', but its contributions declare none\(hint)",
        at: sourceLocation)
    }
    let app = AppDescription(name: "app", summary: "", version: "0", folder: folder)
    manager = try ModuleManager(modules + required, mediator: mediator, clock: clock) { manifest in
      let isTested = manifest.name == name
      let settings = modules.first { $0.manifest.name == manifest.name }?
        .contributions(of: Setting.self)
      return ModuleContext(
        mediator: mediator, folder: isTested ? folder : folder.appending(path: manifest.target),
        now: now,
        configuration: isTested ? ownConfiguration : Parameters().filled(with: settings ?? []),
        app: app)
    }
    subscription = mediator.intercept(with: monitor)
    self.folder = folder
    self.module = module
    self.now = now
    self.monitor = monitor
    try await manager.open()
  }

  /// Registers the module of a type, as the other initializer does.
  public convenience init(
    _ module: any Module.Type, others: [ModuleDescriptor] = [], folder existing: URL? = nil,
    now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) },
    configuration: Parameters = [:], clock: some Clock<Duration> = ManualClock(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await self.init(
      ModuleDescriptor(module), others: others, folder: existing, now: now,
      configuration: configuration, clock: clock, sourceLocation: sourceLocation)
  }

  /// Delivers the alarms and the stored events of the module that are due at the current date.
  public func deliverStoredEvents() async { await manager.deliverStoredEvents() }

  /// Stops the module, and returns the hooks that failed.
  @discardableResult
  public func stop() async -> HookReport { await manager.stop() }

  /// Tells the module that the host is in the foreground, and waits until the followers of the
  /// events that it publishes have ended, such as the refresh of an open scene.
  public func enterForeground() async {
    await manager.willEnterForeground()
    await mediator.drain()
  }

  /// Tells the module that the host is in the background.
  public func enterBackground() async { await manager.didEnterBackground() }

  /// Warns the module that memory is low.
  public func warnAboutMemory() async { await manager.didReceiveMemoryWarning() }

  /// Registers a handler for an action that the module calls, in place of an earlier stub.
  public func stub<Input, Output>(
    _ action: Action<Input, Output>,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) throws {
    if stubs.values.contains(action.id) { mediator.deactivate(action) }
    try mediator.answer(action, with: handler)
    stubs.record(action.id)
  }

  /// The published events of one type, in order.
  public func published<Published: Event>(_ type: Published.Type) -> [Published] {
    monitor.events.values.compactMap { $0 as? Published }
  }

  /// The type names of all published events, in order.
  public var publishedTypes: [String] { monitor.events.values.map { "\(type(of: $0))" } }

  /// The failures of calls without a stub, as text.
  public var unstubbedCalls: [String] { monitor.unstubbedCalls.values }
}

extension ModuleDescriptor {
  /// A sentence for each action of which other programs read only the name.
  fileprivate var actionsWithoutSummary: [String] {
    let remote = manifest.answers.filter {
      $0.exposure.isStrictSuperset(of: .local) && $0.summary == nil
    }
    guard !remote.isEmpty else { return [] }
    let called = contributions(of: Command.self).filter { !$0.isHidden }.compactMap(\.action?.id)
    return remote.filter { !called.contains($0.id) }.map {
      "other programs may call '\($0.path)', which has neither a command nor a summary; add "
        + "'summary:' to its declaration"
    }
  }
}

extension Parameters {
  /// A sentence for each value that no setting accepts.
  fileprivate func problems(with settings: [Setting]) -> [String] {
    values.sorted(by: { $0.key < $1.key }).flatMap { field, texts -> [String] in
      guard let setting = settings.first(where: { $0.field == field }) else {
        let hint = settings.map(\.field).nearest(to: field).first
          .suggestion(or: "see its contributions")
        return ["the module has no setting with the field '\(field)'\(hint)"]
      }
      return texts.compactMap { text in
        setting.accepts.expectation(for: text).map {
          "bad value '\(text)' for the setting '\(setting.name)'; expected \($0)"
        }
      }
    }
  }

  /// These parameters, and the default of each setting that they do not contain.
  fileprivate func filled(with settings: [Setting]) -> Parameters {
    var parameters = Parameters()
    for (field, texts) in values where !settings.contains(where: { $0.field == field }) {
      for text in texts { parameters.append(text, for: field) }
    }
    for setting in settings {
      for text in self[setting.field] ?? [setting.defaultValue] {
        parameters.append(setting.accepts.decodable(text), for: setting.field)
      }
    }
    return parameters
  }
}

/// A required module without actions.
private struct EmptyModule: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}
