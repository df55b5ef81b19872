enum RidealongCLITestsPlaceholder {}
