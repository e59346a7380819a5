import Documents
import Mediator
import Scenes

/// What is shown at the bottom of a page or over it.
extension Tab {
  /// What the bar of a scene shows, as the button that opens its scene.
  func html(of bar: SceneSnapshot.Bar, _ text: String) -> HTML {
    var html = HTML()
    html.append("aside", ["id": "bar", "class": "bar", "aria-label": bar.summary]) { html in
      appendForm(to: &html) { html in
        html.append("button", ["name": "bar", "value": "1"]) { $0.append(text) }
      }
    }
    return html
  }

  /// Adds the topmost scene as a sheet.
  func appendSheet(to page: inout TabPage) {
    let entry = navigation.top
    guard let scene = presenter.scene(entry.scene.id) else { return }
    let sections = entry.scene.content.list.html(
      in: context(of: scene, at: navigation.entries.count - 1, "sheet-"))
    var html = HTML()
    html.append(
      "section",
      [
        "id": "sheet", "class": "sheet", "role": "dialog", "aria-modal": "true",
        "aria-label": "\(entry.scene.title)",
      ]
    ) { html in
      html.append("h2") { $0.append("\(entry.scene.title)") }
      for section in sections { section.append(to: &html) }
      if let form = scene.form { section(of: form).append(to: &html) }
      html.append(actions(of: scene, entry))
      appendForm(to: &html) { html in
        html.append("button", ["name": "leave", "value": "\(navigation.entries.count - 1)"]) {
          $0.append("Close")
        }
      }
    }
    page.parts.append(.init(id: "sheet", place: .footer, content: .html(html)))
  }

  /// What the person is told or asked.
  var toast: HTML {
    var html = HTML()
    let top = navigation.top
    html.append(
      "div",
      [
        "id": "toast", "role": "status", "class": top.message == nil ? "" : "toast",
        "data-question": top.confirmation == nil ? nil : "",
      ]
    ) { html in
      guard let message = top.message else { return }
      html.append("p") { $0.append(message) }
      guard top.confirmation != nil else { return appendUndo(to: &html, after: message) }
      appendForm(to: &html, class: "actions") { html in
        html.append("button", ["name": "answer", "value": "yes", "class": "primary"]) {
          $0.append("Yes")
        }
        html.append("button", ["name": "answer", "value": "no"]) { $0.append("No") }
      }
    }
    return html
  }

  /// Adds the action of the scene that a message about what was done refers to.
  private func appendUndo(to html: inout HTML, after message: String) {
    guard let scene = presenter.scene(navigation.top.scene.id),
      let undo = scene.applicableActions(on: nil).first(where: { $0.title == "undo" }),
      message.contains("\(undo.shortcut) to undo")
    else { return }
    appendForm(to: &html) { html in
      html.append("button", ["name": "shortcut", "value": "\(undo.shortcut)"]) {
        $0.append("Undo")
      }
    }
  }
}
