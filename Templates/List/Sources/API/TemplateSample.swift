/// What is listed as long as no address is configured, in the form in which an address answers.
enum TemplateSample {
  static let json = """
    {"items": [
      {"id": "interface", "title": "What others may ask for",
       "body": "Interface has the action 'template/list', its values and its errors."},
      {"id": "item", "title": "What an item is",
       "body": "Give TemplateItem your own fields, then TemplateSample and TemplateHouse."},
      {"id": "sample", "title": "What is listed without a network",
       "body": "You are reading it: TemplateSample, a JSON text."},
      {"id": "api", "title": "Where the items come from",
       "body": "TemplateAPI asks the address that 'template.url' or METRO_TEMPLATE_URL says."},
      {"id": "manager", "title": "What is kept, and for how long",
       "body": "TemplateManager keeps the first page in the data folder of the module."},
      {"id": "module", "title": "What the host sees",
       "body": "TemplateModule has the manifest, the commands and the settings."},
      {"id": "scene", "title": "What a person meets",
       "body": "TemplateScene has the sections, and says where a row leads."},
      {"id": "view", "title": "What it looks like",
       "body": "TemplateView draws the columns of the list and the whole of one item."},
      {"id": "tests", "title": "What is promised",
       "body": "The tests tell about cache, paging, refresh, an empty list, errors and selection."},
      {"id": "refresh", "title": "What is new",
       "body": "'metro template --refresh' asks the address, whatever is kept."},
      {"id": "page", "title": "What comes next",
       "body": "'metro template --page 2' shows it, and this is on it."},
      {"id": "json", "title": "What a program reads",
       "body": "'metro template --json' answers with the same items."}
    ]}
    """
}
