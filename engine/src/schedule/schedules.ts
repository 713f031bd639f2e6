import { nextSlots, type SlotRule } from './slots.ts'

export interface Schedules {
  /**
   * The next slots after `fromMs`, in milliseconds since the epoch; none without cron. A local time that daylight
   * saving skips fires at the first instant after it; one that comes twice fires the first time only; schedules
   * of several slots an hour go by elapsed time. Slots outside the active windows do not count.
   * @throws Failure `schedule.cron` | `schedule.timeZone` | `schedule.windows` naming the wrong part
   */
  nextSlots(rule: SlotRule, fromMs: number, count: number): readonly number[]
}

export const createSchedules = (): Schedules => ({ nextSlots })
