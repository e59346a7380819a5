import Console
import Documents
import Mediator
import Scenes

/// The last line of the screen.
struct Footer {
  /// The line as it is drawn.
  let text: String
  /// The column of the text cursor while the person types.
  var column: Int?
  /// The hints for keys, with two spaces between them.
  let hints: String
  /// The column in which the hints begin.
  let hintColumn: Int

  /// The first word of the hint at a column, such as "Esc" in "Esc back"; nil beside the hints.
  func keyName(at column: Int) -> String? {
    var start = hintColumn
    for hint in hints.split(separator: "  ").map(String.init) {
      if (start..<start + hint.columns).contains(column) {
        return hint.split(at: " ").first.map(String.init)
      }
      start += hint.columns + 2
    }
    return nil
  }
}

extension BrowserView {
  private static let namedKeys: [String: Key] = [
    "⏎": .enter, "Tab": .tab, "Esc": .escape, "F1": .f1, "y": .character("y"), "any": .escape,
  ]

  /// The key that the last line names at a position in it; nil beside its hints.
  func key(at position: ScreenFrame.Position) -> Key? {
    guard let name = footer(of: state.top).keyName(at: position.column) else { return nil }
    return Self.namedKeys[name]
      ?? BrowserCommand.allCases.map { Key.character(state.keys[$0]) }.first { $0.name == name }
      ?? state.top.scene.actions.map { Key($0.shortcut) }.first { $0.name == name }
  }

  /// The last line. It lists only keys that work in the mode and on the selected row.
  func footer(of entry: BrowserState.Entry) -> Footer {
    guard entry.confirmation == nil else { return footer(["y yes", "any other key: no"]) }
    switch entry.view.mode {
    case .searching: return searchFooter(of: entry)
    case .saving(let path):
      let save = path.text.isEmpty ? "⏎ use the title" : "⏎ save"
      return textField("save to the file: ", path, hints: [save, "Esc back", "F1 keys"])
    case .filling: return formFooter(of: entry)
    case .help: return footer(["↑ ↓ scroll", "any other key: back"])
    case .browsing: return footer(browsingHints(for: entry))
    }
  }

  /// The line of the search field below the title, with the column of the text cursor while the
  /// person types; nil if the scene has no such field.
  func fieldLine(of entry: BrowserState.Entry) -> (text: String, column: Int?)? {
    guard let prompt = entry.scene.prompt?.printable, state.hasFieldLine(entry) else { return nil }
    let hint = entry.scene.promptHint?.printable ?? ""
    let page = state.page
    let start = "  \(prompt) "
    guard entry.view.mode == .searching else {
      return (
        page.paint("\(start)\(state.keys[.search]) \(hint)".truncated(to: page.columns), .faint),
        nil
      )
    }
    guard !entry.view.search.text.isEmpty else {
      let rest = "  \(hint)".truncated(to: max(page.columns - start.columns, 0))
      return (page.paint(start, .title) + page.paint(rest, .faint), start.columns)
    }
    let (text, column) = entry.view.search.visiblePart(in: page.columns - start.columns)
    return (
      page.paint(start, .title) + page.paint(text, .strong), start.columns + column
    )
  }

  private func searchFooter(of entry: BrowserState.Entry) -> Footer {
    let search = entry.view.search
    let open = openingHint(of: entry)
    guard !state.hasFieldLine(entry) else {
      return footer(
        search.text.isEmpty
          ? ["\(state.keys[.help]) keys"] + open + ["Esc \(state.keys[.quit]) quit"]
          : open + ["Esc clear", "F1 keys"])
    }
    let hints =
      search.text.isEmpty
      ? ["type to search"] + open + (state.navigation.isFirst(entry) ? [] : ["Esc back"])
      : count(in: entry) + open + ["Esc clear"]
    return textField("/", search, hints: hints + ["F1 keys"])
  }

  /// The text field of the selected row of a form, or what its keys do.
  private func formFooter(of entry: BrowserState.Entry) -> Footer {
    guard entry.scene.form?.isSubmitting != true else { return footer(["F1 keys"]) }
    let selected = entry.view.cursor.selection?.row
    let field = scene(of: entry)?.form?.fields.first { $0.id == selected }
    // A narrow screen shows the short text, so that the way back is not cut.
    func fitting(_ text: String, _ short: String, _ end: [String], after prompt: String = "")
      -> [String]
    {
      let width = ([text] + end).joined(separator: "  ").columns
      return [prompt.columns + 1 + width <= state.size.columns ? text : short] + end + ["F1 keys"]
    }
    let end = ["⏎ next", "Esc back"]
    guard let field else {
      return footer(
        "⏎ save  Tab first field  Esc back".columns <= state.size.columns
          ? ["⏎ save", "Tab first field", "Esc back", "F1 keys"] : ["⏎ save", "Esc back"])
    }
    let prompt = "\(field.label): ".printable.truncated(to: state.size.columns / 2)
    switch field.kind {
    case .text, .secret: return textField(prompt, TextEntry(field), hints: end + ["F1 keys"])
    case .picker:
      let choose =
        field.value.text.isEmpty
        ? fitting("⏎ choose from a list", "⏎ choose", ["Esc back"], after: prompt)
        : end + ["F1 keys"]
      return textField(prompt, TextEntry(field), hints: choose)
    case .choice(let choices):
      let names = choices.filter { !$0.isEmpty }.joined(separator: ", ")
      return footer(fitting("← → \(names)", "← → choose", end))
    case .flag: return footer(fitting("← → yes, no", "← →", end))
    }
  }

