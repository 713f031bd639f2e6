import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { dayOf, toInstant } from '../../../../lib/day.ts'
import { keepRows } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import type { StrategyDay, StrategyRow } from '../types.ts'

/** Asked for after the list, so that no list waits for it. */
const EACH_MS = 30_000

export interface Days {
  /** The day's beginning in the tenant's zone. */
  readonly from: string
  of(strategyId: string): StrategyDay | undefined
}

/** Today's figures and the hours of the last day, of the strategies that are shown. */
export function useDays(rows: readonly Pick<StrategyRow, 'id'>[] | undefined): Days {
  const from = useToday()
  const ids = (rows ?? []).slice(0, 100).map(({ id }) => id)
  const { data } = useQuery({
    ...api.strategyDay.list.query({ body: { ids, from } }),
    ...keepRows,
    enabled: ids.length > 0,
    refetchInterval: EACH_MS,
  })
  return { from, of: id => data?.content.find(day => day.id === id) }
}

/** When today began in the tenant's zone, as of the first look. */
function useToday(): string {
  const zone = useTimeZone()
  const [nowMs] = useState(() => Date.now())
  return toInstant(dayOf(nowMs, zone), zone, 0) ?? new Date(nowMs).toISOString()
}
