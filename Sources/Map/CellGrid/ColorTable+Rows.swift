extension ColorTable {
  // For people with color blindness, the distance (CIE76) between the route, slow traffic and jams is at least 26 in each
  // appearance. Among lines with 8 and 16 colors yellow, which is not visible on white, is slow traffic alone, and streets
  // are the terminal's own color made dim, since similar colors differ between terminals.
  static func row(_ tone: Tone) -> Row {
    switch tone {
    case .quiet: .text(.quiet, (248, 241), (nil, nil), (nil, nil), fewColors: .dim)
    case .border: .text(.border, (243, 244), (250, 239), (nil, nil), fewColors: .dim)
    case .good: .text(.good, (36, 23), (48, 22), (2, 2), .bold)
    case .warning: .text(.warning, (221, 130), (227, 52), (3, nil), .bold)
    case .failure: .text(.failure, (203, 124), (210, 88), (1, 1), .bold)
    case .cursor: .text(.cursor, (221, 130), (227, 52), (3, nil), [.bold, .reverse])

    case .route: .ride(.route, (0x80C4FF, 0x0A48B8), (117, 25), (81, 24), (6, 6), mono: .bold)
    case .remaining: .ride(.remaining, (0x5C93C8, 0x3F6FC8), (74, 62), (81, 24), (6, 6))
    case .slow:
      .ride(.slow, (0xFFC23D, 0xAF5F00), (221, 130), (227, 94), (3, 5), mono: .bold)
    case .jam:
      .ride(.jam, (0xFF7468, 0x870000), (210, 88), (208, 52), (1, 1), fewColors: .bold, mono: .bold)
    case .traveled:
      .ride(.traveled, (0x4C6F9A, 0x7894D0), (67, 67), (110, 25), fewColors: .dim, mono: .dim)
    case .pickup: .marker(.pickup, 0xFFFFFF, 231, on: (29, 0x1E7F45), (48, 22), (2, 2))
    case .stop: .marker(.stop, 0xFFFFFF, 231, on: (127, 0x9334A6), (219, 90), (5, 5))
    case .dropoff: .marker(.dropoff, 0xFFFFFF, 231, on: (160, 0xC5221F), (210, 88), (1, 1))
    case .vehicle: .marker(.vehicle, 0x000000, 16, on: (220, 0xFFC933), (227, 16), (3, 0))
    case .myLocation: .text(.myLocation, (75, 26), (117, 18), (4, 4), .bold)
    case .foreignStop: .text(.foreignStop, (248, 241), (nil, nil), (nil, nil))
    case .accuracy: .text(.accuracy, (67, 67), (110, 25), (4, 4), mono: .dim)

    case .building:
      .ground(.building, (0x252D3A, 0xCFD6DF), (236, 251), (238, 250), dots: (242, 246), (241, 246))
    case .square:
      .ground(.street, (0x2C3543, 0xF0F2F5), (237, 255), (241, 248), dots: (243, 244), (242, 246))
    case .sand:
      .ground(
        .sand,
        (0x2E2D28, 0xEFE6CB),
        (236, 187),
        (58, 180),
        dots: (101, 101),
        (180, 94),
        basic: (3, nil))
    case .green:
      .ground(
        .green,
        (0x1A3A2B, 0xBFE3C4),
        (237, 151),
        (28, 108),
        dots: (65, 65),
        (78, 28),
        basic: (2, 2)
      )
    case .water:
      .ground(
        .water,
        (0x123350, 0xA6D4F4),
        (24, 153),
        (25, 110),
        dots: (67, 67),
        (75, 25),
        basic: (4, 4),
        fewColors: [])
    case .fading:
      .ground(.path, (0x2C3543, 0xF0F2F5), (237, 255), (237, 253), dots: (239, 250), (240, 247))
    case .land:
      .ground(nil, (0x1D2430, 0xDCE1E8), (235, 253), (nil, nil), dots: (nil, nil), (nil, nil))
    case .path:
      .ground(.path, (0x2C3543, 0xF0F2F5), (237, 255), (239, 251), dots: (242, 246), (241, 246))
    case .street:
      .ground(.street, (0x374253, 0xFFFFFF), (238, 231), (241, 248), dots: (243, 244), (242, 246))
    case .tertiary:
      .ground(.road, (0x374253, 0xFFFFFF), (238, 231), (245, 245), dots: (247, 242), (243, 245))
    case .secondary:
      .ground(.road, (0x3F4B5F, 0xFFFFFF), (240, 231), (249, 242), dots: (251, 239), (244, 244))
    case .primary:
      .ground(.mainRoad, (0x3F4B5F, 0xFFFFFF), (240, 231), (254, 239), dots: (255, 238), (245, 243))
    case .trunk:
      .ground(.mainRoad, (0x3F4B5F, 0xBAC5D4), (240, 250), (254, 239), dots: (255, 238), (245, 243))
    case .motorway:
      .ground(.motorway, (0x3F4B5F, 0xBAC5D4), (240, 250), (173, 130), dots: (215, 130), (173, 136))
    case .rail:
      .ground(.rail, (0x353B47, 0xBEC4CD), (238, 250), (60, 103), dots: (103, 61), (147, 60))
    case .boundary:
      .ground(
        .boundary,
        (0x353B47, 0xBEC4CD),
        (238, 250),
        (96, 133),
        dots: (139, 96),
        (213, 90),
        basic: (5, 5))

    case .placeName:
      .name(.placeName, (0xE4E8EE, 0x2A313C), (231, 16), (254, 234), (nil, nil), .bold, mono: .bold)
    case .roadName: .name(.roadName, (0xE4E8EE, 0x2A313C), (255, 235), (250, 238), (nil, nil))
    case .waterName:
      .name(
        .waterName,
        (0x8CC4F2, 0x0A4A78),
        (153, 24),
        (67, 25),
        (117, 18),
        basic: (4, 4),
        mono: .dim
      )
    case .parkName:
      .name(
        .parkName,
        (0x9AD3A9, 0x14532A),
        (151, 22),
        (65, 22),
        (120, 22),
        basic: (2, 2),
        mono: .dim
      )
    case .streetName:
      .name(.streetName, (0xB4BDCA, 0x414A58), (252, 238), (246, 241), (nil, nil), mono: .dim)
    }
  }
}

