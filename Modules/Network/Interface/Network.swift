public import Mediator

public enum Network: Interface {}
