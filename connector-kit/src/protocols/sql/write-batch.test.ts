import { type Data, Failure, type FailureDetail } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { BatchPlanner, type EncodedRow, type RowGroup } from './batch.ts'
import type { Column } from './column.ts'
import { compileEncoder } from './encode-value.ts'
import type { Table } from './table.ts'
import { type GroupWriter, writeBatch } from './write-batch.ts'

const column = (name: string, kind: Column['kind']): Column => ({
  name,
  sqlName: name,
  nativeType: '',
  kind,
  isNullable: true,
  hasDefault: false,
  isGenerated: false,
})
const table: Table = {
  id: 't',
  label: 't',
  sqlName: 't',
  kind: 'table',
  columns: [
    column('id', { is: 'integer', min: 0n, max: 99_999n }),
    column('a', { is: 'text' }),
    column('b', { is: 'text' }),
  ],
  key: ['id'],
  uniqueKeys: [['id']],
}

/** Keeps rows in memory and refuses rows whose `a` is "bad". */
class MemoryWriter implements GroupWriter {
  readonly rows = new Map<string, Data>()
  commits: boolean | Error = true
  #draft = new Map<string, Data>()

  async begin() {
    this.#draft = new Map(this.rows)
  }
  async write(group: RowGroup, rows: readonly EncodedRow[]) {
    const next = new Map(this.#draft)
    for (const row of rows) {
      const data = Object.fromEntries(
        group.columns.map((each, index) => [each.name, row.values[index] as string | null]),
      ) // no bytes here
      if (data['a'] === 'bad') throw new Error('bad row')
      if (data['a'] === 'lost') throw new Failure({ code: 'connector.broken', message: 'lost', retry: 'later' })
      next.set(String(data['id']), { ...next.get(String(data['id'])), ...data })
    }
    this.#draft = next
  }
  explain(): FailureDetail {
    return { code: 'target.refused', message: 'refused by the table', retry: 'skip' }
  }
  async commit() {
    if (this.commits === true) for (const [key, data] of this.#draft) this.rows.set(key, data)
    return this.commits === true
  }
  async rollback() {
    this.#draft = new Map()
  }
}

const makePlanner = () =>
  new BatchPlanner(table, ['id'], each =>
    compileEncoder(each.kind, { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: false }),
  )

async function write(records: readonly Data[], writer = new MemoryWriter()) {
  const batch = records.map((data, index) => ({ data, idempotencyKey: String(index) }))
  const outcomes = await writeBatch(batch, { planner: makePlanner(), mergesKeys: true, writer })
  return { kinds: outcomes.map(outcome => outcome.kind), outcomes, rows: [...writer.rows.values()] }
}

describe('writing a batch', () => {
  test('every pattern of bad rows is answered row by row and the good ones are there', async () => {
    for (let pattern = 0; pattern < 256; pattern += 1) {
      const isBad = (index: number) => ((pattern >> index) & 1) === 1
      const records = Array.from({ length: 8 }, (_, index): Data => ({ id: index, a: isBad(index) ? 'bad' : 'good' }))
      const { kinds, rows } = await write(records)
      expect(kinds).toEqual(records.map((_, index) => (isBad(index) ? 'failed' : 'written')))
      expect(rows.map(row => Number(row['id']))).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter(index => !isBad(index)))
    }
  })

  test('the last record of a key wins, field by field, in the order of the batch', async () => {
    const { kinds, rows } = await write([
      { id: 1, a: '1', b: '1' },
      { id: 1, a: '2' },
      { id: 2, a: 'x' },
      { id: 1, a: '3', b: '3' },
      { id: 1, b: '4' },
    ])
    expect(kinds).toEqual(Array(5).fill('written'))
    expect(rows).toEqual([
      { id: '1', a: '3', b: '4' },
      { id: '2', a: 'x' },
    ])
  })

  test('an earlier record of a key is written when the last one is refused, before or by the table', async () => {
    const { kinds, rows } = await write([
      { id: 1, a: 'first' },
      { id: 1, a: 'bad' },
      { id: 2, a: 'first' },
      { id: 2, a: '\ud800' },
    ])
    expect(kinds).toEqual(['written', 'failed', 'written', 'failed'])
    expect(rows).toEqual([
      { id: '1', a: 'first' },
      { id: '2', a: 'first' },
    ])
  })

  test('a failure of the connection is thrown and nothing is kept', async () => {
    const writer = new MemoryWriter()
    await expect(
      write(
        [
          { id: 1, a: 'x' },
          { id: 2, a: 'lost' },
        ],
        writer,
      ),
    ).rejects.toMatchObject({ code: 'connector.broken', retry: 'later' })
    expect(writer.rows.size).toBe(0)
  })

  test('a commit without an answer leaves every row unknown', async () => {
    const writer = new MemoryWriter()
    writer.commits = false
    const { kinds } = await write(
      [
        { id: 1, a: 'x' },
        { id: -5, a: 'x' },
      ],
      writer,
    )
    expect(kinds).toEqual(['unknown', 'failed'])
  })

  test('a key that is missing or null is refused by name, unknown fields are named, all of them stop the batch', async () => {
    const { outcomes } = await write([{ a: 'x' }, { id: null, a: 'x' }, { id: 1, zz: 'x' }, { id: 2 }])
    expect(outcomes.map(outcome => (outcome.kind === 'failed' ? outcome.failure.field : outcome.kind))).toEqual([
      'id',
      'id',
      'zz',
      'written',
    ])
    await expect(
      write([
        { id: 1, zz: 'x' },
        { id: 2, zz: 'x' },
      ]),
    ).rejects.toMatchObject({ code: 'target.column', field: 'zz' })
  })
})
