import { Failure } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { verifyPassword } from '../../../http/hash-password.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { noteProof, STEP_UP_MINUTES } from '../../../http/step-up.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { SsoService } from '../sso/index.ts'
import type { TotpService } from '../totp/index.ts'
import type { stepUp } from './contract.ts'
import { readPasswordHash } from './store.ts'

export interface StepUpDeps {
  readonly database: Database
  readonly throttle: Throttle
  readonly totp: TotpService
  readonly sso: SsoService
  readonly now: () => number
}

/** The same bucket as that of changing the password: both are guesses of one thing. */
const PER_USER = { burst: 5, everyMs: 60_000 }

export function createStepUpRoutes(deps: StepUpDeps): Handlers<typeof stepUp> {
  const note = (ctx: RouteContext, method: string) => (tx: Tx) => noteAndAudit(tx, ctx, method, deps.now())
  return {
    async prove({ body }, ctx) {
      const method = 'code' in body ? 'totp' : 'password'
      const proved = 'code' in body ? proveCode(deps, ctx, body.code) : provePassword(deps, ctx, body.password)
      await proved.catch(error => noteFailed(ctx, method, error))
      await ctx.tenant(note(ctx, method))
      return { minutes: STEP_UP_MINUTES }
    },
    beginSso: ({ body }, ctx) =>
      deps.sso.begin(body.provider_id, {
        ip: ctx.ip,
        owner: ctx.principal,
        isFresh: true,
        note: tx => ctx.audit(tx, { objectType: 'identity', objectId: body.provider_id, after: { change: 'begun' } }),
      }),
    async completeSso({ body }, ctx) {
      const { principal } = ctx
      await refuseWithTotp(deps, ctx)
      const since = deps.now() - STEP_UP_MINUTES * 60_000
      const authenticatedAtMs = await deps.sso.prove(body, principal).catch(error => noteFailed(ctx, 'sso', error))
      // A provider that only remembered somebody has not asked who sits there.
      if (authenticatedAtMs === null || authenticatedAtMs < since)
        return noteFailed(ctx, 'sso', refuse('invalid.ssoStale'))
      await ctx.tenant(note(ctx, 'sso'))
      return { minutes: STEP_UP_MINUTES }
    },
  }
}

async function proveCode({ totp }: StepUpDeps, { principal }: RouteContext, code: string): Promise<void> {
  if (!(await totp.isEnabled(principal))) throw refuse('conflict.noTotp')
  if (!(await totp.verify(principal, code))) throw refuse('invalid.totp', { field: 'code' })
}

async function provePassword(deps: StepUpDeps, ctx: RouteContext, password: string): Promise<void> {
  const { userId } = ctx.principal
  await refuseWithTotp(deps, ctx)
  const key = `password/user/${userId}`
  await deps.throttle.take(key, PER_USER)
  const hash = await ctx.tenant(tx => readPasswordHash(tx, userId))
  if (hash === null || !(await verifyPassword(hash, password, userId)))
    throw refuse('invalid.password', { field: 'password' })
  await deps.throttle.reset(key)
}

/** Where there is a second factor the first alone proves nothing. */
async function refuseWithTotp({ totp }: StepUpDeps, { principal }: RouteContext): Promise<void> {
  if (await totp.isEnabled(principal)) throw refuse('invalid.stepUpTotp', { field: 'code' })
}

/** Somebody at this browser did not prove to be its owner: the owner's administrators read of each time. */
async function noteFailed(ctx: RouteContext, method: string, error: unknown): Promise<never> {
  const { familyId, username } = ctx.principal
  if (error instanceof Failure && error.code.startsWith('invalid.'))
    await ctx.tenant(tx =>
      ctx.audit(tx, {
        objectType: 'session',
        objectId: familyId,
        objectName: username,
        after: { not_proved_by: method },
        result: 'refused',
        code: error.code,
      }),
    )
  throw error
}

async function noteAndAudit(tx: Tx, ctx: RouteContext, method: string, nowMs: number): Promise<void> {
  const { principal } = ctx
  await noteProof(tx, { ...principal, method }, new Date(nowMs))
  await ctx.audit(tx, {
    objectType: 'session',
    objectId: principal.familyId,
    objectName: principal.username,
    after: { proved_by: method },
  })
}
