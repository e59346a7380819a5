/// The built-in examples, in the format of an address's answer.
enum HeadlineSample {
  static let json = """
    {"items": [
      {"id": "interface", "title": "What other modules can use",
       "body": "Interface declares the action 'headline/list', its values and its errors."},
      {"id": "item", "title": "The fields of an item",
       "body": "Give HeadlineItem your own fields, then change HeadlineSample and HeadlineFixture."},
      {"id": "sample", "title": "The built-in examples",
       "body": "You are reading them: HeadlineSample is a JSON text."},
      {"id": "api", "title": "The source of the items",
       "body": "HeadlineAPI reads from the address in 'headline.url' or METRO_HEADLINE_URL."},
      {"id": "manager", "title": "The cache",
       "body": "HeadlineManager stores the first page in the data folder of the module."},
      {"id": "module", "title": "What the host sees",
       "body": "HeadlineModule has the manifest, the commands and the settings."},
      {"id": "scene", "title": "The screen",
       "body": "HeadlineScenes has the sections, and opens the selected item."},
      {"id": "view", "title": "The layout",
       "body": "HeadlineView draws the columns of the list and the details of an item."},
      {"id": "tests", "title": "The tests",
       "body": "They cover cache, paging, refresh, an empty list, errors and selection."},
      {"id": "refresh", "title": "Read the newest items",
       "body": "'headline --refresh' ignores the cache and asks the address again."},
      {"id": "page", "title": "Read the next page",
       "body": "This item is on it: run 'headline --page 2'."},
      {"id": "json", "title": "Read the items in a program",
       "body": "'headline --json' prints the same items as JSON."}
    ]}
    """
}
