import type { Tx } from '@sluice/db'
import type { AgeBucket } from './contract.ts'
import { BUCKET, bothSides, type DifferenceSearch } from './line-rows.ts'

/** What is open, of whatever person. */
export interface OpenSearch {
  readonly accountId: string | null
  readonly currency: string | null
  readonly from: string | null
  readonly to: string | null
  readonly at: string
}

/** Carried lines too: they are no question now, and still not settled. */
const toSearch = (search: OpenSearch): DifferenceSearch => ({
  ...search,
  ...{ state: 'all', itemId: null, side: null, bucket: null, kind: null, assignee: null, isOverdue: false },
  ...{ number: null, userId: '' },
})

export interface AgeRow {
  readonly account_id: string
  readonly account: string
  readonly currency: string
  readonly bucket: AgeBucket
  readonly a_lines: number
  readonly a_minor: string
  readonly b_lines: number
  readonly b_minor: string
}

const SUMS = `count(*) filter (where side = 'a')::int as a_lines, coalesce(sum(amount_minor) filter (where side = 'a'), 0)::text as a_minor,
  count(*) filter (where side = 'b')::int as b_lines, coalesce(sum(amount_minor) filter (where side = 'b'), 0)::text as b_minor`

export function listAges(tx: Tx, search: OpenSearch): Promise<AgeRow[]> {
  const values: unknown[] = []
  const lines = bothSides(toSearch(search), values)
  return tx.query<AgeRow>(
    `select account_id, account, currency, ${BUCKET} as bucket, ${SUMS} from (${lines}) x group by 1, 2, 3, 4
      order by account, account_id, currency, min(age)`,
    values,
  )
}

export interface OpenDay {
  readonly day: string
  readonly currency: string
  readonly a_lines: number
  readonly a_minor: string
  readonly b_lines: number
  readonly b_minor: string
  /** A less B of the day. */
  readonly difference_minor: string
  /** And of all days up to it that are asked for. */
  readonly total_minor: string
}

export function listDays(tx: Tx, search: OpenSearch): Promise<OpenDay[]> {
  const values: unknown[] = []
  const lines = bothSides(toSearch(search), values)
  const difference = `sum(case side when 'a' then amount_minor else -amount_minor end)`
  return tx.query<OpenDay>(
    `select day, currency, ${SUMS}, ${difference}::text as difference_minor,
            sum(${difference}) over (partition by currency order by day)::text as total_minor
       from (${lines}) x group by day, currency order by day, currency`,
    values,
  )
}
