import { Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useScheduleText } from '../texts/use-schedule-text.ts'
import { type CronKind, type CronPlan, changeKind, cronKinds, minuteSteps, readCron, writeCron } from './cron-model.ts'
import { FormRow } from './form-row.tsx'
import { TimeInput } from './time-input.tsx'

export interface CronBuilderProps {
  readonly cron: string | null
  /** Stands beside the kind. */
  readonly children: React.ReactNode
  onChange(cron: string | null): void
}

/** A cron rule in everyday words, or as it is. */
export function CronBuilder({ cron, children, onChange }: CronBuilderProps) {
  const text = useScheduleText()
  // A rule that could be shown in words stays the expression it was while someone edits it as one.
  const [isCustom, setCustom] = useState(false)
  const id = useId()
  const plan: CronPlan = isCustom ? { kind: 'custom', cron: cron ?? '' } : readCron(cron)
  const set = (next: CronPlan) => onChange(writeCron(next))
  return (
    <>
      <div className="st-columns">
        <FormRow label={text.repeat} htmlFor={id}>
          <Select<CronKind>
            id={id}
            value={plan.kind}
            options={cronKinds.map(kind => ({ value: kind, label: text.kinds[kind] }))}
            onChange={kind => {
              setCustom(kind === 'custom')
              set(changeKind(plan, kind))
            }}
          />
        </FormRow>
        {children}
      </div>
      <PlanFields plan={plan} onChange={set} />
    </>
  )
}

interface PlanProps<Plan extends CronPlan = CronPlan> {
  readonly plan: Plan
  onChange(plan: CronPlan): void
}

function PlanFields({ plan, onChange }: PlanProps) {
  const text = useScheduleText()
  const id = useId()
  if (plan.kind === 'manual') return null
  if (plan.kind === 'custom')
    return (
      <FormRow label={text.cron} htmlFor={id} hint={text.cronHint}>
        <Input
          id={id}
          className="sl-code"
          value={plan.cron}
          onChange={event => onChange({ kind: 'custom', cron: event.target.value })}
        />
      </FormRow>
    )
  if (plan.kind === 'minutes')
    return (
      <FormRow label={text.every} htmlFor={id}>
        <Select
          id={id}
          className="st-short"
          value={plan.every}
          options={minuteSteps.map(step => ({ value: step, label: step }))}
          onChange={every => onChange({ kind: 'minutes', every })}
        />
      </FormRow>
    )
  if (plan.kind === 'hourly')
    return (
      <FormRow label={text.minute} htmlFor={id}>
        <InputNumber
          id={id}
          className="st-short"
          min={0}
          max={59}
          precision={0}
          value={plan.minute}
          onChange={minute => onChange({ kind: 'hourly', minute: minute ?? 0 })}
        />
      </FormRow>
    )
  return <DayFields plan={plan} onChange={onChange} />
}

type DayPlan = Extract<CronPlan, { readonly time: string }>

/** Time of day, and the days where the kind has some. */
function DayFields({ plan, onChange }: PlanProps<DayPlan>) {
  const text = useScheduleText()
  const ids = { time: useId(), days: useId() }
  const options =
    plan.kind === 'weekly'
      ? text.weekday.map((label, index) => ({ value: index + 1, label }))
      : Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: text.dayOf(index + 1) }))
  return (
    <div className="st-columns">
      {plan.kind !== 'daily' && (
        <FormRow
          label={plan.kind === 'weekly' ? text.weekdays : text.days}
          htmlFor={ids.days}
          hint={plan.kind === 'monthly' && plan.days.some(day => day > 28) ? text.shortMonths : undefined}
        >
          <Select
            id={ids.days}
            mode="multiple"
            value={[...plan.days]}
            options={options}
            // One day at least: without any the rule would mean every day.
            onChange={days => days.length > 0 && onChange({ ...plan, days: days.toSorted((a, b) => a - b) })}
          />
        </FormRow>
      )}
      <FormRow label={text.time} htmlFor={ids.time}>
        <TimeInput id={ids.time} value={plan.time} onChange={time => onChange({ ...plan, time })} />
      </FormRow>
    </div>
  )
}
