import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins

/// The data folder with the files and folders that the app itself creates in it. Files that a user
/// has put beside them are never changed.
struct AppFolder {
  /// The name of the folder of the host's own files.
  static let host = Host.target

  let app: CommandLineApp
  let url: URL
  private static let configuration = "config.json"

  init(_ app: CommandLineApp, at url: URL) {
    self.app = app
    self.url = url
  }

  /// The names of the modules' folders, and of those that they had before they were renamed.
  var modules: [String] {
    let manifests = app.modules.map { $0.manifest }
    return manifests.map(\.target) + manifests.flatMap { manifests.formerTargets(of: $0) }
  }

  /// Removes the permissions of other users on the folder itself: an earlier version created it for
  /// all. A folder with other files than the app's, such as `/tmp`, is left as it is.
  func restrict() {
    // Most folders need no change: this takes one system call.
    let path = url.path + "/."  // the folder itself if the path is a link
    guard Self.isOpenToOthers(path), foreignName == nil else { return }
    Self.restrict(path)
  }

  /// A file or folder beside those of the app; nil if there is none.
  var foreignName: String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    // A plug-in that is no longer trusted has a folder with its log.
    let plugins = [PluginFolder.name] + PluginFolder(in: url).names
    let own = Set(modules + plugins + [Self.configuration, Self.host])
    return names.sorted().first { name in
      // Of macOS, and of a doctor of an earlier version that was killed.
      !own.contains(name) && name != ".DS_Store" && !name.hasPrefix(".doctor-")
    }
  }

  /// The paths of the app's files and folders on which other users have permissions.
  var openToOthers: [String] {
    let folders = (modules + [Self.host]).map { url.appending(path: $0).path }
    let inner = folders.flatMap { folder in
      (FileManager.default.subpaths(atPath: folder) ?? []).map { "\(folder)/\($0)" }
    }
    let own = foreignName == nil ? [url.path] : []
    // The content of a plug-in's folder is checked before the plug-in starts.
    let files = [Self.configuration, PluginFolder.name, PluginFolder.name + "/index.json"]
    let all = own + files.map { url.appending(path: $0).path } + folders + inner
    return all.filter(Self.isOpenToOthers)
  }

  /// Removes the permissions of other users on a file or folder.
  /// - Returns: Whether this was possible.
  @discardableResult
  static func restrict(_ path: String) -> Bool {
    stat(ofLinkAt: path).map { chmod(path, $0.st_mode & 0o700) == 0 } ?? false
  }

  /// Whether other users have permissions on a file or folder of the current user. False for links,
  /// and for folders that users share, which have the sticky bit.
  static func isOpenToOthers(_ path: String) -> Bool {
    guard let status = stat(ofLinkAt: path) else { return false }
    return status.st_uid == geteuid() && status.st_mode & 0o077 != 0
      && status.st_mode & S_ISVTX == 0 && status.kind != S_IFLNK
  }
}
