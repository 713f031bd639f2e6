import type { ErrorRepair } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { DataColumn } from '../ui/data-table.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import './parts.css'
import { useErrorText } from './use-error-text.ts'

/** What every list of errors tells of an error. */
export interface ErrorFacts {
  /** The number that the business knows it by, with the way to it. */
  readonly number: ReactNode
  /** The whole sentence, with what stands below it. */
  readonly reason: ReactNode
  /** The system that did not take it. */
  readonly system: string | null | undefined
  readonly since: string | null | undefined
  readonly owner: string | null | undefined
  /** null: nothing is to be mended. */
  readonly repair: ErrorRepair | null
  /** Where it is mended. */
  repairAt(label: string): ReactNode
}

/** The word that the server sorts by, where it does. */
export type ErrorSorts = Partial<Record<'since', string>>

/** The columns of every list of errors, in their order: number, reason, system, age, owner, repair. */
export function useErrorColumns<T>(read: (row: T) => ErrorFacts, sorts: ErrorSorts = {}): DataColumn<T>[] {
  const text = useErrorText()
  const none = <span className="sl-muted">–</span>
  return [
    {
      key: 'number',
      title: text.number,
      width: 150,
      isAlwaysShown: true,
      render: (_, row) => <div className="pa-whole">{read(row).number}</div>,
    },
    {
      key: 'reason',
      title: text.reason,
      width: 260,
      isAlwaysShown: true,
      render: (_, row) => <div className="pa-whole">{read(row).reason}</div>,
    },
    { key: 'system', title: text.system, width: 110, ellipsis: true, render: (_, row) => read(row).system || none },
    {
      key: 'since',
      title: text.since,
      width: 104,
      ...(sorts.since !== undefined && { sortKey: sorts.since }),
      render: (_, row) => <RelativeTime value={read(row).since} />,
    },
    {
      key: 'owner',
      title: text.owner,
      width: 90,
      ellipsis: true,
      render: (_, row) => read(row).owner ?? <span className="sl-muted">{text.nobody}</span>,
    },
    {
      key: 'repair',
      title: text.repair,
      width: 120,
      render: (_, row) => {
        const { repair, repairAt } = read(row)
        return repair === null ? none : repairAt(text.repairs[repair])
      },
    },
  ]
}
