import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import type { captcha } from './contract.ts'
import type { CaptchaService } from './service.ts'

export const createCaptchaRoutes = ({
  captcha: service,
}: {
  readonly captcha: CaptchaService
}): Handlers<typeof captcha> => ({
  image: ({ query }, ctx) => service.makeImage(query.purpose, ctx.ip),
  work: ({ query }, ctx) => service.makeWork(query.purpose, ctx.ip, query.bits),
  async sms({ query }, ctx) {
    if (!service.hasSms) throw refuse('unavailable.sms')
    if (!(await service.check('sms', { id: query.captcha_id, answer: query.captcha }))) throw refuse('auth.captcha')
    return service.sendLoginCode(query.phone, ctx.ip)
  },
})
