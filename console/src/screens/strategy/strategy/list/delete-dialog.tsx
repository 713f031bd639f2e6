import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { RemovalImpact } from '../../../../parts/removal-impact.tsx'
import { useRemovalImpact } from '../../../../parts/use-removal-impact.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { reportEdit } from '../../../insight/aggregate/pages.ts'
import { linkOfReader } from '../../../insight/lineage/pages.ts'
import { strategyDetail } from '../pages.ts'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyRow } from '../types.ts'
import '../strategy.css'

type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']
type Reference = ContentOut<StrategyModule['references']>[number]

export interface DeleteDialogProps {
  readonly ids: readonly string[]
  readonly rows: readonly StrategyRow[]
  readonly isBusy: boolean
  onConfirm(): void
  onCancel(): void
}

const kinds = ['wait', 'find', 'read', 'callback', 'report'] as const

/** Asks before strategies go, and says what would miss them: that is confirmed by typing. */
export function DeleteDialog({ ids, rows, isBusy, onConfirm, onCancel }: DeleteDialogProps) {
  const text = useListText()
  const { data, error, refetch } = useQuery({
    ...api.strategy.references.query({ body: { ids: [...ids] } }),
    staleTime: 0,
  })
  const asked = useRemovalImpact('strategy', ids)
  const references = data?.content ?? []
  const named = new Set(references.flatMap(each => each.report_id ?? (each.kind === 'wait' ? [] : each.strategy_id)))
  const others = asked.data?.content.dependants.filter(each => !named.has(each.object_id)) ?? []
  // What only counts records goes on counting.
  const isMissed = others.some(({ kind }) => kind !== 'dashboard') || (asked.data?.content.hidden ?? 0) > 0
  const [only] = ids
  const name = ids.length === 1 ? rows.find(row => row.id === only)?.name : undefined
  // It opens with its question whole: a field that comes or goes later would take the cursor with it.
  if ((data === undefined && error === null) || asked.isPending) return null
  return (
    <ConfirmDanger
      open
      title={text.deleteTitle(ids.length)}
      text={
        <>
          <p>{text.deleteText}</p>
          {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
          {kinds.map(kind => (
            <References key={kind} kind={kind} references={references.filter(each => each.kind === kind)} />
          ))}
          <RemovalImpact asked={asked} linkOf={linkOfReader} without={each => named.has(each.object_id)} />
        </>
      }
      action={text.delete}
      {...((references.length > 0 || isMissed) && { word: name ?? text.delete })}
      isBusy={isBusy}
      isUnknown={data === undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

interface ReferencesProps {
  readonly kind: Reference['kind']
  readonly references: readonly Reference[]
}

function References({ kind, references }: ReferencesProps) {
  const text = useListText().usedBy
  if (references.length === 0) return null
  return (
    <>
      <p>
        <strong>{text[kind]}</strong>
      </p>
      <ul className="st-used">
        {references.map(each => (
          <li key={`${each.id} ${each.report_id ?? each.strategy_id}`}>
            <Link to={hrefOf(each)}>{each.report_name === '' ? text.privateReport : nameOf(each)}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = ({ report_name, strategy_name }: Reference): string =>
  report_name === null ? strategy_name : `${strategy_name} · ${report_name}`

const hrefOf = ({ report_id, report_name, strategy_id }: Reference): string =>
  report_id === null || report_name === ''
    ? strategyDetail.href({ params: { id: strategy_id } })
    : reportEdit.href({ params: { strategy: strategy_id, id: report_id } })
