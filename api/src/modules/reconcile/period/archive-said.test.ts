import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Period } from './contract.ts'
import { createPeriodWorker } from './worker.ts'

let server: TestServer
let token: string
const accountId = newId()
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await query(async tx => {
    await tx.execute(
      `insert into recon_account (id, code, name, platform, currency, opening_minor, opening_on, status)
       values ($1, 'shop', '旗舰店', 'alipay', 'CNY', 5000, '2025-01-01', 'active')`,
      [accountId],
    )
    await tx.execute('delete from accounting_item')
    await tx.execute(`insert into accounting_item (id, code, name) values ($1, 'goods', 'goods')`, [newId()])
  })
})
afterAll(() => server.drop())

const query = <T>(work: (tx: Tx) => Promise<T>) => server.database.withTenant(server.a.tenantId, work)
const addLine = (sql: string): Promise<string> =>
  query(async tx => {
    const [row] = await tx.query<{ id: string }>(`${sql} returning id`, [accountId])
    return row!.id // an insert of one row
  })
async function step(name: 'close' | 'archive' | 'restore', month: string): Promise<Period> {
  const path = `/api/dh/lessee/reconciliation/account/${accountId}/period/${month}`
  const asked = await server.call('POST', `${path}/${name}`, { token, ...(name === 'close' && { body: {} }) })
  if (asked.statusCode !== 200) throw new Error(asked.body)
  await createPeriodWorker({
    database: server.database,
    archive: server.archive,
    log: pino({ level: 'silent' }),
    now: Date.now,
  }).turn()
  return (await server.call('GET', path, { token })).json<{ content: Period }>().content
}

test('what was said of its lines, who owned them and what proves them are in the archive, and come back with it', async () => {
  const line = await addLine(
    `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date, status, item_id)
     select $1, '\\x01', 100, 'CNY', '2025-01-05T04:00:00Z', '2025-01-05', 'matched', id from accounting_item`,
  )
  const document = await addLine(
    `insert into supply_line (account_id, doc_no, amount_minor, currency, occurred_at, business_date, status, item_id)
     select $1, 'SO-1', 100, 'CNY', '2025-01-05T04:00:00Z', '2025-01-05', 'matched', id from accounting_item`,
  )
  const says = () =>
    query(async tx => [
      await tx.query('select to_jsonb(h) as said from recon_handling h order by side, line_id'),
      await tx.query('select to_jsonb(c) as said from recon_comment c order by id'),
      await tx.query('select to_jsonb(e) as said from recon_evidence e order by id'),
    ])
  await query(async tx => {
    await tx.execute(
      `insert into recon_handling (side, line_id, assignee_id, due_on, reason, version)
       values ('a', $1, gen_random_uuid(), '2025-02-01', 'was late', 3)`,
      [line],
    )
    for (const [kind, id, text] of [
      ['a', line, '平台说 "已退款"\n请查'],
      ['a', line, 'asked twice'],
      ['b', document, '单据重开'],
    ])
      await tx.execute('insert into recon_comment (kind, subject_id, text) values ($1, $2, $3)', [kind, id, text])
    await tx.execute(
      `insert into recon_evidence (id, kind, subject_id, name, media_type, size_bytes, sha256, path)
       values (gen_random_uuid(), 'b', $1, '回单.pdf', 'application/pdf', 9, '\\x0102', 'none')`,
      [document],
    )
  })
  const before = await says()
  await step('close', '2025-01')
  expect(await step('archive', '2025-01')).toMatchObject({ state: 'archived' })
  // What was said since stays beside what comes back.
  await query(tx => tx.execute('delete from recon_comment'))
  await query(tx => tx.execute('delete from recon_evidence'))
  await query(tx => tx.execute('delete from recon_handling'))
  expect(await step('restore', '2025-01')).toMatchObject({ state: 'closed', job: { state: 'done' } })
  expect(await says()).toEqual(before)
  await step('archive', '2025-01')
  await query(tx => tx.execute(`update recon_handling set reason = 'newer' where side = 'a'`))
  await step('restore', '2025-01')
  const [[handling]] = (await says()) as [[{ said: { reason: string } }]]
  expect(handling.said.reason).toBe('newer')
})
