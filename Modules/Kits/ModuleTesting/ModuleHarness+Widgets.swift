import Mediator
public import Scenes

extension ModuleHarness {
  /// Returns a scene that shows only a widget, with its rows loaded and the current date of the
  /// module.
  @MainActor
  public func open(_ widget: WidgetDescription) async -> ListScene {
    let context = WidgetDescription.Context(mediator: mediator, now: now)
    let scene = ListScene("", [widget.makeSection(context)])
    await scene.open()
    return scene
  }
}
