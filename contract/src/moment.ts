import { z } from 'zod'

/** ISO 8601 writes the year before 1 as 0000; the store, as most databases, has no such year and would fail over it. */
const hasYear = (text: string): boolean => !text.startsWith('0000')

/** A moment as callers write it: ISO 8601 with its zone, from the year 1 on. */
export const Moment = z.iso.datetime({ offset: true }).refine(hasYear)

/** A day of the calendar, `2026-03-31`, from the year 1 on. */
export const Day = z.iso.date().refine(hasYear)
