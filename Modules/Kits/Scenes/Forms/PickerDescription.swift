public import Mediator
public import ModuleManager

/// A scene in which a person chooses the value of a form's field instead of typing it, such as a
/// list of articles.
///
/// A form of any module has the picker for each argument whose completion suggests the output of
/// the same action:
///
/// ```swift
/// static let pickers = [
///   PickerDescription(for: Shop.articles) { title, _, mediator, end in
///     ArticleScenes.list(title, through: mediator) { end(FieldValue("id:\($0.id)", label: $0.name)) }
///   }
/// ]
/// ```
public struct PickerDescription: Contribution {
  /// Returns a scene with a title; the scene calls `end` with the value that the person chooses.
  /// What the form is given, and what the person has entered in its fields, is in `values` by
  /// field, as on a command line.
  public typealias Scene =
    @MainActor @Sendable (
      _ title: LocalizedText, _ values: Parameters, _ mediator: Mediator,
      _ end: @escaping @MainActor (FieldValue) -> Void
    ) -> ListScene

  private let action: ActionDescriptor
  private let scene: Scene

  /// Declares a picker for arguments whose completion suggests the output of an action.
  public init<Input, Output>(for action: Action<Input, Output>, scene: @escaping Scene) {
    self.action = action.descriptor
    self.scene = scene
  }

  /// The picker, whose scenes make their calls through a mediator.
  public func picker(through mediator: Mediator) -> FieldPicker {
    FieldPicker(action: action) { [scene] in scene($0, $1, mediator, $2) }
  }
}

/// A picker of a form's field.
public struct FieldPicker: Sendable {
  /// The action whose output the completion of the field suggests.
  let action: ActionDescriptor
  /// Creates the scene, as `PickerDescription.Scene` does.
  let scene:
    @MainActor @Sendable (
      _ title: LocalizedText, _ values: Parameters, _ end: @escaping @MainActor (FieldValue) -> Void
    ) -> ListScene
}
