/// One import that breaks a rule.
struct Violation: CustomStringConvertible, Equatable {
  let path: String
  let line: Int
  let rule: String
  let remedy: String

  var description: String { "\(path):\(line): \(rule); \(remedy)" }
}
