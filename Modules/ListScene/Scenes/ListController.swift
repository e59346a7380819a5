/// Owns the sections of a scene, one below the other.
@MainActor
public final class ListController {
  /// The sections, from top to bottom.
  public let sections: [ListSection]
  var next: (ListEvent) -> Void = { _ in }
  private let respond: ListResponder

  /// Puts `sections` below each other; their events pass `respond` on their way to the scene.
  public init(_ sections: ListSection..., respond: @escaping ListResponder = { $0 }) {
    self.sections = sections
    self.respond = respond
    for (index, section) in sections.enumerated() {
      section.next = { [weak self] event in
        var event = event
        event.sectionIndex = index
        guard let self, let event = self.respond(event) else { return }
        next(event)
      }
    }
  }

  /// Opens every section, side by side.
  public func open() async { await each { await $0.open() } }

  /// Refreshes every section, side by side.
  public func refresh() async { await each { await $0.refresh() } }

  /// Adds the next page to every section that has one, side by side.
  public func loadMore() async { await each { await $0.loadMore() } }

  private func each(_ work: @escaping @MainActor (ListSection) async -> Void) async {
    await withTaskGroup { group in
      for section in sections { group.addTask { await work(section) } }
    }
  }
}
