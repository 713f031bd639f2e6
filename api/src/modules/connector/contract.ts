import { ParamValues, Resource, route, TestStep } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

export const ConnectorEnv = z.enum(['production', 'test', 'development'])

export const Connector = z.object({
  id: z.uuid(),
  platform_id: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  platform_group: z.string(),
  roles: z.array(z.enum(['source', 'target'])),
  name: z.string(),
  env: ConnectorEnv,
  /** Secrets read as `******` when set and as "" when not. */
  params: ParamValues,
  remark: z.string(),
  status: z.enum(['untested', 'ok', 'failed']),
  last_test_at: z.string().nullable(),
  last_test: z.array(TestStep).nullable(),
  /** Strategies that use it, all and running. */
  strategy_count: z.int(),
  running_strategy_count: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Connector = z.output<typeof Connector>

const ConnectorBody = z.strictObject({
  platform_id: z.string().min(1).max(40),
  name: z.string().trim().min(1).max(60),
  env: ConnectorEnv.default('production'),
  /** A secret sent as `******` keeps its stored value. */
  params: ParamValues,
  remark: z.string().max(500).default(''),
})

export const connector = {
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/connector',
    summary: 'Create a connector',
    permission: 'connector:add',
    audit: 'add',
    body: ConnectorBody,
    content: Connector,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/connector/{id}',
    summary: 'Change a connector; takes effect with the next run',
    permission: 'connector:update',
    audit: 'update',
    params: id,
    body: ConnectorBody.omit({ platform_id: true }).extend({ version: z.int() }),
    content: Connector,
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/connector',
    summary: 'Connectors of the tenant',
    permission: 'connector:query',
    audit: 'query',
    query: z.strictObject({
      platform_id: z.string().max(40).optional(),
      role: z.enum(['source', 'target']).optional(),
      env: ConnectorEnv.optional(),
      status: z.enum(['untested', 'ok', 'failed']).optional(),
      keyword: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
      sort: z.enum(['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at']).default('-updated_at'),
    }),
    content: z.array(Connector),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}',
    summary: 'One connector',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: Connector,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/connector/{id}',
    summary: 'Delete a connector; refused (409, with the strategies) while one uses it',
    permission: 'connector:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  testParams: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/test',
    summary: 'Test parameters before they are saved; `id` lends the stored secrets',
    permission: 'connector:query',
    audit: 'query',
    body: z.strictObject({ platform_id: z.string().min(1).max(40), id: z.uuid().optional(), params: ParamValues }),
    content: z.array(TestStep),
  }),
  test: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/test',
    summary: 'Test a saved connector and remember the result',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: z.array(TestStep),
  }),
  resources: route({
    method: 'GET',
    path: '/api/dh/lessee/connector/{id}/resource',
    summary: 'Tables, files or endpoints of the far system',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    content: z.array(Resource),
  }),
  describeResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/describe',
    summary: 'Fields and key of one resource',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: z.strictObject({ resource: z.string().min(1).max(500), options: ParamValues.default({}) }),
    content: Resource,
  }),
  sampleResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/sample',
    summary: 'A few records of a source, each as lossless JSON text; nothing is stored',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      resource: z.string().min(1).max(500),
      options: ParamValues.default({}),
      key: z.array(z.string()).default([]),
      limit: z.int().min(1).max(20).default(5),
    }),
    content: z.array(z.string()),
  }),
  createResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/create',
    summary: 'Create a table at the target that fits the given fields',
    permission: 'connector:update',
    audit: 'add',
    params: id,
    body: z.strictObject({
      resource: z.string().min(1).max(500),
      fields: Resource.shape.fields.min(1).max(1600),
      key: z.array(z.string()).max(20),
    }),
    content: Resource,
  }),
}
