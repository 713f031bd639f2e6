import { Checkbox, Input, Select } from 'antd'
import { nameMetric, removeGroup, removeMetric, tidySort, withExpand } from '../model.ts'
import type { FieldInfo, Granularity, MetricOp, PartProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { FieldSelect } from './field-select.tsx'
import { LineList } from './line-list.tsx'

export const optionsOf = <T extends string>(words: Readonly<Record<T, string>>) =>
  (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }))

/** By what lines are told apart. */
export function GroupPart({ definition, fields, onChange }: PartProps) {
  const text = useText().design
  const { group_by: groups, pivot } = definition
  const change = (at: number, patch: Partial<(typeof groups)[number]>, info?: FieldInfo) =>
    onChange(
      withExpand(
        { ...definition, group_by: groups.map((group, index) => (index === at ? { ...group, ...patch } : group)) },
        info?.list,
      ),
    )
  return (
    <>
      <LineList
        title={text.groups}
        add={text.addGroup}
        count={groups.length}
        max={5}
        nameOf={at => text.group(at + 1)}
        render={at => {
          const group = groups[at]
          if (!group) return null
          const isTime = group.field.of === 'data' || group.field.name.endsWith('_at')
          return (
            <>
              <FieldSelect
                label={text.group(at + 1)}
                value={group.field}
                fields={fields}
                onChange={(field, info) =>
                  field && change(at, { field, granularity: info?.kind === 'time' ? 'day' : 'value' }, info)
                }
              />
              {isTime && (
                <Select<Granularity>
                  aria-label={`${text.granularity} ${at + 1}`}
                  value={group.granularity}
                  options={optionsOf(text.granularities)}
                  onChange={granularity => change(at, { granularity })}
                />
              )}
            </>
          )
        }}
        onAdd={() => {
          const first = fields.find(field => field.kind !== 'list' && field.list === null)
          const field = first
            ? { of: 'data' as const, name: first.path }
            : { of: 'record' as const, name: 'status' as const }
          onChange({ ...definition, group_by: [...groups, { field, granularity: 'value' }] })
        }}
        onRemove={at => onChange(removeGroup(definition, at))}
      />
      {groups.length > 1 && (
        <Checkbox
          checked={pivot}
          onChange={event => onChange(tidySort({ ...definition, pivot: event.target.checked }))}
        >
          {text.pivot}
        </Checkbox>
      )}
    </>
  )
}

/** What is said of each group. */
export function MetricPart({ definition, fields, onChange }: PartProps) {
  const text = useText().design
  const { metrics } = definition
  const change = (at: number, patch: Partial<(typeof metrics)[number]>, info?: FieldInfo) =>
    onChange(
      withExpand(
        { ...definition, metrics: metrics.map((metric, index) => (index === at ? { ...metric, ...patch } : metric)) },
        info?.list,
      ),
    )
  return (
    <LineList
      title={text.metrics}
      add={text.addMetric}
      count={metrics.length}
      max={10}
      min={1}
      nameOf={at => text.metric(at + 1)}
      render={at => {
        const metric = metrics[at]
        if (!metric) return null
        const { op, field } = metric
        return (
          <>
            <Select<MetricOp>
              aria-label={`${text.op} ${at + 1}`}
              value={op}
              options={optionsOf(text.ops)}
              onChange={next => change(at, { op: next })}
            />
            <FieldSelect
              label={text.metric(at + 1)}
              value={field}
              fields={fields}
              {...(op === 'count' && { none: text.allLines })}
              isWrong={op !== 'count' && field === null}
              onChange={(next, info) => change(at, { field: next }, info)}
            />
            <Input
              aria-label={`${text.alias} ${at + 1}`}
              placeholder={nameMetric({ ...metric, alias: '' }, text)}
              maxLength={60}
              value={metric.alias}
              onChange={event => change(at, { alias: event.target.value })}
            />
          </>
        )
      }}
      onAdd={() => onChange({ ...definition, metrics: [...metrics, { op: 'sum', field: null, alias: '' }] })}
      onRemove={at => onChange(removeMetric(definition, at))}
    />
  )
}
