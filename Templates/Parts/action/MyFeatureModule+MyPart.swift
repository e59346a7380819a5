import Console
import Documents
import Mediator
import MyFeatureInterface

extension MyFeatureModule {
  /// The command `my-feature my-part`.
  static let myPartCommands = [
    Command(
      "my-feature my-part", "My part", calls: MyFeature.myPart,
      examples: ["my-feature my-part"]
    ) { text in
      Document(Text(verbatim: text))
    }
  ]
}
