import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { describe, expect, test } from 'vitest'
import type { ClaimedRun } from '../sql/run-rows.ts'
import { lookUpKnown } from './look-up-known.ts'

const claim = { tenantId: 't', strategyId: 's' } as ClaimedRun // the look-up reads these two only

/** Stored keys behind the two statements of a look-up; sorts by UTF-8 bytes as the database does. */
function store(stored: readonly string[]) {
  const bytes = (key: string) => Buffer.from(key)
  const asked: string[] = []
  const query = async (_text: string, values: readonly unknown[], options: { name: string }) => {
    asked.push(options.name)
    const [, , first, last, limit] = values as [string, string, string & string[], string, number] // as the statements bind them
    const found =
      options.name === 'record_known'
        ? stored.filter(key => first.includes(key))
        : stored
            .filter(key => bytes(key).compare(bytes(first)) >= 0 && bytes(key).compare(bytes(last)) <= 0)
            .slice(0, limit)
    return found.map(key => ({ key, status: RecordState.finished }))
  }
  return { asked, tx: { query } as unknown as Tx } // only `query` is called
}

const session = () => ({ claim, scatteredPages: 0 })
const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(row => row.key).sort()

describe('every stored key of a page is found', () => {
  test('by one scan where the keys lie together', async () => {
    const { asked, tx } = store(['3', '5'])
    expect(keysOf(await lookUpKnown(tx, session(), ['2', '3', '4']))).toEqual(['3'])
    expect(asked).toEqual(['record_between'])
  })
  test('key by key where others lie between them, and then for a while without trying', async () => {
    const { asked, tx } = store(['1', '2', '3', '4', '5', '9'])
    const state = session()
    expect(keysOf(await lookUpKnown(tx, state, ['9', '1']))).toEqual(['1', '9'])
    expect(keysOf(await lookUpKnown(tx, state, ['5']))).toEqual(['5'])
    expect(asked).toEqual(['record_between', 'record_known', 'record_known'])
  })
  test('where JavaScript and the database sort differently', async () => {
    const { tx } = store(['\u{1F600}', '\uFF5E'])
    expect(keysOf(await lookUpKnown(tx, session(), ['\uFF5E', '\u{1F600}']))).toHaveLength(2)
  })
  test('of no keys, without asking', async () => {
    const { asked, tx } = store(['1'])
    expect(await lookUpKnown(tx, session(), [])).toEqual([])
    expect(asked).toEqual([])
  })
})
