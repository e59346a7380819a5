import Console
import Documents
import Scenes

/// The detail of the selected row, which a wide screen shows beside the list.
struct DetailPane {
  let list: ListScene
  let path: RowPath
  let row: ListRow
  /// Creates, loads and refreshes the scene.
  let task: Task<Void, Never>
  /// The scene; nil while the cursor has not rested yet, and for a row without a detail.
  var scene: ListScene?
}

extension Browser {
  /// The number of columns of the narrowest screen with two panes.
  private static let wideScreenColumns = 100
  /// How long the cursor rests on a row before its detail is loaded.
  private static let restingTime = Duration.milliseconds(150)
  private static let divider = " │ "

  /// Whether the right half of the screen is for the detail of the selected row.
  func hasDetailPane(_ entry: NavigationEntry) -> Bool {
    size.columns >= Self.wideScreenColumns && entry.scene.sections.contains(where: \.hasDetail)
      && entry.scene.presentation == .fullScreen && !entry.state.isShowingHelp
  }

  /// The width of the list, together with the mark of the selected row.
  func listColumns(of entry: NavigationEntry) -> Int {
    hasDetailPane(entry) ? (size.columns - Self.divider.columns) / 2 : size.columns
  }

  /// Loads the detail of the selected row when the cursor has rested there, and cancels that of the
  /// row before. When only the item of the row changes, the old detail is shown until the new one is
  /// loaded.
  func updateDetailPane() {
    let entry = fullScreenEntry
    guard hasDetailPane(entry), let path = entry.state.cursor.selection,
      let selected = selectedRow(of: entry)
    else {
      detailPane?.task.cancel()
      if detailPane != nil { detailPane = nil }
      return
    }
    let list = entry.scene
    let isSameRow = detailPane?.list === list && detailPane?.path == path
    guard !isSameRow || detailPane?.row != selected.row else { return }
    detailPane?.task.cancel()
    let task = Task {
      do { try await clock.sleep(for: Self.restingTime) } catch { return }
      // A key may have moved the cursor after the sleep had ended.
      guard !Task.isCancelled else { return }
      guard let scene = makeDetail(of: selected, in: list) else {
        detailPane?.scene = nil
        return
      }
      if detailPane?.scene == nil { detailPane?.scene = scene }
      await scene.open()
      guard !Task.isCancelled else { return }
      detailPane?.scene = scene
      await refreshContinuously(scene)
    }
    detailPane = DetailPane(
      list: list, path: path, row: selected.row, task: task,
      scene: isSameRow ? detailPane?.scene : nil)
  }

  private func makeDetail(of selected: SelectedRow, in list: ListScene) -> ListScene? {
    switch list.makeDetail(of: selected) {
    case .scene(let scene): scene
    case .value(let value): try? makeScene(showing: value)
    case nil: nil
    }
  }

  /// Adds the detail pane on the right of the lines of a list, which begin with its title and
  /// `spacing` more lines. Of a detail with more lines than the screen, the last ones are not shown.
  func addingDetailPane(
    to lines: [String], spacing: Int, of entry: NavigationEntry
  ) -> [String] {
    guard hasDetailPane(entry) else { return lines }
    let width = listColumns(of: entry)
    let page = Page(
      columns: size.columns - width - Self.divider.columns, colors: colors, theme: theme)
    var detail: [String] = []
    if let scene = detailPane?.scene {
      let title = scene.title.printable.truncated(to: page.columns)
      detail = [page.paint(title, scene.urgency.title)] + Array(repeating: "", count: spacing)
      detail += scene.snapshot.lines(on: page).map(\.text)
      if detail.count > lines.count {
        detail = detail.prefix(lines.count - 1) + [page.paint("…", .faint)]
      }
    }
    detail += Array(repeating: "", count: lines.count - detail.count)
    let divider = page.paint(Self.divider, .faint)
    return zip(lines, detail).map { $0.padded(to: width) + divider + $1 }
  }
}
