import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'

/** A strategy behind a publish gate that has run, with a draft that was rehearsed: some records change, some are refused. */
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
  await rehearse(api, id, 1)
  return id
}

/** Asks for a rehearsal and waits for its end. */
async function rehearse(api: Api, strategyId: string, revision: number): Promise<void> {
  const { content } = await api.strategyPublish.rehearse({ params: { id: strategyId }, body: { revision } })
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 100) {
    const { content: now } = await api.strategyPublish.get({ params: { id: content.id } })
    if (now.finished_at !== null) return
    await delay(100)
  }
  throw new Error(`rehearsal ${content.id} did not end`)
}
