import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useText } from '../use-text.ts'
import type { ChangeDraft } from './change-draft.ts'
import { RepairLink } from './repair-hint.tsx'
import type { ReplayScope } from './replay-scope.ts'
import '../error.css'

const ReplayDialog = lazyPart(async () => ({ default: (await import('./replay-dialog.tsx')).ReplayDialog }))

export interface RecordRepairProps {
  readonly groupId: string
  readonly recordId: string
  /** It is in error no more: nothing is to be mended. */
  readonly isOver: boolean
  /** What is said while the cause is not known, and once it is over. */
  readonly advice: string | null
  /** The fields that are likely to be corrected, with what they hold. */
  readonly changes: readonly ChangeDraft[]
  /** Further acts, behind the one that most likely helps. */
  readonly children: ReactNode
  onDone(): void
}

/** What most likely mends one record, in a sentence, with the act itself. */
export function RecordRepair(props: RecordRepairProps) {
  const { groupId, recordId, isOver, changes, children, onDone } = props
  const text = useText()
  const [scope, setScope] = useState<ReplayScope | null>(null)
  const { data, isPending } = useQuery(api.errorGroup.get.query({ params: { id: groupId } }))
  const group = data?.content
  const correct = () => setScope({ ids: [recordId], count: 1, kind: 'correct', ...(changes.length > 0 && { changes }) })
  const close = () => {
    setScope(null)
    onDone()
  }
  const known = group && (group.retire.length > 0 ? text.drawer.decideHint : text.recordRepair[group.repair])
  const advice = isOver || !known ? props.advice : known
  return (
    <>
      {advice !== null && <p>{advice}</p>}
      {/* All acts at once: one that comes later would push the others from under the pointer. */}
      <div className="er-actions er-record-actions" hidden={isPending}>
        {group && !isOver && group.retire.length === 0 && <RepairLink group={group} onCorrect={correct} isMain />}
        {children}
      </div>
      <Suspense>{group && scope && <ReplayDialog group={group} scope={scope} onClose={close} />}</Suspense>
    </>
  )
}
