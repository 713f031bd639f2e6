import { describe, expect, test } from 'vitest'
import { readUpload } from '../testing.ts'

const read = async (content: Uint8Array | string, options = {}) => {
  const { records } = await readUpload('a.csv', content, { options })
  return records.map(record => record.failure?.message ?? record.data)
}

/**
 * The everyday and the hard shapes of CSV, each with LF, CRLF and CR. Among them are those of csv-spectrum (M. Ogden's
 * "acid test", 2013) by its names: simple, comma_in_quotes, empty, escaped_quotes, json, location_coordinates, utf8,
 * quotes_and_newlines, null; newlines is the test of line breaks below. Its latin1 is an encoding that is not read.
 */
const cases: readonly (readonly [what: string, content: string, rows: readonly object[]])[] = [
  ['simple', 'a,b,c\n1,2,3\n', [{ a: '1', b: '2', c: '3' }]],
  ['without a line break at the end', 'a,b,c\n1,2,3', [{ a: '1', b: '2', c: '3' }]],
  [
    'comma in quotes',
    'first,last,address,city,zip\nJohn,Doe,120 any st.,"Anytown, WW",08123\n',
    [{ first: 'John', last: 'Doe', address: '120 any st.', city: 'Anytown, WW', zip: '08123' }],
  ],
  [
    'empty values',
    'a,b,c\n1,"",""\n2,,4\n',
    [
      { a: '1', b: '', c: '' },
      { a: '2', b: null, c: '4' },
    ],
  ],
  [
    'escaped quotes',
    'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    [
      { a: '1', b: 'ha "ha" ha' },
      { a: '3', b: '4' },
    ],
  ],
  [
    'JSON inside',
    'key,val\n1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"\n',
    [{ key: '1', val: '{"type": "Point", "coordinates": [102.0, 0.5]}' }],
  ],
  [
    'null',
    'a,b,c\n1,,2\n3,"NULL",4\n5,NULL,6\n',
    [
      { a: '1', b: null, c: '2' },
      { a: '3', b: 'NULL', c: '4' },
      { a: '5', b: 'NULL', c: '6' },
    ],
  ],
  [
    'location coordinates',
    `phone,place,city\n02095257564,37°36'37.8"N 121°2'17.9"W,Modesto\n`,
    [{ phone: '02095257564', place: `37°36'37.8"N 121°2'17.9"W`, city: 'Modesto' }],
  ],
  [
    'coordinates',
    'time,place\n1,"(41.85, -87.65)"\n2,"41.85;-87.65"\n',
    [
      { time: '1', place: '(41.85, -87.65)' },
      { time: '2', place: '41.85;-87.65' },
    ],
  ],
  [
    'UTF-8',
    'a,b,c\n1,2,3\n4,5,ʤ😀东\n',
    [
      { a: '1', b: '2', c: '3' },
      { a: '4', b: '5', c: 'ʤ😀东' },
    ],
  ],
  ['quotes alone', 'a,b\n"""",""""""\n', [{ a: '"', b: '""' }]],
  ['quoted names', '"a ""x""","b,c"\n1,2\n', [{ 'a "x"': '1', 'b,c': '2' }]],
  ['blanks kept', ' a , b\n 1 ,\t2\n', [{ ' a ': ' 1 ', ' b': '\t2' }]],
  [
    'digits kept',
    'a,b\n007,9007199254740993\n1.50,-0\n1e5,+1\n',
    [
      { a: '007', b: '9007199254740993' },
      { a: '1.50', b: '-0' },
      { a: '1e5', b: '+1' },
    ],
  ],
  [
    'words that are values elsewhere',
    'a,b\nnull,NULL\ntrue,NaN\n\\N,undefined\n',
    [
      { a: 'null', b: 'NULL' },
      { a: 'true', b: 'NaN' },
      { a: '\\N', b: 'undefined' },
    ],
  ],
  ['backslashes', 'a,b\n\\,"\\"\n', [{ a: '\\', b: '\\' }]],
  ['a quote in the middle', 'a,b\n5" pipe,x"y"z\n', [{ a: '5" pipe', b: 'x"y"z' }]],
  ['formulas', 'a,b\n=1+1,@x\n', [{ a: '=1+1', b: '@x' }]],
  ['names of objects', '__proto__,constructor\n1,2\n', [JSON.parse('{"__proto__":"1","constructor":"2"}') as object]],
  ['one column', 'a\n1\n\n2\n', [{ a: '1' }, { a: null }, { a: '2' }]],
  [
    'empty lines',
    'a,b\n\n1,2\n\n\n3,4\n\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  [
    'rows of empty values',
    'a,b\n,\n"",""\n',
    [
      { a: null, b: null },
      { a: '', b: '' },
    ],
  ],
  ['nothing but names', 'a,b\n', []],
  [
    'other breaks',
    'a,b\nx\u2028y,z\u0085\n\u000b,\u000c\n',
    [
      { a: 'x\u2028y', b: 'z\u0085' },
      { a: '\u000b', b: '\u000c' },
    ],
  ],
]

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('with %s', (_, lineBreak) => {
  test.each(cases)('%s', async (_what, content, rows) => {
    expect(await read(content.replaceAll('\n', lineBreak))).toEqual(rows)
    expect(await read(`\ufeff${content.replaceAll('\n', lineBreak)}`)).toEqual(rows)
  })

  test('line breaks inside of quotes stay the ones they are', async () => {
    const content = ['a,b,c', '1,2,3', '"Once\nupon ', 'a time",5,"6\r\r\n"', '7,8,"""x""\r"', ''].join(lineBreak)
    expect(await read(content)).toEqual([
      { a: '1', b: '2', c: '3' },
      { a: `Once\nupon ${lineBreak}a time`, b: '5', c: '6\r\r\n' },
      { a: '7', b: '8', c: '"x"\r' },
    ])
  })

  test('quotes and line breaks stand in one value', async () => {
    const content = ['a,b', '1,"ha ', '""ha"" ', 'ha"', '3,4', ''].join(lineBreak)
    expect(await read(content)).toEqual([
      { a: '1', b: `ha ${lineBreak}"ha" ${lineBreak}ha` },
      { a: '3', b: '4' },
    ])
  })

  test('ragged rows, a repeated header and broken quotes are refused alone', async () => {
    const content = ['id,n', '1,a', '2', '3,c,d', 'id,n', '"4"x,e', '"5" ,f', '6,"g"h', ' "7",i', '8,j,', '9,k'].join(
      lineBreak,
    )
    expect(await read(content)).toEqual([
      { id: '1', n: 'a' },
      'Line 3 has 1 cell, but the table has 2 columns.',
      'Line 4 has 3 cells, but the table has 2 columns.',
      { id: 'id', n: 'n' },
      'Line 6 starts a row in which text follows a closing quote.',
      'Line 7 starts a row in which text follows a closing quote.',
      'Line 8 starts a row in which text follows a closing quote.',
      { id: ' "7"', n: 'i' },
      'Line 10 has 3 cells, but the table has 2 columns.',
      { id: '9', n: 'k' },
    ])
  })
})

