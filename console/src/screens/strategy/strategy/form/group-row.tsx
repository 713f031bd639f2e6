import { type FieldSpec, STORED_RECORDS } from '@sluice/contract'
import { GroupForm } from '../studio/group-form.tsx'
import { useGroupText } from '../texts/use-group-text.ts'
import type { SourceDraft } from '../types.ts'
import { changeGroup } from './group-model.ts'

export interface GroupRowProps {
  readonly draft: SourceDraft
  /** Of the stored records. */
  readonly fields: readonly FieldSpec[]
  onChange(patch: Partial<SourceDraft>): void
}

/** Stored records of another strategy as documents: only they can be looked at as a whole. */
export function GroupRow({ draft, fields, onChange }: GroupRowProps) {
  const text = useGroupText().records
  if (!draft.group && !draft.resource?.startsWith(STORED_RECORDS)) return null
  return (
    <div className="st-gap">
      <GroupForm
        group={draft.group}
        fields={fields}
        words={text}
        onChange={group => onChange(changeGroup(draft, group))}
      />
    </div>
  )
}
