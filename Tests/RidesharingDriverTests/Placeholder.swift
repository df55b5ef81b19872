enum RidesharingDriverTestsPlaceholder {}
