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
  /// No setting names an index of plug-ins.
  /// - Parameter name: What is no folder, and might be listed; nil for nothing.
  case noSearchIndex(name: String? = nil)
  /// No enabled module of the app downloads files.
  case noDownloader(String)
  /// The user does not trust the plug-in.
  case untrusted(String)
  /// Nobody can be asked whether to trust the plug-in.
  case unconfirmed(String)
  /// A file or a folder differs from the one that the user trusted.
  case changed(plugin: String, path: String, isFolder: Bool = false)
  /// A file or a folder of a plug-in that is not installed has changed since it was read.
  case changedAtStart(plugin: String, path: String)
  /// The folder of the plug-in was another one when the user trusted it.
  case moved(plugin: String, from: String, to: String)
  /// A file that the user trusted no longer exists.
  case missing(plugin: String, path: String)
  /// Other users may write a file or a folder.
  case writableByOthers(String)
  /// A file or folder belongs to another user.
  case ownedByOthers(String)
  /// A plug-in cannot be taken from where a text says.
  case badSource(String, reason: String)
  /// A repository or an archive cannot be fetched.
  /// - Parameter reason: The end of the sentence, with the remedy.
  case notFetched(String, reason: String)
  /// A program of the system is missing.
  case missingProgram(String)
  /// An archive cannot be unpacked.
  /// - Parameter reason: The end of the sentence, with the remedy.
  case badArchive(String, reason: String)
  /// An archive has another digest than its source says.
  case wrongDigest(String, expected: String, found: String)
  /// The index of plug-ins to search has none of this name.
  case unlisted(String, index: String, nearest: String?)
  /// The index of plug-ins to search cannot be used.
  /// - Parameter reason: The end of the sentence, with the remedy.
  case badSearchIndex(String, reason: String)
  /// A plug-in cannot be updated.
  case notUpdated(String, reason: String)
  /// Nothing says which plug-in to pin, or to pin no longer.
  case pinWithoutName
  /// Variables that the program needs have no values.
  case notConfigured(String, variables: [String])
  /// The environment has no values of variables that a plug-in which is not installed needs.
  case notInEnvironment(String, variables: [String])
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
    case .unknown, .noFolder, .unknownVariable, .unlisted: .notFound
    case .badManifest, .notCopied, .badValue, .badSource, .badArchive, .pinWithoutName: .badInput
    case .untrusted, .unconfirmed, .changed, .changedAtStart, .moved, .missing, .writableByOthers,
      .ownedByOthers, .notConfigured, .notInEnvironment, .notFetched, .missingProgram, .notUpdated,
      .damagedValues, .noProgram, .exists, .tooManyFiles, .damagedIndex, .indexTooLarge, .unusable,
      .noSearchIndex, .noDownloader, .wrongDigest, .badSearchIndex:
      .failed
    }
  }

  package var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "no plug-in '\(name)'" + nearest.suggestion(or: "see 'plugins'")
    case .noFolder(let path): "no folder '\(path)'; check the path"
    case .badManifest(let path, let reason): "'\(path)' does not describe a plug-in: \(reason)"
    case .noSearchIndex(let name):
      (name.map { "there is no folder '\($0)', and " } ?? "")
        + "no setting 'plugins.index' says where plug-ins are listed; set it to an address that "
        + "begins with 'https://', or to the absolute path of an index"
    case .noDownloader(let address):
      "cannot download '\(address)', because no enabled module of the app downloads files; "
        + "enable or add one, or download the file and give its path"
    case .untrusted(let name):
      "the plug-in '\(name)' is not trusted; read what it does, and run 'plugins trust \(name.shellWord)'"
    case .unconfirmed(let name):
      "the plug-in '\(name)' was not trusted, because nobody can be asked; "
        + "read what it does, and add '--yes' to trust it"
    case .changed(let name, let path, let isFolder):
      "'\(path)' of the plug-in '\(name)' is not the \(isFolder ? "folder" : "file") that was "
        + "trusted; "
        + "read what has changed, and run 'plugins trust \(name.shellWord)'"
    case .changedAtStart(let name, let path):
      "'\(path)' of the plug-in '\(name)' was changed while it was started; save it again"
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
    case .badSource(let text, let reason):
      "cannot take a plug-in from '\(text.printable.shortened(to: 200))': \(reason)"
    case .notFetched(let address, let reason): "cannot fetch '\(address)': \(reason)"
    case .missingProgram(let name):
      "the program '\(name)' is missing, which fetches or unpacks the plug-in; install it"
    case .badArchive(let source, let reason): "cannot unpack '\(source)': \(reason)"
    case .wrongDigest(let source, let expected, let found):
      "'\(source)' has the SHA-256 digest \(found), but \(expected) was expected; "
        + "somebody has replaced it, so ask its author for the digest"
    case .unlisted(let name, let index, let nearest):
      "the index '\(index)' has no plug-in '\(name)'"
        + nearest.suggestion(or: "see 'plugins search'")
    case .badSearchIndex(let location, let reason):
      "cannot use the index of plug-ins '\(location)': \(reason)"
    case .notUpdated(let name, let reason): "cannot update the plug-in '\(name)': \(reason)"
    case .pinWithoutName:
      "'--pin' and '--no-pin' need the name of a plug-in; write 'plugins update <name> --pin'"
    case .notConfigured(let name, let variables):
      "the plug-in '\(name)' needs a value of \(Self.quoted(variables))"
        + "; run 'plugins configure \(name.shellWord)'"
    case .notInEnvironment(let name, let variables):
      "the plug-in '\(name)' needs a value of \(Self.quoted(variables))"
        + "; set \(Self.quoted(variables)) in the environment"
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
      "the plug-in '\(name)' exists already; run 'plugins update \(name.shellWord)', or "
        + "'plugins remove \(name.shellWord)' before you add another one"
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

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
