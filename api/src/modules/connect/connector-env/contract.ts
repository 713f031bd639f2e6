import { connectorStates, ParamValues, route, TestStep } from '@sluice/contract'
import { z } from 'zod'
import { Connector, ConnectorEnv } from '../connector/contract.ts'

const id = z.object({ id: z.uuid() })
const place = id.extend({ env: ConnectorEnv })

export const Environment = z.object({
  env: ConnectorEnv,
  /** Its parameters are the ones in use. */
  is_active: z.boolean(),
  /** It has parameters. */
  is_set: z.boolean(),
  /** Secrets read as `******` when set and as "" when not. */
  params: ParamValues,
  status: z.enum(connectorStates),
  last_test_at: z.string().nullable(),
  updated_at: z.string().nullable(),
})
export type Environment = z.output<typeof Environment>

export const ConnectorVersion = z.object({
  version: z.int(),
  kind: z.enum(['create', 'update', 'switch', 'restore']),
  env: ConnectorEnv,
  username: z.string(),
  created_at: z.string(),
  /** Against the version before; a secret only says that it changed. */
  changes: z.array(
    z.object({
      field: z.string(),
      is_secret: z.boolean(),
      /** Values as text; null: not there, or a secret. */
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
})
export type ConnectorVersion = z.output<typeof ConnectorVersion>

const Calls = z.object({
  calls: z.int(),
  failures: z.int(),
  /** Nine of ten… nineteen of twenty calls took at most so long; null: no calls. */
  p95_ms: z.number().nullable(),
})

export const connectorEnv = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}/environment',
    summary: 'The three environments of a connector',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: z.array(Environment),
  }),
  save: route({
    method: 'PUT',
    path: '/api/dh/lessee/connector/{id}/environment/{env}',
    summary: 'Save the parameters of an environment that is not active',
    permission: 'connector:update',
    audit: 'update',
    params: place,
    body: z.strictObject({ params: ParamValues }),
    content: Environment,
  }),
  test: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/environment/{env}/test',
    summary: 'Test the saved parameters of an environment',
    permission: 'connector:query',
    audit: 'query',
    params: place,
    content: z.array(TestStep),
  }),
  switch: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/switch',
    summary: 'Use another environment from the next run on; 409 with the started strategies until it is confirmed',
    permission: 'connector:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ env: ConnectorEnv, version: z.int(), confirmed: z.boolean().default(false) }),
    content: Connector,
  }),
  versions: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}/version',
    summary: 'History of a connector, newest first; secrets stay sealed',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(ConnectorVersion),
  }),
  restore: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/restore',
    summary: 'Bring a version back as the newest, secrets included',
    permission: 'connector:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ to_version: z.int().min(1), version: z.int() }),
    content: Connector,
  }),
  copy: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/copy',
    summary: 'A new connector with the same parameters, without any secret',
    permission: 'connector:add',
    audit: 'add',
    params: id,
    body: z.strictObject({ name: z.string().trim().min(1).max(60) }),
    content: Connector,
  }),
  calls: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}/call',
    summary: 'Calls to the far system: today in the tenant’s zone, the last seven days, and by hour',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: z.object({
      today: Calls,
      week: Calls,
      hours: z.array(Calls.extend({ hour: z.string() })),
    }),
  }),
}
