import { PlusOutlined } from '@ant-design/icons'
import type { FieldSpec } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { TargetDraft } from '../types.ts'
import { fieldsOf, usePlatformOf, useResource } from '../use-choices.ts'
import { useText } from '../use-text.ts'
import { BatchRows } from './batch-rows.tsx'
import { FormRow } from './form-row.tsx'
import { SideForm } from './side-form.tsx'

export interface TargetFormProps {
  readonly draft: TargetDraft
  readonly showProblems: boolean
  /** For a new table that fits the source. */
  readonly sourceFields: readonly FieldSpec[]
  readonly sourceKey: readonly string[]
  onChange(draft: TargetDraft): void
}

/** Where records go and how they are written. */
export function TargetForm({ draft, showProblems, sourceFields, sourceKey, onChange }: TargetFormProps) {
  const text = useText().target
  const { data } = useResource(draft)
  const resource = data?.content
  const patch = (change: Partial<TargetDraft>) => onChange({ ...draft, ...change })
  const fields = fieldsOf(resource).map(field => ({ value: field.name, label: field.name }))
  const ids = { mode: useId(), key: useId() }
  const isTable = resource === undefined || resource.kind === 'table'
  return (
    <Form layout="vertical" component="div">
      <SideForm
        part="target"
        draft={draft}
        showProblems={showProblems}
        onChange={patch}
        extra={
          <CreateTable
            draft={draft}
            fields={sourceFields}
            sourceKey={sourceKey}
            onCreated={id => patch({ resource: id, key: [] })}
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

interface CreateTableProps {
  readonly draft: TargetDraft
  readonly fields: readonly FieldSpec[]
  readonly sourceKey: readonly string[]
  onCreated(id: string): void
}

/** A new table that fits the source: only databases have such a thing. */
function CreateTable({ draft, fields, sourceKey, onCreated }: CreateTableProps) {
  const text = useText().target
  const queries = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useId()
  const id = draft.connector_id
  const platform = usePlatformOf('target', id)
  if (id === null || platform?.group !== 'database' || fields.length === 0) return null
  const create = async () => {
    setBusy(true)
    try {
      const { content } = await api.connector.createResource({
        params: { id },
        body: { resource: (name ?? '').trim(), fields: [...fields], key: [...sourceKey] },
      })
      await api.catalogue.refresh({ params: { id }, body: {} })
      await queries.invalidateQueries({ queryKey: api.catalogue.get.key() })
      void message.success(text.created(content.id))
      setName(null)
      onCreated(content.id)
    } catch (error) {
      void message.error(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setName('')}>
        {text.createTable}
      </Button>
      <Dialog
        open={name !== null}
        title={text.createTableTitle}
        confirmLoading={isBusy}
        okButtonProps={{ disabled: (name ?? '').trim() === '' }}
        onOk={() => void create()}
        onCancel={() => setName(null)}
      >
        <p>{text.createTableText}</p>
        <Form layout="vertical" component="div">
          <FormRow isRequired label={text.tableName} htmlFor={field}>
            <Input
              id={field}
              value={name ?? ''}
              onChange={event => setName(event.target.value)}
              onPressEnter={() => void create()}
            />
          </FormRow>
        </Form>
      </Dialog>
    </>
  )
}
