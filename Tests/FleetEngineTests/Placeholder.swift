enum FleetEngineTestsPlaceholder {}
