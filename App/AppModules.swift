import About
import Account
import Bookmarks
import Cart
import CityList
import DataSource
import Fares
import Journeys
import Map
import Messages
import ModuleManager
import Network
import News
import Orders
import Realtime
import Routing
import Share
import Stations
import Tickets
import Trips

/// The modules of the host; no other file names their implementations.
enum AppModules {
  static let all: [any Module.Type] = [  // sorted; kept by generate.sh
    AboutModule.self,
    AccountModule.self,
    BookmarksModule.self,
    CartModule.self,
    CityListModule.self,
    DataSourceModule.self,
    FaresModule.self,
    JourneysModule.self,
    MapModule.self,
    MessagesModule.self,
    NetworkModule.self,
    NewsModule.self,
    OrdersModule.self,
    RealtimeModule.self,
    RoutingModule.self,
    ShareModule.self,
    StationsModule.self,
    TicketsModule.self,
    TripsModule.self,
  ]
}
