import { lineOf } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { z } from 'zod'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { CaptchaProof } from '../captcha/contract.ts'
import type { CaptchaService } from '../captcha/index.ts'
import type { PassportService } from '../passport/index.ts'
import { checkPassword } from '../password/index.ts'
import { createTenant } from '../tenant/index.ts'
import type { register } from './contract.ts'

export interface RegisterDeps {
  readonly database: Database
  readonly throttle: Throttle
  readonly captcha: CaptchaService
  readonly passport: PassportService
  /** Anybody may register a tenant. */
  readonly registration: boolean
  readonly now: () => number
}

const Registration = z.strictObject({
  company: z.string().trim().min(2).max(100),
  code: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{1,39}$/),
  username: z
    .string()
    .trim()
    .min(3)
    .max(60)
    .regex(/^(?!.*@[^.]*$)[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u),
  password: z.string().max(200),
  password2: z.string().max(200),
  captcha: CaptchaProof,
})

const PATH = '/api/passport/register'
const TRIES_PER_ADDRESS = { burst: 20, everyMs: 60_000 }
/** Tenants that were really made: five an hour from one address, a hundred in all. */
const MADE_PER_ADDRESS = { burst: 5, everyMs: 720_000 }
const MADE_AT_ALL = { burst: 100, everyMs: 36_000 }

/** Anybody may make a tenant of their own, if the installation says so. */
export const createRegisterRoutes = (deps: RegisterDeps): Handlers<typeof register> => ({
  async create({ body }, ctx) {
    if (!deps.registration) throw refuse('notFound.registration')
    await deps.throttle.take(`register/address/${lineOf(ctx.ip)}`, TRIES_PER_ADDRESS)
    const wanted = readRegistration(await deps.passport.cipher.open(body.encodedata, PATH, z.unknown()))
    if (!(await deps.captcha.check('register', wanted.captcha))) throw refuse('auth.captcha')
    const { company, code, username, password, password2 } = wanted
    const problem = checkPassword({ password, password2, isOwn: false, context: [username, company, code] })
    if (problem !== null)
      throw refuse(problem, { field: problem === 'invalid.passwordMismatch' ? 'password2' : 'password' })
    await deps.throttle.take(`registered/address/${lineOf(ctx.ip)}`, MADE_PER_ADDRESS)
    await deps.throttle.take('registered/all', MADE_AT_ALL)
    const origin = { action: 'register.create', ip: ctx.ip, userAgent: ctx.userAgent, nowMs: deps.now() }
    const made = await createTenant(deps.database, { code, name: company, adminUsername: username, password, origin })
    return { username: made.username, code, company }
  },
})

/** What the browser's form should have caught, by field. */
function readRegistration(opened: unknown): z.output<typeof Registration> {
  const parsed = Registration.safeParse(opened)
  if (parsed.success) return parsed.data
  const content = parsed.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
  throw refuse('invalid.input', { field: content[0]?.field ?? '', content })
}
