/// What somebody is told who may not follow a vehicle.
public enum VehicleAdvice {
  /// Who may read a vehicle and the trips that it has.
  public static let role =
    "A vehicle's trips are for a server's account, with the role roles/fleetengine.viewer or "
    + "roles/fleetengine.ondemandAdmin; a rider's token opens its own trip only."
}
