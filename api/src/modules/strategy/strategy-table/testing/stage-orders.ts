import { newId } from '@sluice/contract'
import type { TestServer } from '../../../../testing/start-test-server.ts'

/** K1 to K120: every third in error; the content of the last is no longer kept. For tests. */
export async function stageOrders(server: TestServer, strategyId: string): Promise<void> {
  const texts = new Map<string, string>()
  await server.database.withTenant(server.a.tenantId, async tx => {
    const rows = await tx.query<{ id: string; key: string }>(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number, error_code, error_message)
       select $1, 'K' || n, nextval('record_id'), 1, now(), n, case when n % 3 = 0 then 3 else 2 end, 1, '\\x00', $2, 'N' || n,
              case when n % 3 = 0 then 'target.refused' end, case when n % 3 = 0 then 'Phone 1380000 is unknown.' end
         from generate_series(1, 120) n order by n returning id, key`,
      [strategyId, newId()],
    )
    for (const { id, key } of rows) if (key !== 'K120') texts.set(id, writeOrder(Number(key.slice(1))))
  })
  const { records } = server.engine.engine
  const before = records.readOriginals
  Object.assign(records, {
    readOriginals: async (_tx: Parameters<typeof before>[0], places: Parameters<typeof before>[1]) =>
      new Map(places.flatMap(({ id }) => (texts.has(id) ? [[id, texts.get(id) ?? ''] as const] : []))),
  })
}

function writeOrder(at: number): string {
  const note = ['', '"note":null,', '"note":"",'][at % 3] ?? ''
  const day = `2026-01-${String(1 + ((at - 1) % 28)).padStart(2, '0')}`
  return `{"amount":9007199254740993.${at}0,${note}"buyer":{"name":"Buyer ${at}","phone":"1380000${1000 + at}"},"secret":"s-${at}",
    "day":"${at > 28 ? '2027' : '2026'}${day.slice(4)}","a.b":"dotted","lines":[{"qty":1}],"evil":"=cmd|' /C calc'!A0","long":"${'x'.repeat(1000)}"}`
}
