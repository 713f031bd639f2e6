// waiver: size: one table of routes.
import {
  CheckLine,
  DOCUMENT_BYTES,
  fitLevels,
  Mapping,
  route,
  Schedule,
  SourceConfig,
  StrategyConfig,
  strategyStates,
  TargetConfig,
} from '@sluice/contract'
import { z } from 'zod'
import { Waiting } from '../../run/run/contract.ts'
import { StrategyCounters } from '../../run/strategy-day/contract.ts'
import { FieldNote, MappingFind, MappingLookup, MappingProblem, MappingScripted } from '../strategy-mapping/contract.ts'

const id = z.object({ id: z.uuid() })

const Side = z.object({
  connector_id: z.uuid(),
  connector_name: z.string(),
  platform_id: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  resource: z.string(),
  resource_name: z.string().describe('An API asset is known by its name, the rest as it is'),
})

export const StrategyRow = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  group: z.string(),
  remark: z.string(),
  tags: z.array(z.string()),
  status: z.enum(strategyStates),
  version: z.int(),
  source: Side,
  target: Side,
  schedule: Schedule,
  total: z.int(),
  waiting: z.int(),
  /** Error data: what was not written and nobody left out. Some of them are tried again, of some the outcome is unknown. */
  errors: z.int(),
  retrying: z.int(),
  unknown: z.int(),
  /** Rows that the last run which read all refused before they were stored. */
  rejected: z.int(),
  /** Who is asked about it. */
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  next_run_at: z.string().nullable(),
  last_run_at: z.string().nullable(),
  last_run_state: z.string().nullable(),
  /** Of its live run: what it waits for. */
  waits_for: Waiting.nullable(),
  /** Runs start by hand only until scheduling goes on; a live run is not touched. */
  is_paused: z.boolean(),
  /** The last run's books do not balance. */
  imbalance: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StrategyRow = z.output<typeof StrategyRow>

const Draft = z.object({
  /** Grows with each save. */
  revision: z.int(),
  config: StrategyConfig,
  /** Parts that differ from what is published. */
  changed: z.array(z.enum(['source', 'target', 'mapping', 'schedule', 'retry', 'remedy'])),
  username: z.string().nullable(),
  saved_at: z.string().nullable(),
})

/** What the target promises about a write whose answer is lost, and why. */
const Guarantee = z.object({
  kind: z.enum(['transaction', 'upsert', 'idempotencyKey', 'none', 'unknown']),
  reason: z.string(),
  /** What to change for a better one. */
  advice: z.string().nullable(),
})

const SummaryPlace = z.object({ connector: z.string(), resource: z.string() })

export const StrategySummary = z.object({
  source: SummaryPlace,
  target: SummaryPlace,
  /** Of the source; null: it tells none. */
  fields: z.int().nullable(),
  /** Source fields that go nowhere, and are not left out on purpose. */
  unread: z.array(z.string()),
  /** Fields that are handed on unchanged, and what becomes of their values in the column. */
  conversions: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      from: z.string(),
      to: z.string(),
      level: z.enum(fitLevels),
      notes: z.array(z.string()),
    }),
  ),
  guarantee: Guarantee,
  /** Records that a first run reads; null: the source cannot say, or not soon enough. */
  expected: z.int().nullable(),
  lines: z.array(CheckLine),
})

export const Strategy = StrategyRow.extend({
  config: StrategyConfig,
  guarantee: Guarantee,
  /** How far the increment has read, in the source's own text. */
  watermark: z.string().nullable(),
  /** What it was made from, when it was made like another. */
  quote: z
    .object({
      strategy_id: z.uuid(),
      /** null: the original is gone, or not for this role to see. */
      name: z.string().nullable(),
      /** As it was then. */
      version: z.int(),
      /** As it is now. */
      newest_version: z.int().nullable(),
    })
    .nullable(),
  /** Whether a change of what is read or written waits for its publication, and what waits. */
  /** `has_canary`: the draft is being tried on a share of the keys. */
  gate: z.object({ required: z.boolean(), draft: Draft.nullable(), has_canary: z.boolean() }),
})
export type Strategy = z.output<typeof Strategy>

export const MOST_TAGS = 20
/** A word that strategies are found by. Addresses and files part several with commas. */
const Tag = z
  .string()
  .trim()
  .regex(/^[^,，]{1,30}$/)
const Tags = z.array(Tag).max(MOST_TAGS)

/** What a strategy is called and where it stands. */
export const StrategyHeader = {
  name: z.string().trim().min(1).max(100),
  /** Made from the name when absent; immutable afterwards. */
  code: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/)
    .optional(),
  group: z.string().trim().max(60).default(''),
  remark: z.string().max(1000).default(''),
  tags: Tags.default([]),
}

/** A whole strategy as entered. */
export const StrategyBody = z.strictObject({ ...StrategyHeader, config: StrategyConfig })

