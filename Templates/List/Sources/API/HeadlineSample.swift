import Documents
import Foundation
import HeadlineInterface
// if own fields
// else
// import Mediator
// end

/// The built-in examples, in the format of an address's answer.
enum HeadlineSample {
  static var items: [HeadlineItem] {
    get throws {
      // if own fields
      try JSONDecoder().decode(HeadlineResponse.self, from: Data(json.utf8)).items.elements
      // else
      // try JSON.decode(HeadlineResponse.self, from: Data(json.utf8)).items.elements
      // end
    }
  }

  // fields: samples
  static let json = """
    {"items": [
      {"id": "interface", "title": "What other modules can use",
       "body": "Interface declares the action 'headline/list' and the item."},
      {"id": "item", "title": "The fields of an item",
       "body": "Give HeadlineItem your own fields, then change HeadlineSample and HeadlineView."},
      {"id": "sample", "title": "The built-in examples",
       "body": "You are reading them: HeadlineSample is a JSON text."},
      {"id": "api", "title": "The source of the items",
       "body": "HeadlineAPI reads from the address in 'headline.url' or METRO_HEADLINE_URL."},
      {"id": "cache", "title": "The cache",
       "body": "Network stores the answers; HeadlineAPI says how old they may be."},
      {"id": "module", "title": "What the host sees",
       "body": "HeadlineModule has the manifest, the list and the settings."},
      {"id": "list", "title": "The screen and the command",
       "body": "Both are the PagedList in HeadlineModule; 'configure' adds actions to the scene."},
      {"id": "view", "title": "The layout",
       "body": "HeadlineView draws the columns of the list and the details of an item."},
      {"id": "tests", "title": "The tests",
       "body": "They cover pages, selection, errors and narrow terminals."},
      {"id": "refresh", "title": "Read the newest items",
       "body": "'headline --refresh' ignores the cache and asks the address again."},
      {"id": "page", "title": "Read the next page",
       "body": "This item is on it: run 'headline --page 2'."},
      {"id": "json", "title": "Read the items in a program",
       "body": "'headline --json' prints the same items as JSON."}
    ]}
    """
  // end
}
