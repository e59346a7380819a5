public import Console
public import Foundation
public import Mediator
public import ModuleManager
import Platform
import Plugins

/// An app on the command line: its name, and the modules of which it consists.
///
/// ```swift
/// @main
/// enum Shop {
///   static let app = CommandLineApp(
///     name: "shop", summary: "a shop for the terminal", version: "0.1.0",
///     examples: ["products", "products --page 2"], modules: AppModules.all)
///
///   static func main() { app.main() }
/// }
/// ```
///
/// The modules contribute commands, scenes, settings and global options. The app adds the commands
/// `completions`, `doctor`, `grants`, `manual`, `mcp`, `modules`, `open` and `plugins`, and the full-screen
/// browser, which a person opens by giving no command. Programs that the user trusts, the plug-ins,
/// are further modules.
public struct CommandLineApp: Sendable {
  /// The name in lower case: that of the command, the scheme of URLs, the data folder and, in
  /// capitals, the prefix of the environment variables.
  public let name: String
  /// What the app is, in a few words.
  public let summary: String
  /// The version, such as `0.2.0`.
  public let version: String
  /// Command lines for the help, without the name of the app. Those that begin with `open` appear
  /// in the help of the command `open`.
  public let examples: [String]
  /// The modules of the app.
  public internal(set) var modules: [ModuleDescriptor]
  /// The plug-ins while the app runs; nil for an app without any.
  var plugins: MountedPlugins?
  /// The targets of those of the modules that are plug-ins.
  var pluginTargets: Set<String> = []
  /// The names of the modules that are stubs; see `StubAnswers`.
  var stubs: Set<String> = []
  /// The modules that run without the others of the app; nil for the whole app.
  private(set) var slice: ModuleSlice?
  /// The files that the pages of `web` load, by their names. `style.css` is added to the style sheet,
  /// and `icon.svg` and `web.css` replace the icon and the style sheet. Everybody who reaches the
  /// server can read them.
  public let webFiles: [String: [UInt8]]
  /// The look of text, unless the user sets `theme` in the configuration.
  public let theme: Theme
  /// The links that the app opens, besides those with its name as scheme.
  public let links: LinkAddresses

  /// Describes an app whose modules are types.
  public init(
    name: String, summary: String, version: String, examples: [String],
    modules: [any Module.Type], webFiles: [String: [UInt8]] = [:], theme: Theme = .dark,
    links: LinkAddresses = LinkAddresses()
  ) {
    self.init(
      name: name, summary: summary, version: version, examples: examples,
      modules: modules.map { ModuleDescriptor($0) }, webFiles: webFiles, theme: theme,
      links: links)
  }

  /// Describes an app, some of whose modules are only known at run time.
  public init(
    name: String, summary: String, version: String, examples: [String],
    modules: [ModuleDescriptor], webFiles: [String: [UInt8]] = [:], theme: Theme = .dark,
    links: LinkAddresses = LinkAddresses()
  ) {
    self.name = name
    self.summary = summary
    self.version = version
    self.examples = examples
    self.modules = modules
    self.webFiles = webFiles
    self.theme = theme
    self.links = links
  }

  /// Creates a mediator that the links of the app reach.
  func makeMediator() -> Mediator { Mediator(scheme: name, links: links) }

  /// Describes an app of which some modules run without the others. Its examples, which may belong to
  /// the others, are left out.
  public init(
    name: String, summary: String, version: String, examples: [String],
    modules: ModuleSlice, webFiles: [String: [UInt8]] = [:], theme: Theme = .dark,
    links: LinkAddresses = LinkAddresses()
  ) {
    self.init(
      name: name, summary: summary, version: version, examples: [], modules: modules.modules,
      webFiles: webFiles, theme: theme,
      links: links)
    stubs = modules.stubs
    slice = modules
  }

  /// Runs the command line of the process and exits with its exit code.
  public func main() -> Never {
    Terminal.prepareProcess()
    let signals = HostSignals()
    // It begins in this thread, so that a short command line needs no other.
    Task.immediateIfPossible {
      let code = await runProcess(signals)
      // Exit handlers would race with the threads of a module that did not stop in time.
      fflush(nil)
      RunningPlugins.killAll()
      _exit(code == .interrupted ? 128 + (signals.stopSignal ?? SIGINT) : code.rawValue)
    }
    // Work of the main actor begins with the modules. The loop needs files, so that a process that
    // may open only a few could not even print its version.
    signals.waitForMainActor()
    // Unlike this loop, `dispatchMain`, which ends an asynchronous `main`, unblocks all signals.
    while true { RunLoop.main.run() }
  }

  private func runProcess(_ signals: HostSignals) async -> ExitCode {
    let environment = Environment.process
    let output = Terminal.output(environment: environment)
    let host = CommandLineHost(
      app: self, folder: dataFolder(environment: environment), output: output,
      errors: .errors(environment: environment), environment: environment,
      screen: Screen(input: STDIN_FILENO, output: output), signals: signals,
      memoryMonitor: MemoryMonitor(),
      openClientStreams: { () throws(HostError) in try .takeStandardStreams() },
      clientProgram: ParentProcess.executable)
    if let slice { host.write("\(name): \(slice.notice)", to: host.errors) }
    return await host.run(Array(CommandLine.arguments.dropFirst()))
  }

