import { randomInt, timingSafeEqual } from 'node:crypto'
import { newId } from '@sluice/contract'
import { hashToken } from '../../../http/create-sessions.ts'
import type { Language } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { type MailSender, writeCodeMail, writeMovedMail } from '../notice/index.ts'
import type { account } from './contract.ts'
import { confirmEmail, putCode, readEmail, tryCode } from './email-store.ts'

export interface EmailDeps {
  readonly throttle: Throttle
  readonly now: () => number
  /** Absent: the installation has no mail service, so no address can be confirmed. */
  readonly mail?: MailSender
}

const LIFE_MINUTES = 15
const MAX_TRIES = 5
/** Anybody may enter anybody's address: nobody's mailbox is filled by it. */
const PER_USER = { burst: 3, everyMs: 300_000 }
const PER_ADDRESS = { burst: 3, everyMs: 600_000 }

type EmailHandlers = Pick<Handlers<typeof account>, 'sendEmailCode' | 'confirmEmail'>

/** An address becomes one's own by the code that it received. */
export function createEmailRoutes({ throttle, now, mail }: EmailDeps): EmailHandlers {
  return {
    async sendEmailCode(_input, ctx) {
      const { userId } = ctx.principal
      if (!mail) throw refuse('conflict.noMail')
      const row = await ctx.tenant(tx => readEmail(tx, userId))
      if (!row || row.email === null) throw refuse('conflict.noMailAddress', { field: 'email' })
      const { email } = row
      await throttle.take(`email-code/user/${userId}`, PER_USER)
      await throttle.take(`email-code/address/${email.toLowerCase()}`, PER_ADDRESS)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = new Date(now() + LIFE_MINUTES * 60_000)
      await ctx.tenant(async tx => {
        await putCode(tx, { userId, email, codeHash: hashCode(userId, email, code), expiresAt })
        await ctx.audit(tx, { ...auditOf(ctx), after: { email, change: 'code sent' } })
      })
      const outcome = await mail.send({ ...writeCodeMail(ctx.language, code), to: email, id: newId(now()) })
      if (outcome.kind !== 'taken') throw refuse('unavailable.mail', { value: outcome.reason })
      return { email, minutes: LIFE_MINUTES }
    },
    async confirmEmail({ body }, ctx) {
      const { userId } = ctx.principal
      // The try counts although what follows refuses it.
      const row = await ctx.tenant(tx => tryCode(tx, userId, MAX_TRIES, new Date(now())))
      if (!row || !timingSafeEqual(row.code_hash, hashCode(userId, row.email, body.code)))
        throw refuse('invalid.emailCode', { field: 'code' })
      await ctx.tenant(async tx => {
        if (!(await confirmEmail(tx, userId, row.email, new Date(now()))))
          throw refuse('invalid.emailCode', { field: 'code' })
        await ctx.audit(tx, { ...auditOf(ctx), after: { email: row.email, change: 'confirmed' } })
      })
      return { email: row.email }
    },
  }
}

const hashCode = (userId: string, email: string, code: string): Buffer => hashToken(`email/${userId}/${email}/${code}`)

const auditOf = ({ principal }: RouteContext) => ({
  objectType: 'user',
  objectId: principal.userId,
  objectName: principal.username,
})

/**
 * Tells the address that was left: the owner of a taken account reads it there and nowhere else. Best effort; the notice
 * in the console is written in any case.
 */
export async function tellOldAddress(
  { mail, now }: EmailDeps,
  moved: { readonly from: string; readonly username: string; readonly language: Language },
): Promise<void> {
  await mail?.send({ ...writeMovedMail(moved.language, moved.username), to: moved.from, id: newId(now()) })
}
