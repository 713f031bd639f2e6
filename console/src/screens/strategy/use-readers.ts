import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { Strategy } from './types.ts'

/** A far system is asked only every few seconds how far behind a reader is. */
const ASK_MS = 5000
const query = () => api.strategyFollow.list.query()

/** Where all followed sources are; one question however many places show a part of it. */
export const useReaders = () => useQuery({ ...query(), refetchInterval: ASK_MS })

/** The far system no longer has what comes next: nothing moves before everything is read anew. */
export function useIsLost({ id, config }: Strategy): boolean {
  const { data } = useQuery({ ...query(), refetchInterval: ASK_MS, enabled: config.source.follow === true })
  return (data?.content ?? []).some(reader => reader.strategy_id === id && !reader.left_over && reader.state === 'lost')
}
