import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import Scenes

@testable import HostKit

extension Browser {
  /// A browser over what a test contributes.
  convenience init(
    title: String, _ scenes: [SceneDescription], widgets: [WidgetDescription] = [],
    searches: [SearchDescription] = [],
    bars: [BarDescription] = [], pickers: [PickerDescription] = [],
    notices: [NoticeDescription] = [], rowDetails: [RowDetailDescription] = [],
    mediator: Mediator, size: ScreenSize, colors: ColorDepth,
    theme: Theme = .dark, mouse: MouseMode = .on, keys: BrowserKeys = .standard,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    followerDeadline: Duration = Deadlines.standard.hook
  ) {
    var contributions = PresentedContributions()
    contributions.scenes = scenes
    contributions.widgets = widgets
    contributions.searches = searches
    contributions.bars = bars
    contributions.pickers = pickers
    contributions.notices = notices
    contributions.rowDetails = rowDetails
    self.init(
      title: title, contributions, mediator: mediator, size: size, colors: colors, theme: theme,
      mouse: mouse, keys: keys, now: now, clock: clock, followerDeadline: followerDeadline)
  }
}

extension Browser {
  func showMessage(_ sentence: String) { receive(.message(sentence)) }

  func showError(_ error: any Error) { presenter.show(error) }
}
