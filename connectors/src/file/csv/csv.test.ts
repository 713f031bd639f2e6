import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CsvParser,
  CsvReader,
  decodeFile,
  detectEncoding,
  encodeGb18030,
  SourceOptions,
} from '@sluice/connector-kit/files'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { readUpload } from '../testing.ts'

describe('a CSV', () => {
  test('in GBK is read whole: 東 holds the byte of | and may lie across a chunk border', async () => {
    expect(encodeGb18030('東')).toEqual(Buffer.from([0x96, 0x7c]))
    // 256 KiB is the size of a chunk; lines of 7 bytes put the two bytes of 東 on both sides of some border.
    const lines = Array.from({ length: 150_000 }, (_, index) => `${index % 10}|東a|${'x'.repeat(index % 7)}`)
    const content = encodeGb18030(`id|名|c\n${lines.join('\n')}\n`) ?? Buffer.alloc(0)
    const { data, described } = await readUpload('gbk.csv', content, { pageSize: 10_000 })
    expect(described.fields.map(field => field.name)).toEqual(['id', '名', 'c'])
    expect(data).toHaveLength(150_000)
    expect(data.every(record => record?.['名'] === '東a')).toBe(true)
  })

  test('in UTF-8 whose first Chinese character comes late, and one in UTF-16 with a mark, are recognised', async () => {
    const late = `id,n\n${'1,a\n'.repeat(200_000)}2,东\n`
    expect((await readUpload('late.csv', late, { pageSize: 10_000 })).data.at(-1)).toEqual({ id: '2', n: '东' })
    const late2 = encodeGb18030(late) ?? Buffer.alloc(0)
    expect((await readUpload('late.csv', late2, { pageSize: 10_000 })).data.at(-1)).toEqual({ id: '2', n: '东' })
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id;n\r\n1;东\r\n', 'utf16le')])
    expect((await readUpload('wide.csv', wide)).data).toEqual([{ id: '1', n: '东' }])
  })

  test('in Windows-1252 is read where that is said: its own signs, and Latin-1 as it is', async () => {
    // €, a curly apostrophe and a dash stand where Latin-1 has control characters.
    const bytes = Buffer.concat([Buffer.from('id;Größe\n1;São ', 'latin1'), Buffer.from([0x80, 0x92, 0x96, 10])])
    const options = { encoding: 'windows-1252' }
    const { data, described } = await readUpload('a.csv', bytes, { options })
    expect(described.fields.map(field => field.name)).toEqual(['id', 'Größe'])
    expect(data).toEqual([{ id: '1', Größe: 'São €’–' }])
    const jsonl = Buffer.from('{"id":1,"n":"Málaga"}\n', 'latin1')
    expect((await readUpload('a.jsonl', jsonl, { options })).data).toMatchObject([{ n: 'Málaga' }])
  })

  test('in an encoding it is not said to be is refused with the way out', async () => {
    const gbk = encodeGb18030('id,n\n1,东\n') ?? Buffer.alloc(0)
    await expect(readUpload('a.csv', gbk, { options: { encoding: 'utf-8' } })).rejects.toThrow(/not UTF-8 text/)
  })

  test('keeps every value as it stands: 64-bit ids, leading zeros, spaces, empty cells, quoted line breaks', async () => {
    const content = '\ufeffid,b,c\r\n9223372036854775807, 007 ,\r\n1,"a ""q"", b\r\nc",5" pipe\r\n\r\n2,"",x'
    expect((await readUpload('a.csv', content)).data).toEqual([
      { id: '9223372036854775807', b: ' 007 ', c: null },
      { id: '1', b: 'a "q", b\r\nc', c: '5" pipe' },
      { id: '2', b: '', c: 'x' },
    ])
  })

  test.each([',', ';', '\t', '|'])('with %j as its delimiter is recognised', async delimiter => {
    const content = [
      ['id', 'n'],
      ['1', 'a'],
      ['2', 'b'],
    ]
      .map(row => row.join(delimiter))
      .join('\r')
    expect((await readUpload('a.csv', content)).data).toEqual([
      { id: '1', n: 'a' },
      { id: '2', n: 'b' },
    ])
  })

  test('with headers that repeat, in upper and lower case too, loses no column and says so', async () => {
    const { data, described } = await readUpload('a.csv', 'name,Name,name_2,,name\n1,2,3,4,5\n')
    expect(data).toEqual([{ name: '1', Name_3: '2', name_2: '3', column_4: '4', name_4: '5' }])
    expect(described.fields[1]?.label).toContain('is called Name like one before it')
  })

  test('with ragged rows and broken quotes has each refused by its line, and the others read', async () => {
    const content = 'id,n\n1,a\n2\n"3\n3",c\n4,d,e\n"5"x,e\n6,f\n'
    const { records } = await readUpload('a.csv', content)
    expect(records.map(record => record.failure?.message ?? record.data)).toEqual([
      { id: '1', n: 'a' },
      'Line 3 has 1 cell, but the table has 2 columns.',
      { id: '3\n3', n: 'c' },
      'Line 6 has 3 cells, but the table has 2 columns.',
      'Line 7 starts a row in which text follows a closing quote.',
      { id: '6', n: 'f' },
    ])
  })

  test('with a quote that is never closed is refused by the line of the quote', async () => {
    await expect(readUpload('a.csv', 'id,n\n1,a\n2,"b\n3,c\n')).rejects.toThrow(/Line 3 of a.csv opens a quote/)
  })

  test('that is empty is told apart from one with a header only', async () => {
    await expect(readUpload('a.csv', '')).rejects.toThrow(/has no bytes/)
    await expect(readUpload('a.csv', '\n\n')).rejects.toThrow(/not even a header/)
    expect((await readUpload('a.csv', 'id,n\n')).data).toEqual([])
  })

  test('can have its header further down, rows to skip, none at all, and a row number', async () => {
    const content = 'Report\n\nid,n\n(units),-\n1,a\n'
    const options = { header_row: 3, skip_rows: 1, with_row_number: true }
    expect((await readUpload('a.csv', content, { options })).data).toEqual([{ _row: 5, id: '1', n: 'a' }])
    const bare = await readUpload('a.csv', '1,a\n2,b\n', { options: { header: false } })
    expect(bare.data).toEqual([
      { column_1: '1', column_2: 'a' },
      { column_1: '2', column_2: 'b' },
    ])
  })

  test('is cut into the same rows as another parser cuts it, wherever the chunks end', () => {
    const content = 'a,b,c\r\n1,"x\r\ny",\r\n"","""",z\n"q,",,"t"\n'
    const wanted = parse(content, { record_delimiter: ['\r\n', '\n'] }) as unknown as string[][]
    for (let size = 1; size < 12; size += 1) {
      const parser = new CsvParser(',', 1000)
      const rows = []
      for (let at = 0; at < content.length; at += size) rows.push(...parser.push(content.slice(at, at + size)))
      rows.push(...parser.end().rows)
      expect(rows.map(row => row.cells)).toEqual(wanted)
      expect(rows.map(row => row.line)).toEqual([1, 2, 4, 5])
    }
  })

  test('with a row of 200 MB has it refused by its line, reads the others, and stays small in memory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sluice-huge-'))
    try {
      const path = join(directory, 'huge.csv')
      const file = await open(path, 'w')
      await file.write('id,n\n1,a\n2,"')
      for (let megabyte = 0; megabyte < 200; megabyte += 1) await file.write('x'.repeat(1024 * 1024))
      await file.write('"\n3,c\n')
      await file.close()
      const found = { id: 'huge.csv', path, name: 'huge.csv', sizeBytes: 0, modifiedMs: 0 }
      const before = process.memoryUsage().rss
      let peak = before
      const records = []
      const timer = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss)
      }, 5)
      for await (const rows of new CsvReader(found, defaults).read()) records.push(...rows.map(row => row.record))
      clearInterval(timer)
      expect(records.map(record => record.failure?.message ?? record.data)).toEqual([
        { id: '1', n: 'a' },
        expect.stringMatching(/^Line 3 starts a row of more than 64 MiB/),
        { id: '3', n: 'c' },
      ])
      expect((peak - before) / 1024 ** 2).toBeLessThan(300)
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})

