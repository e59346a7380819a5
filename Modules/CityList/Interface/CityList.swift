public import Mediator

public enum CityList: Interface {}
