import Foundation
import TestSupport

/// The files below a folder while a process changes them: what is on the disk for certain, and what
/// the system may still have in memory.
///
/// The content of a file is on the disk after `fsync` of the file; its name is there after `fsync`
/// of its folder, and a name that is removed is gone for certain only then.
///
/// Source: T. S. Pillai et al., "All File Systems Are Not Created Equal: On the Complexity of
/// Crafting Crash-Consistent Applications", OSDI 2014.
struct Disk {
  /// What a path leads to.
  enum Node: Hashable {
    case folder
    case file([UInt8])
  }

  /// What a power cut leaves of the changes of names that are not on the disk.
  enum NameLoss: Hashable {
    case nothing, everything, random(seed: Int)
  }

  /// What a power cut leaves of the changes of a file's content that are not on the disk.
  enum ContentLoss: Hashable {
    case nothing, everything
    /// The second half of the changes, and half of the bytes of the one before.
    case secondHalf
    /// The new bytes at the end of the file, but not its length.
    case newBytes
    case random(seed: Int)
  }

  fileprivate enum Entry: Hashable {
    case folder
    case file(Int)
  }

  fileprivate enum ContentChange {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  fileprivate struct File {
    var synchronized: [UInt8]
    /// The number of changes that are on the disk.
    var changes = 0
    /// The changes that are not, in order.
    var pending: [ContentChange] = []
  }

  /// Changes the entries of these paths at the same time; nil removes one.
  private typealias NameChange = [String: Entry?]

  private var files: [File] = []
  private var openFiles: [UInt64: Int] = [:]
  private var entries: [String: Entry] = [:]
  private var synchronizedEntries: [String: Entry] = [:]
  private var pendingNames: [NameChange] = []
  /// By path, the folders that contain it, outermost first.
  private var folders: [String: [String]] = [:]

  /// Reads the files below a folder; all of them are on the disk.
  init(_ folder: URL) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where !Self.isSharedMemory(path) {
      let url = folder.appending(path: path)
      if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        entries[path] = .folder
      } else {
        entries[path] = .file(files.count)
        files.append(File(synchronized: try [UInt8](Data(contentsOf: url))))
      }
    }
    synchronizedEntries = entries
    for path in entries.keys { folders[path] = Self.folders(of: path) }
  }

  /// Applies a change that a process made.
  mutating func apply(_ call: RecordedCall) {
    guard call.result >= 0, !Self.isSharedMemory(call.path) else { return }
    let path = call.path
    switch call.kind {
    case .open:
      if call.detail == 1 {
        files.append(File(synchronized: []))
        change([path: .file(files.count - 1)])
      }
      guard case .file(let file)? = entries[path] else { return }
      openFiles[call.inode] = file
      if call.detail == 2 { files[file].pending.append(.truncate(0)) }
    case .write: change(call.inode, .write(offset: call.detail, bytes: call.bytes))
    case .truncate: change(call.inode, .truncate(call.detail))
    case .sync:
      if path.isEmpty || entries[path] == .folder {
        synchronizeNames(in: path)
      } else if let file = openFiles[call.inode] {
        files[file].synchronize()
      }
    case .rename: change([path: nil, call.target: entries[path]])
    case .link: change([call.target: entries[path]])
    case .unlink, .rmdir: change([path: nil])
    case .mkdir: change([path: .folder])
    case .close, .map: break
    }
  }

  /// What processes see.
  var contents: [String: Node] { state(.nothing, .nothing).contents }

  /// What is on the disk after a power cut.
  func state(_ nameLoss: NameLoss, _ contentLoss: ContentLoss) -> State {
    var names = synchronizedEntries
    var random = SplitMix64(seed: 0)
    if case .random(let seed) = nameLoss { random = SplitMix64(seed: seed) }
    for change in pendingNames {
      let isKept =
        switch nameLoss {
        case .nothing: true
        case .everything: false
        case .random: Bool.random(using: &random)
        }
      if isKept { for (path, entry) in change { names[path] = entry } }
    }
    return State(
      entries: names.filter { path, _ in
        folders(of: path).allSatisfy { names[$0] == .folder }
      }, files: files, loss: contentLoss)
  }

  /// A possible content of the disk. Two states are equal if their files have the same contents.
  struct State: Hashable {
    fileprivate struct Version: Hashable {
      let file: Int
      let changes: Int
      let loss: ContentLoss?
    }

    /// The version of each file, and nil for each folder.
    private let versions: [String: Version?]
    private let files: [File]
    private let loss: ContentLoss

    fileprivate init(entries: [String: Entry], files: [File], loss: ContentLoss) {
      self.files = files
      self.loss = loss
      versions = entries.mapValues { entry in
        guard case .file(let index) = entry else { return nil }
        let file = files[index]
        let (all, none) = (file.changes + file.pending.count, file.changes)
        return switch loss {
        case _ where file.pending.isEmpty: Version(file: index, changes: none, loss: nil)
        case .nothing: Version(file: index, changes: all, loss: nil)
        case .everything: Version(file: index, changes: none, loss: nil)
        case .secondHalf, .newBytes, .random: Version(file: index, changes: all, loss: loss)
        }
      }
    }

    var contents: [String: Node] {
      versions.mapValues { version in
        version.map { .file(files[$0.file].content(after: loss)) } ?? .folder
      }
    }

    /// Creates the files and folders in a new folder.
    func write(to folder: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (path, node) in contents.sorted(by: { $0.key < $1.key }) {
        let url = folder.appending(path: path)
        switch node {
        case .folder:
          try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        case .file(let bytes): try Data(bytes).write(to: url)
        }
      }
    }

    static func == (left: State, right: State) -> Bool { left.versions == right.versions }
    func hash(into hasher: inout Hasher) { hasher.combine(versions) }
  }

  private mutating func change(_ names: NameChange) {
    for (path, entry) in names {
      entries[path] = entry
      folders[path] = Self.folders(of: path)
    }
    pendingNames.append(names)
  }

  private mutating func change(_ inode: UInt64, _ change: ContentChange) {
    guard let file = openFiles[inode] else { return }
    files[file].pending.append(change)
  }

  /// The changes of names in a folder are on the disk.
  private mutating func synchronizeNames(in folder: String) {
    for index in pendingNames.indices {
      let change = pendingNames[index]
      guard change.keys.contains(where: { self.folders(of: $0).last ?? "" == folder }) else {
        continue
      }
      for (path, entry) in change {
        synchronizedEntries[path] = entry
        // An earlier change of the same name can no longer be seen.
        for earlier in pendingNames.indices.prefix(index + 1) {
          pendingNames[earlier].removeValue(forKey: path)
        }
      }
    }
    pendingNames.removeAll(where: \.isEmpty)
  }

  private func folders(of path: String) -> [String] { folders[path] ?? Self.folders(of: path) }

  /// The folders that contain a path, outermost first.
  private static func folders(of path: String) -> [String] {
    path.split(separator: "/").dropLast().map { String(path[..<$0.endIndex]) }
  }

  /// Whether a file only contains what SQLite's processes share, which it builds again.
  private static func isSharedMemory(_ path: String) -> Bool { path.hasSuffix("-shm") }
}

