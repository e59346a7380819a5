extension ShareItem {
  /// What a file of the item may be called: its title in at most 100 letters, figures and hyphens,
  /// and an extension.
  public func fileName(_ pathExtension: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    let name = words.joined(separator: "-").prefix(100)
    return "\(name.isEmpty ? "shared" : name).\(pathExtension)"
  }
}
