enum FleetEnginePlaceholder {}
