import Foundation

extension PluginManifest {
  /// The extensions of files that programs write and do not execute.
  private static let dataExtensions = [
    "db", "db3", "sqlite", "sqlite3", "duckdb", "log", "csv", "tsv", "jsonl", "ndjson",
  ]

  /// The arguments of `command` that name files for data, such as the database in
  /// `server --db-path notes.db`: the program may write them, so they are not checked.
  ///
  /// The first argument is never one, because interpreters execute the file that it names; and a
  /// file of another kind is not one, because it may be a program.
  package var writtenFiles: [String] {
    command.dropFirst(2).filter {
      Self.dataExtensions.contains(URL(filePath: $0).pathExtension.lowercased())
    }
  }
}