  /// A line of hints without a text field.
  private func footer(_ hints: [String]) -> Footer {
    let text = hints.fitting(in: state.size.columns)
    return Footer(
      text: state.page.paint(text.truncated(to: state.size.columns), .faint), hints: text,
      hintColumn: 0)
  }

  /// A prompt with the typed text and the hints that fit after it.
  private func textField(
    _ prompt: String, _ entry: TextEntry, hints: [String]
  ) -> Footer {
    let width = max(state.size.columns - prompt.columns - 1, 0)
    guard !entry.text.isEmpty else {
      let rest = hints.fitting(in: width)
      let text = (prompt + " " + rest).truncated(to: state.size.columns)
      return Footer(
        text: state.page.paint(text, .faint), column: prompt.columns, hints: rest,
        hintColumn: prompt.columns + 1)
    }
    let (text, column) = entry.visiblePart(in: width + 1)
    let hintColumn = prompt.columns + text.columns + 2
    let rest = hints.fitting(in: state.size.columns - hintColumn)
    let end = rest.isEmpty ? "" : state.page.paint("  \(rest)", .faint)
    return Footer(
      text: state.page.paint(prompt, .faint) + text + end, column: prompt.columns + column,
      hints: rest, hintColumn: hintColumn)
  }

  /// What Enter does precedes the keys of the scene, and these precede the general ones.
  private func browsingHints(for entry: BrowserState.Entry) -> [String] {
    let actions = (scene(of: entry)?.applicableActions(on: selectedRow(of: entry)) ?? [])
      .map { "\($0.shortcut) \($0.title)" }
    let text = entry.view.search.text
    let isSearchable =
      !entry.scene.isCanvas && (entry.scene.isSearch || entry.scene.rowCount > 0)
    let start =
      (text.isEmpty ? [] : ["/\(text)"] + count(in: entry) + ["Esc clear"])
      + ["\(state.keys[.help]) keys"]
    let quit = state.keys[.quit]
    let end =
      switch entry.scene.presentation {
      case .fullScreen: ["\(quit) \(state.navigation.isFirst(entry) ? "quit" : "back")"]
      case .sheet: [text.isEmpty ? "Esc close" : "\(quit) close"]
      }
    var keys =
      openingHint(of: entry) + actions
      + (isSearchable ? ["\(state.keys[.search]) search"] : [])
    // The way back is not cut; the help has all keys.
    while !keys.isEmpty, (start + keys + end).joined(separator: "  ").columns > state.size.columns {
      keys.removeLast()
    }
    return start + keys + end
  }

  /// What Enter does with the selected row, or with the canvas.
  private func openingHint(of entry: BrowserState.Entry) -> [String] {
    scene(of: entry)?.titleOfOpening(selectedRow(of: entry)).map { ["⏎ \($0)"] } ?? []
  }

  /// How many rows match what the person types, such as "12 of 425".
  private func count(in entry: BrowserState.Entry) -> [String] {
    let more = entry.scene.hasMore ? "+" : ""
    guard entry.scene.prompt == nil else { return [] }
    guard !entry.scene.isSearch else {
      let shown = entry.scene.rowCount
      guard let all = entry.allRows, shown <= all.count else { return [] }
      return ["\(shown)\(more) of \(all.count)\(all.hasMore ? "+" : "")"]
    }
    let filter = state.filter(of: entry)
    return ["\(filter.shownRows) of \(filter.allRows)\(more)"]
  }
}

extension TextEntry {
  /// What a field of a form shows, with the cursor of the person who types.
  fileprivate init(_ field: FormField) {
    let isSecret = if case .secret = field.kind { true } else { false }
    self.init(isSecret ? field.value.dots : field.value.label, cursor: field.cursor)
  }
}

extension [String] {
  /// As many hints as fit, from the first one.
  fileprivate func fitting(in columns: Int) -> String {
    var rest = columns
    return prefix { hint in
      rest -= hint.columns + 2
      return rest >= -2
    }.joined(separator: "  ")
  }
}
