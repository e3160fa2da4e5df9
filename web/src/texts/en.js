// English.

export default {
  'nav.label': 'Pages',
  'nav.play': 'Play',
  'nav.analyse': 'Analyse',
  'nav.learn': 'Learn',
  'nav.games': 'My games',

  'ui.close': 'Close',
  'ui.cancel': 'Cancel',

  'settings.title': 'Settings',
  'settings.language': 'Language',
  'settings.otherLanguage': 'Tiếng Việt',
  'settings.theme': 'Theme',
  'settings.theme.auto': 'As the system',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.animation': 'Animate moves',
  'settings.coordinates': 'Show coordinates',

  'color.r': 'Red',
  'color.b': 'Blue',

  'piece.C': 'Commander',
  'piece.I': 'Infantry',
  'piece.T': 'Tank',
  'piece.M': 'Militia',
  'piece.E': 'Engineer',
  'piece.A': 'Artillery',
  'piece.G': 'Anti-Air',
  'piece.S': 'Missile',
  'piece.F': 'Air Force',
  'piece.N': 'Navy',
  'piece.H': 'Headquarter',

  'unit.heroic': 'heroic {name}',
  'unit.stack': '{carrier} with {carried}',
  'unit.red': 'Red {name}',
  'unit.blue': 'Blue {name}',

  'error.other': 'Something went wrong: {message}',
  'error.UNREACHABLE': 'The server cannot be reached.',
}
