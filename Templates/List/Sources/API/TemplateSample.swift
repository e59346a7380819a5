/// The built-in examples, in the format of an address's answer.
enum TemplateSample {
  static let json = """
    {"items": [
      {"id": "interface", "title": "What other modules can use",
       "body": "Interface declares the action 'template/list', its values and its errors."},
      {"id": "item", "title": "The fields of an item",
       "body": "Give TemplateItem your own fields, then change TemplateSample and TemplateFixture."},
      {"id": "sample", "title": "The built-in examples",
       "body": "You are reading them: TemplateSample is a JSON text."},
      {"id": "api", "title": "The source of the items",
       "body": "TemplateAPI reads from the address in 'template.url' or METRO_TEMPLATE_URL."},
      {"id": "manager", "title": "The cache",
       "body": "TemplateManager stores the first page in the data folder of the module."},
      {"id": "module", "title": "What the host sees",
       "body": "TemplateModule has the manifest, the commands and the settings."},
      {"id": "scene", "title": "The screen",
       "body": "TemplateScenes has the sections, and opens the selected item."},
      {"id": "view", "title": "The layout",
       "body": "TemplateView draws the columns of the list and the details of an item."},
      {"id": "tests", "title": "The tests",
       "body": "They cover cache, paging, refresh, an empty list, errors and selection."},
      {"id": "refresh", "title": "Read the newest items",
       "body": "'template --refresh' ignores the cache and asks the address again."},
      {"id": "page", "title": "Read the next page",
       "body": "This item is on it: run 'template --page 2'."},
      {"id": "json", "title": "Read the items in a program",
       "body": "'template --json' prints the same items as JSON."}
    ]}
    """
}
