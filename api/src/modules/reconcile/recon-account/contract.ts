import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

/** A decimal numeral with a sign; as many digits after the point as the currency has. */
export const Amount = z.string().regex(/^-?\d{1,16}(\.\d{1,4})?$/)
export const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const Words = z.object({ zh: z.string(), en: z.string(), pt: z.string() })

export const ReconPlatform = z.object({
  code: z.string(),
  name: Words,
  zone: z.string(),
  /** When the bill of the day before can be had, on the clock of its zone. */
  ready_at: z.string(),
  formats: z.array(
    z.object({
      code: z.string(),
      name: Words,
      /** What proves a file of it: its totals, its balances, or figures that a person enters. */
      proof: z.enum(['totals', 'balance', 'control']),
    }),
  ),
})
export type ReconPlatform = z.output<typeof ReconPlatform>

export const accountStates = ['draft', 'active', 'frozen', 'closed'] as const
const State = z.enum(accountStates)

const settings = {
  name: z.string().trim().min(1).max(60),
  /** The platform's own number of the shop, merchant or account; a bill of another number is refused. "" = not checked. */
  shop_no: z.string().trim().max(64),
  company: z.string().trim().max(100),
  opening: Amount,
  opening_on: Day.nullable(),
  remark: z.string().max(500),
}

export const ReconAccount = z.object({
  id: z.uuid(),
  code: z.string(),
  platform: z.string(),
  currency: z.string(),
  zone: z.string(),
  ...settings,
  status: State,
  /** Moment of the newest line, and the balance that it states. */
  last_at: z.string().nullable(),
  balance: z.string().nullable(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ReconAccount = z.output<typeof ReconAccount>

export const reconAccount = {
  platforms: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/platform',
    summary: 'Platforms whose accounts can be reconciled, and the kinds of bills that are known of each',
    permission: 'reconciliation:query',
    audit: 'query',
    content: z.array(ReconPlatform),
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/account',
    summary: 'Accounts of the tenant',
    permission: 'reconciliation:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      platform: z.string().max(40).optional(),
      status: State.optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(ReconAccount),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/account',
    summary: 'Create an account; platform and currency stay as they are',
    permission: 'reconciliation:add',
    audit: 'add',
    body: z.strictObject({
      ...settings,
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/),
      platform: z.string().max(40),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .default('CNY'),
      shop_no: settings.shop_no.default(''),
      company: settings.company.default(''),
      opening: settings.opening.default('0'),
      opening_on: settings.opening_on.default(null),
      remark: settings.remark.default(''),
    }),
    content: ReconAccount,
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/account/{id}',
    summary: 'One account',
    permission: 'reconciliation:query',
    audit: 'query',
    params: id,
    content: ReconAccount,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/account/{id}',
    summary: 'Change an account',
    permission: 'reconciliation:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...settings, version: z.int() }),
    content: ReconAccount,
  }),
  setStatus: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/account/{id}/status',
    summary: 'Activate, freeze or close an account; only an active one takes bills, and a closed one stays closed',
    permission: 'reconciliation:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ status: z.enum(['active', 'frozen', 'closed']), version: z.int() }),
    content: ReconAccount,
  }),
}
