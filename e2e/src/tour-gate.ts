import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'

/** A strategy behind a publish gate that has run, with a draft that was rehearsed, accepted and tried on a share of the keys. */
export async function createGuarded(api: Api, connectorId: string): Promise<string> {
  const config = {
    source: { connector_id: connectorId, resource: 'stock', key: ['sku'] },
    target: { connector_id: connectorId, resource: 'stock_copy' },
    mapping: { copyAll: true, fields: [] },
  }
  const { id } = await runNewStrategy(api, 'stock', config)
  const params = { id }
  await api.strategyPublish.setGate({ params, body: { required: true } })
  const fields = [
    {
      target: 'price',
      value: { kind: 'expression' as const, expression: 'row.qty > 60 ? null : row.price' },
      required: true,
    },
    { target: 'qty', value: { kind: 'expression' as const, expression: 'row.qty + 1' } },
  ]
  const body = {
    name: 'stock',
    group: '',
    remark: '',
    version: 1,
    config: { ...config, mapping: { copyAll: true, fields } },
  }
  await api.strategy.update({ params, body })
  const rehearsal = await rehearse(api, id, 1)
  await api.strategyPublish.accept({ params: { id: rehearsal }, body: { note: 'as wanted' } })
  // One that was ended by hand: the draft waits as before.
  const plan = { share: 10, records: 100, max_failed_share: 1 }
  const { content } = await api.strategyPublish.startCanary({ params, body: { version: 1, revision: 1, plan } })
  await api.strategyPublish.rollBackCanary({ params: { id: content.id } })
  return id
}

/** Asks for a rehearsal and waits for its end; its id. */
async function rehearse(api: Api, strategyId: string, revision: number): Promise<string> {
  const { content } = await api.strategyPublish.rehearse({ params: { id: strategyId }, body: { revision } })
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 100) {
    const { content: now } = await api.strategyPublish.get({ params: { id: content.id } })
    if (now.finished_at !== null) return content.id
    await delay(100)
  }
  throw new Error(`rehearsal ${content.id} did not end`)
}
