import Console
import Foundation
import Mediator
import Platform

/// Which files of a plug-in must not change, and whether they have.
extension PluginFolder {
  /// The largest number of files in a plug-in's folder, and in those to which links in it lead.
  static let maximumFiles = 10_000

  /// Finds the files of a plug-in that must not change, with their digests, and checks that only
  /// the current user and root can change what is in its folder.
  ///
  /// These are `plugin.json`, the program, and each argument that names a file or a folder. What a
  /// folder contains, what the program itself loads, such as the modules of a script, and a file
  /// for data has no digest.
  /// - Parameter path: The value of `PATH`, in which a program without a slash is searched.
  /// - Throws: `PluginFileError`.
  package func trustedFiles(
    of manifest: PluginManifest, searching path: String
  ) throws(PluginFileError) -> [TrustedFile] {
    let program = manifest.command.first ?? ""
    let paths = path.split(at: ":").filter(\.isAbsolutePath).map { "\($0)/\(program)" }
    return try files(of: manifest, in: resolvedFolder(of: manifest.name), executables: paths)
  }

  /// - Parameter executables: Where a program without a slash may be; the first is taken.
  private func files(
    of manifest: PluginManifest, in folder: String, executables: [String]
  ) throws(PluginFileError) -> [TrustedFile] {
    let name = manifest.name
    try checkContent(of: folder)
    let manifestPath = folder + "/" + PluginManifest.fileName
    var files = [try trustedFile(manifestPath)]
    let program = manifest.command.first ?? ""
    let paths =
      program.unicodeScalars.contains("/") ? [absolutePath(program, in: folder)] : executables
    let executable = paths.lazy.filter { access($0, X_OK) == 0 && PluginFile($0).isRegular }.first
    guard let executable else { throw .noProgram(name, path: program) }
    let isOwn = PluginFile(executable).isIn(folder)
    files.append(try trustedFile(executable, hasDigest: isOwn))
    for argument in manifest.command.dropFirst() where !manifest.writtenFiles.contains(argument) {
      let file = PluginFile(absolutePath(argument, in: folder))
      guard !argument.isEmpty, file.isRegular || file.isFolder else { continue }
      let trusted = try file.isFolder ? trustedFolder(file.path) : trustedFile(file.path)
      if !files.contains(where: { $0.path == trusted.path }) { files.append(trusted) }
    }
    return files
  }

  /// Checks that the files of a plug-in are those that the user trusted, or those that were read of
  /// one that is not installed, and that only the current user and root can change them.
  /// - Returns: How to start it.
  /// - Throws: `PluginFileError` with the first difference.
  package func verify(_ plugin: InstalledPlugin) throws(PluginFileError) -> PluginProgram {
    do throws(PluginFileError) { return try program(of: plugin) } catch {
      guard given != nil else { throw error }
      switch error {
      case .changed(let name, let path, _), .missing(let name, let path):
        throw .changedAtStart(plugin: name, path: path)
      case _: throw error
      }
    }
  }

  private func program(of plugin: InstalledPlugin) throws(PluginFileError) -> PluginProgram {
    let name = plugin.manifest.name
    let folder = try resolvedFolder(of: name)
    if let manifest = plugin.files.first?.path {
      let trusted = URL(filePath: manifest).deletingLastPathComponent().path
      guard trusted == folder else { throw .moved(plugin: name, from: trusted, to: folder) }
    }
    for file in plugin.files {
      guard let resolved = PluginFile(file.path).resolvedPath else {
        throw .missing(plugin: name, path: file.path)
      }
      guard resolved == file.path else {
        throw .changed(plugin: name, path: file.path, isFolder: file.isFolder == true)
      }
    }
    guard plugin.files.count >= 2 else {
      throw .changed(plugin: name, path: folder + "/" + PluginManifest.fileName)
    }
    guard plugin.isReplaced != true else {
      throw .changed(plugin: name, path: folder, isFolder: true)
    }
    let executable = plugin.files[1].path
    // A link may lead elsewhere now, another folder may have taken the place of the trusted one,
    // and an argument that named nothing may name a file.
    let files = try files(of: plugin.manifest, in: folder, executables: [executable])
    if files != plugin.files {
      let index = zip(files, plugin.files).prefix { $0 == $1 }.count
      let file = files.dropFirst(index).first ?? plugin.files[index]
      throw .changed(plugin: name, path: file.path, isFolder: file.isFolder == true)
    }
    // A program may find its files by the link through which it was called.
    let command = plugin.manifest.command
    let called =
      command[0].unicodeScalars.contains("/") ? absolutePath(command[0], in: folder) : command[0]
    return PluginProgram(
      executable: executable, arguments: [called] + command.dropFirst(), folder: folder,
      variables: try variables(of: plugin.manifest))
  }

  /// The folder of a plug-in without links, after a check that only the current user and root can
  /// replace it: also of the folders above it, and of those above the app's data folder.
  /// - Throws: `PluginFileError`.
  private func resolvedFolder(of name: String) throws(PluginFileError) -> String {
    let path = folder(of: name).path
    guard let folder = PluginFile(path).resolvedPath,
      let home = PluginFile(home.path).resolvedPath
    else { throw .missing(plugin: name, path: path) }
    for path in [home, url.path, folder] { try PluginFile(path).checkOwner() }
    try PluginFile(path).checkParents()
    return folder
  }

  /// A file with its digest, after a check that only the current user and root can replace it, or a
  /// link that leads to it: a program finds its files by the path through which it was called.
  private func trustedFile(
    _ path: String, hasDigest: Bool = true
  ) throws(PluginFileError) -> TrustedFile {
    guard let target = try PluginFile(path).checkedTarget() else {
      throw .unusable(path, reason: POSIXError(.ENOENT).systemReason)
    }
    return TrustedFile(path: target.path, sha256: hasDigest ? try target.digest : nil)
  }

  /// A folder, after a check that only the current user and root can replace it or what they have
  /// in it: in a folder that users share, such as `/tmp`, others can only add something.
  private func trustedFolder(_ path: String) throws(PluginFileError) -> TrustedFile {
    try PluginFile(path + "/.").checkParents()
    return TrustedFile(path: PluginFile(path).resolvedPath ?? path, sha256: nil, isFolder: true)
  }

  /// Checks that no other user can write anything in the folder, also what the program loads
  /// itself, and what links in the folder lead to: files, and folders with their content.
  private func checkContent(of folder: String) throws(PluginFileError) {
    var folders = [folder]
    var next = 0
    var count = 0
    while next < folders.count {
      let files = FileManager.default.enumerator(atPath: folders[next])
      while let name = files?.nextObject() as? String {
        count += 1
        guard count <= Self.maximumFiles else {
          throw .tooManyFiles(folder, limit: Self.maximumFiles)
        }
        let file = PluginFile(folders[next] + "/" + name)
        guard file.isLink else {
          try file.checkOwner()
          continue
        }
        guard let target = try file.checkedTarget(), target.isFolder,
          !folders.contains(where: { target.path == $0 || target.isIn($0) })
        else { continue }
        folders.append(target.path)
      }
      next += 1
    }
  }

  private func absolutePath(_ path: String, in folder: String) -> String {
    path.isAbsolutePath ? path : folder + "/" + path
  }
}

/// How to start a plug-in whose files were verified.
package struct PluginProgram: Hashable, Sendable {
  /// The absolute path of the program, without links.
  package let executable: String
  /// The arguments, the first of which is the name by which the program is called.
  package let arguments: [String]
  /// The absolute path of the working directory.
  package let folder: String
  /// The variables that the plug-in expects, with their values.
  package let variables: PluginVariables
}
