enum RidealongCLIPlaceholder {}
