import Mediator
import ModuleManager

/// The contributions of an app's modules that a presenter shows.
package struct PresentedContributions: Sendable {
  package var scenes: [SceneDescription] = []
  /// What the first scene shows above the menu of the scenes.
  package var widgets: [WidgetDescription] = []
  /// What the field at the top of the first scene finds.
  package var searches: [SearchDescription] = []
  /// What scenes may show below their rows.
  package var bars: [BarDescription] = []
  /// What forms offer in place of typing.
  package var pickers: [PickerDescription] = []
  /// What is shown after events.
  package var notices: [NoticeDescription] = []
  /// What modules add to the rows of others.
  package var rowActions: [RowActionDescription] = []
  package var rowDetails: [RowDetailDescription] = []
  /// The keys that no action of another module replaces.
  package var reservedKeys: Set<Shortcut> = []

  package init() {}
}

extension [ModuleDescriptor] {
  /// The contributions that a presenter shows, with the scenes in the order of their titles.
  package var presented: PresentedContributions {
    func contributions<Value: Contribution>(_ type: Value.Type) -> [Value] {
      flatMap { $0.contributions(of: type) }
    }
    var presented = PresentedContributions()
    presented.scenes = contributions(SceneDescription.self)
      .sorted { "\($0.title)" < "\($1.title)" }
    presented.widgets = contributions(WidgetDescription.self)
    presented.searches = contributions(SearchDescription.self)
    presented.bars = contributions(BarDescription.self)
    presented.pickers = contributions(PickerDescription.self)
    presented.notices = contributions(NoticeDescription.self)
    presented.rowActions = contributions(RowActionDescription.self)
    presented.rowDetails = contributions(RowDetailDescription.self)
    return presented
  }
}
