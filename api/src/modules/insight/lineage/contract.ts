import { Day, DOCUMENT_BYTES, route, StrategyConfig } from '@sluice/contract'
import { z } from 'zod'

/** By what a field is read. */
export const lineageUses = [
  ...['map', 'lookup', 'copy', 'list', 'script', 'find', 'findBy'],
  ...['key', 'number', 'increment', 'filter', 'deletes', 'targetKey', 'apart', 'callback', 'record'],
  ...['group', 'measure', 'column', 'published', 'rule', 'counts', 'source', 'target'],
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
const asPlaced = <T extends z.ZodType<{ strategy?: unknown; connector?: unknown; resource?: unknown }>>(query: T) =>
  query.refine(({ strategy, connector, resource }) => strategy !== undefined || (connector && resource), {
    path: ['strategy'],
    message: 'names neither a strategy nor a place in a system',
  })
const Query = asPlaced(z.strictObject({ ...place, field: FieldName }))
/** The file holds what the list on screen does. */
const ExportQuery = asPlaced(
  z.strictObject({
    ...place,
    field: FieldName,
    keyword: z.string().max(100).optional(),
    kind: z.enum(lineageKinds).optional(),
    /** Certain only. */
    sure: z.enum(['true', 'false']).optional(),
  }),
)

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
  /** There were more than a list holds; the file has all of them. */
  is_cut: z.boolean(),
  /** The tenant has more strategies than are read. */
  is_short: z.boolean(),
})
export type LineageTrace = z.output<typeof Trace>

const Origins = z.object({
  origins: z.array(
    Entry.pick({ strategy_name: true, use: true, is_sure: true, step: true }).extend({
      strategy_id: z.uuid(),
      side: z.enum(lineageSides),
      /** '': any field of it. */
      field: z.string(),
    }),
  ),
  ...Trace.pick({ unread: true, is_partial: true, is_cut: true }).shape,
})
export type LineageOrigins = z.output<typeof Origins>
export type LineageOrigin = LineageOrigins['origins'][number]

/** What of the lineage can be deleted. */
export const removableKinds = ['strategy', 'connector', 'mapping', 'asset'] as const
export type RemovableKind = (typeof removableKinds)[number]

const Reading = Entry.pick({ use: true, reads: true })
/** An object that would miss what goes. */
const Dependant = Entry.pick({
  ...{ kind: true, object_id: true, name: true, strategy_id: true, strategy_name: true, is_sure: true },
  /** 1: it reads what goes; more: through others. */
  step: true,
}).extend({
  /** The first of the ways in which it reads it. */
  readings: z.array(Reading),
})
export type Dependant = z.output<typeof Dependant>

const Impact = z.object({
  dependants: z.array(Dependant),
  /** Objects that would miss it too, and that the caller may not see. */
  hidden: z.int(),
  /** Names of strategies whose stored version is not whole: whether they read it nobody can tell. */
  unread: z.array(z.string()),
  /** More depends on it than was looked at. */
  is_cut: z.boolean(),
})
export type Impact = z.output<typeof Impact>

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
  origin: route({
    method: 'GET',
    path: `${BASE}/origin`,
    summary: "What the value of a strategy's field is made of: fields that it reads, and strategies that write those",
    ...asked,
    query: z.strictObject({ strategy: z.uuid(), side: z.enum(lineageSides).default('mapped'), field: FieldName }),
    content: Origins,
  }),
  removal: route({
    method: 'POST',
    path: `${BASE}/removal`,
    summary: 'What would miss objects if they were deleted; nothing is written',
    // Asked by who may delete them.
    permission: null,
    acceptsTokens: true,
    audit: 'query',
    body: z.strictObject({ kind: z.enum(removableKinds), ids: z.array(z.uuid()).min(1).max(500) }),
    content: Impact,
  }),
  change: route({
    method: 'POST',
    path: `${BASE}/change`,
    summary: 'What would miss the target fields that a strategy writes no more if it were saved so; nothing is written',
    permission: 'strategy:update',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ id: z.uuid(), config: StrategyConfig }),
    content: Impact.extend({
      /** Fields that are not written any more; '': all of them, for it writes somewhere else. */
      gone: z.array(z.string()),
    }),
  }),
  export: route({
    method: 'GET',
    path: `${BASE}/export`,
    summary: 'Where the value of a field goes, as CSV',
    permission: 'strategy:export',
    audit: 'export',
    query: ExportQuery,
    content: 'file',
  }),
}
