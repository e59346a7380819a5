import Console
import Documents
import Scenes

extension Browser {
  /// The bar that a scene embeds; nil if there is none, or no module of the app contributes it.
  func bar(of entry: NavigationEntry) -> BarDescription? {
    guard entry.scene.presentation == .fullScreen, let id = entry.scene.bar else { return nil }
    return bars.first { $0.id == id }
  }

  /// The bar whose key opens its scene; nil if the scene uses the key itself.
  func usableBar(of entry: NavigationEntry) -> BarDescription? {
    let used = entry.scene.actions.map(\.shortcut)
    return bar(of: entry).flatMap { used.contains($0.key) ? nil : $0 }
  }

  /// The line of the bar, which is above the last line of the screen: its key and its text, or the
  /// error of its text. Nil while it is hidden, and on a small screen.
  func barLine(of entry: NavigationEntry) -> String? {
    guard size.rows >= Self.smallScreenRows, !entry.state.isShowingHelp,
      let bar = bar(of: entry), let section = barTexts[bar.id]?.sections.first
    else { return nil }
    let error = section.state.error.map { "\($0)" }
    guard let text = error ?? section.rows.first?.item as? String else { return nil }
    let key = usableBar(of: entry).map { "\($0.key)  " } ?? ""
    let fitting = text.printable.truncated(to: max(size.columns - key.columns, 0))
    return page.paint(key, .accent) + page.paint(fitting, error == nil ? .strong : .plain)
  }

  /// Loads the bar of the screen when it appears, and then keeps it current until it disappears. A
  /// bar that appears again shows its last text until it has a new one.
  func updateBar() {
    let bar = bar(of: fullScreenEntry)
    guard barUpdates?.id != bar?.id else { return }
    barUpdates?.task.cancel()
    barUpdates = nil
    guard let bar else { return }
    let text = barTexts[bar.id] ?? bar.makeTextScene(mediator)
    // A text that appears takes a line from the rows, of which the selected one stays visible.
    text.onChange = { [weak self] _, _ in self?.updateEntries() }
    barTexts[bar.id] = text
    startTask { await text.refresh() }
    barUpdates = (bar.id, Task { await refreshContinuously(text) })
  }

  /// Opens the scene of the bar as a sheet.
  func openBar(of entry: NavigationEntry) {
    guard let bar = bar(of: entry) else { return }
    do {
      entry.scene.push(try bar.makeScene(mediator), as: .sheet)
    } catch {
      showError(error)
    }
  }
}
