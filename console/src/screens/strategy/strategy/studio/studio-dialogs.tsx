import type { FieldSpec } from '@sluice/contract'
import { Suspense } from 'react'
import { message } from '../../../../lib/announce.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { Draft } from '../types.ts'
import type { TreeNode } from './field-tree-model.ts'
import type { StudioAction } from './studio-bar.tsx'
import type { Studio } from './use-studio.ts'

const MatchDialog = lazyPart(async () => ({ default: (await import('./match-dialog.tsx')).MatchDialog }))
const CopyMappingDialog = lazyPart(async () => ({
  default: (await import('./copy-mapping-dialog.tsx')).CopyMappingDialog,
}))
const FillDialog = lazyPart(async () => ({ default: (await import('./fill-dialog.tsx')).FillDialog }))
const TrialDialog = lazyPart(async () => ({ default: (await import('./trial-dialog.tsx')).TrialDialog }))

export type StudioDialog = Exclude<StudioAction, 'undo' | 'redo' | 'clear'>

export interface StudioDialogsProps {
  readonly opened: StudioDialog | null
  readonly draft: Draft
  readonly strategyId: string | undefined
  readonly nodes: readonly TreeNode[]
  readonly studio: Studio
  readonly source: readonly FieldSpec[]
  readonly target: readonly FieldSpec[]
  onClose(): void
}

/** What changes or tries the mapping as a whole; each is loaded when it is opened, and can be undone as one step. */
export function StudioDialogs({
  opened,
  draft,
  strategyId,
  nodes,
  studio,
  source,
  target,
  onClose,
}: StudioDialogsProps) {
  const text = useStudioText()
  const { fields } = studio
  return (
    <Suspense>
      {opened === 'match' && (
        <MatchDialog
          draft={draft}
          strategyId={strategyId}
          fields={fields}
          source={source}
          target={target}
          onClose={onClose}
          onTake={(next, count) => {
            onClose()
            studio.change(next, '')
            void message.success(text.match.taken(count))
          }}
        />
      )}
      {opened === 'copy' && (
        <CopyMappingDialog
          strategyId={strategyId}
          mapping={{ ...draft.mapping, fields: [...fields] }}
          onClose={onClose}
          onTake={(next, count) => {
            onClose()
            studio.replace(next, '')
            void message.success(text.copyFrom.taken(count))
          }}
        />
      )}
      {opened === 'fill' && (
        <FillDialog
          nodes={nodes}
          fields={fields}
          onClose={onClose}
          onFill={next => {
            onClose()
            studio.change(next, '')
          }}
        />
      )}
      {opened === 'trial' && strategyId !== undefined && (
        <TrialDialog strategyId={strategyId} mapping={draft.mapping} onClose={onClose} />
      )}
    </Suspense>
  )
}
