/// One link of the responder chain: returns the event, with what it adds, for the next link, or nil
/// to stop it.
public typealias ListResponder = @MainActor (ListEvent) -> ListEvent?
