import Console
import Mediator
import ModuleManager

extension MyFeatureModule {
  /// The setting `my-feature.my-part`.
  static let myPartSettings = [Setting("my-part", "the my part", default: "")]

  private struct MyPartSetting: Decodable {
    let myPart: String?
  }

  /// Reads the setting.
  /// - Throws: `DecodingError` when it has a value of the wrong type.
  static func myPart(in context: ModuleContext) throws -> String {
    try context.configuration.decode(MyPartSetting.self).myPart ?? ""
  }
}