/** What the list, and its export, are narrowed to. */
const filter = {
  keyword: z.string().max(100).optional(),
  status: z.enum(strategyStates).optional(),
  group: z.string().max(60).optional(),
  /** On either side. */
  connector_id: z.uuid().optional(),
  source_platform: z.string().max(60).optional(),
  target_platform: z.string().max(60).optional(),
  /** Strategies that have one of them, or several. */
  tags: Tags.optional(),
  hasErrors: z.boolean().optional(),
  /** Those the caller owns. */
  mine: z.boolean().optional(),
}

/** Something that uses a strategy. */
const Reference = z.object({
  /** The strategy that is used. */
  id: z.uuid(),
  /** wait: must end first; find, read and callback: fail from then on; report: goes along. */
  kind: z.enum(['wait', 'find', 'read', 'callback', 'report']),
  /** Whose it is: the strategy that uses it; of a report the strategy itself. */
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  /** Of a report; empty: somebody else’s own. */
  report_name: z.string().nullable(),
  report_id: z.uuid().nullable(),
})

const BatchResult = z.array(z.object({ id: z.uuid(), ok: z.boolean(), code: z.string(), message: z.string() }))
const Ids = z.strictObject({ ids: z.array(z.uuid()).min(1).max(1000) })

const lineOfLife = { params: id, content: Strategy, audit: 'update' } as const