const defaults = SourceOptions.parse({
  format: 'csv',
  header: true,
  header_row: 1,
  skip_rows: 0,
  with_row_number: false,
  encoding: 'auto',
  delimiter: 'auto',
  blank: 'null',
  merged_cells: 'leave',
  guarded: false,
  error_cells: 'refuse',
  leading_zeros: true,
})

describe('GB18030', () => {
  test('every character of the basic plane and beyond comes back equal, half a surrogate pair is refused', async () => {
    const decoder = new TextDecoder('gb18030', { fatal: true })
    const wrong: number[] = []
    for (let code = 0; code < 0x11000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue
      const text = String.fromCodePoint(code)
      const bytes = encodeGb18030(text)
      if (bytes !== null && decoder.decode(bytes) !== text) wrong.push(code)
      if (bytes === null && (code < 0xe000 || code > 0xf8ff)) wrong.push(code)
    }
    expect(wrong).toEqual([])
    expect(encodeGb18030('\ud800')).toBeNull()
    expect(decoder.decode(encodeGb18030('👍🏽\u{10ffff}') ?? Buffer.alloc(0))).toBe('👍🏽\u{10ffff}')
  })

  test('a file is decoded in pieces without losing what lies between them', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sluice-decode-'))
    const path = join(directory, 'a.txt')
    const text = `a${'東'.repeat(300_000)}`
    const file = await open(path, 'w')
    await file.write(encodeGb18030(text) ?? Buffer.alloc(0))
    await file.close()
    expect(await detectEncoding(path, 'a.txt', 'auto')).toBe('gb18030')
    let decoded = ''
    for await (const piece of decodeFile(path, 'a.txt', 'gb18030')) decoded += piece
    await rm(directory, { recursive: true })
    expect(decoded === text).toBe(true)
  })
})
