enum RidesharingDriverPlaceholder {}
