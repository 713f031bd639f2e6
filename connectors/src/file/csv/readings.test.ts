import { createTestContext } from '@sluice/connector-kit/conformance'
import { encodeGb18030 } from '@sluice/connector-kit/files'
import type { ParamValues } from '@sluice/contract'
import { expect, test } from 'vitest'
import file from '../index.ts'

async function describe(content: Uint8Array | string, options: ParamValues = {}) {
  const context = createTestContext()
  try {
    const connection = await file.open({ place: 'upload', file: await context.addFile('a.csv', content) }, context)
    const { fields, readings = [] } = await connection.describe('file', options)
    return { fields: fields.map(({ name }) => name), readings }
  } finally {
    await context.dispose()
  }
}
const read = async (content: Uint8Array | string, options: ParamValues = {}) =>
  (await describe(content, options)).readings

test('a file that leaves nothing open is told nothing of', async () => {
  expect(await describe('id,name,price\n1,张三,1.50\n')).toEqual({ fields: ['id', 'name', 'price'], readings: [] })
})

test('encodings that bytes may be of stand side by side with the first line that is not plain; one choice settles it', async () => {
  const latin = Buffer.from('id,name\n1,Muller\n2,Müller\n', 'latin1')
  const { fields, readings } = await describe(latin)
  expect(fields).toEqual([])
  expect(readings).toMatchObject([{ option: 'encoding', taken: null }])
  expect(readings[0]?.choices[0]).toEqual({ value: 'windows-1252', label: 'Windows-1252', sample: '2,Müller' })
  expect(readings[0]?.choices.length).toBeGreaterThan(1)
  expect(await describe(latin, { encoding: 'windows-1252' })).toEqual({ fields: ['id', 'name'], readings: [] })
})

test('GB18030 is told as a guess', async () => {
  const [reading] = await read(encodeGb18030('编号,姓名\n1,张三\n2,李四的订单\n') ?? '')
  expect(reading).toMatchObject({ option: 'encoding', taken: 'gb18030' })
  expect(reading?.choices).toContainEqual({ value: 'gb18030', label: 'GB18030', sample: '编号,姓名' })
})

test('a delimiter that is guessed, written in the file, or open', async () => {
  const [guessed] = await read('id;price\n1;1,50\n2;2,50\n')
  expect(guessed).toMatchObject({
    option: 'delimiter',
    taken: ';',
    choices: [
      { value: ',', sample: '1;1  ┆  50' },
      { value: ';', sample: 'id  ┆  price' },
    ],
  })
  expect(await read('sep=;\nid;n\n1;a\n')).toMatchObject([
    { option: 'delimiter', taken: ';', reason: expect.stringMatching(/sep=;/) },
  ])
  const open = await describe('a,b;c\n1,2;3\n4,5;6\n')
  expect(open).toMatchObject({ fields: [], readings: [{ option: 'delimiter', taken: null }] })
})

test('decimal commas do not rival the sign that cuts the head too, whatever some broken lines do', async () => {
  const rows = ['1;Anna;1,50', '2;Ber', 'ta;2,50', '3;Carl;3,50']
  expect((await read(['id;name;amount', ...rows, ''].join('\n')))[0]).toMatchObject({ option: 'delimiter', taken: ';' })
  // A title that holds the wrong sign settles nothing.
  expect((await read('Report, 2026\n1;1,50\n2;2,50\n'))[0]).not.toMatchObject({ taken: ';' })
})

test('texts that an export has guarded against formulas are asked about', async () => {
  const guarded = "id,note\n1,'=1+1\n2,plain\n"
  expect(await read(guarded)).toMatchObject([
    { option: 'guarded', isDoubtful: true, choices: [{ value: 'true', sample: '=1+1' }, { sample: "'=1+1" }] },
  ])
  expect(await read(guarded, { guarded: true })).toEqual([])
  expect(await read("id,note\n1,'quoted'\n")).toEqual([])
})

test('a first line that looks otherwise than it is set', async () => {
  expect(await read('1,one\n2,two\n')).toMatchObject([
    { option: 'header', taken: 'true', isDoubtful: true, reason: 'The first line looks like data: it holds 1.' },
  ])
  expect(await read('id,n\n1,one\n', { header: false })).toMatchObject([{ taken: 'false', isDoubtful: true }])
  expect(await read('name,town\nanna,berlin\n')).toMatchObject([{ option: 'header', taken: 'true' }])
  expect(await read('id,n\n1,one\n')).toEqual([])
})

test('days that can be read in two ways show both, and a day beyond 12 settles them', async () => {
  const [open] = await read('id,day\n1,03/04/2026\n2,05/06/2026\n')
  expect(open).toMatchObject({
    option: 'days',
    column: 'day',
    taken: null,
    choices: [
      { value: "read_date:'DD/MM/YYYY'", sample: '03/04/2026 = 2026-04-03' },
      { value: "read_date:'MM/DD/YYYY'", sample: '03/04/2026 = 2026-03-04' },
    ],
  })
  expect((await read('id,day\n1,03/04/2026\n2,25/06/2026\n'))[0]).toMatchObject({
    taken: "read_date:'DD/MM/YYYY'",
    reason: 'Days of day are settled by 25/06/2026.',
  })
  expect((await read('id,day\n1,03/14/2026\n2,25/06/2026\n'))[0]).toMatchObject({
    taken: null,
    reason: expect.stringMatching(/contradict/),
  })
  expect(await read('id,day\n1,2026-03-04\n')).toEqual([])
})

test('numbers with a comma show both readings, and one that only one of them can be settles it', async () => {
  const readNumbers = async (...values: string[]) =>
    (await read(`id;n\n${values.map((value, at) => `${at};${value}\n`).join('')}`, { delimiter: ';' }))[0]
  expect(await readNumbers('1.234,56', '1,5')).toMatchObject({
    option: 'numbers',
    taken: ',',
    reason: expect.stringMatching(/settled by 1\.234,56/),
  })
  expect(await readNumbers('1,234.56', '7')).toMatchObject({ taken: '.' })
  expect(await readNumbers('1,234', '5,678')).toMatchObject({
    taken: null,
    choices: [{ sample: '1,234 = 1.234' }, { sample: '1,234 = 1234' }],
  })
  expect(await readNumbers('1.234,5', '1,234.5')).toMatchObject({
    taken: null,
    reason: expect.stringMatching(/contradict/),
  })
  expect(await readNumbers('1.5', '2')).toBeUndefined()
})
