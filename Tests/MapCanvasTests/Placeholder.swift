enum MapCanvasTestsPlaceholder {}
