import Foundation
import Plugins

/// Checks whether the plug-ins can be used.
struct PluginCheck {
  private let listings: Result<[PluginListing], PluginFileError>

  init(_ app: CommandLineApp, folder: URL) {
    listings = PluginFolder(in: folder).listings(in: app)
  }

  /// The result; nil without plug-ins.
  var check: Diagnosis.Check? {
    switch listings {
    case .failure(let error): return .init(name: "plug-ins", findings: ["\(error)"])
    case .success(let listings):
      guard !listings.isEmpty else { return nil }
      return .init(name: "plug-ins", warnings: listings.compactMap(\.reason))
    }
  }
}
