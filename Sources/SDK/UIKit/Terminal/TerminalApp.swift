internal import CellGrid
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer
internal import TerminalUI

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#endif

extension UIApplicationDelegate {
  /// Runs the app in the terminal until the user quits it with `q` or Ctrl-C, and ends the process.
  ///
  /// `@main` on the delegate's class calls it. The app's output goes to standard error, which is
  /// discarded unless it is redirected to a file.
  public static func main() async {
    // First of all: this process may be the guardian of another one's terminal.
    TerminalGuardian.runIfMeant()
    await TerminalApp.run(Self.self)
  }
}

@MainActor enum TerminalApp {
  /// The time after a signal until the process is ended.
  private nonisolated static let endingTime: Duration = .seconds(2)

  /// Runs an app and ends the process; the delegate is created when the screen's size is known.
  static func run<Delegate: UIApplicationDelegate>(_ type: Delegate.Type) async -> Never {
    do { try TerminalActor.start() } catch { fail("\(error)") }
    let (signals, continuation) = AsyncStream.makeStream(of: TerminalSignal.self)
    TerminalSignal.watch { signal in
      continuation.yield(signal)
      // An app that blocks its main actor must end too.
      TerminalSignal.endProcess(after: endingTime, status: signal.exitStatus)
    }
    let environment = ProcessInfo.processInfo.environment
    let capabilities = await TerminalCapabilities.detect(environment: environment)
    let screen: CursesScreen
    do {
      screen = try await CursesScreen(capabilities: capabilities, options: options(capabilities))
    } catch { fail("\(error)") }
    // The app's output must not overwrite the screen.
    unsafe stdout = stderr
    UIScreen.main.resize(to: await screen.size())
    let delegate = type.init()
    guard launch(delegate) else {
      await screen.close()
      fail("The app has shown no window: makeInitialViewController() returned nil.")
    }
    // The app may have set the clock of the trip models.
    let clock = ConsumerServices.clock
    var appearance = Appearance(background: .unknown, colorDepth: capabilities.colorDepth)
    appearance.hasExactColors = capabilities.hasExactColors
    let look = TerminalLook(
      appearance: appearance,
      dots: !capabilities.isUTF8
        ? .ascii
        : capabilities.isLinuxConsole ? .box : .usual(appearance, capabilities.blockElements))
    let loop = WindowLoop(screen: screen, clock: clock, look: look)
    let status = await show(loop, until: signals)
    UIApplication.shared.keyWindow?.rootViewController?.front.disappear()
    await screen.close()
    delegate.applicationWillTerminate(.shared)
    end(status)
  }

  /// Launches the app and returns whether it shows a window.
  static func launch<Delegate: UIApplicationDelegate>(_ delegate: Delegate) -> Bool {
    let application = UIApplication.shared
    application.delegate = delegate
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    guard application.keyWindow == nil else { return true }
    guard let controller = Delegate.makeInitialViewController() else { return false }
    let window = delegate.window ?? UIWindow(frame: UIScreen.main.bounds)
    delegate.window = window
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return true
  }

  /// Shows the app until the user quits it or a signal ends it, and returns the exit status.
  private static func show(
    _ loop: WindowLoop, until signals: AsyncStream<TerminalSignal>
  ) async -> Int32 {
    await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        await loop.run()
        return 0
      }
      group.addTask {
        for await signal in signals { return signal.exitStatus }
        return nil
      }
      let status = await group.next() ?? nil
      group.cancelAll()
      return status ?? 0
    }
  }

  private static func options(_ capabilities: TerminalCapabilities) -> CursesScreen.Options {
    var options = CursesScreen.Options(
      colorDepth: capabilities.colorDepth, logFile: isatty(STDERR_FILENO) == 0 ? nil : "/dev/null",
      crashNote: [SafeText("\(ProcessInfo.processInfo.processName) stopped because of a bug.")])
    options.hasExactColors = capabilities.hasExactColors
    options.asksColors = capabilities.asksColors
    return options
  }

  private static func fail(_ reason: String) -> Never {
    let name = ProcessInfo.processInfo.processName
    FileHandle.standardError.write(Data("\(name): \(SafeText(reason))\n".utf8))
    end(1)
  }

  /// Ends the process without destructors, which would crash a thread during a TLS handshake.
  private static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}
