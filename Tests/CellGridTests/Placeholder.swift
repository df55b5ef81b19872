enum CellGridTestsPlaceholder {}
