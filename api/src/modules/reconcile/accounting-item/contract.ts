import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

export const itemClasses = [
  'goods',
  'refund',
  'commission',
  'service',
  'promotion',
  'freight',
  'subsidy',
  'tax',
  'deposit',
  'withdrawal',
  'compensation',
  'other',
] as const
export const itemDirections = ['in', 'out', 'both'] as const

/** Which lines are taken for an item. Of several rules that fit, the one with the smallest priority decides. */
export const ItemRule = z.strictObject({
  /** Of one platform only; "" = of all. */
  platform: z.string().max(40),
  field: z.enum(['kind', 'remark', 'counterparty']),
  op: z.enum(['equals', 'contains', 'starts']),
  value: z.string().min(1).max(200),
  way: z.enum(['any', 'in', 'out']),
  priority: z.int().min(1).max(9999),
})
export type ItemRule = z.output<typeof ItemRule>

const settings = {
  name: z.string().trim().min(1).max(60),
  direction: z.enum(itemDirections),
  class: z.enum(itemClasses),
  /** Its lines wait for a counterpart. */
  is_matched: z.boolean(),
  debit_account: z.string().trim().max(60),
  credit_account: z.string().trim().max(60),
  rules: z.array(ItemRule).max(100),
  is_active: z.boolean(),
}

export const AccountingItem = z.object({
  id: z.uuid(),
  code: z.string(),
  ...settings,
  /** A line is of it: it can be switched off, not deleted. */
  is_used: z.boolean(),
  version: z.int(),
  updated_at: z.string(),
})
export type AccountingItem = z.output<typeof AccountingItem>

/** Lines without an item that are alike. */
const UnclassifiedGroup = z.object({
  platform: z.string(),
  kind: z.string(),
  way: z.enum(['in', 'out', 'none']),
  currency: z.string(),
  count: z.string(),
  amount: z.string(),
})
export type UnclassifiedGroup = z.output<typeof UnclassifiedGroup>

export const accountingItem = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/item',
    summary: 'Accounting items with the rules that take lines for them; at most 1,000',
    permission: 'reconciliation:query',
    audit: 'query',
    content: z.array(AccountingItem),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/item',
    summary: 'Create an accounting item',
    permission: 'reconciliation:add',
    audit: 'add',
    body: z.strictObject({
      ...settings,
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/),
    }),
    content: AccountingItem,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/reconciliation/item/{id}',
    summary: 'Change an accounting item; lines that have it keep it',
    permission: 'reconciliation:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...settings, version: z.int() }),
    content: AccountingItem,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/reconciliation/item/{id}',
    summary: 'Delete an accounting item that no line is of',
    permission: 'reconciliation:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  addStandard: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/item-standard',
    summary: 'Add the standard items with their rules; those whose code is there already stay as they are',
    permission: 'reconciliation:add',
    audit: 'add',
    content: z.object({ added: z.int() }),
  }),
  unclassified: route({
    method: 'GET',
    path: '/api/dh/lessee/reconciliation/unclassified',
    summary: 'Lines without an item, those alike together; the 200 largest groups',
    permission: 'reconciliation:query',
    audit: 'query',
    content: z.array(UnclassifiedGroup),
  }),
  classify: route({
    method: 'POST',
    path: '/api/dh/lessee/reconciliation/unclassified/classify',
    summary: 'Give every line without an item the one that the rules say',
    permission: 'reconciliation:update',
    audit: 'update',
    content: z.object({ changed: z.int() }),
  }),
}
