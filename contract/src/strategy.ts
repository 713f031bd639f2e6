import { z } from 'zod'
import { type Edition, editions } from './edition.ts'
import { ParamValues } from './field.ts'
import { Mapping, StoredGrouping } from './mapping.ts'
import { SourceProposal } from './source-look.ts'
import { Vanished } from './vanished.ts'

/** Row filter: the outer list is OR, the inner AND. */
export const Condition = z.object({
  field: z.string().min(1),
  logic: z.enum([
    'eq',
    'neq',
    'gt',
    'egt',
    'lt',
    'elt',
    'like',
    'notlike',
    'in',
    'notin',
    'between',
    'notnull',
    'isnull',
  ]),
  value: z.string().optional(),
  /** What both sides are; absent: a text in plain digits is a number, a date is a date, anything else is a text. */
  type: z.enum(['text', 'number', 'date']).optional(),
  /** IANA time zone of dates that name none. */
  zone: z.string().max(100).optional(),
})
export type Condition = z.output<typeof Condition>

/** Begins the resource of this platform that is what another strategy has stored; its id follows. */
export const STORED_RECORDS = 'strategy.query/'

/** The resource of this platform that is what others push into an inbox. */
export const PUSHED_RECORDS = 'passive.receive'

/** As long as a mapping may say it. */
const FieldName = z.string().min(1).max(500)

export const SourceConfig = z.object({
  connector_id: z.uuid(),
  /** Id of the table, file or endpoint, as discovery names it. */
  resource: z.string().min(1).max(500),
  /** Values of the connector's source options (manifest.sourceParams). */
  options: ParamValues.default({}),
  /** Fields that identify a record; their values form its key. */
  key: z.array(FieldName).min(1).max(20),
  /** Field shown and searched as the business number; the key when absent. */
  number: z.string().max(500).optional(),
  /** true: a known key is never taken again; false: a changed record is written again. */
  idCheck: z.boolean().default(false),
  /** Rows of one key in one read are versions of one record, and the last counts. Default: they are a conflict. */
  versions: z.boolean().optional(),
  /**
   * A field that the mapping reads is gone from the source, or of another type, since this version first ran. stop: the
   * run ends before it reads; accept: it goes on without the field, and says so. Of a followed source also rows that came
   * or went untold (a table that was replaced, partitions). Default stop.
   */
  drift: z.enum(['stop', 'accept']).optional(),
  /** Read only what changed. Without it every run reads everything. */
  increment: z
    .object({
      field: FieldName,
      /** Shift of the lower bound into the past. */
      lookBackSeconds: z.int().min(0).max(31_536_000).default(0),
      /** End this much before now, for late commits. */
      endLagSeconds: z.int().min(0).max(86_400).default(0),
    })
    .optional(),
  /** Stay and take changes as they come, where the source can; default false. */
  follow: z.boolean().optional(),
  /** What the source's server keeps for a follower that is behind, before its disk fills. */
  retain: z
    .object({
      maxBytes: z
        .int()
        .min(2 ** 20)
        .default(10 * 2 ** 30),
      /** drop: the source is saved, and the strategy must read everything anew; keep: only warn. */
      whenFull: z.enum(['drop', 'keep']).default('drop'),
    })
    .optional(),
  pageSize: z.int().min(1).max(10_000).default(1000),
  /**
   * Lists whose elements become rows of their own, before anything else is done with a record. A list inside another is
   * named by its way, after the one around it: `items`, `items.batches`.
   */
  flatten: z.array(z.string().min(1).max(200)).max(5).optional(),
  /**
   * Stored records of another strategy as groups: one record for each group, with `recordIds` of its rows and, where
   * `maxLines` splits it, its `part` from 1 on. `key` names what is grouped by, and `part`. Only for `strategy.query/…`.
   */
  group: StoredGrouping.optional(),
  /** What becomes of a document that no row gives any more. Only where `group` is; see `retirementOf`. */
  vanished: Vanished.optional(),
  filter: z.array(z.array(Condition).min(1)).max(50).optional(),
  /** What a record that is gone at the source means. Without it such records are left alone. */
  deletes: z
    .object({
      /** ignore: counted and left alone; mark: known here as deleted; delete: removed at the target too. */
      policy: z.enum(['ignore', 'mark', 'delete']).default('ignore'),
      /** A row that meets it counts as deleted (soft delete). The outer list is OR, the inner AND. */
      when: z.array(z.array(Condition).min(1)).max(20).optional(),
      /** A key scan that finds more than this part of the known records gone waits for a person. */
      maxPercent: z.number().min(0).max(100).default(10),
    })
    .optional(),
})
export type SourceConfig = z.output<typeof SourceConfig>

/** What of the target's answer to a written record is kept as fields, and where the record goes on to. */
export const WriteBack = z.object({
  /** Of its templates; absent: the newest. */
  edition: z.literal(editions).optional(),
  /** Templates over the answer: `{{data.Id}}`; `{{targetKey}}` is the id that the target gave the record. */
  fields: z
    .array(
      z.object({
        field: z.string().min(1).max(100),
        label: z.string().max(100).default(''),
        value: z.string().min(1).max(2000),
      }),
    )
    .max(50),
  /** A strategy that is pushed to gets each written record once, with these fields under `writeBack`. */
  callback: z
    .object({
      strategy_id: z.uuid(),
      /** Templates over the record and `writeBack`; empty: the whole record. */
      fields: z
        .array(z.object({ field: z.string().min(1).max(100), value: z.string().max(2000) }))
        .max(200)
        .default([]),
    })
    .optional(),
})
export type WriteBack = z.output<typeof WriteBack>

