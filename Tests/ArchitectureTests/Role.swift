/// What kind of target it is, which decides what it may import.
enum Role: Equatable {
  case kernel, kit, interface, host, testSupport, hostTests, benchmarks, fuzz
  case feature(String)
  case tests(of: String)

  /// The rule in one sentence.
  var rule: String {
    switch self {
    case .kernel: "the kernel imports the kernel, Foundation, Synchronization and Dispatch"
    case .kit: "a kit imports the kernel, and ListScene Console"
    case .interface: "an interface imports the kernel, ListScene and other interfaces"
    case .feature: "a feature imports the kernel, the kits and interfaces"
    case .host: "only App/AppModules.swift names implementations"
    case .testSupport: "TestSupport imports the kernel"
    case .tests(let name): "these tests import \(name), the kernel, the kits and interfaces"
    case .hostTests: "tests of the whole reach features through the mediator"
    case .benchmarks: "benchmarks register modules and reach them through the mediator"
    case .fuzz: "a fuzz target imports FuzzSupport, the kernel and what it feeds"
    }
  }
}
