public import Mediator

/// Lists the template items.
public enum Template: Interface {
  /// Some of the items, in their order.
  public static let list = Action<TemplateQuery, TemplatePage>(
    Template.self, "list")
}
