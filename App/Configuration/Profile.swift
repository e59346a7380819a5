import Console
import ModuleManager

/// What holds where nothing is configured: chosen by the build.
enum Profile: String {
  case debug
  case production

  #if DEBUG
    static let current = Profile.debug
  #else
    static let current = Profile.production
  #endif

  var logLevel: Log.Level {
    switch self {
    case .debug: .warning
    case .production: .error
    }
  }

  func value(of setting: Setting) -> String {
    switch self {
    case .debug: setting.debug
    case .production: setting.production
    }
  }
}
