enum FleetEmulatorTestsPlaceholder {}
