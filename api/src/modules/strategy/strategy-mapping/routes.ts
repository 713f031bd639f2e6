import { MappingField, translateTold } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { z } from 'zod'
import { requireSeen } from '../../../http/require-seen.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { findHead, orRefuse } from '../strategy/index.ts'
import type { strategyMapping } from './contract.ts'
import { listPast } from './store.ts'

type Trial = Awaited<ReturnType<Engine['strategies']['tryMapping']>>
type Example = Trial['fields'][number]['examples'][number]

const Fields = z.array(MappingField)

export function createStrategyMappingRoutes({ engine }: { readonly engine: Engine }): Handlers<typeof strategyMapping> {
  return {
    async trial({ params, body: { mapping, limit } }, ctx) {
      await ctx.tenant(async tx => {
        orRefuse(await findHead(tx, params.id))
        await requireSeen(tx, ctx, { mapping })
      })
      const request = { strategyId: params.id, mapping, limit }
      const { isCut, fields, problems, ...counts } = await engine.strategies.tryMapping(
        ctx.principal.tenantId,
        request,
        ctx.signal,
      )
      const describe = ({ recordId, message, ...rest }: Example) => ({
        ...rest,
        record_id: recordId,
        message: ctx.tell(message),
      })
      return {
        ...counts,
        is_cut: isCut,
        problems: problems.map(problem => translateTold(problem, ctx.tell)),
        fields: fields.map(({ examples, changes, ...field }) => ({
          ...field,
          examples: examples.map(describe),
          changes: changes.map(describe),
        })),
      }
    },
    async past({ body: { source, target, strategy_id = null } }, ctx) {
      const rows = await ctx.tenant(tx => listPast(tx, { source, target, strategyId: strategy_id }))
      return rows.map(({ fields, same_source, ...row }) => ({
        ...row,
        same_source: same_source ?? false,
        fields: Fields.parse(fields),
      }))
    },
  }
}