extension Disk.File {
  fileprivate mutating func synchronize() {
    synchronized = content(after: .nothing)
    changes += pending.count
    pending = []
  }

  /// The content after a power cut.
  fileprivate func content(after loss: Disk.ContentLoss) -> [UInt8] {
    var content = synchronized
    switch loss {
    case .nothing: for change in pending { content.apply(change) }
    case .everything: break
    case .secondHalf:
      let kept = pending.count / 2
      for change in pending.prefix(kept) { content.apply(change) }
      if let change = pending.dropFirst(kept).first { content.apply(change.firstHalf) }
    case .newBytes:
      for change in pending { content.apply(change) }
      for index in content.indices.dropFirst(synchronized.count) { content[index] = 0 }
    case .random(let seed):
      var random = SplitMix64(seed: seed)
      for change in pending where Bool.random(using: &random) { content.apply(change) }
    }
    return content
  }
}

extension Disk.ContentChange {
  fileprivate var firstHalf: Self {
    switch self {
    case .write(let offset, let bytes):
      .write(offset: offset, bytes: Array(bytes.prefix(bytes.count / 2)))
    case .truncate: self
    }
  }
}

extension [UInt8] {
  fileprivate mutating func apply(_ change: Disk.ContentChange) {
    switch change {
    case .truncate(let length):
      removeLast(Swift.max(0, count - length))
      append(contentsOf: repeatElement(0, count: Swift.max(0, length - count)))
    case .write(let offset, let bytes):
      append(contentsOf: repeatElement(0, count: Swift.max(0, offset + bytes.count - count)))
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }
}
