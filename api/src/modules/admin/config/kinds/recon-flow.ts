import { z } from 'zod'
import { requireRight } from '../../../../http/call-route.ts'
import { writeMessage } from '../../../../http/messages.ts'
import { refuse } from '../../../../http/refuse.ts'
import { FlowConfig, flow } from '../../../reconcile/flow/contract.ts'
import { changeRules, putAway } from '../../../reconcile/flow/index.ts'
import { type Json, type JsonObject, toJsonForm } from '../json.ts'
import { listReconFlows } from '../recon-store.ts'
import { type KindOf, parseSpec, type Step } from './scene.ts'

/** Rules are named in a file, so that a difference says which one it is. */
const Rule = z.looseObject({ name: z.string().max(40) })
const Spec = z.strictObject({ in_transit_days: FlowConfig.shape.in_transit_days, rules: z.array(Rule).min(1).max(20) })

const toFile = ({ in_transit_days, rules }: FlowConfig): Json =>
  toJsonForm({ in_transit_days, rules: rules.map(({ id, ...rest }) => ({ name: id, ...rest })) })

/** Rules by which two sides are matched. Whose accounts they match is of the tenant: a new flow has none, and matches nothing. */
export const reconFlows: KindOf = {
  kind: 'recon-flow',
  permission: 'reconciliation:query',
  async list({ tx }) {
    return (await listReconFlows(tx)).map(({ id, name, version, config }) => ({
      ...{ id, name, version, key: name },
      spec: toFile(config) as JsonObject,
    }))
  },
  async plan(scene, document, found): Promise<Step> {
    const name = document.key
    if (name.trim() !== name || name === '' || name.length > 60)
      throw refuse('invalid.configName', { field: 'key', value: name })
    const { rules, in_transit_days } = parseSpec(Spec, document.spec, scene.ctx)
    const given = rules.map(({ name: id, ...rest }) => ({ id, ...rest }))
    const { config } = parseSpec(
      z.strictObject({ config: FlowConfig }),
      { config: { in_transit_days, rules: given } } as Json,
      scene.ctx,
    )
    return {
      name,
      spec: toFile(config) as JsonObject,
      notes: found ? [] : [writeMessage('config.flowAccounts', scene.ctx.language, {}, '')],
      async apply() {
        requireRight(scene.ctx, found ? flow.update : flow.create)
        await changeRules({ id: found?.id ?? null, name, config }, scene.deps.now(), scene.ctx)
      },
    }
  },
  async remove(scene, { id }) {
    requireRight(scene.ctx, flow.update)
    await putAway(id, scene.ctx)
  },
}
