import { Input, InputNumber, Select } from 'antd'
import { countRowGroups, nameField, nameMetric } from '../model.ts'
import type { ChartType, Definition, HavingLogic, PartProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { optionsOf } from './group-part.tsx'
import { LineList } from './line-list.tsx'

/** Which groups are shown, in which order, and as what picture. */
export function ShowPart({ definition, onChange }: PartProps) {
  const text = useText().design
  const { limit, chart } = definition
  const metrics = useMetricOptions(definition)
  return (
    <>
      <HavingPart definition={definition} onChange={onChange} />
      <SortPart definition={definition} onChange={onChange} />
      <fieldset className="rp-part">
        <legend>{text.chart}</legend>
        <div className="rp-line">
          <Select<ChartType>
            aria-label={text.chart}
            value={chart.type}
            options={optionsOf(text.charts)}
            onChange={type => onChange({ ...definition, chart: { ...chart, type } })}
          />
          {chart.type !== 'none' && (
            <Select<number>
              aria-label={text.chartMetric}
              className="rp-field"
              value={chart.metric}
              options={metrics}
              onChange={metric => onChange({ ...definition, chart: { ...chart, metric } })}
            />
          )}
        </div>
        <div className="rp-limit">
          <span aria-hidden="true">{text.limit}</span>
          <InputNumber<number>
            aria-label={text.limit}
            min={1}
            max={50_000}
            precision={0}
            placeholder={text.noLimit}
            value={limit as number}
            onChange={next => onChange({ ...definition, limit: next ?? null })}
          />
        </div>
      </fieldset>
    </>
  )
}

type Part = Pick<PartProps, 'definition' | 'onChange'>

const useMetricOptions = (definition: Definition) => {
  const text = useText().design
  return definition.metrics.map((metric, value) => ({ value, label: nameMetric(metric, text) }))
}

function HavingPart({ definition, onChange }: Part) {
  const text = useText().design
  const metrics = useMetricOptions(definition)
  const { having } = definition
  const change = (at: number, patch: Partial<(typeof having)[number]>) =>
    onChange({ ...definition, having: having.map((each, index) => (index === at ? { ...each, ...patch } : each)) })
  return (
    <LineList
      title={text.having}
      {...(having.length > 0 && { hint: text.havingHint })}
      add={text.addHaving}
      count={having.length}
      max={10}
      nameOf={at => `${text.having} ${at + 1}`}
      render={at => {
        const each = having[at]
        if (!each) return null
        return (
          <>
            <Select<number>
              aria-label={`${text.having} ${at + 1}`}
              className="rp-field"
              value={each.metric}
              options={metrics}
              onChange={metric => change(at, { metric })}
            />
            <Select<HavingLogic>
              aria-label={`${text.logic} ${at + 1}`}
              value={each.logic}
              options={optionsOf(text.logics)}
              onChange={logic => change(at, { logic })}
            />
            <Input
              aria-label={`${text.value} ${at + 1}`}
              placeholder={text.value}
              {...(each.value.trim() === '' && { status: 'error' as const })}
              maxLength={200}
              value={each.value}
              onChange={event => change(at, { value: event.target.value })}
            />
          </>
        )
      }}
      onAdd={() => onChange({ ...definition, having: [...having, { metric: 0, logic: 'gt', value: '0' }] })}
      onRemove={at => onChange({ ...definition, having: having.toSpliced(at, 1) })}
    />
  )
}

function SortPart({ definition, onChange }: Part) {
  const text = useText().design
  const { sort, group_by } = definition
  const choices = [
    ...definition.metrics.map((metric, at) => ({ value: `metric ${at}`, label: nameMetric(metric, text) })),
    ...group_by
      .slice(0, countRowGroups(definition))
      .map(({ field }, at) => ({ value: `group ${at}`, label: nameField(field, text) })),
  ]
  const change = (at: number, patch: Partial<(typeof sort)[number]>) =>
    onChange({ ...definition, sort: sort.map((each, index) => (index === at ? { ...each, ...patch } : each)) })
  return (
    <LineList
      title={text.sort}
      add={text.addSort}
      count={sort.length}
      max={5}
      nameOf={at => `${text.sort} ${at + 1}`}
      render={at => {
        const each = sort[at]
        if (!each) return null
        return (
          <>
            <Select<string>
              aria-label={`${text.sortBy} ${at + 1}`}
              className="rp-field"
              value={`${each.by} ${each.index}`}
              options={choices}
              onChange={choice => {
                const [by, index] = choice.split(' ')
                change(at, { by: by === 'group' ? 'group' : 'metric', index: Number(index) })
              }}
            />
            <Select<'up' | 'down'>
              aria-label={`${text.sort} ${at + 1}`}
              value={each.descending ? 'down' : 'up'}
              options={optionsOf(text.directions)}
              onChange={direction => change(at, { descending: direction === 'down' })}
            />
          </>
        )
      }}
      onAdd={() => onChange({ ...definition, sort: [...sort, { by: 'metric', index: 0, descending: true }] })}
      onRemove={at => onChange({ ...definition, sort: sort.toSpliced(at, 1) })}
    />
  )
}
