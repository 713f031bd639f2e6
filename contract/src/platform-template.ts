import { z } from 'zod'
import { Param, ParamValues } from './field.ts'

export const platformGroups = [
  'database',
  'file',
  'general',
  'self',
  'ecommerce',
  'erp',
  'oa',
  'crm',
  'wms',
  'queue',
  'other',
] as const

const url = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/\S+|\/\S*)?$/)
  .default('')

/** Signing in by OAuth2 on behalf of a connector. Client id and secret come from parameters or the app. */
const OAuth2Settings = z.strictObject({
  grant_type: z.enum(['client_credentials', 'authorization_code']).default('client_credentials'),
  authorize_url: url,
  token_url: url,
  /** Empty: the token URL. */
  refresh_url: url,
  scope: z.string().max(500).default(''),
  /** Where the answer says how many seconds the token lives. */
  expires_field: z.string().max(200).default('expires_in'),
  client_style: z.enum(['body', 'basic']).default('body'),
})

/** Credentials of the vendor's own app; `{{app.name}}` in settings. */
const AppEntry = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  value: z.string().max(4000),
  /** Sealed at rest and never sent back. */
  secret: z.boolean().default(true),
})

/**
 * A platform that a tenant describes: what a connector must be told, and how that becomes the parameters of a
 * platform of the product.
 */
export const PlatformTemplate = z.strictObject({
  /** Id of the platform of the product that does the work. */
  base: z.string().regex(/^[a-z0-9-]{2,40}$/),
  code: z.string().regex(/^[a-z0-9_-]{2,40}$/),
  name: z.string().trim().min(1).max(60),
  group: z.enum(platformGroups).default('other'),
  describe: z.string().max(500).default(''),
  icon: z.object({
    text: z.string().trim().min(1).max(2),
    color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  }),
  help_link: z
    .string()
    .max(500)
    .regex(/^(https?:\/\/\S+)?$/)
    .default(''),
  params: z.array(Param).max(100),
  /**
   * Values of the base's parameters; texts may hold `{{parameter}}` and `{{app.name}}`. A base parameter that is not
   * named here takes the value of the parameter of the same name.
   */
  settings: ParamValues.default({}),
  oauth2: OAuth2Settings.nullable().default(null),
  app: z.array(AppEntry).max(20).default([]),
  /** What connectors start with; null: no limit. */
  rate_per_second: z.number().min(0.001).max(100_000).nullable().default(null),
  concurrency: z.int().min(1).max(1000).nullable().default(null),
  timeout_ms: z.int().min(1000).max(600_000).nullable().default(null),
  /** Id of the adapter that requests of its connectors go through; empty: none. */
  adapter: z.union([z.literal(''), z.uuid()]).default(''),
})
export type PlatformTemplate = z.output<typeof PlatformTemplate>
export type PlatformTemplateInput = z.input<typeof PlatformTemplate>