test('a value of 1 MB with delimiters, quotes and line breaks in it comes whole', async () => {
  const value = 'x,"y"\r\n东'.repeat(100_000)
  const content = `id,n\n1,"${value.replaceAll('"', '""')}"\n2,b\n`
  const rows = (await read(content)) as { id: string; n: string }[]
  expect(rows.map(row => row.id)).toEqual(['1', '2'])
  expect(rows[0]?.n === value).toBe(true)
})

test('a NUL is refused: in the first bytes with the file, later with its row', async () => {
  await expect(read('id,n\n1,a\0b\n')).rejects.toThrow(/NUL bytes/)
  const rows = await read(`id,n\n${'1,a\n'.repeat(20_000)}2,\0\n3,c\n`)
  expect(rows.slice(-2)).toEqual([
    'Line 20002 starts a row that holds a NUL character, which no text may hold.',
    { id: '3', n: 'c' },
  ])
})

test('UTF-8 with a damaged character is refused, wherever it stands, and not taken for GB18030', async () => {
  const rows = (count: number) => '1,东京都\n2,São Paulo\n'.repeat(count)
  const damaged = (before: number, bytes: number[], after: number) =>
    Buffer.concat([Buffer.from(`id,n\n${rows(before)}3,`), Buffer.from(bytes), Buffer.from(`\n${rows(after)}`)])
  const contents = [
    damaged(3, [0xe4, 0xb8], 0),
    damaged(3, [0xff], 3),
    damaged(30_000, [0xe9], 3),
    damaged(1, [0xc3, 0x28], 30_000),
    Buffer.from(`id,n\n${rows(3)}3,东`).subarray(0, -1),
    Buffer.from(`id,n\n${'1,ação\n'.repeat(50_000)}3,é`).subarray(0, -1),
  ]
  for (const content of contents) await expect(read(content)).rejects.toThrow(/a.csv is not UTF-8 text throughout/)
})

test('a mark inside of the file is a character', async () => {
  expect(await read('id,n\n\ufeff1,a\ufeff\n')).toEqual([{ id: '\ufeff1', n: 'a\ufeff' }])
})
