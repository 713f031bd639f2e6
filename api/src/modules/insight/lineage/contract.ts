import { Day, route } from '@sluice/contract'
import { z } from 'zod'

/** By what a field is read. */
export const lineageUses = [
  ...['map', 'lookup', 'copy', 'list', 'script', 'find', 'findBy'],
  ...['key', 'number', 'increment', 'filter', 'deletes', 'targetKey', 'apart', 'callback', 'record'],
  ...['group', 'measure', 'column', 'published', 'rule', 'counts'],
] as const
export type LineageUse = (typeof lineageUses)[number]

export const lineageKinds = [
  ...['strategy', 'report', 'share', 'gateway', 'asset', 'reconciliation', 'dashboard'],
] as const
export type LineageKind = (typeof lineageKinds)[number]

export const lineageSides = ['source', 'mapped'] as const

const FieldName = z.string().min(1).max(500)
/** A field of a strategy's records, as read or as mapped; or a field of what several strategies read or write in a system. */
const place = {
  strategy: z.uuid().optional(),
  side: z.enum(lineageSides).default('source'),
  connector: z.uuid().optional(),
  resource: z.string().min(1).max(500).optional(),
}
const Query = z
  .strictObject({ ...place, field: FieldName })
  .refine(({ strategy, connector, resource }) => strategy !== undefined || (connector && resource), {
    path: ['strategy'],
    message: 'names neither a strategy nor a place in a system',
  })

const Entry = z.object({
  /** Its place in the list. */
  id: z.int(),
  kind: z.enum(lineageKinds),
  object_id: z.string(),
  /** '': it is somebody else's, and not shared. */
  name: z.string(),
  /** Whose records it reads; null: those of no one strategy. */
  strategy_id: z.uuid().nullable(),
  strategy_name: z.string(),
  use: z.enum(lineageUses),
  /** What is read, as its place has it; '': all of it. */
  reads: z.string(),
  /** Where the value is then; '' any field, null: it goes no further. */
  field: z.string().nullable(),
  /** false: only a run could tell. */
  is_sure: z.boolean(),
  /** Through how many hands the value has gone. */
  step: z.int(),
  /** From which entry it came; null: from where it began. */
  before: z.int().nullable(),
})
export type LineageEntry = z.output<typeof Entry>

const Trace = z.object({
  at: z.string(),
  entries: z.array(Entry),
  /** Strategies that the value goes along, for the picture. */
  lit: z.array(z.object({ strategy_id: z.uuid(), is_sure: z.boolean() })),
  /** Where it is: connectors. */
  systems: z.array(z.uuid()),
  /** Kinds that the caller may not see, and which were not looked at. */
  unseen: z.array(z.enum(lineageKinds)),
  /** Names of strategies whose stored version is not whole: whether they read it nobody can tell. */
  unread: z.array(z.string()),
  /** The caller sees some of the strategies: there may be more behind others. */
  is_partial: z.boolean(),
  /** There were more than are told. */
  is_cut: z.boolean(),
})
export type LineageTrace = z.output<typeof Trace>

/** What a moment of the picture was like; grey where nothing was kept. */
export const momentLevels = ['abnormal', 'watch', 'healthy', 'none'] as const
const Moment = z.object({
  /** Its place among the frames. */
  frame: z.int(),
  read: z.number(),
  written: z.number(),
  /** Tries that failed or whose outcome is unknown. */
  errors: z.number(),
  runs: z.number(),
  failed_runs: z.number(),
  level: z.enum(momentLevels),
})
const Picture = z.object({
  at: z.string(),
  /** When each frame begins, oldest first, and when the last one ends. */
  frames: z.array(z.string()),
  ends_at: z.string(),
  /** The zone in which days begin. */
  time_zone: z.string(),
  /** Since when anything is kept; null: nothing is. */
  since: z.string().nullable(),
  nodes: z.array(z.object({ id: z.uuid(), name: z.string(), platform_id: z.string(), is_failed: z.boolean() })),
  edges: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      source: z.uuid(),
      target: z.uuid(),
      /** Frames in which something was kept; the strategy was at rest, or not there, in the others. */
      moments: z.array(Moment),
    }),
  ),
})
export type HistoryPicture = z.output<typeof Picture>

const BASE = '/api/dp/lineage'
const asked = { permission: 'strategy:query', audit: 'query' } as const

export const lineage = {
  picture: route({
    method: 'GET',
    path: `${BASE}/picture`,
    summary: 'What went between systems in each of the last 30 days, or in each hour of one of them',
    ...asked,
    query: z.strictObject({
      /** A day of them, in the zone of the tenant; absent: all, by days. */
      day: Day.optional(),
    }),
    content: Picture,
  }),
  places: route({
    method: 'GET',
    path: `${BASE}/places`,
    summary: 'Strategies and what they read and write in systems, to begin from',
    ...asked,
    content: z.object({
      strategies: z.array(z.object({ id: z.uuid(), name: z.string() })),
      places: z.array(
        z.object({ connector_id: z.uuid(), connector_name: z.string(), resource: z.string(), strategies: z.int() }),
      ),
    }),
  }),
  fields: route({
    method: 'GET',
    path: `${BASE}/fields`,
    summary: 'Fields of a place: those that records were seen to have, and those that something names',
    ...asked,
    query: z.strictObject(place),
    content: z.array(z.string()),
  }),
  trace: route({
    method: 'GET',
    path: BASE,
    summary: 'Where the value of a field goes, through strategies, reports, published APIs and reconciliation',
    ...asked,
    query: Query,
    content: Trace,
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'Where the value of a field goes, as CSV',
    permission: 'strategy:export',
    audit: 'export',
    query: Query,
    content: 'file',
  }),
}
