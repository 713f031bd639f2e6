import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Precondition, preconditionKinds, type Schedule } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { api } from '../../../../lib/api.ts'
import { FormRow } from '../parts/form-row.tsx'
import { useScheduleText } from '../texts/use-schedule-text.ts'

export interface UpstreamFieldsProps {
  readonly schedule: Schedule
  /** Cannot wait for itself; absent while it is being made. */
  readonly strategyId?: string | undefined
  onChange(patch: Pick<Schedule, 'preconditions'> | Pick<Schedule, 'after'>): void
}

/** Strategies that this one waits for, and those whose success starts it. */
export function UpstreamFields({ schedule, strategyId, onChange }: UpstreamFieldsProps) {
  const text = useScheduleText()
  const id = useId()
  const { data, isLoading } = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const options = (data?.content ?? [])
    .filter(strategy => strategy.id !== strategyId)
    .map(strategy => ({ value: strategy.id, label: strategy.name }))
  const notFoundContent = isLoading || options.length > 0 ? undefined : text.noUpstream
  const choice = { options, loading: isLoading, notFoundContent, showSearch: { optionFilterProp: 'label' } } as const
  const preconditions = schedule.preconditions ?? []
  const set = (next: Precondition[]) => onChange({ preconditions: next })
  const patch = (at: number, change: Partial<Precondition>) =>
    set(preconditions.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <>
      <FormRow label={text.preconditions} hint={text.preconditionsHint}>
        {preconditions.map((one, at) => (
          // The same strategy may stand twice while it is being chosen.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div className="st-line" key={at}>
            <Select
              {...choice}
              aria-label={text.upstream}
              className="st-grow"
              value={one.strategy_id}
              onChange={strategy_id => patch(at, { strategy_id })}
            />
            <Select
              aria-label={text.kind}
              className="st-kind"
              value={one.kind}
              options={[...preconditionKinds]
                .toReversed()
                .map(kind => ({ value: kind, label: text.preconditionKinds[kind] }))}
              onChange={kind => patch(at, { kind })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={text.removePrecondition}
              onClick={() => set(preconditions.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        <Select
          {...choice}
          key={preconditions.length}
          aria-label={text.addPrecondition}
          className="st-wide-choice"
          placeholder={text.addPrecondition}
          suffixIcon={<PlusOutlined />}
          disabled={preconditions.length >= 20}
          onChange={(strategy_id: string) => set([...preconditions, { strategy_id, kind: 'succeeded' }])}
        />
      </FormRow>
      <FormRow label={text.after} htmlFor={id} hint={text.afterHint}>
        <Select
          {...choice}
          id={id}
          mode="multiple"
          maxCount={20}
          value={schedule.after ?? []}
          onChange={(after: string[]) => onChange({ after })}
        />
      </FormRow>
    </>
  )
}
