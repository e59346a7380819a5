package import Scenes

extension Form {
  /// Changes the value of a field by a key, or moves the cursor in it; does nothing for other keys.
  package func press(_ key: Key, in id: FormField.ID) {
    guard let field = fields.first(where: { $0.id == id }), !isSubmitting else { return }
    switch field.kind {
    case .picker where key == .right && field.isAtEnd: openPicker(id)
    case .text, .secret, .picker:
      // A chosen value is not edited, but replaced.
      var entry = TextEntry(field.isEditable ? field.value.text : "", cursor: field.cursor)
      guard entry.press(key) else { return }
      if entry.text != field.value.text { setValue(FieldValue(entry.text), of: id) }
      moveCursor(to: entry.cursor, in: id)
    case .choice(let choices): choose(key, among: choices, of: field)
    case .flag:
      switch key {
      case .left, .right, .character(" "):
        setValue(FieldValue("\(field.value.text != "true")"), of: id)
      case .character("y"): setValue(FieldValue("true"), of: id)
      case .character("n"): setValue(FieldValue("false"), of: id)
      default: break
      }
    }
  }

  private func choose(_ key: Key, among choices: [String], of field: FormField) {
    let index = choices.firstIndex(of: field.value.text) ?? 0
    let next: Int? =
      switch key {
      case .right, .character(" "): (index + 1) % choices.count
      case .left: (index + choices.count - 1) % choices.count
      case .character(let letter):
        choices.firstIndex { $0.lowercased().hasPrefix(letter.lowercased()) }
      default: nil
      }
    if let next { setValue(FieldValue(choices[next]), of: field.id) }
  }
}

extension FormField {
  /// Whether the cursor is behind the text, or the value is a chosen one.
  fileprivate var isAtEnd: Bool {
    !isEditable || TextEntry(value.text, cursor: cursor).cursor == value.text.count
  }
}
