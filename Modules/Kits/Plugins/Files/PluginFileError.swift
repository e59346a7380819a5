import Console
import Foundation
package import Mediator

/// Why the files of a plug-in cannot be used, or may not.
package enum PluginFileError: ModuleError {
  /// There is no plug-in of this name.
  case unknown(String, nearest: String?)
  /// There is no folder at this path.
  case noFolder(String)
  /// The file `plugin.json` does not say what it must.
  case badManifest(String, reason: String)
  /// The user does not trust the plug-in.
  case untrusted(String)
  /// Nobody can be asked whether to trust the plug-in.
  case unconfirmed(String)
  /// A file differs from the one that the user trusted.
  case changed(plugin: String, path: String)
  /// The folder of the plug-in was another one when the user trusted it.
  case moved(plugin: String, from: String, to: String)
  /// A file that the user trusted no longer exists.
  case missing(plugin: String, path: String)
  /// Other users may write a file or a folder.
  case writableByOthers(String)
  /// A file or folder belongs to another user.
  case ownedByOthers(String)
  /// Variables that the program needs have no values.
  case notConfigured(String, variables: [String])
  /// The plug-in expects no variable of this name.
  case unknownVariable(String, plugin: String, known: [String])
  /// A value cannot be given to a program.
  /// - Parameter reason: The end of a sentence without its subject.
  case badValue(String, reason: String)
  /// The file with the values of variables cannot be read.
  case damagedValues(plugin: String, path: String, reason: String)
  /// The program in `command` does not exist, or cannot be executed.
  case noProgram(String, path: String)
  /// A plug-in of this name exists already.
  case exists(String)
  /// A folder contains what cannot be copied.
  case notCopied(String, reason: String)
  /// The folder of a plug-in contains more files than can be checked.
  case tooManyFiles(String, limit: Int)
  /// The index cannot be read.
  case damagedIndex(String, reason: String)
  /// The index would be too large to be read again.
  case indexTooLarge(String, limit: Int)
  /// The system cannot read or write a file.
  case unusable(String, reason: String)

  package var kind: FailureKind {
    switch self {
    case .unknown, .noFolder, .unknownVariable: .notFound
    case .badManifest, .notCopied, .badValue: .badInput
    case .untrusted, .unconfirmed, .changed, .moved, .missing, .writableByOthers, .ownedByOthers,
      .notConfigured, .damagedValues, .noProgram, .exists, .tooManyFiles, .damagedIndex,
      .indexTooLarge, .unusable:
      .failed
    }
  }

  package var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "no plug-in '\(name)'" + nearest.suggestion(or: "see 'plugins'")
    case .noFolder(let path): "no folder '\(path)'; check the path"
    case .badManifest(let path, let reason): "'\(path)' does not describe a plug-in: \(reason)"
    case .untrusted(let name):
      "the plug-in '\(name)' is not trusted; read what it does, and run 'plugins trust \(name.shellWord)'"
    case .unconfirmed(let name):
      "the plug-in '\(name)' was not trusted, because nobody can be asked; "
        + "read what it does, and add '--yes' to trust it"
    case .changed(let name, let path):
      "'\(path)' of the plug-in '\(name)' is not the file that was trusted; "
        + "read what has changed, and run 'plugins trust \(name.shellWord)'"
    case .moved(let name, let old, let new):
      "the folder of the plug-in '\(name)' is '\(new)', but '\(old)' was trusted; "
        + "run 'plugins trust \(name.shellWord)'"
    case .missing(let name, let path):
      "'\(path)' of the plug-in '\(name)' no longer exists; "
        + "restore it and run 'plugins trust \(name.shellWord)', or run 'plugins remove \(name.shellWord)'"
    case .writableByOthers(let path):
      "other users may write '\(path)'; run 'chmod go-w \(path.shellWord)'"
    case .ownedByOthers(let path):
      "'\(path)' belongs to another user; use a copy of the plug-in or the program that is yours"
    case .notConfigured(let name, let variables):
      "the plug-in '\(name)' needs a value of \(variables.map { "'\($0)'" }.joined(separator: ", "))"
        + "; run 'plugins configure \(name.shellWord)'"
    case .unknownVariable(let variable, let name, let known):
      "the plug-in '\(name)' has no variable '\(variable.printable.shortened(to: 60))'"
        + (known.isEmpty
          ? "; its plugin.json has no 'env'"
          : known.nearest(to: variable).first
            .suggestion(or: "its variables are \(known.joined(separator: ", "))"))
    case .badValue(let variable, let reason): "the value of '\(variable)' \(reason)"
    case .damagedValues(let name, let path, let reason):
      "cannot read the variables of '\(name)' in '\(path)': \(reason); "
        + "remove it, and run 'plugins configure \(name.shellWord)'"
    case .noProgram(let name, let path):
      "the program '\(path)' of the plug-in '\(name)' cannot be executed; "
        + "install it, run 'chmod u+x' on it, or correct 'command' in plugin.json"
    case .exists(let name):
      "the plug-in '\(name)' exists already; to replace it, run 'plugins remove \(name.shellWord)', "
        + "then add and trust it again"
    case .notCopied(let path, let reason): "cannot copy '\(path)': \(reason)"
    case .tooManyFiles(let path, let limit):
      "'\(path)' has more than \(limit) files; move what need not be checked out of the folder"
    case .damagedIndex(let path, let reason):
      "cannot read the list of trusted plug-ins '\(path)': \(reason); "
        + "remove it, and trust the plug-ins again"
    case .indexTooLarge(let path, let limit):
      "cannot write '\(path)': the trusted plug-ins and their tools would take more than "
        + "\(limit >> 20) MB; run 'plugins distrust' for one with many tools"
    case .unusable(let path, let reason):
      "cannot use '\(path)': \(reason); check the permissions and the disk"
    }
  }
}
