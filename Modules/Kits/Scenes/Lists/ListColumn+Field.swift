public import Documents
public import Foundation
public import Mediator

/// Columns that show a field of the items in the usual way for its type; the cell of a missing value
/// is empty. A page without room for such a column shows its cells below the rows.
///
/// ```swift
/// static let rows = ListLayout<Wish>.table(
///   .field("title", \.title), .field("price", fractionDigits: 2, \.price),
///   .field("until", minimumPageWidth: 40, \.until))
/// ```
extension ListColumn {
  /// A text, which may be cut on a narrow page.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0,
    _ value: @escaping @Sendable (Item) -> String?
  ) -> ListColumn {
    ListColumn(field: title, isFlexible: true, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0) ?? "")
    }
  }

  /// A number, which is aligned on the right.
  public static func field<Value: Numeric & CustomStringConvertible & SendableMetatype>(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> Value?
  ) -> ListColumn {
    ListColumn(field: title, .right, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0)?.description ?? "")
    }
  }

  /// An amount of money with its currency, which is aligned on the right.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> Money?
  ) -> ListColumn {
    ListColumn(field: title, .right, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0)?.description ?? "")
    }
  }

  /// A decimal number, which is aligned on the right.
  ///
  /// A `Decimal` does not keep zeros at its end, so a price that was entered as 3.20 is shown as
  /// 3.2 unless its column has two fraction digits.
  /// - Parameter fractionDigits: The least number of digits after the point.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0, fractionDigits: Int,
    _ value: @escaping @Sendable (Item) -> Decimal?
  ) -> ListColumn {
    ListColumn(field: title, .right, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0)?.text(fractionDigits: fractionDigits) ?? "")
    }
  }

  /// A mark if the value is true; in a list of all fields, yes or no.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> Bool?
  ) -> ListColumn {
    ListColumn(
      field: title, minimumPageWidth: minimumPageWidth,
      definition: { value($0).map { $0 ? "yes" : "no" } ?? "" }
    ) {
      Text(verbatim: value($0) == true ? "✓" : "")
    }
  }

  /// A value with a short text, such as a day or a time of day.
  public static func field<Value: CustomStringConvertible & SendableMetatype>(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> Value?
  ) -> ListColumn {
    ListColumn(field: title, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0)?.description ?? "", .faint)
    }
  }

  /// One of several texts.
  public static func field<Choice: RawRepresentable<String> & SendableMetatype>(
    _ title: LocalizedText, minimumPageWidth: Int = 0,
    _ value: @escaping @Sendable (Item) -> Choice?
  ) -> ListColumn {
    ListColumn(field: title, minimumPageWidth: minimumPageWidth) {
      Text(verbatim: value($0)?.rawValue ?? "")
    }
  }

  /// A date and a time of this machine's calendar, such as `2026-11-20 08:05`.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> Date?
  ) -> ListColumn {
    ListColumn(field: title, minimumPageWidth: minimumPageWidth) { item in
      Text(verbatim: value(item).map(\.dayAndTime) ?? "", .faint)
    }
  }

  /// An address, which may be cut on a narrow page, and which web pages show as a link.
  public static func field(
    _ title: LocalizedText, minimumPageWidth: Int = 0, _ value: @escaping @Sendable (Item) -> URL?
  ) -> ListColumn {
    ListColumn(field: title, isFlexible: true, minimumPageWidth: minimumPageWidth) {
      value($0).map { .address($0, .faint) } ?? ""
    }
  }
}

extension ListLayout {
  /// A document with the title of an item, and those of its fields that have a value.
  /// - Parameter fields: The columns of a table, whose titles stand before the values here.
  public static func detail(
    _ title: @escaping @Sendable (Item) -> String, _ fields: ListColumn<Item>...
  ) -> ListLayout {
    detail(title, fields)
  }

  /// A document with the title of an item, and those of its fields that have a value.
  static func detail(
    _ title: @escaping @Sendable (Item) -> String, _ fields: [ListColumn<Item>]
  ) -> ListLayout {
    detail { item in
      let entries = fields.map { Block.Definition($0.column.title, $0.definition(item)) }
      return [
        .title(.init(verbatim: title(item))),
        .definitions(entries.filter { !$0.definition.isEmpty }),
      ]
    }
  }
}

extension Decimal {
  /// The number with at least some digits after the point.
  fileprivate func text(fractionDigits: Int) -> String {
    let digits = description
    let fraction = digits.split(at: ".").dropFirst().first?.count ?? 0
    guard isFinite, fraction < fractionDigits else { return digits }
    let zeros = String(repeating: "0", count: fractionDigits - fraction)
    return digits + (fraction == 0 ? "." : "") + zeros
  }
}

extension Date {
  fileprivate var dayAndTime: String {
    let time = Calendar.current.dateComponents([.hour, .minute], from: self)
    let seconds = (time.hour ?? 0) * 3600 + (time.minute ?? 0) * 60
    return "\(CalendarDate(of: self, in: .current)) \(TimeExpression.clock(seconds: seconds))"
  }
}
