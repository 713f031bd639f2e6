import { editionOf, type Mapping, type Resource } from '@sluice/contract'
import { Form, InputNumber, Select, Switch } from 'antd'
import { useEffect, useEffectEvent, useId } from 'react'
import { takeIdentity } from '../model.ts'
import { FormRow } from '../parts/form-row.tsx'
import { fieldsOf, rowFieldsOf, useFollows, useResource } from '../parts/use-choices.ts'
import { derivedSpecs } from '../studio/shape-model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'
import type { SourceDraft } from '../types.ts'
import { FlattenRow } from './flatten-row.tsx'
import { FollowRows } from './follow-rows.tsx'
import { GroupRow } from './group-row.tsx'
import { ReadingRows } from './reading-rows.tsx'
import { RowFilter } from './row-filter.tsx'
import { SideForm } from './side-form.tsx'

export interface SourceFormProps {
  readonly draft: SourceDraft
  readonly showProblems: boolean
  /** Of the mapping: the row filter may ask for derived fields. */
  readonly mapping?: Mapping
  /** See `SideForm`. */
  readonly outside?: number
  onChange(draft: SourceDraft): void
}

/** Where records come from, what identifies them, and how much of them a run reads. */
export function SourceForm({ draft, showProblems, mapping, outside, onChange }: SourceFormProps) {
  const text = useText().source
  const { derived } = useStudioText()
  const { data } = useResource(draft)
  const resource = data?.content
  const follows = useFollows(draft, resource)
  const patch = (change: Partial<SourceDraft>) => onChange({ ...draft, ...change })
  const suggestKey = useEffectEvent((described: Resource) => {
    const known = takeIdentity(draft, described)
    if (known !== draft) onChange(known)
  })
  useEffect(() => {
    if (resource) suggestKey(resource)
  }, [resource])
  const rowFields = rowFieldsOf(resource, draft)
  const fields = rowFields.map(field => ({
    value: field.name,
    label: field.label ? `${field.name} · ${field.label}` : field.name,
  }))
  const filterFields = mapping ? [...rowFields, ...derivedSpecs(mapping.derived, derived.label)] : rowFields
  const ids = { key: useId(), number: useId() }
  const middle =
    draft.resource === null ? null : (
      <>
        <FormRow
          isRequired
          label={text.key}
          htmlFor={ids.key}
          hint={text.keyHint}
          problem={showProblems && draft.key.length === 0 ? text.keyRequired : undefined}
        >
          <Select
            id={ids.key}
            mode="tags"
            value={[...draft.key]}
            options={fields}
            onChange={(key: string[]) => patch({ key })}
          />
        </FormRow>
        {follows !== undefined && <FollowRows draft={draft} follows={follows} onChange={patch} />}
        {draft.follow !== true && (
          <IncrementRows draft={draft} fields={fields} candidates={resource?.increment ?? []} onChange={patch} />
        )}
      </>
    )
  return (
    <Form layout="vertical" component="div">
      <SideForm
        part="source"
        draft={draft}
        showProblems={showProblems}
        onChange={patch}
        outside={outside ?? 0}
        middle={middle}
      />
      {draft.resource !== null && (
        <>
          <FlattenRow draft={draft} fields={fieldsOf(resource)} onChange={patch} />
          <GroupRow draft={draft} fields={fieldsOf(resource)} onChange={patch} />
          <RowFilter
            filter={draft.filter}
            fields={filterFields}
            {...(mapping && { edition: editionOf(mapping) })}
            onChange={filter => patch({ filter })}
          />
          {/* Of a strategy that exists everything is in view. */}
          <details className="sl-param-group" open={mapping !== undefined}>
            <summary>{text.moreReading}</summary>
            <FormRow label={text.number} htmlFor={ids.number} hint={text.numberHint}>
              <Select
                id={ids.number}
                allowClear
                showSearch
                value={draft.number}
                options={fields}
                onChange={(number: string | undefined) => patch({ number: number ?? null })}
              />
            </FormRow>
            <ReadingRows draft={draft} onChange={patch} />
            <FormRow label={text.pageSize}>
              <InputNumber
                aria-label={text.pageSize}
                min={1}
                max={10_000}
                value={draft.pageSize}
                onChange={pageSize => patch({ pageSize: pageSize ?? 1000 })}
              />
            </FormRow>
          </details>
        </>
      )}
    </Form>
  )
}

interface IncrementProps {
  readonly draft: SourceDraft
  readonly fields: { readonly value: string; readonly label: string }[]
  readonly candidates: readonly string[]
  onChange(patch: Partial<SourceDraft>): void
}

function IncrementRows({ draft, fields, candidates, onChange }: IncrementProps) {
  const text = useText().source
  const { increment } = draft
  const id = useId()
  const start = () => onChange({ increment: { field: candidates[0] ?? '', lookBackSeconds: 300, endLagSeconds: 0 } })
  return (
    <>
      <FormRow label={text.increment} htmlFor={id} hint={text.incrementHint}>
        <Switch
          id={id}
          checked={increment !== null}
          onChange={isOn => (isOn ? start() : onChange({ increment: null }))}
        />
      </FormRow>
      {increment !== null && (
        <div className="st-inset">
          <FormRow isRequired label={text.incrementField}>
            <Select
              aria-label={text.incrementField}
              showSearch
              value={increment.field || null}
              options={fields.toSorted((a, b) => candidates.indexOf(b.value) - candidates.indexOf(a.value))}
              onChange={(field: string) => onChange({ increment: { ...increment, field } })}
            />
          </FormRow>
          <div className="st-columns">
            <FormRow label={text.lookBack} hint={text.lookBackHint}>
              <InputNumber
                aria-label={text.lookBack}
                min={0}
                className="sl-wide"
                value={increment.lookBackSeconds}
                onChange={value => onChange({ increment: { ...increment, lookBackSeconds: value ?? 0 } })}
              />
            </FormRow>
            <FormRow label={text.endLag} hint={text.endLagHint}>
              <InputNumber
                aria-label={text.endLag}
                min={0}
                max={86_400}
                className="sl-wide"
                value={increment.endLagSeconds}
                onChange={value => onChange({ increment: { ...increment, endLagSeconds: value ?? 0 } })}
              />
            </FormRow>
          </div>
        </div>
      )}
    </>
  )
}
