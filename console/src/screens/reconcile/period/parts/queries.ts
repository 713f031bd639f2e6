import type { QueryClient } from '@tanstack/react-query'
import type { Period } from '../types.ts'

/** While a month is worked on it is looked at so often. */
export const LOOK_MS = 700

export const isUnderWay = ({ job }: Pick<Period, 'job'>): boolean =>
  job !== null && (job.state === 'queued' || job.state === 'running')

/** Everything that shows months and their lines, after one of them changed. */
export const refreshPeriods = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => ['period', 'billing', 'supplyChain', 'flow'].includes(String(queryKey[0])),
  })
