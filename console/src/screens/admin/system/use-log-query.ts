import { toInstant } from '../../../lib/day.ts'
import { useTimeZone } from '../../../lib/session.ts'
import { operationLog } from './pages.ts'

/** The filters of the address as the server reads them. */
export function useLogQuery() {
  const zone = useTimeZone()
  const [search] = operationLog.useSearch()
  const { keyword, user, action, operation, object, result, ip } = search
  const from = toInstant(search.from, zone, 0)
  const to = toInstant(search.to, zone, 1)
  return {
    ...(keyword !== undefined && { keyword }),
    ...(user !== undefined && { user }),
    ...(action !== undefined && { action }),
    ...(operation !== undefined && { operation }),
    ...(object !== undefined && { object_type: object }),
    ...(result !== undefined && { result }),
    ...(ip !== undefined && { ip }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
