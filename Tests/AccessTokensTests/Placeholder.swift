enum AccessTokensTestsPlaceholder {}
