import { isUniqueViolation } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { tellOwner } from '../../../http/security-notice.ts'
import type { CaptchaService } from '../captcha/index.ts'
import type { passport } from './contract.ts'
import { readPhone, savePhone } from './store.ts'

type PhoneRoutes = Pick<Handlers<typeof passport>, 'phone' | 'sendPhoneCode' | 'confirmPhone' | 'removePhone'>

/** One's own phone: it becomes one by a code it received. */
export function createPhoneRoutes(captcha: CaptchaService, now: () => number): PhoneRoutes {
  return {
    async phone(_input, ctx) {
      const row = await ctx.tenant(tx => readPhone(tx, ctx.principal.userId))
      return {
        phone: row?.phone ? hideMiddle(row.phone) : null,
        confirmed: row?.phone_confirmed_at != null,
        sms: captcha.hasSms,
      }
    },
    async sendPhoneCode({ body }, ctx) {
      const { userId, username } = ctx.principal
      const sent = await captcha.sendConfirmCode(body.phone, userId, ctx.ip)
      const after = { phone: hideMiddle(body.phone), change: 'code sent' }
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username, after }))
      return sent
    },
    async confirmPhone({ body }, ctx) {
      const { userId, username } = ctx.principal
      const phone = await captcha.takeCode('confirm', body.ticket, body.code, userId)
      if (phone === null) throw refuse('invalid.captcha', { field: 'code' })
      const shown = hideMiddle(phone)
      try {
        await ctx.tenant(async tx => {
          await savePhone(tx, userId, phone, new Date(now()))
          await tellOwner(tx, ctx.principal, { kind: 'phone', value: shown })
          await ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username, after: { phone: shown } })
        })
      } catch (error) {
        // Said only to who holds the phone, which the code has proved.
        throw isUniqueViolation(error, 'app_user_phone') ? refuse('conflict.phone', { field: 'phone' }) : error
      }
      return { phone: shown }
    },
    async removePhone(_input, ctx) {
      const { userId, username } = ctx.principal
      await ctx.tenant(async tx => {
        await savePhone(tx, userId, null, null)
        await tellOwner(tx, ctx.principal, { kind: 'phone', value: null })
        await ctx.audit(tx, { objectType: 'user', objectId: userId, objectName: username, after: { phone: null } })
      })
      return null
    },
  }
}

/** `+86138****5678` */
const hideMiddle = (phone: string): string =>
  phone.replace(/^(.{6})(.*)(.{4})$/, (_, a, b, c) => a + '*'.repeat(b.length) + c)
