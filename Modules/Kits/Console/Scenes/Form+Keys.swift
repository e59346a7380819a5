package import Scenes

extension Form {
  /// Changes the value of a field by a key; does nothing for other keys.
  package func press(_ key: Key, in id: FormField.ID) {
    guard let field = fields.first(where: { $0.id == id }), !isSubmitting else { return }
    switch field.kind {
    case .picker where key == .right: openPicker(id)
    case .text, .secret, .picker:
      // A chosen value is not edited, but replaced.
      var entry = TextEntry(field.value.text == field.value.label ? field.value.text : "")
      if entry.press(key) { setValue(FieldValue(entry.text), of: id) }
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
