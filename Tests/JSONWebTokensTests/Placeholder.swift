enum JSONWebTokensTestsPlaceholder {}
