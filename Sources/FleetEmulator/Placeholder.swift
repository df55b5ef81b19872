enum FleetEmulatorPlaceholder {}
