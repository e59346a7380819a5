import Foundation

/// A type that is described without looking into it, and a value of it.
struct Leaf {
  let shape: Shape
  let value: Any

  init?(_ type: any Any.Type) {
    switch type {
    case is Bool.Type: self.init(.boolean, false)
    case is String.Type: self.init(.text(nil), "")
    case let type as any (FixedWidthInteger & Decodable).Type: self.init(.integer, type.zero)
    case let type as any (BinaryFloatingPoint & Decodable).Type: self.init(.number, type.zero)
    case is Decimal.Type: self.init(.number, Decimal.zero)
    case is Date.Type: self.init(.text(.dateTime), Date(timeIntervalSince1970: 0))
    case is URL.Type: self.init(.text(.uri), URL(filePath: "/"))
    case is UUID.Type: self.init(.text(.uuid), UUID())
    case is Data.Type: self.init(.text(.base64), Data())
    case let type as any (CaseIterable & RawRepresentable).Type: self.init(choosing: type)
    default: return nil
    }
  }

  private init(_ shape: Shape, _ value: Any) {
    self.shape = shape
    self.value = value
  }

  private init?<Choice: CaseIterable & RawRepresentable>(choosing type: Choice.Type) {
    guard let first = type.allCases.first else { return nil }
    switch first.rawValue {
    case is String: self.init(.choice(type.allCases.map { "\($0.rawValue)" }), first)
    case is any FixedWidthInteger: self.init(.integer, first)
    default: return nil
    }
  }
}
