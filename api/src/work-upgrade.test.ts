import { createOldDatabase, createTestTenant, openOwner } from '@sluice/db/testing'
import { type JobRow, JobWorker } from '@sluice/work'
import { expect, test } from 'vitest'
import { cases } from './testing/work-cases.ts'

/** One that waits, one whose process may still live, one that is to end; of each kind, as the version before kept them. */
test('jobs that waited or were under way in the old form go on in the new one, each once', async () => {
  const old = await createOldDatabase('0110')
  const owner = await openOwner(old.url)
  try {
    const { tenantId } = await createTestTenant(old.database)
    await owner.query('set session_replication_role = replica')
    const leased = ['export_job', 'aggregate_report', 'tenant_export', 'discovery', 'rehearsal']
    const { rows: tables } = await owner.query<{ name: string }>('select relname as name from pg_class')
    // The others came later.
    const known = cases.filter(({ kind }) => tables.some(({ name }) => name === kind.table))
    for (const { kind, insert, most = 3, isFirm = false } of known) {
      await owner.query(insert, [tenantId, Math.min(most, 3)])
      if (most === 1 || isFirm) continue
      const rows = `(select id from ${kind.table} order by id limit 1 offset`
      await owner.query(
        leased.includes(kind.table)
          ? `update ${kind.table} set state = 'running', holder = gen_random_uuid(), lease_until = now() + interval '50 seconds' where id = ${rows} 1)`
          : `update ${kind.table} set state = 'running' where id = ${rows} 1)`,
      )
      await owner.query(`update ${kind.table} set cancel = true, state = 'running' where id = ${rows} 1)`)
    }
    await owner.query(`update tenant_load set taken_at = '2026-01-01T00:00:00Z'`)
    await old.migrate()
    for (const { kind, most = 3, ends = 'done', isFirm = false } of known) {
      const taken: string[] = []
      const worker = new JobWorker<JobRow & { readonly id: string }>({
        database: old.database,
        log: { error: () => undefined },
        kind: { ...kind, columns: [...new Set([...kind.columns, 'id'])] },
        doing: 'trying',
        pollMs: 1000,
        async run(job) {
          taken.push(job.row.id)
          if (ends !== 'done') await job.settle({ state: ends })
        },
        tell: () => Promise.resolve(),
      })
      while (await worker.turn());
      const isLeased = leased.includes(kind.table) && most > 1
      expect([kind.name, taken.length]).toEqual([kind.name, Math.min(most, 3) - (isLeased ? 1 : 0)])
      await owner.query(`update ${kind.table} set lease_until = lease_until - interval '50 seconds'`)
      while (await worker.turn());
      expect(new Set(taken).size).toBe(taken.length)
      const { rows } = await owner.query<{ state: string }>(`select state from ${kind.table} order by state`)
      const all = most === 1 ? ['done'] : [isFirm ? ends : 'cancelled', ends, ends]
      expect([kind.name, rows.map(row => row.state)]).toEqual([kind.name, all])
    }
    const { rows } = await owner.query<{ kind: string; is_kept: boolean }>(
      `select kind, taken_at = '2026-01-01T00:00:00Z' as is_kept from work_turn where tenant_id = $1 order by kind`,
      [tenantId],
    )
    expect(rows.map(row => row.kind)).toEqual([...cases.map(({ kind }) => kind.name), 'run'].sort())
    expect(rows.find(row => row.kind === 'run')).toMatchObject({ is_kept: true })
  } finally {
    await owner.end()
    await old.drop()
  }
})
