import { InputNumber, Select, Switch } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import type { Follows } from '../parts/use-choices.ts'
import { useFollowText } from '../texts/use-follow-text.ts'
import type { SourceDraft } from '../types.ts'

export interface FollowRowsProps {
  readonly draft: SourceDraft
  /** What of the source can be followed. */
  readonly follows: Follows
  onChange(patch: Partial<SourceDraft>): void
}

const MB = 2 ** 20
const usual: NonNullable<SourceDraft['retain']> = { maxBytes: 10 * 2 ** 30, whenFull: 'drop' }

/** Stay and take changes as they come, and what the source's server may keep for that. */
export function FollowRows({ draft, follows, onChange }: FollowRowsProps) {
  const text = useFollowText()
  const ids = { follow: useId(), full: useId() }
  const retain = draft.retain ?? usual
  // One that is switched on can be switched off, whatever its source.
  if (follows === null && draft.follow !== true) return null
  return (
    <>
      <FormRow
        label={text.follow}
        htmlFor={ids.follow}
        hint={follows === null ? undefined : text.followHint[follows]}
        problem={follows === null ? text.cannot : undefined}
      >
        <Switch id={ids.follow} checked={draft.follow === true} onChange={follow => onChange({ follow })} />
      </FormRow>
      {draft.follow === true && follows === 'changes' && (
        <div className="st-inset">
          <p className="sl-muted">{text.needs}</p>
          <div className="st-columns">
            <FormRow label={text.maxBytes} hint={text.maxBytesHint}>
              <InputNumber
                aria-label={text.maxBytes}
                min={1}
                className="sl-wide"
                value={Math.round(retain.maxBytes / MB)}
                onChange={value => onChange({ retain: { ...retain, maxBytes: (value ?? 10_240) * MB } })}
              />
            </FormRow>
            <FormRow label={text.whenFull} htmlFor={ids.full}>
              <Select
                id={ids.full}
                value={retain.whenFull}
                options={(['drop', 'keep'] as const).map(value => ({ value, label: text[value] }))}
                onChange={whenFull => onChange({ retain: { ...retain, whenFull } })}
              />
            </FormRow>
          </div>
        </div>
      )}
    </>
  )
}
