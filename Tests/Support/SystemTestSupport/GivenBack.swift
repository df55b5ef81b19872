public import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Checks that a terminal is as it was before a program ran in it.
public func expectGivenBack(
  _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(!terminal.isAlternateScreen, sourceLocation: sourceLocation)
  #expect(terminal.isCursorVisible, sourceLocation: sourceLocation)
  #expect(!terminal.reportsMouse, sourceLocation: sourceLocation)
  #expect(!terminal.bracketsPastes, sourceLocation: sourceLocation)
  for mode in [1004, 2031] {
    #expect(terminal.privateMode(mode) != true, sourceLocation: sourceLocation)
  }
  #expect(terminal.isCooked, sourceLocation: sourceLocation)
  #expect(terminal.leftovers == [], sourceLocation: sourceLocation)
  let (before, after) = (terminal.attributesBefore, terminal.attributes)
  #expect(before.c_iflag == after.c_iflag, sourceLocation: sourceLocation)
  #expect(before.c_oflag == after.c_oflag, sourceLocation: sourceLocation)
  #expect(before.c_lflag == after.c_lflag, sourceLocation: sourceLocation)
}
