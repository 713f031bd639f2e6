import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A far system is asked only every few seconds how far behind a reader is. */
const ASK_MS = 5000

/** Where all followed sources are; one question however many places show a part of it. */
export const useReaders = () => useQuery({ ...api.strategyFollow.list.query(), refetchInterval: ASK_MS })
