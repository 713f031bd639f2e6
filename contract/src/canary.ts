import { z } from 'zod'

/**
 * A published draft that maps a share of the keys first. running: until its limits are met; ready: they are, and somebody
 * decides; promoted: its version is the strategy's; rolledBack: the old version maps every key, and the draft waits.
 */
export const canaryStates = ['running', 'ready', 'promoted', 'rolledBack'] as const
export type CanaryState = (typeof canaryStates)[number]

/**
 * promote, rollBack: a person's word; cross: a threshold is crossed; meet: the limits are met and somebody is to decide;
 * complete: they are met, and it goes live by itself.
 */
export type CanaryEvent = 'promote' | 'rollBack' | 'cross' | 'meet' | 'complete'

export const canaryTransitions = {
  running: { promote: 'promoted', rollBack: 'rolledBack', cross: 'rolledBack', meet: 'ready', complete: 'promoted' },
  ready: { promote: 'promoted', rollBack: 'rolledBack', cross: 'rolledBack', meet: null, complete: null },
  promoted: { promote: null, rollBack: null, cross: null, meet: null, complete: null },
  rolledBack: { promote: null, rollBack: null, cross: null, meet: null, complete: null },
} as const satisfies Record<CanaryState, Record<CanaryEvent, CanaryState | null>>

export const isLiveCanary = (state: CanaryState): boolean => canaryTransitions[state].rollBack !== null

/** Why one ended. failed, failedShare: that threshold; unbalanced: books that do not balance; broken: its mapping cannot be run; limits: by itself, and well. */
export const canaryReasons = ['person', 'limits', 'failed', 'failedShare', 'unbalanced', 'broken'] as const
export type CanaryReason = (typeof canaryReasons)[number]

const settled = ['written', 'skipped', 'failed', 'dead', 'unknown'] as const
/** The version that a record's key goes by: the published one, or the one that is tried. */
export const canarySides = ['old', 'new'] as const
export type CanarySide = (typeof canarySides)[number]

type Book = (typeof settled)[number]
type CountName = `${CanarySide}_${Book}`

/** By side, what became of the records that were settled; the books of a run say the same words. */
export type CanaryCounts = { readonly [name in CountName]: number }

/** Counts of both sides by whoever knows a book of a side. */
export const makeCanaryCounts = <T = number>(
  of: (side: CanarySide, book: Book) => T,
): { readonly [name in CountName]: T } =>
  Object.fromEntries(
    canarySides.flatMap(side => settled.map(book => [`${side}_${book}`, of(side, book)] as const)),
  ) as { [name in CountName]: T } // each side has each book

const count = z.int().min(0).default(0)
export const CanaryCounts: z.ZodType<CanaryCounts> = z.object(makeCanaryCounts(() => count))

/** The sums of one side. failed: every record that did not arrive, to be tried again or not. */
export function sumSide(counts: CanaryCounts, side: CanarySide): { readonly records: number; readonly failed: number } {
  const of = (book: Book): number => counts[`${side}_${book}`]
  const failed = of('failed') + of('dead') + of('unknown')
  return { records: of('written') + of('skipped') + failed, failed }
}

/** The book in which records and both sides differ; null: they are the same records. */
export const findSideImbalance = (books: { readonly [book in Book]: number }, counts: CanaryCounts): string | null =>
  settled.find(book => counts[`old_${book}`] + counts[`new_${book}`] !== books[book]) ?? null

/** What a person chooses. */
export const CanaryPlan = z
  .strictObject({
    /** Of the keys, in percent. */
    share: z.int().min(1).max(50),
    /** Each limit that is given must be reached, and a record of the new version be settled. null: not asked for. */
    minutes: z.int().min(1).max(43_200).nullable().default(null),
    /** Records that the new version has settled. */
    records: z.int().min(1).max(1_000_000_000).nullable().default(null),
    /** At the limits it goes live by itself; else it waits for somebody. */
    promotes: z.boolean().default(true),
    /** Rolled back when more records than this failed beyond what the old version's rate would make; null: not asked. */
    max_failed: z.int().min(0).max(1_000_000_000).nullable().default(null),
    /** Rolled back when its share of failed records is more points above the old one's, from 50 records on; null: not asked. */
    max_failed_share: z.number().min(0).max(100).multipleOf(0.01).nullable().default(null),
  })
  .refine(plan => plan.minutes !== null || plan.records !== null, {
    path: ['minutes'],
    message: 'Choose how long, or how many records.',
  })
  .refine(plan => plan.max_failed !== null || plan.max_failed_share !== null, {
    path: ['max_failed_share'],
    message: 'Choose a threshold.',
  })
export type CanaryPlan = z.output<typeof CanaryPlan>
