import Documents
import Mediator
import Scenes

extension Tab {
  /// The page as it is now.
  var page: TabPage {
    var page = TabPage()
    let entries = navigation.entries
    page.scenes = entries.map { "\($0.scene.id)" }.joined()
    page.title = "\(navigation.top.scene.title)"
    page.location = location
    page.clipboard = clipboard
    page.parts.append(.init(id: "path", place: .header, content: .html(path)))
    if let find { page.parts.append(.init(id: "find", place: .header, content: .html(find))) }
    let sheet = navigation.top.scene.presentation == .sheet
    if sheet {
      appendScene(at: entries.count - 2, to: &page, in: .main)
    } else if showsDetail {
      appendScene(at: entries.count - 2, to: &page, in: .main)
      appendScene(at: entries.count - 1, to: &page, in: .detail)
    } else {
      appendScene(at: entries.count - 1, to: &page, in: .main)
    }
    if !sheet, let bar = navigation.fullScreen.scene.bar, let text = bar.text {
      page.parts.append(.init(id: "bar", place: .footer, content: .html(html(of: bar, text))))
    }
    if sheet { appendSheet(to: &page) }
    page.parts.append(.init(id: "toast", place: .footer, content: .html(toast)))
    page.parts.append(.init(id: "question", place: .footer, content: .html(question)))
    return page
  }

  /// Whether the topmost scene is the detail of a row of the scene below, beside which it is shown.
  private var showsDetail: Bool {
    let entries = navigation.entries
    guard entries.count > 2, navigation.top.scene.form == nil else { return false }
    return entries[entries.count - 2].scene.hasDetail && address.depth == entries.count - 1
  }

  // MARK: The header

  /// The way to the topmost scene.
  private var path: HTML {
    var html = HTML()
    let entries = navigation.entries
    html.append("div", ["id": "path"]) { html in
      html.append("nav", ["aria-label": "Path"]) { html in
        html.append("ol") { html in
          for (index, entry) in entries.enumerated() {
            let isLast = index == entries.count - 1
            html.append("li") { html in
              let title = "\(entry.scene.title)"
              guard !isLast else {
                return html.append("h1", ["aria-current": "page"]) { $0.append(title) }
              }
              html.append(
                "a", ["href": address(upTo: index + 1).path, "data-leave": "\(index + 1)"]
              ) { $0.append(title) }
            }
          }
        }
      }
    }
    return html
  }

  // MARK: Scenes

  private func appendScene(at index: Int, to page: inout TabPage, in place: TabPage.Part.Place) {
    let entry = navigation.entries[index]
    guard let scene = presenter.scene(entry.scene.id) else { return }
    let prefix = place == .detail ? "detail-" : ""
    if place == .detail {
      var title = HTML()
      title.append("h2", ["id": "detail-title"]) { $0.append("\(entry.scene.title)") }
      page.parts.append(.init(id: "detail-title", place: place, content: .html(title)))
    }
    if let form = scene.form {
      page.parts.append(.init(id: "form", place: place, content: .section(section(of: form))))
      return
    }
    if let canvas = scene.canvas {
      page.parts.append(.init(id: "canvas", place: place, content: .html(html(of: canvas))))
    } else {
      let (list, matches) = list(of: entry)
      if index == navigation.entries.count - 1, find != nil {
        page.parts.append(
          .init(id: "found", place: place, content: .html(found(in: list, of: entry))))
      }
      for section in sections(of: scene, at: index, list, matches, prefix) {
        page.parts.append(
          .init(
            id: "\(prefix)section-\(section.id.addressPart)", place: place,
            content: .section(section)))
      }
    }
    guard index == navigation.entries.count - 1 else { return }
    page.parts.append(
      .init(id: "actions", place: place, content: .html(actions(of: scene, entry))))
  }

  private func found(
    in list: ListSnapshot, of entry: NavigationState<TabView>.Entry
  ) -> HTML {
    var html = HTML()
    html.append("p", ["id": "found", "class": "faint", "role": "status"]) {
      $0.append(foundText(in: list, of: entry))
    }
    return html
  }

