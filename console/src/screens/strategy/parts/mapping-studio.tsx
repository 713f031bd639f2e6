import type { Mapping } from '@sluice/contract'
import { useState } from 'react'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import type { Draft } from '../types.ts'
import { fieldsOf, useResource } from '../use-choices.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { PreviewPanel } from './preview-panel.tsx'

export interface MappingStudioProps {
  readonly draft: Draft
  onChange(mapping: Mapping): void
}

/** The mapping on the left, what it makes of a real record on the right. */
export function MappingStudio({ draft, onChange }: MappingStudioProps) {
  const source = useResource(draft.source)
  const target = useResource(draft.target)
  const [wrong, setWrong] = useState<readonly string[]>([])
  return (
    <div className="st-split">
      <div>
        {target.error !== null && <ErrorBlock isSmall error={target.error} onRetry={() => void target.refetch()} />}
        <MappingEditor
          mapping={draft.mapping}
          source={fieldsOf(source.data?.content)}
          target={fieldsOf(target.data?.content)}
          wrong={wrong}
          onChange={onChange}
        />
      </div>
      <PreviewPanel source={draft.source} mapping={draft.mapping} onWrong={setWrong} />
    </div>
  )
}
