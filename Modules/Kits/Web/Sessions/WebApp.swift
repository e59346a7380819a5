package import Foundation
package import Mediator
package import Scenes

/// What is served: the scenes of an app.
package struct WebApp: Sendable {
  /// The name of the app.
  package let name: String
  let files: StaticFiles
  /// What the modules contribute at first.
  package let contributions: PresentedContributions
  package let mediator: Mediator
  package let now: @Sendable () -> Date
  package let clock: any Clock<Duration>
  /// How long an action waits for the modules that follow its events.
  package let followerDeadline: Duration

  /// - Parameter files: The files of the app for its pages, by their names.
  /// - Throws: `StaticFileError` when one of the files cannot be served.
  package init(
    name: String, files: [String: [UInt8]] = [:], _ contributions: PresentedContributions,
    through mediator: Mediator, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    followerDeadline: Duration
  ) throws(StaticFileError) {
    self.name = name
    self.files = try StaticFiles(files, ofApp: name)
    self.contributions = contributions
    self.mediator = mediator
    self.now = now
    self.clock = clock
    self.followerDeadline = followerDeadline
  }
}

/// The open tabs. One that nobody has used for some time, and that no page follows, is forgotten, and
/// the one that was used least recently when there are too many.
@MainActor
final class Tabs {
  private static let maximumCount = 64
  /// How long a tab without a page that follows it is kept, such as during a reload.
  private static let lifetime = Duration.seconds(300)

  private let app: WebApp
  private var contributions: PresentedContributions
  private let questions: PageQuestions
  private var tabs: [String: Tab] = [:]
  private var lastNumber = 0

  nonisolated init(_ app: WebApp) {
    self.app = app
    contributions = app.contributions
    questions = PageQuestions(clock: app.clock)
  }

  subscript(name: String) -> Tab? { tabs[name] }

  var count: Int { tabs.count }

  /// Asks the person on every page; nil while no page follows its tab.
  var asker: PageQuestions.Asker? {
    guard tabs.values.contains(where: { $0.streamCount > 0 }) else { return nil }
    return { [questions] in try await questions.ask($0, answers: $1) }
  }

  /// Opens a tab for an address, with the first scene.
  func open(_ address: TabAddress = TabAddress()) -> Tab {
    removeUnused()
    lastNumber += 1
    let presenter = ScenePresenter(
      app.name, contributions, through: app.mediator, now: app.now,
      followerDeadline: app.followerDeadline)
    let tab = Tab("\(lastNumber)", presenter, questions, for: address)
    tabs[tab.name] = tab
    return tab
  }

  /// Shows what the modules contribute from now on, also in the tabs that are open.
  func update(to contributions: PresentedContributions) {
    self.contributions = contributions
    for tab in tabs.values { tab.update(to: contributions) }
  }

  func end() {
    for tab in tabs.values { tab.end() }
    tabs = [:]
  }

  private func removeUnused() {
    let now = ContinuousClock.now
    for tab in tabs.values
    where tab.streamCount == 0 && tab.lastUse.duration(to: now) > Self.lifetime {
      remove(tab)
    }
    // A tab that a page follows is the last to end.
    func order(_ tab: Tab) -> (Int, ContinuousClock.Instant) {
      (tab.streamCount == 0 ? 0 : 1, tab.lastUse)
    }
    while tabs.count >= Self.maximumCount,
      let first = tabs.values.min(by: { order($0) < order($1) })
    {
      remove(first)
    }
  }

  private func remove(_ tab: Tab) {
    tab.end()
    tabs[tab.name] = nil
  }
}
