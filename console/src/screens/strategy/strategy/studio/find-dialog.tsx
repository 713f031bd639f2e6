import type { FieldSpec, FindValue, MappingField } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, AutoComplete, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { isWhole } from '../model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import { ExplainSteps } from './explain-steps.tsx'
import { FindConditions } from './find-conditions.tsx'
import { listFindFields, type Upstream } from './find-model.ts'
import { useOutcome } from './use-outcome.ts'
import { readRecord } from './use-records.ts'

export interface FindDialogProps {
  readonly value: FindValue
  readonly source: readonly FieldSpec[]
  /** The source list around the field, so that a line's fields are found. */
  readonly listName: string | null
  readonly record: string | null
  onSave(value: FindValue): void
  onClose(): void
}

/** Which record of another strategy is meant, what is taken of it, and what it gives for the current record. */
export function FindDialog({ value, source, listName, record, onSave, onClose }: FindDialogProps) {
  const words = useStudioText()
  const text = words.find
  const { loading } = useUiText()
  const [draft, setDraft] = useState(value)
  const patch = (change: Partial<FindValue>) => setDraft(known => ({ ...known, ...change }))
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const upstream = useUpstream(draft.strategy_id)
  const fields = listFindFields(upstream)
  const waiting = draft.strategy_id !== '' && upstream === null ? loading : null
  const names = draft.where.map(each => each.field)
  const isServed = upstream === null || upstream.way(names)
  return (
    <Dialog
      open
      width={820}
      title={text.title}
      okText={text.apply}
      cancelText={words.cancel}
      okButtonProps={{ disabled: !isWhole(draft) || !isServed }}
      onOk={() => onSave(draft)}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      <Form layout="vertical" component="div" size="small">
        <Form.Item label={text.strategy}>
          <Select
            aria-label={text.strategy}
            showSearch={{ optionFilterProp: 'label' }}
            loading={strategies.isLoading}
            value={draft.strategy_id || null}
            options={(strategies.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(strategy_id: string) => patch({ strategy_id })}
          />
        </Form.Item>
        {upstream?.isEmpty && <Alert type="warning" showIcon title={text.empty} />}
        <Form.Item label={text.where} help={upstream && text.index(upstream.key.join(', '), upstream.number)}>
          <FindConditions
            where={draft.where}
            fields={fields}
            waiting={waiting}
            source={source}
            listName={listName}
            record={record}
            onChange={where => patch({ where })}
          />
        </Form.Item>
        {!isServed && <Alert type="error" showIcon title={text.noWay} />}
        <Form.Item label={text.field}>
          <AutoComplete
            aria-label={text.field}
            className="sl-wide"
            value={draft.field}
            notFoundContent={waiting}
            options={fields.map(each => ({ value: each.name, label: text.fieldLabel(each) }))}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
            onChange={(field: string) => patch({ field })}
          />
        </Form.Item>
        <FindPolicies draft={draft} onChange={patch} />
      </Form>
      <h4>{text.test}</h4>
      <FindTest draft={draft} listName={listName} record={record} />
    </Dialog>
  )
}

interface FindPoliciesProps {
  readonly draft: FindValue
  onChange(change: Partial<FindValue>): void
}

function FindPolicies({ draft, onChange }: FindPoliciesProps) {
  const text = useStudioText().find
  const { onMiss = 'empty', onMany = 'newest' } = draft
  return (
    <>
      <Form.Item label={text.onMiss}>
        <Select
          aria-label={text.onMiss}
          value={onMiss}
          options={(['empty', 'default', 'error'] as const).map(each => ({ value: each, label: text.misses[each] }))}
          onChange={(next: typeof onMiss) => onChange({ onMiss: next === 'empty' ? undefined : next })}
        />
      </Form.Item>
      {onMiss === 'default' && (
        <Form.Item label={text.default}>
          <Input
            aria-label={text.default}
            value={draft.default ?? ''}
            onChange={event => onChange({ default: event.target.value })}
          />
        </Form.Item>
      )}
      <Form.Item label={text.onMany}>
        <Select
          aria-label={text.onMany}
          value={onMany}
          options={(['newest', 'error'] as const).map(each => ({ value: each, label: text.many[each] }))}
          onChange={(next: typeof onMany) => onChange({ onMany: next === 'newest' ? undefined : next })}
        />
      </Form.Item>
    </>
  )
}

/** The engine's own word on it, for the current record; inside lines for its first line. */
function FindTest({ draft, listName, record }: Pick<FindDialogProps, 'listName' | 'record'> & { draft: FindValue }) {
  const text = useStudioText().find
  const field: MappingField = { target: 'x', value: draft }
  const lines = (source: string): MappingField => ({ target: 'l', value: { kind: 'lines', source, fields: [field] } })
  const fields = isWhole(draft) ? [listName === null ? field : lines(listName)] : []
  const { preview } = useOutcome(record, { copyAll: false, fields })
  const note = preview?.explanation.find(each => each.field.endsWith('x'))
  const [problem] = preview?.problems ?? []
  if (note) return <ExplainSteps note={note} lookups={preview?.lookups ?? []} finds={preview?.finds ?? []} />
  if (problem) return <p className="st-problem">{problem.message}</p>
  return <p className="sl-muted">{record === null ? text.noRecord : text.unfinished}</p>
}

/** What the dialog knows of the strategy that is looked into; null: nothing yet. */
function useUpstream(strategyId: string): Upstream | null {
  const isChosen = strategyId !== ''
  const strategy = useQuery({ ...api.strategy.get.query({ params: { id: strategyId } }), enabled: isChosen })
  const stored = useQuery({
    ...api.strategyData.search.query({ params: { strategy: strategyId }, body: { pageSize: 1 } }),
    enabled: isChosen,
  })
  const row = stored.data?.content.rows[0]
  const detail = useQuery({
    ...api.strategyData.get.query({ params: { strategy: strategyId, id: row?.id ?? '' } }),
    enabled: row !== undefined,
  })
  if (!isChosen || !strategy.data) return null
  const { key, number } = strategy.data.content.config.source
  return {
    key,
    number: number ?? null,
    isEmpty: stored.data !== undefined && row === undefined,
    sample: readRecord(detail.data?.content.original ?? null),
    row: row ? { $key: row.key, $number: row.number, $target: row.target_key } : {},
    way: names =>
      names.includes('$key') ||
      names.includes('$number') ||
      key.every(name => names.includes(name)) ||
      (number !== undefined && names.includes(number)),
  }
}
