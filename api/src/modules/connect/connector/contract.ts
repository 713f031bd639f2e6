import {
  connectorStates,
  DOCUMENT_BYTES,
  PagingFound,
  ParamValues,
  Resource,
  route,
  SourceLook,
  TablePlan,
  TargetLook,
  TestStep,
} from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })

/** A table for fields read elsewhere. */
const newResource = z.strictObject({
  resource: z.string().min(1).max(500),
  fields: Resource.shape.fields.min(1).max(1600),
  key: z.array(z.string()).max(20),
})

const sampleBody = z.strictObject({
  resource: z.string().min(1).max(500),
  options: ParamValues.default({}),
  key: z.array(z.string()).default([]),
  /** Lists whose elements become rows. */
  flatten: z.array(z.string()).max(5).default([]),
  limit: z.int().min(1).max(20).default(5),
})

export const ConnectorEnv = z.enum(['production', 'test', 'development'])

/** Of the account at the far system, shared by everything that uses the connector; null: no limit. */
const limits = {
  /** Requests started per second. */
  rate_per_second: z.number().min(0.001).max(100_000).nullable(),
  /** Requests under way at once. */
  concurrency: z.int().min(1).max(1000).nullable(),
}

/** What the account is doing just now, where something is wrong with it. */
const Trouble = z.object({
  /** The far system asked for a pause; nothing is sent to it for a while, because it failed; its last try failed. */
  kind: z.enum(['paused', 'open', 'failing']),
  /** When it is tried again; null: when it is next needed. */
  until: z.string().nullable(),
  /** Of a far system that fails: why, since when, how often it was tried and when next, in one sentence. */
  message: z.string().nullable(),
  advice: z.string().nullable(),
  technical: z.string().nullable(),
})

/** What the connector signs in with, where it is known to end: a date written down, a certificate, granted access. */
const Credential = z.object({
  kind: z.enum(['date', 'certificate', 'grant']),
  /** null: of granted access that the far system ended before its time. */
  ends_at: z.string().nullable(),
  state: z.enum(['good', 'soon', 'ended']),
})

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
  ...limits,
  /** Of its last test; `failed` too while its far system fails. */
  status: z.enum(connectorStates),
  last_test_at: z.string().nullable(),
  last_test: z.array(TestStep).nullable(),
  /** Strategies that use it, all and running. */
  strategy_count: z.int(),
  running_strategy_count: z.int(),
  trouble: Trouble.nullable(),
  /** When its far system answered again after it had failed; null: not within the last day. */
  restored_at: z.string().nullable(),
  credential: Credential.nullable(),
  /** It signs in by access that a person grants. */
  needs_grant: z.boolean(),
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
  /** Absent: as saved. */
  rate_per_second: limits.rate_per_second.optional(),
  concurrency: limits.concurrency.optional(),
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
    body: ConnectorBody.omit({ platform_id: true }).extend({
      /** Absent: as saved. What the connector had before stays with its old environment. */
      env: ConnectorEnv.optional(),
      version: z.int(),
    }),
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
      status: z.enum(connectorStates).optional(),
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
    summary:
      'Tables, files or endpoints of the far system, asked for now; a large one is looked through by its catalogue',
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
    body: z.strictObject({
      resource: z.string().min(1).max(500),
      /** Which of the two `options` belong to. */
      role: z.enum(['source', 'target']).default('source'),
      options: ParamValues.default({}),
    }),
    content: Resource,
  }),
  sampleResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/sample',
    summary: 'A few records of a source, each as lossless JSON text; nothing is stored',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: sampleBody,
    content: z.array(z.string()),
  }),
  lookAtSource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/look',
    summary: 'First records of a source that is being set up, or why there are none, and what its answer suggests',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: sampleBody,
    content: SourceLook,
  }),
  lookAtTarget: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/look-at-target',
    summary: 'How records would be sent to a target that is being set up, how an answer is read, and what it suggests',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      resource: z.string().min(1).max(500),
      options: ParamValues.default({}),
      /** What the request would be made of, each as lossless JSON text. */
      records: z.array(z.string().max(64 * 1024)).max(2),
      /** From a log or a manual. */
      answer: z.strictObject({ status: z.int().min(100).max(599), body: z.string().max(256 * 1024) }).nullable(),
    }),
    /** null: this kind of target is not set up by its answers. */
    content: TargetLook.nullable(),
  }),
  inferPaging: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/paging',
    summary: 'How a source gives its pages, found by asking it a few times',
    permission: 'connector:query',
    audit: 'query',
    params: id,
    body: sampleBody,
    content: PagingFound,
  }),
  planResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/plan',
    summary: 'The table that would be created for the given fields: its statement, and what its columns do not keep',
    permission: 'connector:update',
    audit: 'query',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: newResource,
    content: TablePlan,
  }),
  createResource: route({
    method: 'POST',
    path: '/api/dh/lessee/connector/{id}/resource/create',
    summary: 'Create a table at the target that fits the given fields',
    permission: 'connector:update',
    audit: 'add',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: newResource,
    content: Resource,
  }),
}
