import { ActiveWindow, route } from '@sluice/contract'
import { z } from 'zod'

export const channelKinds = ['notice', 'email', 'dingtalk', 'wecom', 'feishu', 'webhook'] as const
export const ruleKinds = [
  'failures',
  'backlog',
  'process',
  'errorRate',
  'growth',
  'wait',
  'silent',
  'credential',
  'burn',
] as const
export const deliveryKinds = ['alert', 'repeat', 'escalation', 'recovery', 'test', 'watch'] as const
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'dropped'] as const
export const alertLanguages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const

/** What each kind of rule is about. `unit` of its threshold; null: it has none. */
export const ruleTraits = {
  failures: { unit: 'times', threshold: 3, min: 1, max: 100, hasWindow: false },
  backlog: { unit: 'records', threshold: 1000, min: 1, max: 1_000_000_000, hasWindow: false },
  process: { unit: null, threshold: null, min: 0, max: 0, hasWindow: false },
  errorRate: { unit: 'percent', threshold: 20, min: 1, max: 100, hasWindow: true },
  growth: { unit: null, threshold: null, min: 0, max: 0, hasWindow: true },
  wait: { unit: 'minutes', threshold: 120, min: 1, max: 100_000, hasWindow: false },
  silent: { unit: null, threshold: null, min: 0, max: 0, hasWindow: false },
  credential: { unit: 'days', threshold: 7, min: 1, max: 365, hasWindow: false },
  burn: { unit: null, threshold: null, min: 0, max: 0, hasWindow: false },
} as const satisfies Record<(typeof ruleKinds)[number], RuleTrait>

interface RuleTrait {
  readonly unit: 'times' | 'records' | 'percent' | 'minutes' | 'days' | null
  readonly threshold: number | null
  readonly min: number
  readonly max: number
  readonly hasWindow: boolean
}

const name = z.string().trim().min(1).max(100)
const id = z.object({ id: z.uuid() })
const version = z.int().min(1)
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
}

/** When nothing is sent. */
export const QuietHours = z.strictObject({
  windows: z.array(z.strictObject(ActiveWindow.shape)).min(1).max(10),
  timeZone: z.string().min(1).max(60),
})
export type QuietHours = z.output<typeof QuietHours>

