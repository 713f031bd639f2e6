import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { WriteBack } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useId } from 'react'
import { api } from '../../../../lib/api.ts'
import { FormRow } from '../parts/form-row.tsx'
import { useWriteBackText } from '../texts/use-write-back-text.ts'

export interface WriteBackFormProps {
  readonly writeBack: WriteBack | undefined
  /** Cannot hand on to itself. */
  readonly strategyId?: string | undefined
  onChange(writeBack: WriteBack | undefined): void
}

/** What of the target's answer is kept as fields, and where written records go on to. */
export function WriteBackForm({ writeBack = { fields: [] }, strategyId, onChange }: WriteBackFormProps) {
  const text = useWriteBackText()
  const id = useId()
  const { data, isLoading } = useQuery(api.strategy.callbacks.query())
  const { fields, callback } = writeBack
  const set = (next: WriteBack) => onChange(next.fields.length === 0 && !next.callback ? undefined : next)
  const setField = (at: number, change: Partial<WriteBack['fields'][number]>) =>
    set({ ...writeBack, fields: fields.map((each, index) => (index === at ? { ...each, ...change } : each)) })
  return (
    <>
      <p className="sl-muted">{text.text}</p>
      <Form layout="vertical" component="div">
        <FormRow label={text.fields} hint={text.fieldsHint}>
          {fields.map((each, at) => (
            // Rows have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div className="st-line" key={at}>
              <Input
                aria-label={text.field(at + 1)}
                placeholder={text.names.field}
                maxLength={100}
                status={each.field === '' ? 'error' : ''}
                value={each.field}
                onChange={event => setField(at, { field: event.target.value })}
              />
              <Input
                aria-label={text.label(at + 1)}
                placeholder={text.names.label}
                maxLength={100}
                value={each.label}
                onChange={event => setField(at, { label: event.target.value })}
              />
              <Input
                aria-label={text.value(at + 1)}
                placeholder="{{data.Id}}"
                maxLength={2000}
                status={each.value === '' ? 'error' : ''}
                value={each.value}
                onChange={event => setField(at, { value: event.target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={text.remove(at + 1)}
                onClick={() => set({ ...writeBack, fields: fields.toSpliced(at, 1) })}
              />
            </div>
          ))}
          <Button
            icon={<PlusOutlined />}
            disabled={fields.length >= 50}
            onClick={() => set({ ...writeBack, fields: [...fields, { field: '', label: '', value: '' }] })}
          >
            {text.add}
          </Button>
        </FormRow>
        <FormRow label={text.callback} htmlFor={id} hint={text.callbackHint}>
          <Select
            id={id}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            loading={isLoading}
            placeholder={text.none}
            value={callback?.strategy_id ?? null}
            options={(data?.content ?? [])
              .filter(strategy => strategy.id !== strategyId)
              .map(({ id: value, name, trouble }) => ({ value, label: name, trouble, disabled: trouble !== null }))}
            optionRender={({ data: { label, trouble } }) => (
              <div className="st-choice-reason">
                {label}
                {trouble !== null && <small>{trouble}</small>}
              </div>
            )}
            onChange={(strategy_id: string | null) => {
              const { callback: known, ...rest } = writeBack
              set(strategy_id ? { ...rest, callback: { strategy_id, fields: known?.fields ?? [] } } : rest)
            }}
          />
        </FormRow>
        {callback && <BodyFields callback={callback} onChange={next => set({ ...writeBack, callback: next })} />}
      </Form>
    </>
  )
}

type Callback = NonNullable<WriteBack['callback']>

interface BodyFieldsProps {
  readonly callback: Callback
  onChange(callback: Callback): void
}

/** What is handed on: everything, or only these. */
function BodyFields({ callback, onChange }: BodyFieldsProps) {
  const text = useWriteBackText()
  const { fields } = callback
  const setField = (at: number, change: Partial<Callback['fields'][number]>) =>
    onChange({ ...callback, fields: fields.map((each, index) => (index === at ? { ...each, ...change } : each)) })
  return (
    <div className="st-inset">
      <p className="sl-muted">{text.whole}</p>
      {fields.map((each, at) => (
        // Rows have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="st-line" key={at}>
          <Input
            aria-label={text.bodyField(at + 1)}
            placeholder={text.names.field}
            maxLength={100}
            status={each.field === '' ? 'error' : ''}
            value={each.field}
            onChange={event => setField(at, { field: event.target.value })}
          />
          <Input
            aria-label={text.bodyValue(at + 1)}
            placeholder="{{writeBack.id}}"
            maxLength={2000}
            value={each.value}
            onChange={event => setField(at, { value: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={text.removeBody(at + 1)}
            onClick={() => onChange({ ...callback, fields: fields.toSpliced(at, 1) })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={fields.length >= 200}
        onClick={() => onChange({ ...callback, fields: [...fields, { field: '', value: '' }] })}
      >
        {text.addBody}
      </Button>
    </div>
  )
}