  /// Runs one command line in this process and returns what it prints, for example in a test.
  /// - Parameters:
  ///   - line: The arguments, without the name of the app.
  ///   - input: The standard input, which only `mcp` reads.
  ///   - folder: The data folder.
  ///   - columns: The width of the output.
  ///   - environment: The environment variables, such as `SHOP_LOG`.
  ///   - interceptor: Receives all calls and events, such as a `ManifestMonitor`.
  ///   - now: Returns the current date.
  /// - Throws: `CocoaError` when no temporary file can be created.
  public func run(
    _ line: [String], input: String = "", folder: URL, columns: Int = 80,
    environment: [String: String] = [:],
    interceptor: (any Interceptor)? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> CommandLineOutput {
    try await run(
      line, pagePath: nil, input: input, folder: folder, columns: columns,
      environment: environment, interceptor: interceptor, now: now)
  }

  /// Returns what `web` shows at a path, as HTML, for example in a test. It listens at no port.
  /// - Parameters:
  ///   - path: The path of the page, such as `/` or `/at/scenes/Products`.
  ///   - folder: The data folder.
  ///   - environment: The environment variables, such as `SHOP_LANGUAGE`.
  ///   - now: Returns the current date.
  /// - Throws: `CocoaError` when no temporary file can be created.
  public func page(
    at path: String, folder: URL, environment: [String: String] = [:],
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> CommandLineOutput {
    try await run(
      Command.web.words, pagePath: path, input: "", folder: folder, columns: 80,
      environment: environment, interceptor: nil, now: now)
  }

  private func run(
    _ line: [String], pagePath: String?, input: String, folder: URL, columns: Int,
    environment: [String: String], interceptor: (any Interceptor)?,
    now: @escaping @Sendable () -> Date
  ) async throws -> CommandLineOutput {
    let (output, errors) = (try TemporaryFile(), try TemporaryFile())
    let input = try TemporaryFile(input)
    let terminal: Environment = ["COLUMNS": "\(columns)"]
    let host = CommandLineHost(
      app: self, folder: folder,
      output: Terminal(descriptor: output.descriptor, environment: terminal),
      errors: Terminal(descriptor: errors.descriptor, environment: terminal),
      environment: Environment(environment), interceptor: interceptor, pagePath: pagePath,
      openClientStreams: { () throws(HostError) in
        try .copies(of: input.descriptor, output.descriptor)
      }, now: now)
    let code = await host.run(line)
    return CommandLineOutput(code: code, output: try output.text, errors: try errors.text)
  }

  /// The environment variable of a setting, such as `SHOP_HOME` for `HOME`.
  func variable(_ name: String) -> String {
    String(self.name.uppercased().map { $0 == "-" ? "_" : $0 }) + "_" + name
  }

  /// What modules know about the app.
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - environment: The variables, of which `CONFIG` of the app may name the configuration file.
  func description(in folder: URL, _ environment: [String: String] = [:]) -> AppDescription {
    AppDescription(
      name: name, summary: summary, version: version, folder: folder,
      configurationFile: Configuration.file(of: self, environment))
  }

  /// Returns the folder in which the modules store their data: the variable `HOME` of the app, such
  /// as `SHOP_HOME`, if it is set. Otherwise the platform's folder for application data:
  /// Application Support on macOS, `$XDG_DATA_HOME` or `~/.local/share` elsewhere. Modules that run
  /// without the others have a folder of their own there, such as `shop-alone`.
  ///
  /// Source: XDG Base Directory Specification 0.8, which says to ignore a relative path.
  func dataFolder(environment: Environment) -> URL {
    if let home = environment[variable("HOME")], !home.isEmpty {
      return URL(fileURLWithPath: home, isDirectory: true)
    }
    let name = slice == nil ? name : "\(name)-alone"
    #if os(macOS)
      return URL.applicationSupportDirectory.appending(path: name, directoryHint: .isDirectory)
    #else
      let home = environment["HOME"] ?? NSHomeDirectory()
      let shared = environment["XDG_DATA_HOME"].flatMap {
        $0.unicodeScalars.first == "/" ? $0 : nil
      }
      let folder = (shared ?? home + "/.local/share") + "/\(name)"
      return URL(fileURLWithPath: folder, isDirectory: true)
    #endif
  }
}

/// What a command line has printed.
public struct CommandLineOutput: Sendable {
  /// The exit code.
  public let code: ExitCode
  /// The text on the standard output.
  public let output: String
  /// The text on the standard error output.
  public let errors: String
}

/// A temporary file in place of a standard stream. It is removed as soon as it is open, so no file
/// is left behind.
private final class TemporaryFile: Sendable {
  private let file: FileHandle

  init(_ content: String = "") throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "stream-\(UUID())")
    try Data(content.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    file = try FileHandle(forUpdating: url)
  }

  var descriptor: Int32 { file.fileDescriptor }

  var text: String {
    get throws {
      try file.seek(toOffset: 0)
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
  }
}

extension [ModuleDescriptor] {
  /// The contributions of all modules.
  func contributions<Value: Contribution>(of type: Value.Type) -> [Value] {
    flatMap { $0.contributions(of: type) }
  }
}
