/// What a module declares in `Manifest(…)`, as its source states it.
struct ModuleManifest {
  /// The file and the line in which it begins.
  let path: String
  let line: Int
  /// The elements of its arguments, such as `Network.self`, by their labels.
  private(set) var arguments: [String: [String]] = [:]

  /// The names under `requires` and `uses`, without `.self`.
  var callees: [String] { types(in: "requires") + types(in: "uses") }

  /// The names of the types that an argument lists, without the modules that declare them.
  func types(in label: String) -> [String] {
    (arguments[label] ?? []).map(\.dottedNames).filter { $0.last == "self" }
      .compactMap { $0.dropLast().last }
  }

  /// Whether an argument consists of names that can be read without compiling, or is missing.
  func isReadable(_ label: String) -> Bool {
    (arguments[label] ?? []).allSatisfy { $0.first?.isUppercase == true && !$0.hasPrefix("Self.") }
  }

  /// The argument with one more element, as it is written in the source.
  func argument(_ label: String, adding element: String) -> String {
    let elements = (arguments[label] ?? []) + [element]
    return "\(label): [\(elements.joined(separator: ", "))]"
  }

  /// Reads the manifest of a feature's module; nil if the source has none.
  init?(of feature: String, in source: SourceFile) {
    guard source.contains("Manifest(") else { return nil }
    var words = SwiftTokenizer(source.text)
    while let word = words.next() {
      guard word.text == "Manifest", word.isCalled else { continue }
      guard let name = words.next(), name.text == "\(feature).self" else { continue }
      (path, line) = (source.path, word.line)
      var label = ""
      while let next = words.next(), next.depth >= name.depth {
        if next.isLabel, next.depth == name.depth {
          label = next.text
        } else if !next.isLabel {
          arguments[label, default: []].append(next.text)
        }
      }
      return
    }
    return nil
  }
}

/// What the sources of a module do with actions and events.
enum ModuleUse: Equatable {
  /// `mediator.perform(Network.fetch, …)`
  case call(of: String, action: String)
  /// `registrar.answer(News.list) { … }`
  case answer(String)
  /// `mediator.publish(NewsExpired())`
  case publication(of: String)

  /// All uses in a source, with their lines. Actions and events in variables are not found.
  static func all(in source: SourceFile) -> [(use: ModuleUse, line: Int)] {
    guard ["perform(", "answer(", "publish("].contains(where: source.contains) else { return [] }
    var uses: [(use: ModuleUse, line: Int)] = []
    var function = ""
    var depth = 0
    var words = SwiftTokenizer(source.text, kinds: [.word, .string, .punctuation])
    while let word = words.next() {
      if word.kind == .punctuation, word.text == "(" { continue }
      // The first argument follows the parenthesis of the call.
      if !function.isEmpty, word.depth == depth + 1, word.kind == .word, !word.isLabel,
        word.text.first?.isUppercase == true, let use = ModuleUse(function, word)
      {
        uses.append((use, word.line))
      }
      function = word.isCalled ? word.text.dottedNames.last ?? "" : ""
      depth = word.depth
    }
    return uses
  }

  /// - Parameter argument: The first argument of the function.
  private init?(_ function: String, _ argument: SwiftTokenizer.Word) {
    let names = argument.text.dottedNames
    switch (function, names.count) {
    case ("perform", 2) where names[1] != "self":
      self = .call(of: names[0], action: argument.text)
    case ("answer", 2): self = .answer(argument.text)
    case ("publish", 1) where argument.isCalled: self = .publication(of: names[0])
    default: return nil
    }
  }
}

extension String {
  /// The names that dots join in a word.
  fileprivate var dottedNames: [String] {
    utf8.split(separator: UInt8(ascii: ".")).compactMap { String($0) }
  }
}

extension SourceFile {
  /// The names of the types that conform to `Event` or a protocol with a name such as `SharedEvent`.
  var events: [String] {
    guard contains("Event") else { return [] }
    var events: [String] = []
    var name: String?
    var isInConformances = false
    var isTypeName = false
    var tokens = SwiftTokenizer(text, kinds: [.word, .punctuation])
    while let token = tokens.next() {
      switch token.text {
      case "struct", "enum", "class", "actor": (isTypeName, isInConformances) = (true, false)
      case ":": isInConformances = name != nil
      case "{": (name, isInConformances) = (nil, false)
      default:
        if isTypeName {
          (name, isTypeName) = (token.text, false)
        } else if isInConformances, let event = name, token.text.hasSuffix("Event") {
          events.append(event)
          isInConformances = false
        }
      }
    }
    return events
  }
}
