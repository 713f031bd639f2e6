import { type Failure, Schedule, toFailure } from '@sluice/contract'
import { nextSlots } from './slots.ts'

/** What a strategy whose slot has come is to do. */
export interface SlotPlan {
  /** Slots to fire now, oldest first, as ISO times. */
  readonly fire: readonly string[]
  /** null: none. */
  readonly next: string | null
  readonly missed: { readonly count: number; readonly first: string; readonly policy: 'skip' | 'once' | 'all' } | null
  readonly overlap: 'skip' | 'queue'
  readonly jitterMs: number
  /** The schedule has become impossible. */
  readonly failure: Failure | null
}

// A slot met so late was missed; until then it is only slow.
const LATE_MS = 60_000
// Of missed slots that each want a run; the line for people tells the whole count.
const MOST_MISSED = 10_000

/**
 * From the slot that is due to the first one after now. `slotAt` is never fired twice: the plan's next slot lies after
 * it, whichever way the clock has jumped.
 */
export function planSlots(stored: unknown, slotAt: string, nowMs: number): SlotPlan {
  try {
    const schedule = Schedule.parse(stored)
    const slots = listDue(schedule, Date.parse(slotAt), nowMs)
    const missed = slots.filter(slot => slot < nowMs - LATE_MS)
    const policy = schedule.missed ?? 'once'
    const onTime = slots.slice(missed.length)
    const made = policy === 'all' ? missed : policy === 'once' && onTime.length === 0 ? missed.slice(-1) : []
    const [next] = nextSlots(schedule, Math.max(nowMs, slots.at(-1) ?? nowMs), 1)
    return {
      // Between two looks at the clock there may be two slots; of those on time the newest counts.
      fire: [...made, ...(policy === 'all' ? onTime : onTime.slice(-1))].map(toIso),
      next: next === undefined ? null : toIso(next),
      missed: missed.length === 0 ? null : { count: missed.length, first: toIso(missed[0]!), policy },
      overlap: schedule.overlap ?? 'skip',
      jitterMs: (schedule.jitterSeconds ?? 0) * 1000,
      failure: null,
    }
  } catch (error) {
    return { fire: [], next: null, missed: null, overlap: 'skip', jitterMs: 0, failure: toFailure(error) }
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()

function listDue(schedule: Schedule, firstMs: number, nowMs: number): number[] {
  const slots = [firstMs]
  while (slots.length < MOST_MISSED) {
    const batch = nextSlots(schedule, slots.at(-1)!, 16).filter(slot => slot <= nowMs)
    slots.push(...batch)
    if (batch.length < 16) break
  }
  return slots
}