const ChannelForm = {
  name,
  language: z.enum(alertLanguages),
  /** Of e-mail. */
  addresses: z.array(z.email().max(254)).max(20).default([]),
  /** Of a robot's own installation; empty: where the service is. */
  base_url: z
    .string()
    .regex(/^(https?:\/\/[^/\s?#@]+)?$/)
    .max(300)
    .default(''),
  /** Of a robot: its webhook token, or its whole webhook address. ****** keeps what is stored. */
  token: z.string().trim().max(1000).default(''),
  /** Key for signing. ****** keeps what is stored, empty: nothing is signed. */
  secret: z.string().max(500).default(''),
  /** Of a webhook; may hold a token, so it is sealed. ****** keeps what is stored. */
  url: z.string().trim().max(2000).default(''),
  quiet: QuietHours.nullable().default(null),
  is_enabled: z.boolean().default(true),
  in_self_test: z.boolean().default(true),
}

export const AlertChannel = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(channelKinds),
  language: z.enum(alertLanguages),
  addresses: z.array(z.string()),
  base_url: z.string(),
  /** `******` where one is kept, else "". */
  token: z.string(),
  secret: z.string(),
  url: z.string(),
  /** Of the webhook's address, which is not shown. */
  host: z.string(),
  quiet: QuietHours.nullable(),
  is_enabled: z.boolean(),
  in_self_test: z.boolean(),
  sent_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  failure: z.string().nullable(),
  /** How many rules send here. */
  rules: z.int(),
  version: z.int(),
})
export type AlertChannel = z.output<typeof AlertChannel>

const RuleForm = {
  name,
  threshold: z.int().nullable().default(null),
  window_minutes: z.int().min(60).max(10_080).nullable().default(null),
  scope: z.enum(['all', 'group', 'strategy']).default('all'),
  /** Names of groups, or ids of strategies. */
  scope_values: z.array(z.string().min(1).max(100)).max(500).default([]),
  channel_ids: z.array(z.uuid()).min(1).max(20),
  /** What goes on is told again after so long; null: once. */
  repeat_minutes: z.int().min(5).max(10_080).nullable().default(60),
  /** Told so often without an end, it goes to further channels too. */
  escalate_after: z.int().min(1).max(100).nullable().default(null),
  escalate_channel_ids: z.array(z.uuid()).max(20).default([]),
  tells_recovery: z.boolean().default(true),
  /** Heeds no quiet hours. */
  is_urgent: z.boolean().default(false),
  is_enabled: z.boolean().default(true),
}

export const AlertRule = z.object({
  ...RuleForm,
  id: z.uuid(),
  kind: z.enum(ruleKinds),
  /** What it speaks of at the moment. */
  open: z.int(),
  version: z.int(),
  updated_at: z.string(),
})
export type AlertRule = z.output<typeof AlertRule>

export const AlertEvent = z.object({
  id: z.uuid(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  kind: z.enum(ruleKinds),
  object_type: z.enum(['strategy', 'connector', 'process']),
  object_id: z.uuid(),
  object_name: z.string(),
  text: z.string(),
  told: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  resolved_at: z.string().nullable(),
})
export type AlertEvent = z.output<typeof AlertEvent>

export const AlertDelivery = z.object({
  id: z.uuid(),
  channel_id: z.uuid(),
  channel_name: z.string(),
  channel_kind: z.enum(channelKinds),
  recipient: z.string(),
  rule_name: z.string(),
  kind: z.enum(deliveryKinds),
  /** The first of `count`. */
  items: z.array(z.object({ object_name: z.string(), text: z.string() })),
  count: z.int(),
  state: z.enum(deliveryStates),
  is_held: z.boolean(),
  tries: z.int(),
  next_at: z.string(),
  failure: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
export type AlertDelivery = z.output<typeof AlertDelivery>

export const AlertSetting = z.object({
  /** `******` where one is kept, else "". */
  heartbeat_url: z.string(),
  heartbeat_minutes: z.int(),
  beat_at: z.string().nullable(),
  beat_failure: z.string().nullable(),
  self_test_hour: z.int().nullable(),
  self_test: z.object({ at: z.string(), total: z.int(), sent: z.int(), failed: z.int(), waiting: z.int() }).nullable(),
  watch: z.object({ at: z.string().nullable(), is_late: z.boolean(), failure: z.string().nullable() }),
  /** The installation can send e-mail. */
  has_mail: z.boolean(),
})
export type AlertSetting = z.output<typeof AlertSetting>

const Told = z.object({ ok: z.boolean(), message: z.string() })

export const alert = {
  channels: route({
    method: 'GET',
    path: '/api/dh/lessee/alert/channel',
    summary: 'Where alerts can be sent',
    permission: 'alert:query',
    audit: 'query',
    content: z.array(AlertChannel),
  }),
  createChannel: route({
    method: 'POST',
    path: '/api/dh/lessee/alert/channel',
    summary: 'Add a channel; its token, key and address are sealed',
    permission: 'alert:add',
    audit: 'add',
    body: z.strictObject({ ...ChannelForm, kind: z.enum(channelKinds) }),
    content: AlertChannel,
  }),
  updateChannel: route({
    method: 'PUT',
    path: '/api/dh/lessee/alert/channel/{id}',
    summary: 'Change a channel',
    permission: 'alert:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...ChannelForm, version }),
    content: AlertChannel,
  }),
  deleteChannel: route({
    method: 'DELETE',
    path: '/api/dh/lessee/alert/channel/{id}',
    summary: 'Remove a channel that no rule needs, with its log',
    permission: 'alert:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  testChannel: route({
    method: 'POST',
    path: '/api/dh/lessee/alert/channel/{id}/test',
    summary: 'Send a message to it now, and say what became of it',
    permission: 'alert:update',
    audit: 'update',
    params: id,
    content: Told,
  }),
  rules: route({
    method: 'GET',
    path: '/api/dh/lessee/alert/rule',
    summary: 'When somebody is told',
    permission: 'alert:query',
    audit: 'query',
    content: z.array(AlertRule),
  }),
  createRule: route({
    method: 'POST',
    path: '/api/dh/lessee/alert/rule',
    summary: 'Add a rule',
    permission: 'alert:add',
    audit: 'add',
    body: z.strictObject({ ...RuleForm, kind: z.enum(ruleKinds) }),
    content: AlertRule,
  }),
  updateRule: route({
    method: 'PUT',
    path: '/api/dh/lessee/alert/rule/{id}',
    summary: 'Change a rule',
    permission: 'alert:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ...RuleForm, version }),
    content: AlertRule,
  }),
  deleteRule: route({
    method: 'DELETE',
    path: '/api/dh/lessee/alert/rule/{id}',
    summary: 'Remove a rule and what it spoke of',
    permission: 'alert:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  events: route({
    method: 'GET',
    path: '/api/dh/lessee/alert/event',
    summary: 'What rules speak of or spoke of, newest first',
    permission: 'alert:query',
    audit: 'query',
    query: z.strictObject({ open: z.enum(['1']).optional(), rule_id: z.uuid().optional(), ...paging }),
    content: z.array(AlertEvent),
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/dh/lessee/alert/delivery',
    summary: 'What was sent, where to and with what end, newest first',
    permission: 'alert:query',
    audit: 'query',
    query: z.strictObject({
      channel_id: z.uuid().optional(),
      state: z.enum(deliveryStates).optional(),
      kind: z.enum(deliveryKinds).optional(),
      ...paging,
    }),
    content: z.array(AlertDelivery),
  }),
  resend: route({
    method: 'POST',
    path: '/api/dh/lessee/alert/delivery/{id}/resend',
    summary: 'Send again what was given up or is in doubt',
    permission: 'alert:update',
    audit: 'update',
    params: id,
    content: AlertDelivery,
  }),
  setting: route({
    method: 'GET',
    path: '/api/dh/lessee/alert/setting',
    summary: 'Heartbeat, daily self-test with its last result, and the state of the watch',
    permission: 'alert:query',
    audit: 'query',
    content: AlertSetting,
  }),
  saveSetting: route({
    method: 'PUT',
    path: '/api/dh/lessee/alert/setting',
    summary: 'Change heartbeat and self-test; ****** keeps the address',
    permission: 'alert:update',
    audit: 'update',
    body: z.strictObject({
      heartbeat_url: z.string().trim().max(2000),
      heartbeat_minutes: z.int().min(1).max(1440),
      self_test_hour: z.int().min(0).max(23).nullable(),
    }),
    content: AlertSetting,
  }),
  selfTest: route({
    method: 'POST',
    path: '/api/dh/lessee/alert/self-test',
    summary: 'A test message to every channel that takes part, by the way alerts take',
    permission: 'alert:update',
    audit: 'update',
    content: AlertSetting,
  }),
}
