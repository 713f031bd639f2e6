import { Moment, route } from '@sluice/contract'
import { z } from 'zod'
import { limitFields, planPriorities } from '../plan/contract.ts'

const id = z.object({ id: z.uuid() })

/**
 * What an application may do with a strategy: read pages of records, read one, send records, read what both sides did about them,
 * start its runs.
 */
export const gatewayOperations = ['query', 'find', 'store', 'link', 'dispatch'] as const
/** How a field is shown: not at all, its last four letters, or a mark that is the same for the same value. */
const maskRules = ['hide', 'ends', 'hash'] as const
const filterOperators = ['is', 'not', 'starts'] as const

export const Masks = z.record(z.string().min(1).max(200), z.enum(maskRules))
/** All must hold. What is missing or null equals nothing. */
export const RowFilter = z
  .array(
    z.strictObject({
      field: z.string().trim().min(1).max(200),
      op: z.enum(filterOperators),
      values: z.array(z.string().min(1).max(500)).min(1).max(100),
    }),
  )
  .max(10)
export const applicationStates = ['enabled', 'disabled', 'expired'] as const

export const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:\/\d{1,3})?)$/

/** Whose bodies are kept: nobody's, those of calls that were not done, all. */
export const bodyPolicies = ['off', 'error', 'always'] as const
/** null: the application's. */
const BodyPolicy = z.enum(bodyPolicies).nullable()

const Scope = z.strictObject({
  strategy_id: z.uuid(),
  operations: z.array(z.enum(gatewayOperations)).min(1).max(gatewayOperations.length),
  /** Top fields of a record that are handed out, and with them its key and number; none: only id, state and times. */
  fields: z.array(z.string().trim().min(1).max(200)).max(200),
  /** Of fields that are handed out. */
  masks: Masks.default({}),
  row_filter: RowFilter.default([]),
  body_policy: BodyPolicy.default(null),
})

/** Of a strategy that was published before, what is not given stays as it is. */
const ChangedScope = Scope.extend({
  masks: Masks.optional(),
  row_filter: RowFilter.optional(),
  body_policy: BodyPolicy.optional(),
})

/** An API asset of a connector that the application calls itself. */
const AssetScope = z.strictObject({
  asset_id: z.uuid(),
  /** Of the asset's platform. */
  connector_id: z.uuid(),
  /** Top fields of an answered record that are handed out. */
  fields: z.array(z.string().trim().min(1).max(200)).max(200),
  masks: Masks.default({}),
  body_policy: BodyPolicy.default(null),
})

const ChangedAsset = AssetScope.extend({ masks: Masks.optional(), body_policy: BodyPolicy.optional() })

const settings = {
  name: z.string().trim().min(1).max(60),
  remark: z.string().trim().max(500),
  expires_at: Moment.nullable(),
  /** Addresses and networks, 10.0.0.0/8 or 2001:db8::/32; none: from anywhere. */
  ip_allow: z.array(z.string().trim().max(60).regex(ADDRESS)).max(100),
  /** null: it takes none, and sets its rate and burst itself. */
  plan_id: z.uuid().nullable(),
  ...limitFields,
  /** null, of each limit: its plan's. */
  rate_per_minute: limitFields.rate_per_minute.nullable(),
  burst: limitFields.burst.nullable(),
  scopes: z.array(Scope).max(200),
  /** Value maps that it may look values up in, both ways. */
  map_ids: z.array(z.uuid()).max(200).default([]),
  /** API assets that read, each by one connector. */
  assets: z.array(AssetScope).max(100).default([]),
  /** When bodies of calls are kept in the log; an API may say otherwise. */
  body_policy: z.enum(bodyPolicies).default('off'),
  body_days: z.int().min(1).max(90).default(7),
}

/** What came later than programs that set the rest: who does not name it means it no harm, so it stays as it is. */
const changes = {
  ...settings,
  scopes: z.array(ChangedScope).max(200),
  map_ids: settings.map_ids.unwrap().optional(),
  assets: z.array(ChangedAsset).max(100).optional(),
  body_policy: z.enum(bodyPolicies).optional(),
  body_days: settings.body_days.unwrap().optional(),
}

