public import Mediator

public enum Share: Interface {}
