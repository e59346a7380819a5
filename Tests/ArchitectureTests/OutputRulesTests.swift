import ModuleRules
import Testing

/// Text reaches a terminal, a pipe or a file only through the filter of Console, and data reaches
/// the data folder only through `DataFolder`.
@Suite struct OutputRulesTests {
  private static let outputCalls: Set = [
    "print", "debugPrint", "dump", "fputs", "puts", "putchar", "fwrite", "printf", "vprintf",
    "fprintf", "vfprintf", "dprintf", "vdprintf", "fputc", "putc", "writev", "perror", "NSLog",
    "os_log", "Logger",
  ]
  private static let systemModules: Set = ["Swift", "Foundation", "Glibc", "Darwin"]
  private static let outputNames: Set = [
    "FileHandle.standardOutput", "FileHandle.standardError", "STDOUT_FILENO", "STDERR_FILENO",
    "stdout", "stderr",
  ]
  private static let terminal = "Modules/Kits/Console/Terminal/Terminal.swift"
  /// The files of types with a method `print`, in which Swift does not find the global function.
  private static let printers: Set = [
    "Modules/Kits/HostKit/Host/CommandLineHost.swift",
    "Modules/Kits/HostKit/Host/CommandLineHost+Run.swift",
    "Modules/Kits/HostKit/Host/CommandWatch.swift",
  ]
  /// The files that write control sequences, around text that they filter.
  private static let senders: Set = [
    terminal, "Modules/Kits/Console/Terminal/Progress.swift",
    "Modules/Kits/Console/Screen/Screen.swift",
  ]

  private static func outputViolations(in source: SourceFile) -> [Violation] {
    words(of: source).compactMap { word, next, second in
      let name = word.text.split(separator: ".").last.map(String.init) ?? ""
      let function = globalName(word.text)
      let isSend =
        source.path.hasPrefix("Modules/Kits/Console/") && word.isCalled && name == "send"
        && !senders.contains(source.path)
      let isPrint =
        word.isCalled && outputCalls.contains(function)
        && !(word.text == "print" && printers.contains(source.path))
      let isStream =
        outputNames.contains { word.text == $0 || word.text.hasPrefix("\($0).") }
        && source.path != terminal
      let isWrite = word.isCalled && function == "write" && ["1", "2"].contains(next)
      let isHandle =
        word.isCalled && function == "FileHandle" && next == "fileDescriptor"
        && ["1", "2"].contains(second)
      guard isSend || isPrint || isStream || isWrite || isHandle else { return nil }
      return Violation(
        path: source.path, line: word.line,
        rule: "text is written by 'Terminal' only, but this line has '\(word.text)'",
        remedy: "return the text in a 'CommandResult', or call 'Terminal.write'")
    }
  }

  private static let fileCalls: Set = [
    "createFile", "createDirectory", "fopen", "mkdir", "mkstemp", "moveItem", "copyItem",
    "replaceItem", "replaceItemAt",
  ]
  /// Files of features that write in another way: downloads grow while they are written, and the
  /// bytes of a city are collected in memory.
  private static let writers: Set = [
    "Modules/Network/Sources/Downloads/DownloadFolder.swift",
    "Modules/DataSource/Sources/CityFile/CityFile.swift",
    "Modules/DataSource/Sources/CityFile/CompiledCity+Columns.swift",
  ]

  private static func storageViolations(in source: SourceFile) -> [Violation] {
    guard source.path.contains("/Sources/"), !writers.contains(source.path) else { return [] }
    return words(of: source).compactMap { word, next, _ in
      let name = word.text.split(separator: ".").last.map(String.init) ?? ""
      let isCall = word.isCalled && fileCalls.contains(name)
      let isWrite = word.isCalled && name == "write" && ["to", "toFile"].contains(next)
      let isHandle =
        word.isCalled && name == "FileHandle"
        && ["forWritingTo", "forWritingAtPath", "forUpdating", "forUpdatingAtPath"].contains(next)
      guard isCall || isWrite || isHandle || name == "O_CREAT" else { return nil }
      return Violation(
        path: source.path, line: word.line,
        rule: "a module writes to its data folder with 'DataFolder' only, but this line has "
          + "'\(word.text)'",
        remedy: "call 'context.dataFolder.write', or 'NamedFile' for a file that the user names")
    }
  }

  /// The name of a function without its module: `print` for `Swift.print`.
  private static func globalName(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 && systemModules.contains(parts[0]) ? parts[1] : text
  }

  /// Each word with the two after it.
  private static func words(
    of source: SourceFile
  ) -> [(SwiftTokenizer.Word, next: String, second: String)] {
    var words: [SwiftTokenizer.Word] = []
    var tokenizer = SwiftTokenizer(source.text)
    while let word = tokenizer.next() { words.append(word) }
    let texts = words.map(\.text) + ["", ""]
    return words.indices.map { (words[$0], next: texts[$0 + 1], second: texts[$0 + 2]) }
  }

  @Test func `only Terminal writes to the standard output`() throws {
    let violations = try SourceFile.all(in: ["Modules", "Templates/List/Sources"])
      .flatMap(Self.outputViolations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    "print(text)", "  debugPrint(text)", "fputs(text, stderr)", "write(1, text, 3)",
    "Foundation.write(2, text, 3)", "FileHandle.standardOutput.write(data)",
    "let output = STDOUT_FILENO", "NSLog(text)", "Swift.print(text)", "Glibc.printf(text)",
    "Foundation.fputs(text, file)", "dprintf(1, text)", "FileHandle(fileDescriptor: 1)",
    "Logger().info(text)",
  ])
  func `a line that writes without Terminal is found`(line: String) {
    let source = SourceFile(path: "Modules/Plants/Sources/Planted.swift", text: "\n\(line)\n")
    #expect(!Self.outputViolations(in: source).isEmpty)
  }

  @Test(arguments: [
    "terminal.write(text)", "/// print(text)", "let text = \"print(text)\"",
    "folder.write(data, to: path)", "section.send(event)", "FileHandle(fileDescriptor: file)",
  ])
  func `a line that does not write to the standard output is accepted`(line: String) {
    let source = SourceFile(path: "Modules/Plants/Sources/Planted.swift", text: line)
    #expect(Self.outputViolations(in: source) == [])
  }

  @Test func `modules store data with DataFolder only`() throws {
    let violations = try SourceFile.all(in: ["Modules", "Templates/List/Sources"])
      .flatMap(Self.storageViolations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    "try data.write(to: file, options: .atomic)",
    "manager.createFile(atPath: path, contents: data)",
    "let file = open(path, O_WRONLY | O_CREAT, 0o644)", "fopen(path, mode)",
    "try FileManager.default.moveItem(at: old, to: new)", "FileHandle(forWritingTo: url)",
  ])
  func `a line that stores data in another way is found`(line: String) {
    let path = "Modules/Plants/Sources/Planted.swift"
    #expect(Self.storageViolations(in: SourceFile(path: path, text: line)).count == 1)
  }

  @Test(arguments: [
    "try folder.write(data, to: path)", "try NamedFile(path).write(.text(text))",
    "let file = open(path, O_RDONLY)", "FileHandle(forReadingFrom: url)",
  ])
  func `a line that stores data with DataFolder is accepted`(line: String) {
    let path = "Modules/Plants/Sources/Planted.swift"
    #expect(Self.storageViolations(in: SourceFile(path: path, text: line)) == [])
  }
}
