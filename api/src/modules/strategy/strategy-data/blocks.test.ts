import { newId } from '@sluice/contract'
import { createTestDatabase, createTestTenant, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planSearch, type RecordFilter, type RecordRow, searchRecords } from './store.ts'

let home: TestDatabase
let tenantId: string
const strategyId = newId()
const [firstRun, secondRun] = [newId(), newId()]
beforeAll(async () => {
  home = await createTestDatabase()
  tenantId = (await createTestTenant(home.database)).tenantId
  // 40 blocks of 50, and after each a row in error, as if a page had been refused.
  await home.database.withTenant(tenantId, async tx => {
    await tx.execute("insert into strategy (id, code, name, version) values ($1, 'orders', 'Orders', 1)", [strategyId])
    await tx.execute("insert into strategy_version (strategy_id, version, config) values ($1, 1, '{}')", [strategyId])
    for (const [id, from] of [
      [firstRun, '2026-01-01'],
      [secondRun, '2026-01-01T00:20:00Z'],
    ])
      await tx.execute(
        `insert into run (id, strategy_id, version, trigger, state, counts, started_at, finished_at)
         values ($1, $2, 1, 'manual', 'succeeded', '{}', $3, $3::timestamptz + interval '20 minutes')`,
        [id, strategyId, from],
      )
    await tx.execute(
      `insert into record_block (strategy_id, run_id, first_id, record_count, key_length, first_key, last_key, number_length,
         first_number, last_number, page_id, page_at, first_ordinal, version, keys, numbers, hashes, created_at)
       select $1, case when p < 20 then $2::uuid else $3::uuid end, nextval('record_id'), 50, 6, (100000 + p * 100)::text,
         (100049 + p * 100)::text, 8, 'SO' || 100000 + p * 100, 'SO' || 100049 + p * 100, p, now(), 0, 1,
         array(select (100000 + p * 100 + n)::text from generate_series(0, 49) n),
         array(select 'SO' || 100000 + p * 100 + n from generate_series(0, 49) n),
         decode(repeat('00', 800), 'hex'), timestamptz '2026-01-01' + p * interval '1 minute'
         from generate_series(0, 39) p`,
      [strategyId, firstRun, secondRun],
    )
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, error_code,
         created_at, updated_at)
       select $1, 'E' || page_id, first_id + 100, page_id, page_at, 50, 3, 1, '\\x00', run_id, 'target.refused', created_at,
         created_at + interval '1 second' from record_block`,
      [strategyId],
    )
    // Only its owner may.
    await tx.execute('reset role')
    await tx.execute('analyze record_block')
  })
})
afterAll(() => home.drop())

const everything: RecordFilter = {
  strategyId,
  statuses: null,
  keys: null,
  pattern: null,
  runId: null,
  errorCode: null,
  from: null,
  to: null,
  after: null,
  limit: 37,
}

async function walk(filter: Partial<RecordFilter>, isByTime = false): Promise<RecordRow[]> {
  const seen: RecordRow[] = []
  for (let after: RecordFilter['after'] = null; ; ) {
    const rows = await home.database.withTenant(tenantId, tx => searchRecords(tx, { ...everything, ...filter, after }))
    seen.push(...rows)
    const last = rows.at(-1)
    if (rows.length < everything.limit || !last) return seen
    after = { id: last.id, at: isByTime ? last.updated_at : null }
  }
}

const expected = (where: string, order: string): Promise<{ id: string }[]> =>
  home.database.withTenant(tenantId, tx => tx.query(`select id from stored_record where ${where} order by ${order}`))

test.each([
  ['all', {}, 'true', false],
  ['finished ones', { statuses: [2] }, 'status = 2', false],
  ['those in error', { statuses: [3] }, 'status = 3', false],
  ['by a part of the key', { pattern: '%7%' }, `(key like '%7%' or number like '%7%')`, false],
  ['of one run', { runId: secondRun }, `run_id = '${secondRun}'`, true],
  [
    'of a time',
    { from: '2026-01-01T00:07:30Z', to: '2026-01-01T00:31:00Z' },
    `updated_at >= '2026-01-01T00:07:30Z' and updated_at < '2026-01-01T00:31:00Z'`,
    true,
  ],
] as const)('records that lie together are listed among the others: %s', async (_name, filter, where, isByTime) => {
  const rows = await walk({ ...filter, ...('statuses' in filter ? { statuses: [...filter.statuses] } : {}) }, isByTime)
  expect(rows.map(({ id }) => id)).toEqual(
    (await expected(where, isByTime ? 'updated_at desc, id desc' : 'id desc')).map(({ id }) => id),
  )
})

test('by keys and numbers, pasted together', async () => {
  const rows = await walk({ keys: ['100003', 'SO103949', 'E7', '100050', 'SO1', '1000031'] })
  expect(rows.map(({ key }) => key)).toEqual(['103949', 'E7', '100003'])
})

test('by any number of numbers and keys at the target, where blocks overlap', async () => {
  const overlapping = newId()
  await home.database.withTenant(tenantId, async tx => {
    await tx.execute("insert into strategy (id, code, name, version) values ($1, 'bills', 'Bills', 1)", [overlapping])
    await tx.execute(
      `insert into record_block (strategy_id, run_id, first_id, record_count, key_length, first_key, last_key, number_length,
         first_number, last_number, target_length, first_target, last_target, page_id, page_at, first_ordinal, version, keys,
         numbers, target_keys, hashes)
       select $1, $2, nextval('record_id') + 100, 50, 6, (100000 + p * 100)::text, (100049 + p * 100)::text, 6,
         'N' || 10000 + p * 20, 'N' || 10049 + p * 20, 5, 'T' || 1000 + p * 30, 'T' || 1049 + p * 30, p, now(), 0, 1,
         array(select (100000 + p * 100 + n)::text from generate_series(0, 49) n),
         array(select 'N' || 10000 + p * 20 + n from generate_series(0, 49) n),
         array(select 'T' || 1000 + p * 30 + (n * 7 + p) % 50 from generate_series(0, 49) n),
         decode(repeat('00', 800), 'hex')
         from generate_series(0, 29) p`,
      [overlapping, firstRun],
    )
  })
  for (let round = 0; round < 40; round += 1) {
    const keys = Array.from({ length: 1 + ((round * 7) % 60) }, (_, n) => {
      const spread = round * 7919 + n * 104_729
      return spread % 2 === 0 ? `N${10_000 + (spread % 700)}` : `T${990 + (spread % 1000)}`
    })
    const rows = await walk({ strategyId: overlapping, keys })
    const stored = await home.database.withTenant(tenantId, tx =>
      tx.query<{ id: string }>(
        'select id from stored_record where strategy_id = $1 and (number = any ($2) or target_key = any ($2)) order by id desc',
        [overlapping, keys],
      ),
    )
    expect(rows.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
  }
})

test('a page opens two blocks, not all of them', async () => {
  const plan = await home.database.withTenant(tenantId, async tx => {
    await tx.execute('set local enable_seqscan = off')
    const { text, values } = await planSearch(tx, everything)
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, values)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Incremental Sort/)
  const opened = /Index Scan Backward using record_block_id .*actual rows=(\d+)/.exec(plan)?.[1]
  expect(Number(opened)).toBeLessThanOrEqual(3)
})
