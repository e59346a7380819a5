extension ShareItem {
  /// What a file of the item may be called: its title in at most 100 letters, figures and hyphens
  /// and 200 bytes, since file systems take 255, and an extension.
  public func fileName(_ pathExtension: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    var name = words.joined(separator: "-").prefix(100)
    while name.utf8.count > 200 { name.removeLast() }
    return "\(name.isEmpty ? "shared" : name).\(pathExtension)"
  }
}
