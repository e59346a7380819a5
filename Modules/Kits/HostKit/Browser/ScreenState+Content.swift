import Console
import Scenes

extension ScreenState {
  /// What the screen shows while a key is pressed.
  struct Content {
    /// The row that each line belongs to; nil for a line of no row.
    var lines: [RowPath?]
    /// The keys that the person has chosen.
    var keys = BrowserKeys.standard
    /// The number of visible lines.
    var height: Int
    /// The row of the screen that shows the first visible line.
    var firstRow = 0
    /// The first row of the screen that belongs to the scene; a click above it closes a sheet.
    var top = 0
    /// The row of the screen that shows the bar.
    var barRow: Int?
    /// The key of the bar.
    var barKey: Key?
    /// The number of columns of the lines; the detail of the selected row is on the right of them.
    var columns = Int.max
    /// The keys of the scene's actions, apart from Enter on a row.
    var shortcuts: [Shortcut] = []
    /// Whether the scene only shows search results.
    var isSearch = false
    /// Whether the scene is the first one, which cannot be left by going back.
    var isFirst = false
    /// Whether some sections have not loaded any rows yet.
    var isOpening = false
    /// Whether a canvas is shown, which has no rows to search in.
    var isCanvas = false
    /// The first line that the right half of the screen shows; nil if the lines are one list.
    var firstLineBeside: Int?
    /// Whether keys type a text into the selected row.
    var isTextSelected = false
    /// Whether the selected row has a text in which the cursor can be moved.
    var isTextEditable = false
    /// Whether the person has entered something in a form.
    var isEdited = false
  }
}
