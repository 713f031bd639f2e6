import { toInstant } from '../../../lib/day.ts'
import { useTimeZone } from '../../../lib/session.ts'
import { callLogList } from './pages.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filters of the address as the server reads them. */
export function useCallQuery() {
  const zone = useTimeZone()
  const [search] = callLogList.useSearch()
  const { application, strategy, asset, operation, result, status, ip, slower, trace } = search
  const from = toInstant(search.from, zone, 0)
  const to = toInstant(search.to, zone, 1)
  const isStatus = status !== undefined && /^[1-5]\d\d$/.test(status)
  return {
    ...(application !== undefined && { application_id: application }),
    ...(strategy !== undefined && { strategy_id: strategy }),
    ...(asset !== undefined && { asset_id: asset }),
    ...(operation !== undefined && { operation }),
    ...(result !== undefined && { result }),
    ...(isStatus && { status: Number(status) }),
    ...(ip !== undefined && { ip }),
    ...(slower !== undefined && { slower_ms: Number(slower) }),
    ...(trace !== undefined && UUID.test(trace.trim()) && { trace: trace.trim() }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
