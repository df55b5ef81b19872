/// A small log in Cloud Logging's spelling, newest first, with a broken entry.
public enum LogSample {
  /// The log as JSON.
  public static let json: String = {
    func entry(_ type: String, _ second: Int, _ request: String) -> String {
      #"""
      {"logname":"projects/acme/logs/fleetengine.googleapis.com%2Fx",
       "jsonpayload":{"@type":"type.googleapis.com/maps.fleetengine.v1.\#(type)",
        "request":\#(request),"response":{}},"timestamp":"2026-01-01T10:00:0\#(second)Z"}
      """#
    }
    return "["
      + [
        entry(
          "UpdateTripLog", 4,
          #"{"tripid":"t1","updatemask":"tripStatus","trip":{"status":"TRIP_STATUS_ENROUTE_TO_PICKUP"}}"#
        ),
        #"{"timestamp":"yesterday","jsonPayload":{"@type":"type.googleapis.com/maps.fleetengine.v1.UpdateTripLog","request":7}}"#,
        entry(
          "UpdateTripLog", 2, #"{"tripid":"t1","updatemask":"vehicleId","trip":{"vehicleid":"v1"}}"#
        ),
        entry(
          "CreateTripLog", 0,
          #"""
          {"tripid":"t1","trip":{"name":"providers/acme/trips/t1","triptype":"EXCLUSIVE_TRIP",
           "pickuppoint":{"point":{"latitude":45.01,"longitude":7.01}},
           "dropoffpoint":{"point":{"latitude":45.02,"longitude":7.02}}}}
          """#),
      ].joined(separator: ",") + "]"
  }()
}
