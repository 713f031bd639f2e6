import { Switch } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import { useText } from '../texts/use-text.ts'
import type { SourceDraft } from '../types.ts'

export interface ReadingRowsProps {
  readonly draft: SourceDraft
  onChange(patch: Partial<SourceDraft>): void
}

/** What a read may find without breaking off: known keys again, several versions of a key, other fields than before. */
export function ReadingRows({ draft, onChange }: ReadingRowsProps) {
  const text = useText().source
  const [check, versions, drift] = [useId(), useId(), useId()]
  return (
    <>
      <FormRow label={text.idCheck} htmlFor={check} hint={text.idCheckHint}>
        <Switch id={check} checked={draft.idCheck} onChange={idCheck => onChange({ idCheck })} />
      </FormRow>
      <FormRow label={text.versions} htmlFor={versions} hint={text.versionsHint}>
        <Switch
          id={versions}
          checked={draft.versions === true}
          onChange={isVersion => onChange({ versions: isVersion })}
        />
      </FormRow>
      <FormRow label={text.drift} htmlFor={drift} hint={text.driftHint}>
        <Switch
          id={drift}
          checked={draft.drift === 'accept'}
          onChange={isOn => onChange({ drift: isOn ? 'accept' : 'stop' })}
        />
      </FormRow>
    </>
  )
}
