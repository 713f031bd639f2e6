import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'

/** A far system is asked only every few seconds how far behind a reader is. */
const ASK_MS = 5000

/** Where all followed sources are; one question however many places show a part of it. */
export const useReaders = (enabled = true) =>
  useQuery({ ...api.strategyFollow.list.query(), refetchInterval: ASK_MS, enabled })

/** Where this strategy is in its source; undefined: nowhere yet, or not asked. */
export const useReader = (strategyId: string, enabled = true) =>
  useReaders(enabled).data?.content.find(reader => reader.strategy_id === strategyId && !reader.left_over)
