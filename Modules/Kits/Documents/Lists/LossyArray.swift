import Mediator

/// An array from outside, such as the answer of a server, of which elements that do not fit are
/// left out, so that they do not hide the others.
///
/// ```swift
/// struct Response: Decodable {
///   let items: LossyArray<Product>
/// }
/// ```
///
/// `ListRequest` makes a page of it, whose list says what is wrong with the elements that are
/// missing.
public struct LossyArray<Element: Decodable & Sendable>: Sendable {
  /// The elements that fit, in their order.
  public private(set) var elements: [Element] = []
  /// The number of all elements.
  public private(set) var count = 0
  /// The index of the last element that fits among all elements; nil if none fits.
  private(set) var lastIndex: Int?
  /// Why elements do not fit, by their indexes.
  private var reasons: [(index: Int, text: String)] = []

  /// Creates an array without elements.
  public init() {}

  /// Adds the elements of another array.
  public mutating func append(_ other: LossyArray) {
    elements += other.elements
    lastIndex = other.lastIndex.map { count + $0 } ?? lastIndex
    reasons += other.reasons.map { (count + $0.index, $0.text) }
    count += other.count
  }

  /// What is wrong with the elements that do not fit, as rows of a list that has others before
  /// them.
  func problems(after offset: Int) -> [String] {
    reasons.map { index, text in
      let (number, isTooLarge) = offset.addingReportingOverflow(index + 1)
      return isTooLarge ? text : "row \(number): \(text)"
    }
  }
}

extension LossyArray: Decodable {
  /// - Throws: The error of the first element if no element fits, and `DecodingError` for a value
  ///   that is no array.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var firstError: (any Error)?
    while !container.isAtEnd {
      switch try container.decode(Attempt.self).result {
      case .success(let element):
        elements.append(element)
        lastIndex = count
      case .failure(let error):
        firstError = firstError ?? error
        reasons.append((count, Self.reason(error, below: container.codingPath.count + 1)))
      }
      count += 1
    }
    if elements.isEmpty, let firstError { throw firstError }
  }

  /// An element, or why it does not fit.
  private struct Attempt: Decodable {
    let result: Result<Element, any Error>

    init(from decoder: any Decoder) {
      result = Result { try Element(from: decoder) }
    }
  }

  /// The error of an element as text.
  /// - Parameter depth: The length of the path of the element.
  private static func reason(_ error: any Error, below depth: Int) -> String {
    guard let error = error as? DecodingError else { return error.plainText }
    return JSON.describing(error.droppingPath(depth), of: Element.self).plainText
  }
}
