import Console
import Foundation

/// Locates the folder in which the modules store their data.
enum DataFolder {
  /// Returns `METRO_HOME` if it is set, otherwise the platform's folder for application data:
  /// Application Support on macOS, `$XDG_DATA_HOME` or `~/.local/share` elsewhere.
  ///
  /// Source: XDG Base Directory Specification 0.8, which says to ignore a relative path.
  static func url(environment: Environment) -> URL {
    if let home = environment["METRO_HOME"], !home.isEmpty {
      return URL(fileURLWithPath: home, isDirectory: true)
    }
    #if os(macOS)
      return URL.applicationSupportDirectory.appending(path: "metro", directoryHint: .isDirectory)
    #else
      let home = environment["HOME"] ?? NSHomeDirectory()
      let shared = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let folder = (shared ?? home + "/.local/share") + "/metro"
      return URL(fileURLWithPath: folder, isDirectory: true)
    #endif
  }
}