  private func html(of canvas: PlaceCanvas) -> HTML {
    var html = HTML()
    var context = PageContext()
    context.placeAddress = { [name, address] in "\(address.path)?tab=\(name)&place=\($0)" }
    html.append(
      "section",
      ["id": "canvas", "data-canvas": "\(Int(canvasSize.x)) \(Int(canvasSize.y))"]
    ) { html in
      html.append(
        canvas.picture, in: context, viewport: canvas.viewport, selection: canvas.selection)
      guard let caption = canvas.caption else { return }
      html.append("p") { $0.append(Text(caption.name) + " " + .badges(caption.badges)) }
    }
    return html
  }

  // MARK: Actions

  /// The actions of the scene, and those of the row that is selected.
  func actions(
    of scene: ListScene, _ entry: NavigationState<TabView>.Entry
  ) -> HTML {
    let selected = scene.row(at: entry.view.selection)
    let own = scene.applicableActions(on: nil).filter { !$0.isForKeysOnly || scene.canvas == nil }
    let all = selected.map { scene.applicableActions(on: $0) } ?? []
    let ofRow = all.filter { !$0.applies(to: nil) }
    var html = HTML()
    html.append("div", ["id": "actions"]) { html in
      if let selected, !ofRow.isEmpty || scene.action(for: .enter, on: selected) != nil {
        appendActions(ofRow, of: selected, in: scene, to: &html)
      }
      guard !own.isEmpty else { return }
      appendForm(to: &html, class: "actions", label: "Actions") { html in
        for action in own { appendButton(action, to: &html) }
      }
    }
    return html
  }

  private func appendActions(
    _ actions: [SceneAction], of selected: SelectedRow, in scene: ListScene, to html: inout HTML
  ) {
    appendForm(to: &html, class: "actions of-row", label: "Actions of the selected row") {
      html in
      html.append(
        empty: "input", ["type": "hidden", "name": "section", "value": selected.section.id])
      html.append(empty: "input", ["type": "hidden", "name": "row", "value": selected.row.id])
      // Another key may do the same.
      let title = scene.titleOfOpening(selected)
      if let title, !actions.contains(where: { $0.title == title }) {
        html.append("button", ["name": "open", "value": "1", "class": "primary"]) { html in
          html.append("\(title)".capitalizedSentence)
        }
      }
      for action in actions { appendButton(action, to: &html) }
    }
  }

  private func appendButton(_ action: SceneAction, to html: inout HTML) {
    let shortcut = "\(action.shortcut)"
    // Another action may have the key when the form is sent.
    if let contribution = action.contribution {
      html.append(
        empty: "input",
        ["type": "hidden", "name": "action.\(shortcut)", "value": contribution])
    }
    html.append(
      "button", ["name": "shortcut", "value": shortcut, "aria-keyshortcuts": shortcut]
    ) { html in
      html.append("\(action.title)".capitalizedSentence)
      html.append("kbd", ["aria-hidden": "true"]) { $0.append(shortcut) }
    }
  }

  // MARK: Forms

  /// The address to which the forms of the tab are sent.
  var action: String { "/tab/\(name)" }

  /// Adds a form that is sent to this tab.
  func appendForm(
    to html: inout HTML, class className: String? = nil, label: String? = nil, role: String? = nil,
    content: (inout HTML) -> Void
  ) {
    html.append(
      "form",
      [
        "method": "post", "action": action, "class": className, "aria-label": label, "role": role,
      ]
    ) { html in
      html.append(empty: "input", ["type": "hidden", "name": "key", "value": key.text])
      content(&html)
    }
  }
}

extension SceneAction {
  /// Whether the action selects the next place of a canvas, for which a page has links.
  fileprivate var isForKeysOnly: Bool {
    switch shortcut {
    case .left, .right, .up, .down: true
    case .character, .enter: false
    }
  }
}
