import type { TargetConfig } from '@sluice/contract'
import { AutoComplete, InputNumber } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import { useText } from '../texts/use-text.ts'
import type { TargetDraft } from '../types.ts'

export interface BatchRowsProps {
  readonly draft: TargetDraft
  /** Fields of the target. */
  readonly fields: readonly { readonly value: string; readonly label: string }[]
  onChange(patch: Partial<TargetDraft>): void
}

/** How many records go to the target at once, and what ends a batch before. */
export function BatchRows({ draft, fields, onChange }: BatchRowsProps) {
  const text = useText().target
  const id = useId()
  const { batch = {} } = draft
  const set = (change: NonNullable<TargetConfig['batch']>) => onChange({ batch: toBatch({ ...batch, ...change }) })
  return (
    <div className="st-columns">
      <FormRow label={text.batch} hint={text.batchHint}>
        <InputNumber
          aria-label={text.batch}
          min={1}
          max={10_000}
          precision={0}
          placeholder={text.batchUsual}
          value={draft.batchSize ?? null}
          onChange={batchSize => onChange({ batchSize: batchSize ?? undefined })}
        />
      </FormRow>
      <FormRow label={text.batchBytes} hint={text.batchBytesHint}>
        <InputNumber
          aria-label={text.batchBytes}
          min={1}
          max={65_536}
          precision={0}
          suffix="KiB"
          placeholder={text.noBound}
          value={batch.maxBytes === undefined ? null : Math.ceil(batch.maxBytes / 1024)}
          onChange={kib => set({ maxBytes: kib === null ? undefined : kib * 1024 })}
        />
      </FormRow>
      <FormRow label={text.batchApart} htmlFor={id} hint={text.batchApartHint}>
        <AutoComplete
          id={id}
          allowClear
          value={batch.apart ?? ''}
          options={[...fields]}
          onChange={(apart: string | undefined) => set({ apart: apart || undefined })}
        />
      </FormRow>
    </div>
  )
}

/** Nothing chosen is nothing written. */
function toBatch({ maxBytes, apart }: NonNullable<TargetConfig['batch']>): TargetConfig['batch'] {
  if (maxBytes === undefined && apart === undefined) return undefined
  return { ...(maxBytes === undefined ? {} : { maxBytes }), ...(apart === undefined ? {} : { apart }) }
}