export const TargetConfig = z.object({
  connector_id: z.uuid(),
  resource: z.string().min(1).max(500),
  options: ParamValues.default({}),
  /**
   * upsert: by key, the default; insert: refuse an existing key; replace: every run writes the whole set beside the
   * old one and exchanges them at its end.
   */
  mode: z.enum(['upsert', 'insert', 'replace']).default('upsert'),
  /** When a replacement may happen although the new set is not what was hoped for. */
  replace: z
    .object({
      /** Records that the new set may lack: rejected, in error or unknown, of all that were read. */
      maxErrors: z.int().min(0).max(1_000_000).default(0),
      allowEmpty: z.boolean().default(false),
    })
    .optional(),
  /** Target fields that identify a row; the target's primary key when empty. */
  key: z.array(FieldName).max(20).default([]),
  /** Several records may go to one row, and the last one counts. Default: the later one is an error. */
  shared: z.boolean().optional(),
  /**
   * Records that go together at most. Default: 1000, and as many as landed together, up to 4,000, where rows go on as text
   * and none of the run was refused yet.
   */
  batchSize: z.int().min(1).max(10_000).optional(),
  /** What ends a batch before it has that many records. A target with limits of its own cuts further. */
  batch: z
    .object({
      /** JSON text of the mapped records together, in bytes of UTF-8; a longer record goes alone. Default: no bound. */
      maxBytes: z
        .int()
        .min(1)
        .max(2 ** 26)
        .optional(),
      /** Path in the mapped record: records of different values never share a batch. Default: any do. */
      apart: z.string().min(1).max(500).optional(),
    })
    .optional(),
  writeBack: WriteBack.optional(),
})
export type TargetConfig = z.output<typeof TargetConfig>

/** What must be true of another strategy. idle: nothing of it runs or waits to be written; succeeded, finished: its last run. */
export const preconditionKinds = ['idle', 'succeeded', 'finished'] as const
export const Precondition = z.object({ strategy_id: z.uuid(), kind: z.enum(preconditionKinds) })
export type Precondition = z.output<typeof Precondition>

const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When runs may start, in the schedule's zone. `to` is not part of it; at or before `from` it is the next day's. */
export const ActiveWindow = z.object({
  /** 1 Monday … 7 Sunday: the day on which it begins. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: wallTime,
  to: wallTime,
})
export type ActiveWindow = z.output<typeof ActiveWindow>

/** 5 fields (minute resolution) in an IANA zone; null = only by hand. */
export const Schedule = z.object({
  cron: z.string().max(100).nullable().default(null),
  timeZone: z.string().max(60).default('Asia/Shanghai'),
  /** A slot while a run is live: left out, or one run follows it. Default skip. */
  overlap: z.enum(['skip', 'queue']).optional(),
  /** Slots that came while nothing could fire them: left out, one run for all of them, or a run for each. Default once. */
  missed: z.enum(['skip', 'once', 'all']).optional(),
  /** Runs that nobody asks for by hand start only in these. Default always. */
  windows: z.array(ActiveWindow).max(20).optional(),
  /** Starts are spread over so many seconds after the slot. Default 0. */
  jitterSeconds: z.int().min(0).max(3600).optional(),
  /** A run starts when all of them are true. */
  preconditions: z.array(Precondition).max(20).optional(),
  /** Strategies whose success starts a run of this one. */
  after: z.array(z.uuid()).max(20).optional(),
})
export type Schedule = z.output<typeof Schedule>

/** Reads a past window once more on a schedule of its own, and writes what the increment missed. */
export const Remedy = z.object({
  schedule: z.object({ cron: z.string().min(1).max(100), timeZone: z.string().max(60).default('Asia/Shanghai') }),
  fromDaysAgo: z.int().min(1).max(366).default(2),
  toDaysAgo: z.int().min(0).max(365).default(1),
})
export type Remedy = z.output<typeof Remedy>

export const RetryPolicy = z.object({
  /** Tries in all, the first included. */
  maxAttempts: z.int().min(1).max(8).default(8),
  /** Pause before the second try; doubles each time, with jitter, at most an hour. */
  firstDelaySeconds: z.int().min(1).max(3600).default(5),
})
export type RetryPolicy = z.output<typeof RetryPolicy>

/** One saved version of a strategy: everything a run needs. Immutable once saved. */
export const StrategyConfig = z.object({
  source: SourceConfig,
  target: TargetConfig,
  mapping: Mapping,
  schedule: Schedule.prefault({}),
  retry: RetryPolicy.prefault({}),
  remedy: Remedy.optional(),
})
export type StrategyConfig = z.output<typeof StrategyConfig>

/** Every part in the newest edition. */
export const inNewestEdition = ({ mapping, source, target, ...rest }: StrategyConfig): StrategyConfig => {
  const newest = <Part extends object>({ edition, ...part }: Part & { edition?: Edition | undefined }) => part
  return {
    ...rest,
    mapping: newest(mapping),
    source: { ...source, ...(source.group && { group: newest(source.group) }) },
    target: { ...target, ...(target.writeBack && { writeBack: newest(target.writeBack) }) },
  }
}

/** One line of the check before start. Only `error` stops it. */
export const CheckLine = z.object({
  level: z.enum(['error', 'warning', 'info']),
  group: z.enum(['basic', 'source', 'target', 'mapping', 'schedule']),
  /** Stable: `source.connector`, `mapping.required`. */
  item: z.string(),
  message: z.string(),
  /** The way out, where there is one to tell. */
  advice: z.string().optional(),
  field: z.string().optional(),
  /** Options of the source by which the answer that was seen could be read, each to be taken or left. */
  proposals: z.array(SourceProposal).optional(),
})
export type CheckLine = z.output<typeof CheckLine>

/** The window of one incremental run; bounds in the source's own text. */
export const ReadWindow = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type ReadWindow = z.output<typeof ReadWindow>
