import type { Parsed } from '@sluice/contract'
import type { Sessions } from '../../../http/create-sessions.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type Principal } from '../../../http/route-handler.ts'
import { endToken } from '../account/index.ts'
import { coversRole } from '../role/index.ts'
import type { accessToken, TenantToken } from './contract.ts'
import { exportTokens } from './export-tokens.ts'
import { findTenantToken, searchTokens, type TenantTokenRow, type TokenFilter } from './store.ts'

export interface AccessTokenDeps {
  readonly sessions: Sessions
  readonly now: () => number
}

type Query = Parsed<(typeof accessToken)['export']>['query']

/** Tokens of everybody: which there are, whose, when and from where they were used; and their end. */
export function createAccessTokenRoutes({ sessions, now }: AccessTokenDeps): Handlers<typeof accessToken> {
  const at = () => new Date(now())
  return {
    async list({ query: { page, pageSize, ...query } }, ctx) {
      const filter = readFilter(query, at())
      const { rows, total } = await ctx.tenant(tx =>
        readPage({ page, pageSize }, (limit, offset) => searchTokens(tx, filter, limit, offset)),
      )
      return new Page(
        rows.map(row => describe(row, ctx.principal)),
        total,
      )
    },
    async export({ query }, ctx) {
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'accessToken', after: query }))
      return exportTokens(readFilter(query, at()), ctx)
    },
    async revoke({ params }, ctx) {
      const owner = await ctx.tenant(async tx => {
        const row = await findTenantToken(tx, params.id, at())
        if (!row) throw refuse('notFound.token')
        if (!covers(ctx.principal, row)) throw refuse('permission.mightier')
        if (!(await endToken(tx, ctx.principal.tenantId, { userId: row.user_id, id: row.id, at: at() })))
          throw refuse('notFound.token')
        const after = { change: 'revoked', owner: row.username }
        await ctx.audit(tx, { objectType: 'accessToken', objectId: row.id, objectName: row.name, after })
        return row.user_id
      })
      sessions.forget(owner)
      return null
    },
  }
}

const readFilter = ({ keyword, state, sort }: Query, now: Date): TokenFilter => ({
  pattern: keyword ? toPattern(keyword) : null,
  state: state ?? null,
  sort,
  now,
})

const covers = (principal: Principal, row: TenantTokenRow): boolean =>
  coversRole(principal, { permissions: row.role_permissions, groups: row.role_groups })

function describe(row: TenantTokenRow & { readonly total?: string }, principal: Principal): TenantToken {
  const { role_permissions: _p, role_groups: _g, total: _t, ...shown } = row
  return { ...shown, is_mightier: !covers(principal, row) }
}
