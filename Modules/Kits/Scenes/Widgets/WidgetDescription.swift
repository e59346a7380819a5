public import Foundation
public import Mediator
public import ModuleManager

/// A part of the first scene that a module fills, such as what is due today.
///
/// A widget is a section. Without rows, it is hidden if its text for an empty list is nil; an error
/// is shown in its place, and the other widgets are not affected.
///
/// ```swift
/// static let widgets = [
///   WidgetDescription(.soon, following: [OrderAdded.self]) { context in
///     ListSection("orders", title: "Due today", id: \.id, layout: OrderView.line) { _ in
///       ListPage(try await context.mediator.perform(Orders.due))
///     }
///   } opens: { (order: Order) in
///     OrderQuery(id: order.id)
///   }
/// ]
/// ```
public struct WidgetDescription: Contribution {
  /// Where the first scene shows a widget, from top to bottom.
  public enum Place: Int, Comparable, Sendable {
    /// What everything below refers to, such as the date.
    case context
    /// What a person must know at once.
    case urgent
    /// What happens next.
    case soon
    /// What a person often opens.
    case shortcut

    public static func < (first: Place, second: Place) -> Bool { first.rawValue < second.rawValue }
  }

  /// What a widget loads its rows with.
  public struct Context: Sendable {
    /// The mediator of the host.
    public let mediator: Mediator
    /// Returns the current date.
    public let now: @Sendable () -> Date

    /// Creates a context, such as for a test.
    public init(mediator: Mediator, now: @escaping @Sendable () -> Date) {
      self.mediator = mediator
      self.now = now
    }
  }

  /// Where the widget is.
  public let place: Place
  /// The events after which the widget loads its rows again.
  public let following: [any Event.Type]
  private let make: @MainActor @Sendable (Context) -> SceneSection

  /// Declares a widget.
  /// - Parameters:
  ///   - place: Where the widget is.
  ///   - following: The events after which it loads its rows again, such as `MinuteBegan` for one
  ///     that says how long something takes.
  ///   - make: Creates the section.
  ///   - value: Returns what a selected item opens: a value that a scene of a module shows; nil if
  ///     it opens nothing.
  public init<Item>(
    _ place: Place, following: [any Event.Type] = [],
    section make: @escaping @MainActor @Sendable (Context) -> ListSection<Item>,
    opens value: @escaping @MainActor @Sendable (Item) -> (any Sendable)?
  ) {
    self.place = place
    self.following = following
    self.make = { context in
      let section = make(context)
      section.opens = value
      return section
    }
  }

  /// Creates the section of the widget. The module starts when it loads.
  @MainActor
  public func makeSection(_ context: Context) -> SceneSection {
    let section = make(context)
    section.following = following
    section.isSummary = true
    return section
  }
}
