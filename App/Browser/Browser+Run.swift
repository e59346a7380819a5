import Console
import Observation

extension Browser {
  /// Shows itself on a screen until the person leaves, the terminal is lost or the task is cancelled.
  func run(on screen: Screen) async {
    send = { screen.send($0) }
    let drawing = Task {
      for await frame in Observations({ self.frame }) {
        screen.show(frame)
        settle()
      }
    }
    for await event in screen.events {
      switch event {
      case .key(.control("l")): screen.redraw()
      case .key(let key): press(key)
      case .cleared:
        resize(to: screen.size)
        screen.show(frame)
      }
      if isOver { break }
    }
    drawing.cancel()
    end()
  }
}
