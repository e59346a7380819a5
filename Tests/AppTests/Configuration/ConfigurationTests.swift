import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import metro

private enum Weather: Interface {}

private struct WeatherModule: ConfigurableModule {
  static let manifest = Manifest(Weather.self, summary: "")
  static let settings = [
    Setting(
      "service-url", "the address of the service", default: "https://example.org",
      debug: "http://127.0.0.1")
  ]
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}

private struct WeatherSettings: Decodable {
  let serviceUrl: String
}

@Suite struct ConfigurationTests {
  private let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  private func configuration(
    file: String? = nil, environment: [String: String] = [:], profile: BuildProfile = .production
  ) throws -> Configuration {
    try file.map { try Data($0.utf8).write(to: folder.url.appending(path: "config.json")) }
    return try Configuration(
      of: [WeatherModule.self], folder: folder.url, environment: environment, profile: profile)
  }

  @Test func `without a file and variables, the build profile decides`() throws {
    let manifest = WeatherModule.manifest
    let production = try configuration()
    #expect(production.deadlines == .standard)
    #expect(production.logLevel(of: manifest) == .error)
    #expect(try configuration(profile: .debug).logLevel(of: nil) == .warning)
    let debug = try configuration(profile: .debug).parameters(of: manifest)
    #expect(try debug.decode(WeatherSettings.self).serviceUrl == "http://127.0.0.1")
    let settings = try production.parameters(of: manifest).decode(WeatherSettings.self)
    #expect(settings.serviceUrl == "https://example.org")
  }

  @Test
  func `a variable overrides the file, and the log level of a module overrides that of the host`()
    throws
  {
    let configuration = try configuration(
      file: """
        {"log": "info", "log.weather": "debug", "disable": ["weather"], "deadlines": {"stop": 2.5},
         "weather": {"service-url": "file"}}
        """,
      environment: [
        "METRO_WEATHER_SERVICE_URL": "variable", "METRO_DEADLINES_START": "1", "METRO_HOME": "/x",
      ])
    #expect(configuration.logLevel(of: nil) == .info)
    #expect(configuration.logLevel(of: WeatherModule.manifest) == .debug)
    #expect(configuration.isDisabled(WeatherModule.manifest))
    #expect(configuration.deadlines == Deadlines(start: .seconds(1), stop: .seconds(2.5)))
    let parameters = configuration.parameters(of: WeatherModule.manifest)
    #expect(try parameters.decode(WeatherSettings.self).serviceUrl == "variable")
  }

  @Test(
    arguments: [
      (#"{"lgo": "info"}"#, [:], "no setting 'lgo'", "did you mean 'log'?"),
      (#"{"log": {"wether": "info"}}"#, [:], "'log.wether'", "did you mean 'log.weather'?"),
      (#"{"log": "loud"}"#, [:], "'loud' for 'log'", "one of debug, info, warning, error, off"),
      (#"{"deadlines": {"stop": 0}}"#, [:], "'0' for 'deadlines.stop'", "seconds above 0"),
      (#"["log"]"#, [:], "cannot read the configuration", "not a JSON object"),
      (#"{"log": "#, [:], "cannot read the configuration", "not JSON"),
      (nil, ["METRO_DISABEL": "weather"], "'METRO_DISABEL'", "did you mean 'METRO_DISABLE'?"),
      (nil, ["METRO_FOO": "1"], "'METRO_FOO', found in the environment", "; remove it"),
      (nil, ["METRO_DISABLE": "wether"], "'wether' for 'METRO_DISABLE'", "'weather'?"),
      (nil, ["METRO_CONFIG": "/nowhere.json"], "'/nowhere.json'", "no such file"),
    ] as [(String?, [String: String], String, String)])
  func `an error names the mistake and the remedy`(
    file: String?, environment: [String: String], culprit: String, remedy: String
  ) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try configuration(file: file, environment: environment)
    }
    #expect(error?.description.contains(culprit) == true, "\(error as Any)")
    #expect(error?.description.contains(remedy) == true, "\(error as Any)")
  }

  @Test func `an unknown key keeps commands from running, except help`() async throws {
    let session = try HostSession(environment: ["METRO_LGO": "info"])
    let codes = [
      try await session.run("stations").code, try await session.run("help").code,
      try await session.run("doctor").code,
    ]
    #expect(codes == [.badCommandLine, .answered, .failed])
  }

  @Test func `a setting of a wrong type fails with its name`() async throws {
    let session = try HostSession(environment: ["METRO_BOOKMARKS_HISTORY_LENGTH": "abc"])
    let history = try await session.run("history")
    #expect(history.code == .failed)
    #expect(history.errors.contains("'historyLength': ") && !history.errors.contains("Error"))
  }

  @Test func `calls of a disabled module fail with the reason`() async throws {
    let session = try HostSession(environment: ["METRO_DISABLE": "share"])
    let share = try await session.run("share", "Trindade", "Aliados")
    #expect(share.code == .failed)
    #expect(share.errors.contains("'share/share' is unavailable"))
    #expect(share.errors.contains("METRO_DISABLE"))
    #expect(try await session.run("route", "Trindade", "Aliados").code == .answered)
  }

  @Test func `the log has messages of the configured level and above`() async throws {
    let loud = try HostSession(environment: ["METRO_LOG_BOOKMARKS": "info"])
    let errors = try await loud.run("history").errors
    #expect(errors.contains("info bookmarks: started in "))
    #expect(errors.contains("(action bookmarks/history)\n"))
    #expect(errors.hasSuffix("info bookmarks: stopped\n"))
    #expect(!errors.contains("routing"))
    let silent = Log(level: .error) { _, _ in Issue.record("the message was logged") }
    func message() -> String {
      Issue.record("the message was created")
      return ""
    }
    silent.info(message())
  }
}
