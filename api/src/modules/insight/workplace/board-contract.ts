import { errorRepairs } from '@sluice/contract'
import { z } from 'zod'
import { healthLevels } from '../../run/strategy-health/contract.ts'

/** What a list of strategies on the workbench can be about. */
export const standings = ['failed', 'stalled', 'late', 'unmeasured', 'watch', 'well'] as const
export type Standing = (typeof standings)[number]

/** What can need somebody, the most harmful first. */
export const needKinds = [
  'outage',
  'process',
  'strategy',
  'errors',
  'credential',
  'difference',
  'gateway',
  'values',
  'approval',
  'draft',
  'paused',
] as const

export const Need = z.object({
  kind: z.enum(needKinds),
  /** bad: records do not arrive, or soon will not; warn: it will cost somebody something; calm: it waits. */
  harm: z.enum(['bad', 'warn', 'calm']),
  /** What the press leads to: a connector, a strategy, a group of errors, a value map, an application. */
  id: z.string(),
  name: z.string(),
  /** The true reason in the caller's language; null: the kind says all. */
  text: z.string().nullable(),
  advice: z.string().nullable(),
  /** How many it concerns, as many as the list has that it opens. */
  count: z.int().nullable(),
  /** It is more than is counted. */
  is_more: z.boolean(),
  since: z.string().nullable(),
  /** When it will be too late. */
  ends_at: z.string().nullable(),
  strategy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Of errors: what most likely mends them, and the version of the strategy that was saved shortly before the first. */
  repair: z.enum(errorRepairs).nullable(),
  version: z.object({ version: z.int(), at: z.string(), by: z.string() }).nullable(),
  /** Of an application: calls so far and how many it may make, of the day or of the month. */
  quota: z.object({ used: z.string(), limit: z.string(), of: z.enum(['day', 'month']) }).nullable(),
  /** Of a strategy: how it stands. Of what cannot be reached: whether its credential is at fault. */
  cause: z.enum(['failed', 'stalled', 'watch', 'credential', 'other']).nullable(),
})
export type Need = z.output<typeof Need>

const Moved = z.object({
  written: z.number(),
  errors: z.number(),
  /** In percent, rounded down; null: nothing was to be written. */
  success: z.number().nullable(),
})

export const Board = z.object({
  /** When this was answered, and when it was read. */
  at: z.string(),
  read_at: z.string(),
  /** What the sentence on top is made of; null where the caller may not see strategies. */
  verdict: z
    .object({
      /** Started, or run by hand alone: what is judged. */
      judged: z.int(),
      standings: z.record(z.enum(standings), z.int()),
      /** Judged ones whose records tell no business date, so that nobody knows how new they are. */
      undated: z.int(),
      paused: z.int(),
      /** The rules of alerts are not looked at any more: nobody would be told. */
      is_watch_late: z.boolean(),
    })
    .nullable(),
  /** The most harmful first; at most 60 of `needs_total`. */
  needs: z.array(Need),
  needs_total: z.int(),
  bad: z.int(),
  /** Today up to now beside the median of the same weekday up to the same time, of four weeks; null: no such day is known. */
  day: z.object({ from: z.string(), now: Moved, usual: Moved.nullable(), weeks: z.int() }).nullable(),
  /** Runs that are due within a day, the next first; at most 40 of `upcoming_total`. */
  upcoming: z.array(z.object({ strategy_id: z.uuid(), name: z.string(), at: z.string() })),
  upcoming_total: z.int(),
  /** What the caller changed last. */
  edited: z.array(
    z.object({ kind: z.enum(['strategy', 'connector', 'value_map']), id: z.uuid(), name: z.string(), at: z.string() }),
  ),
  /** null where the caller may not see them. */
  finance: z
    .object({
      /** Up to `most`; beyond it there are more. */
      most: z.int(),
      open: z.int(),
      overdue: z.int(),
      mine: z.int(),
      accounts: z.array(
        z.object({ id: z.uuid(), name: z.string(), closed_month: z.string().nullable(), is_behind: z.boolean() }),
      ),
    })
    .nullable(),
  processes: z.object({ alive: z.int(), running: z.int(), places: z.int() }).nullable(),
  /** What is there so far, for whoever begins. */
  steps: z.object({
    connectors: z.boolean(),
    strategies: z.boolean(),
    run: z.boolean(),
    started: z.boolean(),
    channel: z.boolean(),
    colleague: z.boolean(),
  }),
})
export type Board = z.output<typeof Board>

export const Strip = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['draft', 'stopped', 'running']),
  level: z.enum(healthLevels),
  standing: z.enum([...standings, 'none']),
  /** The worst of what is wrong, in the caller's language. */
  reason: z.string().nullable(),
  /** Hours of the last day, oldest first. */
  hours: z.array(z.object({ at: z.string(), written: z.number(), errors: z.number() })).length(24),
  /** The newest date that its records have; null: they tell none. */
  record_at: z.string().nullable(),
  /** From when on that is too old, by its schedule; null: nobody knows. */
  late_from: z.string().nullable(),
  pulled_at: z.string().nullable(),
  /** New in the last day, and on average in the same day of four weeks. */
  fresh: z.string(),
  usual: z.string(),
  error_percent: z.number().nullable(),
  next_run_at: z.string().nullable(),
})
export type Strip = z.output<typeof Strip>
