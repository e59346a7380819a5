import Foundation
import Platform
import Plugins

/// When the files in the folder of a plug-in were changed, to find out whether one is saved. Hidden
/// files, and folders that programs fill, such as `__pycache__`, do not count, but for a program in
/// one of them that `plugin.json` names.
struct FolderSnapshot: Hashable, Sendable {
  private struct File: Hashable, Sendable {
    let date: Date?
    let size: Int?
  }

  private static let ignored = ["__pycache__", "node_modules", "target", "build"]
  /// The most files that are looked at.
  private static let maximumFiles = 10_000

  private var files: [String: File] = [:]
  /// The file `plugin.json`, and what may be files in its `command`, but for those for data.
  private var named: Set<String> = [PluginManifest.fileName]

  /// Looks at a folder; nil if there is none.
  init?(_ folder: URL) {
    guard stat(at: folder.path)?.kind == S_IFDIR else { return nil }
    let names = FileManager.default.enumerator(atPath: folder.path)
    while let name = names?.nextObject() as? String, files.count < Self.maximumFiles {
      let last = URL(filePath: name).lastPathComponent
      guard !last.hasPrefix("."), !Self.ignored.contains(last) else {
        names?.skipDescendants()
        continue
      }
      files[name] = Self.file(at: folder.path + "/" + name)
    }
    guard let manifest = try? PluginManifest(inFolder: folder) else { return }
    for argument in manifest.command where !manifest.writtenFiles.contains(argument) {
      named.insert(argument.utf8.starts(with: "./".utf8) ? String(argument.dropFirst(2)) : argument)
    }
    for name in named {
      let path = name.utf8.first == UInt8(ascii: "/") ? name : folder.path + "/" + name
      // A link to a program changes with the program.
      files[name] = Self.file(at: URL(filePath: path).resolvingSymlinksInPath().path)
    }
  }

  /// Nil for no file.
  private static func file(at path: String) -> File? {
    guard let file = try? FileManager.default.attributesOfItem(atPath: path),
      // A file in a folder also changes the date of the folder.
      file[.type] as? FileAttributeType != .typeDirectory
    else { return nil }
    return File(date: file[.modificationDate] as? Date, size: (file[.size] as? NSNumber)?.intValue)
  }

  /// A later snapshot with the sources as they are in this one. It differs from the later one if a
  /// source was saved meanwhile, and not by what a program has written.
  ///
  /// Sources are the files that `plugin.json` names, itself, and files of this snapshot with the
  /// extension of one that it names, such as the other modules of a script.
  func keepingSources(in later: FolderSnapshot) -> FolderSnapshot {
    var kept = later
    let programs = named.filter { $0 != PluginManifest.fileName && files[$0] != nil }
    let extensions = Set(programs.map(Self.pathExtension)).subtracting([""])
    let others = files.keys.filter { extensions.contains(Self.pathExtension($0)) }
    for name in named.union(others) { kept.files[name] = files[name] }
    return kept
  }

  private static func pathExtension(_ name: String) -> String {
    URL(filePath: name).pathExtension
  }
}
