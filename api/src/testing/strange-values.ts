/** Values that a field of a body may be given in place of what it is for. */
export const strangeValues = [
  null,
  '',
  -1,
  1e308,
  [],
  {},
  ['x'],
  true,
  '\u202e\ud800',
  `'; drop table "run" --`,
  '9'.repeat(19),
  '0000-01-01T00:00:00Z',
]

/** The same of a query, whose values are texts. */
export const strangeTexts = [
  '',
  '-1',
  '9007199254740991',
  '%',
  '\\',
  "'",
  '\u0000',
  '0000-01-01T00:00:00Z',
  'x'.repeat(3000),
]
