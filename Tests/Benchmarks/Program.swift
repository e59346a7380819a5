import Foundation

/// A program that a benchmark runs and measures.
struct Program {
  /// The seconds that one run took.
  struct Times {
    /// From the start of the process to its end.
    let wall: Double
    /// Processor time of the process, in its own code and in the kernel.
    let processor: Double
  }

  let executable: URL
  var arguments: [String] = []
  /// Nil for the environment of the benchmarks.
  var environment: [String: String]?

  /// The host: the one of the option `--metro`, such as that of a release archive, or the one that
  /// `swift build -c release` builds beside the benchmarks. Nil when it is missing, as in a build of
  /// one module.
  static func metro(_ options: Options) -> Program? {
    let own = URL(filePath: CommandLine.arguments[0])
    let file =
      options.metro.map { URL(filePath: $0) }
      ?? own.deletingLastPathComponent().appending(path: "metro")
    return FileManager.default.isExecutableFile(atPath: file.path) ? Program(executable: file) : nil
  }

  /// Builds a program that imports Foundation and only prints.
  static func empty(in folder: URL) throws -> Program {
    let source = folder.appending(path: "empty.swift")
    try Data("import Foundation\nprint(\"0.1.0\")\n".utf8).write(to: source)
    let empty = folder.appending(path: "empty")
    let compiler = Program(executable: URL(filePath: "/usr/bin/env"))
    try compiler.with("swiftc", "-O", source.path, "-o", empty.path).run()
    return Program(executable: empty)
  }

  func with(_ arguments: String...) -> Program {
    var program = self
    program.arguments = arguments
    return program
  }

  /// Runs the program without its output, and waits for its end. No other child process may end
  /// meanwhile, because the kernel adds up the processor time of all.
  /// - Throws: `CocoaError` when the program cannot be started or fails.
  @discardableResult func run() throws -> Times {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let before = Self.processorSeconds(of: .children)
    let began = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    let wall = began.duration(to: .now) / .seconds(1)
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return Times(wall: wall, processor: Self.processorSeconds(of: .children) - before)
  }

  /// Returns the processor time that was used so far.
  static func processorSeconds(of processes: Processes) -> Double {
    var usage = rusage()
    getrusage(processes.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// The processes whose use of resources the kernel adds up, with the numbers of `getrusage`.
  enum Processes: Int32 {
    /// This process.
    case own = 0
    /// The child processes that have ended.
    case children = -1
  }
}

extension Comparison {
  /// Compares the shortest of many runs in turns, since other processes only make a run longer.
  static func quickest(_ times: [Double], _ baselines: [Double]) -> Comparison {
    var comparison = Comparison(zip(times, baselines).map { ($0, $1) })
    comparison.value = times.min() ?? .nan
    comparison.baseline = baselines.min() ?? .nan
    comparison.ratio = comparison.value / comparison.baseline
    return comparison
  }
}