export const strategy = {
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy',
    summary: 'Create a strategy',
    permission: 'strategy:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: StrategyBody,
    content: Strategy,
  }),
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/searchv2',
    summary: 'Strategies by filter',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({
      ...filter,
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(500).default(20),
      sort: z
        .enum([
          'name',
          '-name',
          'updated_at',
          '-updated_at',
          'created_at',
          '-created_at',
          'next_run_at',
          '-last_run_at',
        ])
        .default('-updated_at'),
    }),
    content: z.array(StrategyRow),
  }),
  list: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/list',
    summary: 'Light list for pickers',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({ t: z.literal(1) }),
    content: z.array(
      z.object({ id: z.uuid(), name: z.string(), code: z.string(), group: z.string(), status: z.enum(strategyStates) }),
    ),
  }),
  callbacks: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-callback',
    summary: 'Strategies that written records may be handed on to, and why some cannot receive them',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(z.object({ id: z.uuid(), name: z.string(), trouble: z.string().nullable() })),
  }),
  groups: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-group',
    summary: 'Groups in use',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(z.string()),
  }),
  tags: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-tag',
    summary: 'Tags in use',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(z.string()),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/export',
    summary: 'The filtered list as CSV, or the strategies themselves as JSON or YAML to be read in elsewhere',
    permission: 'strategy:export',
    audit: 'export',
    body: z.strictObject({ ...filter, format: z.enum(['csv', 'json', 'yaml']).default('csv') }),
    content: 'file',
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}',
    summary: 'One strategy with its configuration',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: Strategy,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy/{id}/update-v2',
    summary: 'Save the whole strategy as a new version, behind a gate as a draft; 409 when someone saved meanwhile',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      /** Absent: stays as it is; the same of group, remark and tags. */
      name: StrategyHeader.name.optional(),
      group: StrategyHeader.group.unwrap().optional(),
      remark: StrategyHeader.remark.unwrap().optional(),
      tags: Tags.optional(),
      config: StrategyConfig,
      version: z.int(),
      /** The draft it was made on, as its number; absent: on what is published. */
      draft: z.int().optional(),
    }),
    content: Strategy,
  }),
  rename: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy/{id}/basic',
    summary: 'Name, group, remark and tags; what is left out stays, and no version is made',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      name: StrategyHeader.name.optional(),
      group: StrategyHeader.group.unwrap().optional(),
      remark: StrategyHeader.remark.unwrap().optional(),
      tags: Tags.optional(),
    }),
    content: Strategy,
  }),
  updateSource: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy-source/{id}',
    summary: 'Save the source side as a new version',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ source: SourceConfig, version: z.int(), draft: z.int().optional() }),
    content: Strategy,
  }),
  updateTarget: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy-target/{id}',
    summary: 'Save target and mapping as a new version',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ target: TargetConfig, mapping: Mapping, version: z.int(), draft: z.int().optional() }),
    content: Strategy,
  }),
  check: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/{x}/check-list',
    summary: 'Check before start; x: all, source, target or mapping',
    permission: 'strategy:query',
    audit: 'query',
    params: id.extend({ x: z.enum(['all', 'source', 'target', 'mapping']) }),
    content: z.array(CheckLine),
  }),
  startByGet: route({
    ...lineOfLife,
    permission: 'strategy:start',
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/start',
    summary: 'Start (the specified verb; the console uses the POST twin)',
  }),
  start: route({
    ...lineOfLife,
    permission: 'strategy:start',
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/start',
    summary: 'Start: schedule it. 409 with the check-list while it has errors',
  }),
  stopByGet: route({
    ...lineOfLife,
    permission: 'strategy:stop',
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/stop',
    summary: 'Stop (the specified verb; the console uses the POST twin)',
  }),
  stop: route({
    ...lineOfLife,
    permission: 'strategy:stop',
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/stop',
    summary: 'Stop: no new runs; a live run ends after the page in hand',
  }),
  pause: route({
    ...lineOfLife,
    permission: 'strategy:stop',
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/pause-schedule',
    summary: 'Pause scheduling: nothing starts by itself, what runs goes on',
  }),
  resume: route({
    ...lineOfLife,
    permission: 'strategy:start',
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/resume-schedule',
    summary: 'Go on with scheduling from the next slot; slots of the pause are not made up for',
  }),
  runNow: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/run',
    summary: 'Run once now; answers with the live run when there is one',
    permission: 'strategy:start',
    audit: 'update',
    params: id,
    body: z.strictObject({ full: z.boolean().default(false) }),
    content: z.object({ run_id: z.uuid(), already_running: z.boolean() }),
  }),
  batchStart: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/batch-start',
    summary: 'Start several, those that others wait for first; one result each',
    permission: 'strategy:start',
    audit: 'update',
    body: Ids,
    content: BatchResult,
  }),
  batchStop: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/batch-stop',
    summary: 'Stop several; one result each',
    permission: 'strategy:stop',
    audit: 'update',
    body: Ids,
    content: BatchResult,
  }),
  batchDelete: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-batch/delete',
    summary: 'Delete stopped strategies with their records; one result each',
    permission: 'strategy:delete',
    audit: 'delete',
    body: Ids,
    content: BatchResult,
  }),
  references: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-batch/reference',
    summary: 'What uses these strategies: would miss them, or goes with them, when they are deleted',
    permission: 'strategy:query',
    audit: 'query',
    body: Ids,
    content: z.array(Reference),
  }),
  uses: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/reference',
    summary: 'What a strategy uses, and what uses it',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.object({
      uses: z.array(
        z.object({
          kind: z.enum(['connector', 'asset', 'map', 'find', 'read', 'callback', 'wait']),
          id: z.uuid(),
          name: z.string(),
        }),
      ),
      used_by: z.array(Reference),
    }),
  }),
  batchBasic: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-batch/basic',
    summary: 'Set what is given on several, leave the rest; a schedule makes a new version. One result each',
    permission: 'strategy:update',
    audit: 'update',
    body: Ids.extend({
      group: StrategyHeader.group.unwrap().optional(),
      add_tags: Tags.optional(),
      /** Taken off where they are. */
      remove_tags: Tags.optional(),
      /** The pool whose processes run them. */
      process_id: z.uuid().optional(),
      /** A user of the tenant. */
      owner_id: z.uuid().optional(),
      /** null: only by hand. */
      cron: z.string().max(100).nullable().optional(),
    }),
    content: BatchResult,
  }),
  preview: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/preview',
    summary: 'Map a real record without writing it: the given one, or the first of the source',
    permission: 'strategy:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      source: SourceConfig.optional(),
      /** Whose columns the values are held against. */
      target: TargetConfig.pick({ connector_id: true, resource: true, options: true }).optional(),
      /** Lossless JSON text of a record. */
      record: z.string().max(5_000_000).optional(),
      mapping: Mapping,
      /** To be told which of them go nowhere. */
      source_fields: z.array(z.string().max(500)).max(5000).optional(),
      /** Tell how each value came about. */
      explain: z.boolean().optional(),
    }),
    content: z.object({
      record: z.string(),
      /** Lossless JSON text; null when the record is refused. */
      mapped: z.string().nullable(),
      problems: z.array(MappingProblem),
      /** Of `source_fields`, those that are neither read nor left out on purpose. */
      unread: z.array(z.string()),
      /** Fields that were made, those of lines before their list; empty when nobody asked. */
      explanation: z.array(FieldNote),
      /** What was looked up in value maps; `lookup` of a step counts into it. */
      lookups: z.array(MappingLookup),
      /** What was looked up in other strategies; `find` of a step counts into it. */
      finds: z.array(MappingFind),
      /** What the script of the mapping changed; empty when nobody asked. */
      scripted: z.array(MappingScripted),
    }),
  }),
  summarise: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/summary',
    summary: 'What a strategy that is not saved yet would do: fields, conversions, guarantee, rows expected',
    permission: 'strategy:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ config: StrategyConfig }),
    content: StrategySummary,
  }),
  nextRuns: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/next-runs',
    summary: 'The next slots of a schedule, or what is wrong with it',
    permission: 'strategy:query',
    audit: 'query',
    body: z.strictObject({ schedule: Schedule }),
    content: z.array(z.string()),
  }),
  counters: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/counters',
    summary: 'Live numbers',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: StrategyCounters,
  }),
  live: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-live',
    summary: 'Counters of the named strategies (comma-separated ids), whenever they change',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({ ids: z.string().max(4000) }),
    content: 'sse',
    event: z.object({ id: z.uuid(), status: z.string(), counters: StrategyCounters }),
  }),
}
