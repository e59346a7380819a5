import Bookmarks
import CityList
import DataSource
import Map
import ModuleManager
import Network
import News
import Routing
import Share
import Stations

/// The only list of implementations: whatever stands here is part of the host.
enum AppModules {
  static let all: [any Module.Type] = [  // sorted; kept by generate.sh
    BookmarksModule.self,
    CityListModule.self,
    DataSourceModule.self,
    MapModule.self,
    NetworkModule.self,
    NewsModule.self,
    RoutingModule.self,
    ShareModule.self,
    StationsModule.self,
  ]
}
