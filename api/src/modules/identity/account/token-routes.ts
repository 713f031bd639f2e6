import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { settleNotices } from '@sluice/engine'
import { hashToken, type Sessions } from '../../../http/create-sessions.ts'
import { TOKEN_PREFIX } from '../../../http/find-access-token.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, type Principal } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import { readPolicy } from '../totp/index.ts'
import type { AccessToken, account } from './contract.ts'
import { countLive, insertToken, listTokens, revokeToken, type TokenRow } from './token-store.ts'

export interface TokenDeps {
  readonly sessions: Sessions
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Every permission that some route asks for. */
  readonly permissions: readonly string[]
}

const MAX_LIVE = 20
const DAY_MS = 24 * 3_600_000
const SHOW_ENDED_MS = 30 * DAY_MS
const SHOWN_CHARACTERS = TOKEN_PREFIX.length + 6

type TokenHandlers = Pick<Handlers<typeof account>, 'tokens' | 'tokenPolicy' | 'createToken' | 'revokeToken'>

/** Tokens for scripts. A token cannot reach these routes, so it makes and ends none. */
export function createTokenRoutes({ sessions, now, randomBytes, permissions }: TokenDeps): TokenHandlers {
  return {
    async tokens(_input, ctx) {
      const rows = await ctx.tenant(tx => listTokens(tx, ctx.principal.userId, new Date(now() - SHOW_ENDED_MS)))
      return rows.map(row => describe(row, now()))
    },
    tokenPolicy: (_input, ctx) => ctx.tenant(async tx => ({ max_days: (await readPolicy(tx)).token_max_days })),
    async createToken({ body }, ctx) {
      const { userId } = ctx.principal
      requireSettled(ctx.principal)
      const scopes = [...new Set(body.permissions)].sort()
      requireOwn(ctx.principal, scopes, permissions)
      const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
      const nowMs = now()
      const row = await ctx.tenant(async tx => {
        const { token_max_days: most } = await readPolicy(tx)
        if (body.days > most) throw refuse('invalid.tokenDays', { field: 'days', value: String(most) })
        if ((await countLive(tx, userId, new Date(nowMs))) >= MAX_LIVE)
          throw refuse('conflict.tokens', { value: String(MAX_LIVE) })
        const made = await insertToken(tx, {
          id: newId(nowMs),
          userId,
          name: body.name,
          prefix: token.slice(0, SHOWN_CHARACTERS),
          hash: hashToken(token),
          permissions: scopes,
          expiresAt: new Date(nowMs + body.days * DAY_MS),
          createdAt: new Date(nowMs),
        })
        await tellOwner(tx, ctx.principal, { kind: 'token', name: body.name })
        await ctx.audit(tx, { ...auditOf(made), after: { permissions: scopes, expires_at: made.expires_at } })
        return made
      })
      return { token, item: describe(row, nowMs) }
    },
    async revokeToken({ params }, ctx) {
      const { userId } = ctx.principal
      await ctx.tenant(async tx => {
        const row = await endToken(tx, ctx.principal.tenantId, { userId, id: params.id, at: new Date(now()) })
        if (!row) throw refuse('notFound.token')
        await ctx.audit(tx, auditOf(row))
      })
      sessions.forget(userId)
      return null
    },
  }
}

/** Ends a token, and what was told of its end. undefined: not theirs, or ended before. */
export async function endToken(
  tx: Tx,
  tenantId: string,
  { userId, id, at }: { readonly userId: string; readonly id: string; readonly at: Date },
): Promise<TokenRow | undefined> {
  const row = await revokeToken(tx, userId, id, at)
  if (row) await settleNotices(tx, tenantId, row.id, ['token.expiring'])
  return row
}

/** Who still owes a password or a second factor may do nothing yet, so neither may a script. */
function requireSettled(principal: Principal): void {
  if (principal.mustChangePassword) throw refuse('permission.changePassword')
  if (principal.mustSetUpTotp) throw refuse('permission.secondFactor')
}

/** Nobody gives what they do not hold, and `*` is written out: a token says what it may. */
function requireOwn(principal: Principal, scopes: readonly string[], known: readonly string[]): void {
  const foreign = scopes.find(scope => !known.includes(scope) || !isAllowed(principal, scope))
  if (foreign !== undefined) throw refuse('invalid.tokenScope', { field: 'permissions', value: foreign })
}

const auditOf = (row: TokenRow) => ({ objectType: 'accessToken', objectId: row.id, objectName: row.name })

function describe({ revoked_at, ...row }: TokenRow, nowMs: number): AccessToken {
  const isOver = Date.parse(row.expires_at) <= nowMs
  return { ...row, state: revoked_at !== null ? 'revoked' : isOver ? 'expired' : 'live' }
}
