import { newId } from '@sluice/contract'
import { type CreateSamples, own, type Sample, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'
import { defaultConfig } from './default-rules.ts'

let names = 0

/** Flows with what they need. */
function openWorld(server: TestServer) {
  const inTenant = <T>(world: World, work: Parameters<typeof server.database.withTenant<T>>[1]) =>
    server.database.withTenant(world.tenantId, work)
  const account = async (world: World): Promise<string> => {
    const id = newId()
    await inTenant(world, tx =>
      tx.execute(
        `insert into recon_account (id, code, name, platform, currency) values ($1, $2, 'Shop', 'alipay', 'CNY')`,
        [id, `account-${++names}`],
      ),
    )
    return id
  }
  const form = async (world: World) => ({ name: `flow ${++names}`, account_ids: [await account(world)] })
  const makeFlow = async (world: World) => {
    const body = await form(world)
    const { id } = await world.post<{ id: string }>('/api/dh/lessee/reconciliation/flow', body)
    return { id, body }
  }
  const flow = async (world: World): Promise<Sample> => ({ params: { id: (await makeFlow(world)).id } })
  const run = async (world: World): Promise<Sample> => {
    const { id } = await makeFlow(world)
    const path = `/api/dh/lessee/reconciliation/flow/${id}/run`
    return { params: { id: (await world.post<{ id: string }>(path, { mode: 'trial' })).id } }
  }
  /** One open line of each side, of one amount. */
  const lines = async (world: World) => {
    const { id, body } = await makeFlow(world)
    const [a, b] = await inTenant(world, async tx => {
      const bills = await tx.query<{ id: string }>(
        `insert into bill_line (account_id, fingerprint, amount_minor, currency, occurred_at, bill_date)
         values ($1, '\\x01', 100, 'CNY', now(), current_date) returning id`,
        [body.account_ids[0]],
      )
      const documents = await tx.query<{ id: string }>(
        `insert into supply_line (account_id, doc_no, amount_minor, currency, occurred_at, business_date)
         values ($1, 'D1', 100, 'CNY', now(), current_date) returning id`,
        [body.account_ids[0]],
      )
      return [bills[0]!.id, documents[0]!.id] // an insert answers with its row
    })
    return { id, match: { a: [a], b: [b], reason: 'the same' } }
  }
  const group = async (world: World): Promise<Sample> => {
    const { id, match } = await lines(world)
    const path = `/api/dh/lessee/reconciliation/flow/${id}/match`
    return { params: { id: (await world.post<{ id: string }>(path, match)).id } }
  }
  return { inTenant, form, makeFlow, flow, run, lines, group }
}

export const createSamples: CreateSamples = server => {
  const { inTenant, form, makeFlow, flow, run, lines, group } = openWorld(server)
  const chosen = async (world: World, says: object): Promise<Sample> => {
    const { id, match } = await lines(world)
    return { params: { id }, body: { ...says, lines: [{ side: 'a', id: match.a[0] }] } }
  }
  const proposed = async (world: World) => {
    const { id: flowId, match } = await lines(world)
    const { id } = await world.post<{ id: string }>(`/api/dh/lessee/reconciliation/flow/${flowId}/match`, match)
    await inTenant(world, async tx => {
      await tx.execute(`update match_group set state = 'proposed' where id = $1`, [id])
      await tx.execute(`update bill_line set status = 'proposed' where status = 'matched'`)
      await tx.execute(`update supply_line set status = 'proposed' where status = 'matched'`)
    })
    return { flowId, id }
  }
  const comment = async (world: World): Promise<Sample> => {
    const { id, match } = await lines(world)
    return { params: { id, key: `a${match.a[0]}` } }
  }
  return {
    'flow.list': own(),
    'flow.create': async world => ({ body: await form(world) }),
    'flow.get': flow,
    'flow.update': async world => {
      const { id, body } = await makeFlow(world)
      return { params: { id }, body: { ...body, config: defaultConfig, version: 1 } }
    },
    'flow.cards': flow,
    'flow.run': async world => ({ ...(await flow(world)), body: { mode: 'commit' } }),
    'flow.runs': flow,
    'flow.getRun': run,
    'flow.cancelRun': run,
    'flow.groups': flow,
    'flow.group': group,
    'flow.confirm': async world => ({ params: { id: (await proposed(world)).id } }),
    'flow.revoke': async world => ({ ...(await group(world)), body: { reason: 'not the same' } }),
    'flow.match': async world => {
      const { id, match } = await lines(world)
      return { params: { id }, body: match }
    },
    'flow.entries': flow,
    'flow.exportEntries': flow,
    'flow.lines': async world => ({ params: { ...(await flow(world)).params, side: 'a' } }),
    'flow.confirmMany': async world => {
      const { flowId, id } = await proposed(world)
      return { params: { id: flowId }, body: { ids: [id] } }
    },
    'flow.ignore': async world => chosen(world, { reason: 'a test payment' }),
    'flow.carry': async world => chosen(world, { reason: 'paid later', until: '2999-01-01' }),
    'flow.reopen': async world => chosen(world, {}),
    'flow.assign': async world => chosen(world, { to: 'me' }),
    'flow.comments': async world => comment(world),
    'flow.comment': async world => ({ ...(await comment(world)), body: { text: 'asked the shop' } }),
    'flow.exceptions': flow,
    'flow.explain': async world => {
      const { id, match } = await lines(world)
      return { params: { id, side: 'a', line: match.a[0]! } }
    },
  }
}
