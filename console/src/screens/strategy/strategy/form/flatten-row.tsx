import type { FieldSpec } from '@sluice/contract'
import { Select } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { SourceDraft } from '../types.ts'
import { changeFlatten, listLists } from './flatten-model.ts'

export interface FlattenRowProps {
  readonly draft: SourceDraft
  readonly fields: readonly FieldSpec[]
  onChange(patch: Partial<SourceDraft>): void
}

/** Lists whose elements become rows; what numbers the rows joins the key. */
export function FlattenRow({ draft, fields, onChange }: FlattenRowProps) {
  const text = useStudioText().flatten
  const id = useId()
  const { flatten = [] } = draft
  const lists = listLists(fields, flatten)
  if (lists.length === 0 && flatten.length === 0) return null
  return (
    <FormRow label={text.label} htmlFor={id} hint={text.hint}>
      <Select
        id={id}
        mode="tags"
        maxCount={5}
        placeholder={text.none}
        value={[...flatten]}
        options={lists.map(list => ({ value: list, label: list }))}
        onChange={(next: string[]) => onChange(changeFlatten(draft, next))}
      />
    </FormRow>
  )
}
