import type { RetryPolicy, Schedule } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { getFormat } from '../../../../lib/format.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { keepRows } from '../../../../lib/query.ts'
import './schedule.css'
import { CronBuilder } from '../parts/cron-builder.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useScheduleText } from '../texts/use-schedule-text.ts'
import { ActiveWindows } from './active-windows.tsx'
import { UpstreamFields } from './upstream-fields.tsx'

export interface ScheduleFormProps {
  readonly schedule: Schedule
  readonly retry: RetryPolicy
  /** Absent while the strategy is being made. */
  readonly strategyId?: string
  onChange(patch: { readonly schedule?: Schedule; readonly retry?: RetryPolicy }): void
}

/** When a strategy runs, what it waits for, and how often a record is tried. */
export function ScheduleForm({ schedule, retry, strategyId, onChange }: ScheduleFormProps) {
  const text = useScheduleText()
  const id = useId()
  const patch = (change: Partial<Schedule>) => onChange({ schedule: { ...schedule, ...change } })
  return (
    <Form layout="vertical" component="div">
      <CronBuilder cron={schedule.cron} onChange={cron => patch({ cron })}>
        <FormRow label={text.timeZone} htmlFor={id}>
          <Select
            id={id}
            showSearch
            value={schedule.timeZone}
            options={zones}
            onChange={(timeZone: string) => patch({ timeZone })}
          />
        </FormRow>
      </CronBuilder>
      <NextRuns schedule={schedule} />
      {schedule.cron !== null && <SlotRules schedule={schedule} onChange={patch} />}
      <ActiveWindows windows={schedule.windows ?? []} onChange={windows => patch({ windows })} />
      <UpstreamFields schedule={schedule} strategyId={strategyId} onChange={patch} />
      <RetryFields retry={retry} onChange={next => onChange({ retry: next })} />
    </Form>
  )
}

const zones = Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: zone }))

interface RulesProps {
  readonly schedule: Schedule
  onChange(patch: Partial<Schedule>): void
}

/** What becomes of slots that cannot simply fire. */
function SlotRules({ schedule, onChange }: RulesProps) {
  const text = useScheduleText()
  const ids = { overlap: useId(), missed: useId(), jitter: useId() }
  return (
    <div className="st-columns">
      <FormRow label={text.overlap} htmlFor={ids.overlap}>
        <Select
          id={ids.overlap}
          value={schedule.overlap ?? 'skip'}
          options={(['skip', 'queue'] as const).map(value => ({ value, label: text.overlaps[value] }))}
          onChange={overlap => onChange({ overlap })}
        />
      </FormRow>
      <FormRow label={text.missed} htmlFor={ids.missed} hint={text.missedHint}>
        <Select
          id={ids.missed}
          value={schedule.missed ?? 'once'}
          options={(['once', 'skip', 'all'] as const).map(value => ({ value, label: text.misseds[value] }))}
          onChange={missed => onChange({ missed })}
        />
      </FormRow>
      <FormRow label={text.jitter} htmlFor={ids.jitter} hint={text.jitterHint}>
        <InputNumber
          id={ids.jitter}
          min={0}
          max={3600}
          precision={0}
          className="sl-wide"
          value={schedule.jitterSeconds ?? 0}
          onChange={value => onChange({ jitterSeconds: value ?? 0 })}
        />
      </FormRow>
    </div>
  )
}

function RetryFields({ retry, onChange }: { readonly retry: RetryPolicy; onChange(retry: RetryPolicy): void }) {
  const text = useScheduleText()
  const ids = { attempts: useId(), delay: useId() }
  return (
    <div className="st-columns">
      <FormRow label={text.maxAttempts} htmlFor={ids.attempts} hint={text.retryHint}>
        <InputNumber
          id={ids.attempts}
          min={1}
          max={8}
          precision={0}
          className="sl-wide"
          value={retry.maxAttempts}
          onChange={value => onChange({ ...retry, maxAttempts: value ?? 8 })}
        />
      </FormRow>
      <FormRow label={text.firstDelay} htmlFor={ids.delay}>
        <InputNumber
          id={ids.delay}
          min={1}
          max={3600}
          precision={0}
          className="sl-wide"
          value={retry.firstDelaySeconds}
          onChange={value => onChange({ ...retry, firstDelaySeconds: value ?? 5 })}
        />
      </FormRow>
    </div>
  )
}

/** The next slots in the schedule's own zone; what is wrong with the rule instead, where something is. */
function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const text = useScheduleText()
  const language = useLanguage()
  const { cron, timeZone, windows = [] } = schedule
  const { data, error } = useQuery({
    ...api.strategy.nextRuns.query({ body: { schedule: { cron, timeZone, windows } } }),
    ...keepRows,
    enabled: cron !== null && cron !== '',
    retry: false,
  })
  if (cron === null) return <p className="sl-muted">{text.none}</p>
  if (error) return <Alert type="error" showIcon title={describeError(error).message} className="st-gap" />
  const format = getFormat(language, timeZone)
  return (
    <div className="st-gap">
      <div className="sl-muted">
        {text.next} · {text.nextInZone(timeZone)}
      </div>
      <ul className="st-times">
        {(data?.content ?? []).slice(0, 5).map(at => (
          <li key={at}>
            <time dateTime={at}>{format.time(at)}</time>
          </li>
        ))}
      </ul>
    </div>
  )
}
