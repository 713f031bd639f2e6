import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { Bytes, type Data, ExactNumber, TargetConfig, toJson } from '@sluice/contract'
import { readXlsx } from 'hucre'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import file from '../index.ts'
import { readUpload, writeTo } from '../testing.ts'

let context: ReturnType<typeof createTestContext>
beforeEach(() => {
  context = createTestContext()
})
afterEach(() => context.dispose())

const listFiles = () => readdir(context.directory)
async function readOnly(): Promise<Buffer> {
  const names = await listFiles()
  expect(names).toHaveLength(1)
  return readFile(join(context.directory, names[0] ?? ''))
}

describe('a CSV that is written', () => {
  test('holds no formula, and real numbers stay numbers', async () => {
    const starts = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x']
    const records: Data[] = [...starts, '-12.50', '+1e5'].map(value => ({ value }))
    const options = { encoding: 'utf-8', guard_formulas: true }
    await writeTo(context, options, [...records, { value: -3 }, { value: new ExactNumber('-0.10') }])
    const { data } = await readUpload('a.csv', await readOnly())
    expect(data.map(record => record?.['value'])).toEqual([
      ...starts.map(text => `'${text}`),
      '-12.50',
      '+1e5',
      '-3',
      '-0.10',
    ])
  })

  test('tells null from an empty text, and has every column of every record', async () => {
    const records = [
      { a: null, b: '' },
      { a: '\\N', c: [1, { d: Bytes.from(Buffer.from('x')) }] },
    ]
    await writeTo(context, { encoding: 'utf-8', null_text: '\\N' }, records)
    expect((await readOnly()).toString()).toBe(
      'a,b,c\r\n\\N,"",\\N\r\n"\\N",\\N,"[1,{""d"":{""$bytes"":""eA==""}}]"\r\n',
    )
  })

  test('in GB18030 is read back equal', async () => {
    const text = '东方 한국어 👍🏽 €'
    await writeTo(context, { encoding: 'gb18030' }, [{ id: '1', text }])
    expect((await readUpload('a.csv', await readOnly())).data).toEqual([{ id: '1', text }])
  })
})

describe('a workbook that is written', () => {
  test('is read back equal by another reader: text stays text, long ids keep their digits', async () => {
    const texts = ['=1+1', "'", '0012', ' a ', 'x\ry\n', '_x0041_', '\u0001', '', '東<&>"']
    const records: Data[] = texts.map((text, id) => ({ id, text, flag: id % 2 === 0 }))
    const long = new ExactNumber('9223372036854775807')
    await writeTo(context, { format: 'xlsx' }, [...records, { id: long, n: -1.5, text: null }])
    const content = await readOnly()
    const [header, ...rows] = (await readXlsx(content)).sheets[0]?.rows ?? []
    expect(header).toEqual(['id', 'text', 'flag', 'n'])
    expect(rows.slice(0, -1).map(row => row.slice(0, 3))).toEqual(texts.map((text, id) => [id, text, id % 2 === 0]))
    expect(rows.at(-1)).toEqual([long.text, null, null, -1.5])
    expect((await readUpload('a.xlsx', content)).data[5]?.['text']).toBe('_x0041_')
  })
})

describe('a crash', () => {
  const leave = (lines: readonly string[], pid: number) => {
    const plan = { file: 'left-1.csv', options: { name: 'left', format: 'csv', encoding: 'utf-8' } }
    const name = `.sluice-${pid}-${encodeURIComponent(hostname())}-left-1.csv.journal`
    return writeFile(join(context.directory, name), [JSON.stringify(plan), ...lines].join('\n'))
  }
  // Above the highest id a process can have.
  const GONE = 99_999_999

  test('loses no row that was answered for: the next target of the directory finishes the file', async () => {
    await leave([toJson({ id: 1 }), toJson({ id: 2, n: 'a' }), '{"id":3,"n'], GONE)
    await writeTo(context, {}, [])
    expect(await listFiles()).toEqual(['left-1.csv'])
    expect((await readOnly()).toString()).toBe('id,n\r\n1,\r\n2,a\r\n')
  })

  test('before the first row leaves no file, and one of a process that lives is left alone', async () => {
    await leave([''], GONE)
    await leave([toJson({ id: 1 }), ''], 1)
    await writeTo(context, {}, [])
    expect(await listFiles()).toEqual([expect.stringContaining('.sluice-1-')])
  })

  test('nothing is visible before the file is whole', async () => {
    const connection = await file.open({ place: 'directory', directory: context.directory }, context)
    const connector_id = '01900000-0000-7000-8000-000000000007'
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource: 'new-file' }))
    const outcomes = await target?.write([{ data: { id: 1 }, idempotencyKey: 'a' }], new AbortController().signal)
    expect(outcomes?.[0]).toMatchObject({
      kind: 'written',
      response: expect.stringMatching(/^export-.*csv, record 1$/),
    })
    expect((await listFiles()).every(name => name.startsWith('.'))).toBe(true)
    await writeTo(context, {}, [{ id: 2 }])
    expect((await listFiles()).filter(name => !name.startsWith('.'))).toHaveLength(1)
    await target?.close()
    expect((await listFiles()).filter(name => !name.startsWith('.'))).toHaveLength(2)
  })
})

test('without a directory each batch becomes a file of the tenant', async () => {
  const connection = await file.open({ place: 'upload' }, context)
  const config = {
    connector_id: '01900000-0000-7000-8000-000000000007',
    resource: 'new-file',
    options: { format: 'jsonl' },
  }
  const target = await connection.openTarget?.(TargetConfig.parse(config))
  const signal = new AbortController().signal
  await target?.write([{ data: { id: 1 }, idempotencyKey: 'a' }], signal)
  await target?.write([{ data: { id: 2 }, idempotencyKey: 'b' }], signal)
  await target?.close()
  expect(await Promise.all(context.created.map(({ path }) => readFile(path, 'utf8')))).toEqual([
    '{"id":1}\n',
    '{"id":2}\n',
  ])
})
