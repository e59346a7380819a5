import Console
import Mediator
import ModuleManager
import Scenes

/// The description of a module and its state, as the command `modules --json` prints it.
struct ModuleListing: Codable, Sendable {
  let name: String
  let summary: String
  /// idle, starting, started, failed or stopped.
  let state: String
  /// Why the module failed.
  let failure: String?
  /// What caused the start of the module.
  let reason: String?
  /// The duration of the start, in milliseconds.
  let milliseconds: Double?
  let activation: String
  let failurePolicy: String
  let actions: [ActionListing]
  let publishes: [String]
  let follows: [String]
  let requires: [String]
  /// The modules that it calls if they are available.
  let uses: [String]
  /// The types of rows to which plug-ins and other modules can add actions and details.
  let rows: [RowListing]
  /// The duration of the last call of each hook in milliseconds, accurate to one tick of the
  /// system's clock, at most 10 ms.
  let hooks: [String: Double]

  /// - Parameter slots: Those of the module.
  init(_ record: ModuleRecord, _ slots: [RowSlot] = []) {
    let manifest = record.manifest
    name = manifest.name
    summary = manifest.summary
    (state, failure) = Self.stateAndFailure(of: record)
    reason = record.activation?.reason.description
    milliseconds = (record.activation?.took).map { $0 / .milliseconds(1) }
    activation = manifest.activation.rawValue
    failurePolicy = manifest.failurePolicy.rawValue
    actions = manifest.answers.map { ActionListing($0) }
    publishes = manifest.publishes.map { "\($0)" }
    follows = manifest.followedEvents.map { "\($0)" }
    requires = manifest.requires
    uses = manifest.uses
    rows = slots.map { RowListing($0) }
    hooks = Dictionary(
      record.calls.map { ("\($0.hook)", $0.took / .milliseconds(1)) },
      uniquingKeysWith: { _, last in last })
  }

  private static func stateAndFailure(of record: ModuleRecord) -> (String, String?) {
    switch record.state {
    case .idle: ("idle", nil)
    case .starting: ("starting", nil)
    case .started: ("started", nil)
    case .failed(let reason): ("failed", reason.withoutAddressSecrets)
    case .stopped: ("stopped", nil)
    }
  }
}

/// The description of an action, as the command `modules --json` prints it.
struct ActionListing: Codable, Sendable {
  /// Target and name, such as `orders/add`.
  let path: String
  /// reads, adds, sets, changes or removes.
  let effect: String
  /// native, local, remote, or the callers to whom it is open.
  let exposure: String
  /// The Swift type of the input.
  let input: String
  /// The Swift type of the output.
  let output: String
  /// A URL pattern that leads to the action, besides its path.
  let pattern: String?
  /// What the action does, if its declaration says it.
  let summary: String?

  init(_ action: any ActionDeclaration) {
    path = action.path
    effect = "\(action.effect)"
    exposure = "\(action.exposure)"
    input = action.input
    output = action.output
    pattern = action.pattern
    summary = action.summary
  }
}
