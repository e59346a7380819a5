import Mediator
import ModuleManager

/// What the host tells of a module.
struct ModuleListing: Codable, Sendable {
  let name: String
  let summary: String
  /// idle, starting, started, failed or stopped.
  let state: String
  /// Why it failed.
  let failure: String?
  /// What made it start.
  let reason: String?
  /// How long its start took, in milliseconds.
  let milliseconds: Double?
  let activation: String
  let failurePolicy: String
  let actions: [ActionListing]
  let publishes: [String]
  let follows: [String]
  let requires: [String]
  /// The modules it calls besides, and can do without.
  let uses: [String]
  /// How long the last call of each hook took, in milliseconds.
  let hooks: [String: Double]

  init(_ record: ModuleRecord) {
    let manifest = record.manifest
    name = manifest.name
    summary = manifest.summary
    (state, failure) = Self.words(for: record.state)
    reason = record.activation?.reason.description
    milliseconds = (record.activation?.took).map { $0 / .milliseconds(1) }
    activation = manifest.activation.rawValue
    failurePolicy = manifest.failurePolicy.rawValue
    actions = manifest.answers.map { ActionListing($0) }
    publishes = manifest.publishes.map { "\($0)" }
    follows = manifest.follows.map { "\($0)" }
    requires = manifest.requires.map { $0.name }
    uses = manifest.uses.map { $0.name }
    hooks = Dictionary(
      record.calls.map { ("\($0.hook)", $0.took / .milliseconds(1)) },
      uniquingKeysWith: { _, last in last })
  }

  private static func words(for state: ModuleRecord.State) -> (String, String?) {
    switch state {
    case .idle: ("idle", nil)
    case .starting: ("starting", nil)
    case .started: ("started", nil)
    case .failed(let reason): ("failed", reason)
    case .stopped: ("stopped", nil)
    }
  }
}