extension ColorTable.Row {
  /// Text of a panel or a mark on the map; with few colors it has the attributes of 256, unless others are given.
  fileprivate static func text(
    _ role: ThemeRole, _ palette: Indices, _ contrast: Indices, _ basic: Indices,
    _ attributes: CellStyle.Attributes = [], fewColors: CellStyle.Attributes? = nil,
    mono: CellStyle.Attributes? = nil
  ) -> Self {
    var row = Self(role: role, palette: palette, contrast: contrast, basic: basic)
    row.attributes = attributes
    row.basicAttributes = fewColors ?? attributes
    row.colorlessAttributes = mono ?? row.basicAttributes
    return row
  }

  /// A line of the ride.
  fileprivate static func ride(
    _ role: ThemeRole, _ exact: Exact, _ palette: Indices, _ contrast: Indices,
    _ basic: Indices = (nil, nil), fewColors: CellStyle.Attributes = [],
    mono: CellStyle.Attributes = []
  ) -> Self {
    var row = text(role, palette, contrast, basic, fewColors: fewColors, mono: mono)
    row.exact = exact
    return row
  }

  /// A marker on a pill, which is its own color reversed in high contrast and with few colors.
  fileprivate static func marker(
    _ role: ThemeRole, _ exact: UInt32, _ index: UInt8, on pill: (index: UInt8, exact: UInt32),
    _ contrast: Indices, _ basic: Indices
  ) -> Self {
    var row = text(role, (index, index), contrast, basic, .bold, fewColors: [.bold, .reverse])
    row.exact = (exact, exact)
    row.pill = pill
    return row
  }

  /// A part of the base map: its ground, and its lines or textures of dots on the terminal's background and on the ground.
  fileprivate static func ground(
    _ role: ThemeRole?, _ exact: Exact, _ palette: Indices, _ line: Indices, dots: Indices,
    _ contrast: Indices, basic: Indices = (nil, nil), fewColors: CellStyle.Attributes = .dim
  ) -> Self {
    var row = Self(role: role, palette: line, contrast: contrast, basic: basic)
    row.ground = (exact, palette)
    row.onGround = dots
    row.basicAttributes = fewColors
    row.colorlessAttributes = .dim
    row.isMap = true
    return row
  }

  /// A name on a painted ground, exact and of the palette, and on the terminal's background.
  fileprivate static func name(
    _ role: ThemeRole, _ exact: Exact, _ ground: Indices, _ palette: Indices, _ contrast: Indices,
    _ attributes: CellStyle.Attributes = [], basic: Indices = (nil, nil),
    mono: CellStyle.Attributes = []
  ) -> Self {
    var row = text(role, palette, contrast, basic, attributes, mono: mono)
    row.exact = exact
    row.onGround = ground
    row.isMap = true
    return row
  }
}