/** What is done about callers whom a change would break. */
const OnBreak = z.discriminatedUnion('way', [
  /** Those before it go on answering as they do, until their sunset; at once where that is over. */
  z.strictObject({
    way: z.literal('version'),
    deprecated_at: Moment.optional(),
    sunset_at: Moment,
  }),
  /** Only of what nobody called in the last 30 days. */
  z.strictObject({ way: z.literal('inPlace') }),
])

/** Beside another proof, or with the key as the only one. */
const certificateUses = ['beside', 'alone'] as const
const MOST_CERTIFICATES = 10
/** Of one as PEM; with RSA of 4096 bits and many names some 4,000. */
const CERTIFICATE_LETTERS = 20_000

const Certificate = z.object({
  /** SHA-256 of the DER, in hex. */
  fingerprint: z.string(),
  /** null, of both: only its fingerprint was given. */
  subject: z.string().nullable(),
  expires_at: z.string().nullable(),
})
export type Certificate = z.output<typeof Certificate>

const Secret = z.object({
  id: z.uuid(),
  created_at: z.string(),
  /** null: until it is replaced. */
  ends_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})

export const Application = z.object({
  id: z.uuid(),
  name: z.string(),
  remark: z.string(),
  app_key: z.string(),
  state: z.enum(applicationStates),
  is_enabled: z.boolean(),
  expires_at: z.string().nullable(),
  ip_allow: z.array(z.string()),
  /** Of which every call shows one; none: no call is asked for any. */
  certificates: z.array(Certificate),
  certificate_use: z.enum(certificateUses),
  plan_id: z.uuid().nullable(),
  plan_name: z.string().nullable(),
  /** What it sets itself, in place of its plan's. */
  rate_per_minute: z.int().nullable(),
  burst: z.int().nullable(),
  quota_per_day: z.int().nullable(),
  quota_per_month: z.int().nullable(),
  concurrency: z.int().nullable(),
  /** What counts: its own, else its plan's. */
  limits: z.object({
    rate_per_minute: z.int(),
    burst: z.int(),
    quota_per_day: z.int().nullable(),
    quota_per_month: z.int().nullable(),
    concurrency: z.int().nullable(),
    priority: z.enum(planPriorities),
  }),
  owner: z.string().nullable(),
  last_used_at: z.string().nullable(),
  calls_today: z.int(),
  /** By the month of the tenant's zone. */
  calls_month: z.int(),
  /** Calls of today that were beyond the rate or the quota. */
  refused_today: z.int(),
  scopes: z.array(
    z.object({
      strategy_id: z.uuid(),
      strategy_name: z.string(),
      operations: z.array(z.enum(gatewayOperations)),
      fields: z.array(z.string()),
      masks: Masks,
      row_filter: RowFilter,
      body_policy: BodyPolicy,
      /** Of the API: the one of now. */
      version: z.int(),
    }),
  ),
  maps: z.array(z.object({ id: z.uuid(), name: z.string() })),
  assets: z.array(AssetScope.extend({ asset_name: z.string(), connector_name: z.string(), version: z.int() })),
  body_policy: z.enum(bodyPolicies),
  body_days: z.int(),
  secrets: z.array(Secret),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Application = z.output<typeof Application>

export const ApiVersion = z.object({
  kind: z.enum(['strategy', 'asset']),
  object_id: z.uuid(),
  object_name: z.string(),
  version: z.int(),
  /** Else a newer one, or nothing, took its place. */
  is_current: z.boolean(),
  deprecated_at: z.string().nullable(),
  sunset_at: z.string().nullable(),
  /** Of the last 30 days, refused ones that were beyond a limit aside. */
  calls: z.int(),
  last_called_at: z.string().nullable(),
  /** Of an asset: its version that answers, and a newer published one that does not, for it would break the callers. */
  held: z
    .object({
      version: z.int(),
      newest: z.int(),
      breaks: z.array(z.object({ what: z.string(), name: z.string() })),
    })
    .nullable(),
})
export type ApiVersion = z.output<typeof ApiVersion>

const filter = {
  keyword: z.string().max(100).optional(),
  state: z.enum(applicationStates).optional(),
  plan_id: z.uuid().optional(),
  sort: z.enum(['name', '-name', 'created_at', '-created_at', 'last_used_at', '-last_used_at']).default('-created_at'),
}

// Who sees a part of the strategies only would take the others from an application without a word.
const whole = { needsWhole: true } as const

export const application = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application',
    summary: 'Applications that may call the gateway',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    query: z.strictObject({
      ...filter,
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(Application),
  }),
  export: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application-export',
    summary: 'The filtered applications as CSV, without anything secret',
    permission: 'gateway:export',
    ...whole,
    audit: 'export',
    query: z.strictObject(filter),
    content: 'file',
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application/{id}',
    summary: 'One application',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: id,
    content: Application,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/application',
    summary: 'Create an application; its secret is shown this once',
    permission: 'gateway:add',
    ...whole,
    stepUp: true,
    audit: 'add',
    body: z.strictObject(settings),
    content: z.object({ id: z.uuid(), version: z.int(), app_key: z.string(), app_secret: z.string() }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/application/{id}',
    summary:
      'Change an application; what it may call changes with it, at once; maps, assets, masks and row filters not given stay; what would break callers is refused without `on_break`, and says what breaks',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.strictObject({ ...changes, version: z.int(), on_break: OnBreak.optional() }),
    content: Application,
  }),
  versions: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/application/{id}/versions',
    summary:
      'Versions of what is and was published to an application, and how often each was called in the last 30 days',
    permission: 'gateway:query',
    ...whole,
    audit: 'query',
    params: id,
    content: z.array(ApiVersion),
  }),
  setVersionDates: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/application/{id}/versions',
    summary: 'Say when a version is deprecated and when it ends; null: never, of the one of now',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.strictObject({
      kind: ApiVersion.shape.kind,
      object_id: z.uuid(),
      version: z.int().min(1).max(1_000_000),
      deprecated_at: Moment.nullable(),
      sunset_at: Moment.nullable(),
    }),
    content: z.array(ApiVersion),
  }),
  setEnabled: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/application/{id}/enabled',
    summary: 'Let an application call, or stop it at once',
    permission: 'gateway:update',
    ...whole,
    audit: 'update',
    params: id,
    body: z.strictObject({ is_enabled: z.boolean() }),
    content: Application,
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/application/{id}/secret',
    summary: 'Make a new secret, shown this once; the old one counts so many hours longer, or ends at once',
    permission: 'gateway:secret',
    ...whole,
    stepUp: true,
    audit: 'update',
    params: id,
    body: z.strictObject({ keep_hours: z.int().min(0).max(168) }),
    content: z.object({ app_key: z.string(), app_secret: z.string() }),
  }),
  setCertificates: route({
    method: 'PUT',
    path: '/api/dh/lessee/gateway/application/{id}/certificates',
    summary:
      'Say which client certificates an application calls with, each as PEM or as its SHA-256; of a PEM only that, subject and end are kept; none: it needs none',
    permission: 'gateway:secret',
    ...whole,
    stepUp: true,
    audit: 'update',
    params: id,
    body: z.strictObject({
      certificates: z.array(z.string().max(CERTIFICATE_LETTERS)).max(MOST_CERTIFICATES),
      certificate_use: z.enum(certificateUses),
      version: z.int(),
    }),
    content: Application,
  }),
  gateway: route({
    method: 'GET',
    path: '/api/dh/lessee/gateway/address',
    summary: 'Where programs call the gateway, and whether a proxy hands their certificates on to it',
    permission: 'gateway:query',
    audit: 'query',
    content: z.object({
      /** null: where the console is. */
      origin: z.string().nullable(),
      hears_certificates: z.boolean(),
    }),
  }),
  endTokens: route({
    method: 'POST',
    path: '/api/dh/lessee/gateway/application/{id}/end-tokens',
    summary: 'End every token that an application holds',
    permission: 'gateway:secret',
    ...whole,
    audit: 'update',
    params: id,
    content: z.null(),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/gateway/application/{id}',
    summary: 'Delete an application; the log keeps its calls',
    permission: 'gateway:delete',
    ...whole,
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
