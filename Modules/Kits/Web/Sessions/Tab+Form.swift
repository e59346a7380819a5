import Documents
import Mediator
import Scenes

extension Tab {
  /// The fields of a form, with their labels, hints and errors. A page that shows an older form
  /// needs only the fields that have changed, so that what the person types meanwhile remains.
  func section(of form: Form) -> SectionHTML {
    let (head, foot) = HTML.split { html, split in
      html.append("div", ["id": "form"]) { html in
        appendForm(to: &html, class: "form") { html in
          if let error = form.error {
            html.append("p", ["class": "error", "role": "alert"]) { $0.append("\(error)".sentence) }
          }
          // The first button is the one that Enter presses.
          html.append(
            "button",
            [
              "name": "submit", "value": "1", "class": "visually-hidden", "tabindex": "-1",
              "aria-hidden": "true",
            ]
          ) { $0.append("\(form.submitText)") }
          html.append("div", ["class": "fields"], content: split)
          appendButtons(of: form, to: &html)
        }
      }
    }
    let rows = form.fields.map { field in
      SectionHTML.Row(key: field.id.addressPart, html: html(of: field))
    }
    return SectionHTML(id: "form", head: head, rows: rows, foot: foot)
  }

  private func appendButtons(of form: Form, to html: inout HTML) {
    html.append("div", ["class": "actions"]) { html in
      html.append(
        "button",
        [
          "name": "submit", "value": "1", "class": "primary",
          "disabled": form.isSubmitting ? "" : nil,
        ]
      ) { $0.append("\(form.submitText)") }
      html.append("button", ["name": "leave", "value": "\(navigation.entries.count - 1)"]) {
        $0.append("Cancel")
      }
    }
  }

  private func html(of field: FormField) -> HTML {
    let id = "field-\(field.id.addressPart)"
    var html = HTML()
    html.append("div", ["class": "field", "data-row": field.id.addressPart]) { html in
      var label = HTML()
      label.append("label", ["for": id]) { $0.append("\(field.label)".capitalizedSentence) }
      var control = HTML()
      appendControl(of: field, id: id, to: &control)
      // A checkbox is before its label.
      for part in field.isCheckbox ? [control, label] : [label, control] { html.append(part) }
      if !field.hintOnPage.isEmpty {
        html.append("p", ["class": "hint", "id": "\(id)-hint"]) { $0.append(field.hintOnPage) }
      }
      guard let error = field.error else { return }
      html.append("p", ["class": "error", "id": "\(id)-error"]) { $0.append("\(error)".sentence) }
    }
    return html
  }

  private func appendControl(of field: FormField, id: String, to html: inout HTML) {
    let name = "field.\(field.id)"
    let notes =
      (field.hintOnPage.isEmpty ? [] : ["\(id)-hint"])
      + (field.error == nil ? [] : ["\(id)-error"])
    let described = notes.isEmpty ? nil : notes.joined(separator: " ")
    let invalid = field.error == nil ? nil : "true"
    switch field.kind {
    case .choice(let choices):
      appendSelect(
        choices.map { ($0, $0.isEmpty ? "–" : $0) }, of: field, id: id, name, described, to: &html)
    case .flag(isOptional: true):
      appendSelect(
        [("", "–"), ("true", "yes"), ("false", "no")], of: field, id: id, name, described, to: &html
      )
    case .flag(isOptional: false):
      // Browsers send nothing for a checkbox that is not checked.
      html.append(empty: "input", ["type": "hidden", "name": name, "value": "false"])
      html.append(
        empty: "input",
        [
          "type": "checkbox", "id": id, "name": name, "value": "true",
          "checked": field.value.text == "true" ? "" : nil, "aria-describedby": described,
          "aria-invalid": invalid,
        ])
    case .text, .secret, .picker:
      let isSecret = if case .secret = field.kind { true } else { false }
      html.append(
        empty: "input",
        [
          "type": isSecret ? "password" : "text", "id": id, "name": name,
          "value": field.value.label, "aria-describedby": described, "aria-invalid": invalid,
          "autocomplete": "off",
        ])
      guard case .picker = field.kind else { return }
      html.append("button", ["name": "pick", "value": field.id]) { $0.append("Choose…") }
    }
  }

  private func appendSelect(
    _ choices: [(value: String, title: String)], of field: FormField, id: String, _ name: String,
    _ described: String?, to html: inout HTML
  ) {
    html.append(
      "select",
      [
        "id": id, "name": name, "aria-describedby": described,
        "aria-invalid": field.error == nil ? nil : "true",
      ]
    ) { html in
      for choice in choices {
        html.append(
          "option",
          ["value": choice.value, "selected": choice.value == field.value.text ? "" : nil]
        ) { $0.append(choice.title) }
      }
    }
  }
}

extension FormField {
  fileprivate var isCheckbox: Bool {
    if case .flag(isOptional: false) = kind { true } else { false }
  }

  /// What is below the control.
  fileprivate var hintOnPage: String {
    let isRequired = !isOptional && !isCheckbox
    return ["\(hint)", isRequired ? "(required)" : ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension String {
  /// The text with a capital letter at the start and a full stop at the end.
  fileprivate var sentence: String { capitalizedSentence + (hasSuffix(".") ? "" : ".") }
}
