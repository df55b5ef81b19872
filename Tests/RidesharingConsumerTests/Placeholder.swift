enum RidesharingConsumerTestsPlaceholder {}
