import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import HostKit

private enum Weather: Interface {}

private struct WeatherModule: Module {
  static let manifest = Manifest(Weather.self, summary: "")
  static let contributions = Contributions(settings)
  static let settings = [
    Setting("service-url", "the address of the service", default: "https://example.org"),
    Setting("mirror", "another address of the service", default: "", accepts: .address),
    Setting("days", "the days of a forecast", default: "7", accepts: .number(1...14)),
    Setting(
      "unit", "the unit of temperatures", default: "celsius",
      accepts: .choice(["celsius", "fahrenheit"])),
    Setting("alerts", "whether storms are announced", default: "off", accepts: .boolean),
    Setting(
      "pause", "the time between two forecasts", default: "5 min",
      accepts: .duration(.seconds(10) ... .seconds(7200))),
    Setting("icons", "a file of icons", default: "", accepts: .file),
    Setting("tiles", "the server of the tiles", default: "none", group: "maps"),
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private struct WeatherSettings: Decodable {
  let serviceUrl: String
  let tiles: String
  let unit: String
  let alerts: Bool
  let pause: Double
}

@Suite struct ConfigurationTests {
  private let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  private func configuration(
    file: String? = nil, environment: [String: String] = [:]
  ) throws -> Configuration {
    try file.map { try Data($0.utf8).write(to: folder.url.appending(path: "config.json")) }
    return try Configuration(
      of: .shop([WeatherModule.self]), folder: folder.url, environment: environment)
  }

  @Test func `without a file and variables, everything has its default`() throws {
    let manifest = WeatherModule.manifest
    let configuration = try configuration()
    #expect(configuration.deadlines == .standard)
    #expect(configuration.theme == nil)
    #if DEBUG
      #expect(configuration.logLevel(of: manifest) == .warning)
    #else
      #expect(configuration.logLevel(of: manifest) == .error)
    #endif
    let settings = try configuration.parameters(of: manifest).decode(WeatherSettings.self)
    #expect(settings.serviceUrl == "https://example.org")
  }

  @Test(
    arguments: [
      (nil, [:], "none"), (#"{"maps": {"tiles": "file"}}"#, [:], "file"),
      (#"{"maps.tiles": "file"}"#, ["SHOP_MAPS_TILES": "variable"], "variable"),
    ] as [(String?, [String: String], String)])
  func `a setting may belong to another group than that of its module`(
    file: String?, environment: [String: String], value: String
  ) throws {
    let parameters = try configuration(file: file, environment: environment)
      .parameters(of: WeatherModule.manifest)
    #expect(try parameters.decode(WeatherSettings.self).tiles == value)
  }

  @Test(
    arguments: [
      (nil, [:], "celsius", false, 300),
      (
        #"{"weather": {"unit": "fahrenheit", "alerts": true, "pause": 12}}"#, [:],
        "fahrenheit", true, 12
      ),
      (
        #"{"weather": {"alerts": "yes", "pause": "1.5 min"}}"#, ["SHOP_WEATHER_ALERTS": "0"],
        "celsius", false, 90
      ),
      (nil, ["SHOP_WEATHER_ALERTS": "1", "SHOP_WEATHER_PAUSE": "2 h"], "celsius", true, 7200),
    ] as [(String?, [String: String], String, Bool, Double)])
  func `a module decodes a choice, a boolean and the seconds of a duration`(
    file: String?, environment: [String: String], unit: String, alerts: Bool, pause: Double
  ) throws {
    let settings = try configuration(file: file, environment: environment)
      .parameters(of: WeatherModule.manifest).decode(WeatherSettings.self)
    #expect(settings.unit == unit && settings.alerts == alerts && settings.pause == pause)
  }

  @Test
  func `a variable overrides the file, and the log level of a module overrides that of the host`()
    throws
  {
    let configuration = try configuration(
      file: """
        {"log": "info", "log.weather": "debug", "disable": ["weather"], "deadlines": {"stop": 2.5, "hook": "2 min"},
         "theme": "light", "weather": {"service-url": "file"}}
        """,
      environment: [
        "SHOP_WEATHER_SERVICE_URL": "variable", "SHOP_DEADLINES_START": "1", "SHOP_HOME": "/x",
        "SHOP_THEME": "high-contrast",
      ])
    #expect(configuration.theme == .highContrast)
    #expect(configuration.logLevel(of: nil) == .info)
    #expect(configuration.logLevel(of: WeatherModule.manifest) == .debug)
    #expect(configuration.isDisabled(WeatherModule.manifest))
    #expect(
      configuration.deadlines
        == Deadlines(start: .seconds(1), stop: .seconds(2.5), hook: .seconds(120)))
    let parameters = configuration.parameters(of: WeatherModule.manifest)
    #expect(try parameters.decode(WeatherSettings.self).serviceUrl == "variable")
  }

  @Test(
    arguments: [
      (#"{}"#, [:], .on), (#"{"mouse": "off"}"#, [:], .off), (#"{"mouse": false}"#, [:], .off),
      (#"{"mouse": true}"#, [:], .on), (#"{}"#, ["SHOP_MOUSE": "0"], .off),
      (#"{"mouse": "off"}"#, ["SHOP_MOUSE": "1"], .on), (#"{}"#, ["SHOP_MOUSE": "off"], .off),
      (#"{}"#, ["SHOP_MOUSE": "on"], .on),
    ] as [(String, [String: String], MouseMode)])
  func `the mouse is on unless the user turns it off`(
    file: String, environment: [String: String], mouse: MouseMode
  ) throws {
    #expect(try configuration(file: file, environment: environment).mouse == mouse)
  }

  @Test func `the time for a call of a plug-in is a setting`() throws {
    let file = #"{"plugins": {"timeout": "2 min"}}"#
    #expect(try configuration(file: file, environment: [:]).pluginTimeout == .seconds(120))
    let variables = ["SHOP_PLUGINS_TIMEOUT": "90"]
    #expect(try configuration(file: file, environment: variables).pluginTimeout == .seconds(90))
    #expect(try configuration(file: "{}", environment: [:]).pluginTimeout == nil)
  }

  @Test func `the index of plug-ins is a setting`() throws {
    let file = #"{"plugins": {"index": "https://example.org/index.json"}}"#
    #expect(
      try configuration(file: file, environment: [:]).pluginIndex
        == "https://example.org/index.json")
    #expect(
      try configuration(file: file, environment: ["SHOP_PLUGINS_INDEX": ""]).pluginIndex == nil)
  }

  @Test(
    arguments: [
      (#"{"lgo": "info"}"#, [:], "no setting 'lgo'", "did you mean 'log'?"),
      (#"{"log": {"wether": "info"}}"#, [:], "'log.wether'", "did you mean 'log.weather'?"),
      (#"{"log": "loud"}"#, [:], "'loud' for 'log'", "one of debug, info, warning, error, off"),
      (#"{"theme": "drak"}"#, [:], "'drak' for 'theme'", "one of dark, light, high-contrast, none"),
      (
        #"{"plugins": {"index": "http://example.org/a"}}"#, [:], "for 'plugins.index'",
        "expected an absolute path, or an address that begins with 'https://', without a password and a query"
      ),
      (#"{"mouse": "left"}"#, [:], "'left' for 'mouse'", "expected 'on' or 'off'"),
      (
        #"{"deadlines": {"stop": 0}}"#, [:], "'0' for 'deadlines.stop' (SHOP_DEADLINES_STOP) in /",
        "expected a duration from 0.001 s to 240 h, such as '90 s', '5 min' or '2 h'"
      ),
      (
        #"{"weather": {"unit": "celcius"}}"#, [:],
        "'celcius' for 'weather.unit' (SHOP_WEATHER_UNIT) in /",
        "expected one of celsius, fahrenheit; did you mean 'celsius'?"
      ),
      (
        nil, ["SHOP_WEATHER_ALERTS": "maybe"],
        "'maybe' for 'SHOP_WEATHER_ALERTS' (weather.alerts) in the environment",
        "expected 'on' or 'off'"
      ),
      (
        nil, ["SHOP_WEATHER_PAUSE": "3 h"],
        "'3 h' for 'SHOP_WEATHER_PAUSE' (weather.pause) in the environment",
        "expected a duration from 10 s to 2 h, such as"
      ),
      (nil, ["SHOP_LOG": "wraning"], "'wraning' for 'SHOP_LOG' (log)", "did you mean 'warning'?"),
      (nil, ["SHOP_RESUME": "x"], "'x' for 'SHOP_RESUME' (resume)", "'on' or 'off'"),
      (#"{"": {"log": "info"}}"#, [:], "no setting '.log'", "did you mean 'log'?"),
      (#"{"weather": "https://a:b@c"}"#, [:], "bad value '…' for 'weather'", "an object with"),
      (
        #"{"weather": "sun"}"#, [:], "bad value 'sun' for 'weather'", "an object with 'service-url'"
      ),
      (#"{"lgo": {}}"#, [:], "no setting 'lgo'", "did you mean 'log'?"),
      (#"{"wether": {}}"#, [:], "no setting 'wether'", "did you mean 'weather'?"),
      (#"{"log": "info", "log": "debug"}"#, [:], "cannot read", "it has 'log' twice in one object"),
      (#"{"a": {"l\u006fg": [{}], "log": 1}}"#, [:], "cannot read", "it has 'log' twice"),
      (#"{"log.weather": "info", "log": {"weather": "off"}}"#, [:], "cannot", "log.weather' twice"),
      (#"{"disable": [["weather"]]}"#, [:], "'disable' is neither", "nor a list of these"),
      (#"{"disable": [{"a": "weather"}]}"#, [:], "'disable' is neither", "nor a list of these"),
      (#"{"log": null}"#, [:], "'log' is neither", "nor a list of these"),
      (#"{"weather": {"service-url": "a\u0000b"}}"#, [:], "service-url", "without control"),
      ("{\"log\": \"info\"}\0", [:], "cannot read", "it is not UTF-8 text"),
      (nil, ["SHOP_CONFIG": "/"], "cannot read the configuration '/'", "is a directory"),
      (nil, ["SHOP_CONFIG": "/dev/zero"], "cannot read", "not a regular file"),
      (#"["log"]"#, [:], "cannot read the configuration", "not a JSON object"),
      (#"{"log": "#, [:], "cannot read the configuration", "not JSON"),
      (nil, ["SHOP_DISABEL": "weather"], "'SHOP_DISABEL'", "did you mean 'SHOP_DISABLE'?"),
      (nil, ["SHOP_DISABLE": "wether"], "'wether' for 'SHOP_DISABLE'", "'weather'?"),
      (
        nil, ["SHOP_WEATHER_DAYS": "x"],
        "bad value 'x' for 'SHOP_WEATHER_DAYS' (weather.days) in the environment",
        "expected a whole number from 1 to 14"
      ),
      (
        #"{"weather": {"days": 15}}"#, [:], "'15' for 'weather.days' (SHOP_WEATHER_DAYS) in /",
        "from 1 to 14"
      ),
      (#"{"weather": {"days": 2.5}}"#, [:], "'2.5' for 'weather.days' (", "from 1 to 14"),
      (#"{"weather": {"icons": "/tmp"}}"#, [:], "'/tmp' for 'weather.icons'", "can be read"),
      (nil, ["SHOP_WEATHER_ICONS": "/nowhere"], "'/nowhere' for 'SHOP_WEATHER_ICONS'", "a file"),
      (nil, ["SHOP_CONFIG": "/nowhere.json"], "'/nowhere.json'", "no such file"),
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

  @Test func `a pipe is no file that can be read, and is not waited for`() throws {
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let error = #expect(throws: ConfigurationError.self) {
      try configuration(environment: ["SHOP_WEATHER_ICONS": pipe])
    }
    #expect(error?.description.hasSuffix("expected a file that can be read") == true)
  }

  @Test(arguments: [
    ("", #"{"a":"#, 1000, "JSON of at most 64 levels"),
    (#"{"log": "info"}"#, " ", 1 << 20, "it has more than 1048576 bytes"),
    (#"{"log": ""#, #"\u0301"#, 31, "more than 30 combining characters in a row"),
  ])
  func `a file that is nested too deeply, too long or takes long to compare is an error`(
    start: String, repeated: String, count: Int, reason: String
  ) {
    let error = #expect(throws: ConfigurationError.self) {
      try configuration(file: start + String(repeating: repeated, count: count))
    }
    #expect(error?.description.contains("cannot read") == true, "\(error as Any)")
    #expect(error?.description.contains(reason) == true, "\(error as Any)")
  }

  @Test(
    arguments: [
      .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
      .windowsCP1252,
    ] as [String.Encoding], [#"{"log":"Ģ}}"}"#, #"{"log":"info","log":"off"}"#, #"{"log":"ü"}"#])
  func `a file of another encoding than UTF-8 is an error`(
    encoding: String.Encoding, text: String
  ) throws {
    let file = folder.url.appending(path: "config.json")
    guard let data = text.data(using: encoding), data != Data(text.utf8) else { return }
    try data.write(to: file)
    #expect(throws: ConfigurationError.unreadable(file.path, reason: "it is not UTF-8 text")) {
      try configuration()
    }
  }

  @Test func `a byte order mark and empty groups are ignored`() throws {
    let file = "\u{FEFF}" + #"{"weather": {}, "deadlines": {}, "log": "info"}"#
    #expect(try configuration(file: file).logLevel(of: nil) == .info)
  }

  @Test func `a pipe and a broken link are errors, and nothing waits for the pipe`() throws {
    let file = folder.url.appending(path: "config.json")
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: ConfigurationError.unreadable(file.path, reason: "it is not a regular file")) {
      try configuration()
    }
    #expect(unlink(file.path) == 0 && symlink("/nowhere", file.path) == 0)
    #expect(throws: ConfigurationError.unreadable(file.path, reason: "no such file or directory")) {
      try configuration()
    }
  }

  @Test func `the doctor names all wrong settings, not only the first`() async throws {
    let app = CommandLineApp.shop([WeatherModule.self])
    let result = try await app.run(
      "doctor", environment: ["SHOP_LOG": "loud", "SHOP_THEME": "drak", "SHOP_WEATHER_DAYS": "0"])
    #expect(result.code == .failed)
    #expect(result.output.split(separator: "✗ configuration: bad value").count == 4)
  }

  @Test func `a variable of another program whose name begins with that of the app is ignored`()
    throws
  {
    let configuration = try configuration(environment: ["SHOP_ADMIN_ADDRESS": "1"])
    #expect(configuration.theme == nil)
  }

  @Test func `an unknown key keeps commands from running, except help`() async throws {
    let app = CommandLineApp.shop([WeatherModule.self])
    let codes = [
      try await app.run("modules", environment: ["SHOP_LGO": "info"]).code,
      try await app.run("help", environment: ["SHOP_LGO": "info"]).code,
      try await app.run("doctor", environment: ["SHOP_LGO": "info"]).code,
    ]
    #expect(codes == [.badCommandLine, .answered, .failed])
  }

  @Test func `a message below the level of a log is not created`() {
    let silent = Log(level: .error) { _, _ in Issue.record("the message was logged") }
    func message() -> String {
      Issue.record("the message was created")
      return ""
    }
    silent.info(message())
  }
}
