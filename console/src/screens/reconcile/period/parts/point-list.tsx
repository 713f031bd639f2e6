import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { importList } from '../../bill-import/pages.ts'
import { billingList } from '../../billing/pages.ts'
import { flowIndex } from '../../flow/pages.ts'
import { accountList } from '../../recon-account/pages.ts'
import type { Point } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly accountId: string
  readonly month: string
  readonly points: readonly Point[]
}

const ICONS = { ok: CheckCircleFilled, warn: ExclamationCircleFilled, block: CloseCircleFilled } as const
const ORDER = ['block', 'warn', 'ok'] as const

/** What was looked at before closing; each opens the list that it counts. */
export function PointList({ accountId, month, points }: Props) {
  const text = useText()
  const sorted = points.toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
  return (
    <ul className="rp-points">
      {sorted.map(point => {
        const Icon = ICONS[point.level]
        const to = linkOf(point, accountId, month)
        const { title, told } = text.points.of[point.code]
        return (
          <li key={point.code} className={`rp-point rp-${point.level}`}>
            <Icon aria-label={text.points.levels[point.level]} />
            <div>
              <strong>{title}</strong>
              {point.level !== 'ok' && (
                <p>
                  {told(point.count, point.values)} {to !== null && <Link to={to}>{text.points.open}</Link>}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The list behind a point. */
function linkOf({ code, count }: Point, account_id: string, month: string): string | null {
  const [from, to] = [`${month}-01`, lastDay(month)]
  if (count === 0) return null
  const flow = (state: 'only_a' | 'only_b' | 'proposed' | 'different') =>
    flowIndex.href({ search: { state, account_id, to } })
  const bills = (search: NonNullable<Parameters<typeof billingList.href>[0]>['search']) =>
    billingList.href({ search: { account_id, from, to, ...search } })
  switch (code) {
    case 'files':
      return importList.href({ search: { account_id } })
    case 'rejected':
      return importList.href({ search: { account_id, state: 'rejected' } })
    case 'running':
      return flowIndex.href({ search: { account_id } })
    case 'flow':
      return flowIndex.href({ search: {} })
    case 'items':
      return bills({ item_id: 'none' })
    case 'duplicates':
      return bills({ status: 'duplicate' })
    case 'late':
      return billingList.href({ search: { account_id, booked_in: from } })
    case 'a_open':
      return flow('only_a')
    case 'b_open':
      return flow('only_b')
    case 'proposed':
      return flow('proposed')
    case 'adjustments':
      return flow('different')
    case 'balance':
      return accountList.href({ search: {} })
    case 'gaps':
    case 'currency':
    case 'continuity':
      return bills({})
    default:
      return null
  }
}

function lastDay(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10)
}
