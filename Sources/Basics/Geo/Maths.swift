internal import SystemLibrary

/// The C library's functions, with angles in radians.
package enum Maths {
  package static func sin(_ angle: Double) -> Double { platformSin(angle) }
  package static func cos(_ angle: Double) -> Double { platformCos(angle) }
  /// The arc sine of a value, which is clamped to ±1.
  package static func asin(_ value: Double) -> Double { platformAsin(max(-1, min(1, value))) }
  package static func atan(_ value: Double) -> Double { platformAtan(value) }
  /// The angle of a vector in radians, in −π...π.
  package static func atan2(_ y: Double, _ x: Double) -> Double { platformAtan2(y, x) }
  package static func exp(_ value: Double) -> Double { platformExp(value) }
  package static func exp2(_ value: Double) -> Double { platformExp2(value) }
  package static func log(_ value: Double) -> Double { platformLog(value) }
  package static func log2(_ value: Double) -> Double { platformLog2(value) }
  package static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
  package static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  /// The equivalent longitude in −180..<180; nan and infinities are unchanged.
  package static func wrappedLongitude(_ longitude: Double) -> Double {
    if longitude >= -180, longitude < 180 { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return (turned < 0 ? turned + 360 : turned) - 180
  }
}

private func platformSin(_ value: Double) -> Double { sin(value) }
private func platformCos(_ value: Double) -> Double { cos(value) }
private func platformAsin(_ value: Double) -> Double { asin(value) }
private func platformAtan(_ value: Double) -> Double { atan(value) }
private func platformAtan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func platformExp(_ value: Double) -> Double { exp(value) }
private func platformExp2(_ value: Double) -> Double { exp2(value) }
private func platformLog(_ value: Double) -> Double { log(value) }
private func platformLog2(_ value: Double) -> Double { log2(value) }
