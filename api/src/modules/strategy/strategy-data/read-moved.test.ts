import { expect, test } from 'vitest'
import { IdSet, readMoved } from './read-moved.ts'
import type { RecordCursor } from './store.ts'

interface Row {
  readonly id: string
  readonly updated_at: string
}

const at = (tick: number): string => new Date(tick).toISOString()
const isBelow = (row: Row, { at: time, id }: RecordCursor): boolean =>
  row.updated_at < (time ?? '') || (row.updated_at === time && BigInt(row.id) < BigInt(id))

test.each([1, 2, 3, 4, 5])('a list by time that is changed at every page gives each record once: %i', async seed => {
  let state = seed
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  let now = 1_000_000
  const rows = new Map<string, string>()
  for (let id = 1; id <= 300; id += 1) rows.set(String(9_007_199_254_740_000 + id * 7), at(random(900_000)))
  const ids = [...rows.keys()]
  /** A page, and then some records change, those that were read and those that were not. */
  const page = (since: string, after: RecordCursor | null, changes: number): Row[] => {
    const found = [...rows]
      .map(([id, updated_at]) => ({ id, updated_at }))
      .filter(row => row.updated_at >= since && (after === null || isBelow(row, after)))
      .toSorted((a, b) =>
        a.updated_at === b.updated_at ? Number(BigInt(b.id) - BigInt(a.id)) : a.updated_at < b.updated_at ? 1 : -1,
      )
      .slice(0, 10)
    for (let left = changes; left > 0; left -= 1) {
      now += 1
      rows.set(ids[random(ids.length)]!, at(now))
    }
    return found
  }
  const seen = new IdSet()
  const given: string[] = []
  const began = at(now)
  for (let after: RecordCursor | null = null; ; ) {
    const found = page('', after, 4)
    for (const row of found) if (seen.add(row.id)) given.push(row.id)
    const last = found.at(-1)
    if (!last || found.length < 10) break
    after = { id: last.id, at: last.updated_at }
  }
  expect(given.length).toBeLessThan(300)
  const read = async (since: string, after: RecordCursor | null) => page(since, after, 1).map(row => ({ row }))
  for await (const found of readMoved({ since: began, seen, limit: 10, tellMoment: async () => at(now), read }))
    given.push(...found.map(({ row }) => row.id))
  expect(given.toSorted()).toEqual(ids.toSorted())
})
