public import Mediator

extension ServiceDate: Exemplified {
  /// A Friday.
  public static var example: ServiceDate { ServiceDate(day: 20_777) }
}
