enum RidesharingConsumerPlaceholder {}
