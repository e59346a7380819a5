package import ModuleManager
import Routing

extension ModuleDescriptor {
  /// The module Routing, for the tests of modules that plan journeys: a stub would have to search.
  package static let routing = ModuleDescriptor(RoutingModule.self)
}
