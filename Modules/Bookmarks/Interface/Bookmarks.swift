public import Mediator

public enum Bookmarks: Interface {}
