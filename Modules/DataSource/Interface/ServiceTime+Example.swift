public import Mediator

extension ServiceTime: Exemplified {
  /// Eight in the morning.
  public static var example: ServiceTime { ServiceTime(seconds: 8 * 3600) }
}
