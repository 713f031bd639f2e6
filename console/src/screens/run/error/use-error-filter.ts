import type { ErrorCategory } from '@sluice/contract'
import { toInstant } from '../../../lib/day.ts'
import { useTimeZone } from '../../../lib/session.ts'
import { categories, errorList } from './pages.ts'

/** What still wants somebody. */
const UNSETTLED = ['open', 'progress'] as const

/** The filters of the address as the server reads them. */
export function useErrorFilter() {
  const zone = useTimeZone()
  const [search] = errorList.useSearch()
  const { keyword, status, strategy, group, platform, owner } = search
  const from = toInstant(search.from, zone, 0)
  const to = toInstant(search.to, zone, 1)
  const category: ErrorCategory[] = categories.filter(name => search.category.includes(name))
  return {
    ...(keyword !== undefined && { keyword }),
    ...(category.length > 0 && { category }),
    ...(status !== 'all' && { status: status === undefined ? [...UNSETTLED] : [status] }),
    ...(strategy !== undefined && { strategy_id: strategy }),
    ...(group !== undefined && { strategy_group: group === '-' ? '' : group }),
    ...(platform !== undefined && { platform_id: platform }),
    ...(owner !== undefined && { owner }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
