import { sayWords } from '../../../http/messages.ts'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import { names } from '../../../server/names.ts'
import type { account } from './contract.ts'
import { createEmailRoutes, type EmailDeps, tellOldAddress } from './email-routes.ts'
import { makeAvatar } from './make-avatar.ts'
import { type BaseRow, findBase, findCenter, listActivity, listOwnStrategies, saveBase, setAvatar } from './store.ts'
import { createTokenRoutes, type TokenDeps } from './token-routes.ts'

export interface AccountDeps extends TokenDeps, EmailDeps {}

const OWN_STRATEGIES = 8
const MONTH_MS = 30 * 24 * 3_600_000
/** Decoding pictures is dear. */
const PICTURES = { burst: 10, everyMs: 30_000 }

/** What belongs to the signed-in user alone; nobody's permission is asked for it. */
export function createAccountRoutes(deps: AccountDeps): Handlers<typeof account> {
  return {
    ...createTokenRoutes(deps),
    ...createEmailRoutes(deps),
    async center(_input, ctx) {
      const { userId } = ctx.principal
      return ctx.tenant(async tx => {
        const row = await findCenter(tx, userId, new Date(deps.now() - MONTH_MS))
        if (!row) throw refuse('auth.expired')
        return { ...row, strategies: await listOwnStrategies(tx, userId, OWN_STRATEGIES) }
      })
    },
    async activity({ query }, ctx) {
      const { userId } = ctx.principal
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => listActivity(tx, userId, query.operation ?? null, limit, offset)),
      )
      return new Page(
        rows.map(row => ({ ...row, action_name: nameOf(row.action, ctx) })),
        total,
      )
    },
    async saveBase({ body }, ctx) {
      await changeBase(deps, body, ctx)
      return null
    },
    async setAvatar({ file }, ctx) {
      await deps.throttle.take(`avatar/${ctx.principal.userId}`, PICTURES)
      const avatar = await makeAvatar(file)
      await changeAvatar(ctx, avatar)
      return { avatar }
    },
    async removeAvatar(_input, ctx) {
      await changeAvatar(ctx, null)
      return null
    },
  }
}

async function changeBase(deps: AccountDeps, body: BaseRow, ctx: RouteContext): Promise<void> {
  const { userId, tenantId, username } = ctx.principal
  const known = await ctx.tenant(tx => findBase(tx, userId))
  if (!known) throw refuse('auth.expired')
  const [isMoved, isOtherPhone] = [known.email !== body.email, known.phone !== body.phone]
  if (isMoved || isOtherPhone) await ctx.requireStepUp()
  await ctx.tenant(async tx => {
    const { email_confirmed: _, ...before } = (await findBase(tx, userId)) ?? known
    await saveBase(tx, userId, body)
    if (isMoved) await tellOwner(tx, { tenantId, userId }, { kind: 'email', value: body.email })
    if (isOtherPhone) await tellOwner(tx, { tenantId, userId }, { kind: 'phone', value: body.phone })
    await ctx.audit(tx, { ...auditOf(ctx), before, after: body })
  })
  if (isMoved && known.email !== null && known.email_confirmed)
    await tellOldAddress(deps, { from: known.email, username, language: ctx.language })
}

function nameOf(action: string, { language }: RouteContext): string {
  const words = names.actions[action]
  return words ? sayWords(words, language) : action
}

const auditOf = ({ principal }: RouteContext) => ({
  objectType: 'user',
  objectId: principal.userId,
  objectName: principal.username,
})

async function changeAvatar(ctx: RouteContext, avatar: string | null): Promise<void> {
  await ctx.tenant(async tx => {
    await setAvatar(tx, ctx.principal.userId, avatar)
    await ctx.audit(tx, { ...auditOf(ctx), after: { avatar: avatar === null ? null : `${avatar.length} characters` } })
  })
}
