import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { hashRule } from '../flow/index.ts'
import type { AccountModel, accountModel, ModelConfig } from './contract.ts'
import { holdModel } from './example-rows.ts'
import {
  addRule,
  describeProposed,
  findProposed,
  listProposed,
  measure,
  rejectProposed,
  type TryRules,
} from './propose.ts'
import { findConfig, saveDraft } from './store.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export const auditOf = ({ id, name }: Named) => ({
  ...{ objectType: 'accountModel', objectId: id, objectName: name },
})

interface Model {
  openTrial(ctx: RouteContext, accountId: string, flows: readonly string[], config: ModelConfig): TryRules
  requireAccount(tx: Tx, id: string): Promise<Named>
  readModel(tx: Tx, accountId: string): Promise<AccountModel>
  publish(tx: Tx, ctx: RouteContext, accountId: string, note: string): Promise<AccountModel>
}

type Routes = Pick<Handlers<typeof accountModel>, 'proposals' | 'acceptProposal' | 'rejectProposal'>

/** Rules that matches by hand speak for: shown with what they would do, taken or rejected. */
export function createProposalRoutes({ openTrial, requireAccount, readModel, publish }: Model): Routes {
  /** What matches now, and which rules matches by hand speak for. */
  const read = async (tx: Tx, accountId: string) => {
    const { current, flows } = await readModel(tx, accountId)
    const ids = flows.map(({ id }) => id)
    return { flows: ids, current, proposed: await listProposed(tx, ids, current) }
  }
  return {
    async proposals({ params }, ctx) {
      const { flows, current, proposed } = await ctx.tenant(tx => read(tx, params.id))
      return describeProposed(current, proposed, openTrial(ctx, params.id, flows, current))
    },
    async acceptProposal({ params, body }, ctx) {
      const { flows, current, proposed } = await ctx.tenant(tx => read(tx, params.id))
      const told = findProposed(proposed, params.shape)
      const { contradicted } = await measure(current, told, openTrial(ctx, params.id, flows, current))
      if (contradicted !== body.contradicted) throw refuse('conflict.proposalChanged', { value: String(contradicted) })
      return ctx.tenant(async tx => {
        await holdModel(tx, params.id)
        if (await findConfig(tx, params.id, { status: 'draft' })) throw refuse('conflict.modelDraft')
        const held = await read(tx, params.id)
        const found = findProposed(held.proposed, params.shape)
        // Another match may have widened it since it was tried.
        if (hashRule(found.rule) !== hashRule(told.rule)) throw refuse('conflict.proposalGone')
        await saveDraft(tx, params.id, addRule(held.current, found), ctx.principal.userId)
        const note = found.examples.map(({ id }) => `#${id}`).join(' ')
        return publish(tx, ctx, params.id, note.slice(0, 500))
      })
    },
    rejectProposal: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const account = await requireAccount(tx, params.id)
        const proposed = findProposed((await read(tx, params.id)).proposed, params.shape)
        await rejectProposed(tx, ctx, { accountId: params.id, reason: body.reason, proposed })
        await ctx.audit(tx, { ...auditOf(account), after: { rejected: proposed.rule, reason: body.reason } })
        return { shape: params.shape }
      }),
  }
}
