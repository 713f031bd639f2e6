import type { Database } from '@sluice/db'
import { type Background, createBackground } from '../../../http/background.ts'
import { writeUse } from './use-store.ts'

const HOUR_MS = 3_600_000

/** Once an hour, what the installations of each package did together. Any process may; the figures are the same. */
export const createMarketCounter = (
  database: Database,
  log: { warn(details: object, message: string): void },
): Background =>
  createBackground({
    everyMs: HOUR_MS,
    work: () => countUse(database),
    onError: error => log.warn({ err: error }, 'counting what the installations of packages did'),
  })

export const countUse = (database: Database): Promise<void> => database.withSystem(writeUse)
