import type { FieldSpec } from '@sluice/contract'
import { Form, InputNumber, Select, Switch } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import { fieldsOf, useResource } from '../parts/use-choices.ts'
import { useText } from '../texts/use-text.ts'
import type { TargetDraft } from '../types.ts'
import { BatchRows } from './batch-rows.tsx'
import { CreateTable, type MadeTable } from './create-table.tsx'
import { SideForm } from './side-form.tsx'

export interface TargetFormProps {
  readonly draft: TargetDraft
  readonly showProblems: boolean
  /** For a new table that fits the source. */
  readonly sourceFields: readonly FieldSpec[]
  readonly sourceKey: readonly string[]
  readonly sourceName: string | null
  /** See `SideForm`. */
  readonly outside?: number
  /** A table was made for the source: it becomes the target, and takes what it was made for. */
  onMade(target: TargetDraft, table: MadeTable): void
  onChange(draft: TargetDraft): void
}

/** Where records go and how they are written. */
export function TargetForm({
  draft,
  showProblems,
  sourceFields,
  sourceKey,
  sourceName,
  outside = 0,
  onMade,
  onChange,
}: TargetFormProps) {
  const text = useText().target
  const { data } = useResource(draft)
  const resource = data?.content
  const patch = (change: Partial<TargetDraft>) => onChange({ ...draft, ...change })
  const fields = fieldsOf(resource).map(field => ({ value: field.name, label: field.name }))
  const ids = { mode: useId(), key: useId(), shared: useId() }
  const isTable = resource === undefined || resource.kind === 'table'
  return (
    <Form layout="vertical" component="div">
      <SideForm
        part="target"
        draft={draft}
        showProblems={showProblems}
        onChange={patch}
        outside={outside}
        extra={
          <CreateTable
            draft={draft}
            fields={sourceFields}
            sourceKey={sourceKey}
            sourceName={sourceName}
            onCreated={table => onMade({ ...draft, resource: table.id, key: [] }, table)}
          />
        }
      />
      {draft.resource !== null && isTable && (
        <>
          <FormRow label={text.mode} htmlFor={ids.mode}>
            <Select
              id={ids.mode}
              value={draft.mode}
              options={[
                { value: 'upsert', label: text.upsert },
                { value: 'insert', label: text.insert },
                { value: 'replace', label: text.replace },
              ]}
              onChange={(mode: TargetDraft['mode']) => patch({ mode })}
            />
          </FormRow>
          {draft.mode === 'replace' && <ReplaceRows draft={draft} onChange={patch} />}
          <FormRow label={text.key} htmlFor={ids.key} hint={text.keyHint}>
            <Select
              id={ids.key}
              mode="tags"
              value={[...draft.key]}
              placeholder={resource?.key.join(', ')}
              options={fields}
              onChange={(key: string[]) => patch({ key })}
            />
          </FormRow>
          {draft.mode !== 'insert' && (
            <FormRow label={text.shared} htmlFor={ids.shared} hint={text.sharedHint}>
              <Switch
                id={ids.shared}
                checked={draft.shared === true}
                onChange={shared => patch({ shared: shared || undefined })}
              />
            </FormRow>
          )}
        </>
      )}
      {draft.resource !== null && <BatchRows draft={draft} fields={fields} onChange={patch} />}
    </Form>
  )
}

interface ReplaceProps {
  readonly draft: TargetDraft
  onChange(patch: Partial<TargetDraft>): void
}

/** When the sets may be exchanged although the new one is not all that was hoped for. */
function ReplaceRows({ draft, onChange }: ReplaceProps) {
  const text = useText().target
  const id = useId()
  const replace = draft.replace ?? { maxErrors: 0, allowEmpty: false }
  return (
    <div className="st-inset">
      <p className="sl-muted">{text.replaceHint}</p>
      <div className="st-columns">
        <FormRow label={text.maxErrors} hint={text.maxErrorsHint}>
          <InputNumber
            aria-label={text.maxErrors}
            min={0}
            value={replace.maxErrors}
            onChange={value => onChange({ replace: { ...replace, maxErrors: value ?? 0 } })}
          />
        </FormRow>
        <FormRow label={text.allowEmpty} htmlFor={id} hint={text.allowEmptyHint}>
          <Switch
            id={id}
            checked={replace.allowEmpty}
            onChange={allowEmpty => onChange({ replace: { ...replace, allowEmpty } })}
          />
        </FormRow>
      </div>
    </div>
  )
}
