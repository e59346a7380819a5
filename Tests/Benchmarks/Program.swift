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
  /// `swift build -c release` builds beside the benchmarks. Nil when it is missing, as in a build
  /// of one module.
  static func metro(_ options: Options) -> Program? {
    let own = URL(filePath: CommandLine.arguments[0])
    let file =
      options.metro.map { URL(filePath: $0) }
      ?? own.deletingLastPathComponent().appending(path: "metro")
    return FileManager.default.isExecutableFile(atPath: file.path) ? Program(executable: file) : nil
  }

  /// Builds a program that imports Foundation and only prints, linked as another program is: if
  /// that needs none of Swift's shared libraries, with the options of `.ci/release`.
  static func empty(in folder: URL, linkedLike program: Program) throws -> Program {
    let source = folder.appending(path: "empty.swift")
    try Data(
      """
      import Foundation
      FileHandle.standardOutput.write(Data("0.1.0\\n".utf8))

      """.utf8
    ).write(to: source)
    let empty = folder.appending(path: "empty")
    let compiler = "swiftc -O '\(source.path)' -o '\(empty.path)'"
    // In a folder of its own, the linker does not prefer the shared library.
    let staticCompiler = """
      ln -s "$(clang -print-file-name=libstdc++.a)" '\(folder.path)' &&
        \(compiler) -static-stdlib -L '\(folder.path)' -Xlinker --gc-sections -Xlinker -s
      """
    let shell = Program(executable: URL(filePath: "/bin/bash"))
    try shell.with("-c", try program.needsSwift ? compiler : staticCompiler).run()
    return Program(executable: empty)
  }

  /// Whether the program needs Swift's shared libraries.
  fileprivate var needsSwift: Bool {
    get throws {
      #if os(Linux)
        try Data(contentsOf: executable, options: .alwaysMapped)
          .range(of: Data("libswiftCore.so".utf8)) != nil
      #else
        // They are a part of the system.
        true
      #endif
    }
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
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(seconds) + Double(microseconds) / 1e6
  }

  /// The processor time of a process that is running, in milliseconds; on other systems than Linux,
  /// the time of the clock.
  static func processorMilliseconds(ofProcess id: pid_t) -> Double {
    #if os(Linux)
      var clock = clockid_t()
      clock_getcpuclockid(id, &clock)
    #else
      let clock = CLOCK_MONOTONIC
    #endif
    return ThreadUsage.now(clock) / 1e6
  }

  /// The resident memory of a process in bytes; 0 where `/proc` does not exist.
  /// - Parameter id: Its number, or `self`.
  static func residentBytes(ofProcess id: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)) ?? ""
    let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The processes whose use of resources the kernel adds up, with the numbers of `getrusage`.
  enum Processes: Int32 {
    /// This process.
    case own = 0
    /// The child processes that have ended.
    case children = -1
  }
}

/// The processor times of programs that ran in turns with an empty one, in milliseconds.
///
/// Other processes make a run longer, never shorter, so each is the minimum of many runs.
struct ProcessTimes {
  private static let rounds = 100

  /// In the order of the programs.
  let programs: [Double]
  private let empty: Double
  /// The time of the empty program on the quiet machine on which the bars were set.
  private let emptyWhenQuiet: Double

  /// Runs programs that are linked in the same way.
  init(of programs: [Program], emptyIn folder: URL) throws {
    let empty = try programs.first.map { try Program.empty(in: folder, linkedLike: $0) }
    let all = programs + (empty.map { [$0] } ?? [])
    // The first run reads the program from the disk, and may create files.
    for program in all { try program.run() }
    var times = all.map { _ in Double.infinity }
    for _ in 0..<Self.rounds {
      for index in all.indices {
        times[index] = min(times[index], try all[index].run().processor * 1e3)
      }
    }
    self.programs = Array(times.prefix(programs.count))
    self.empty = times.last ?? .nan
    emptyWhenQuiet = try programs.first?.needsSwift == true ? 6.9 : 2.3
  }

  /// Judges the time of a program.
  /// - Parameter limit: How many milliseconds more than the empty program it may take on the quiet
  ///   machine.
  func figure(
    _ name: String, _ time: Double, atMostMore limit: Double, because reason: String
  ) -> Figure {
    var comparison = Comparison(value: time, baseline: empty)
    comparison.repetitions = Self.rounds
    return Figure(
      "\(name), CPU, against an empty program", comparison, "ms",
      ratio: .atMost(1 + limit / emptyWhenQuiet), because: reason)
  }
}
