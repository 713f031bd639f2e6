import type { RetryPolicy, Schedule } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { useText } from '../use-text.ts'
import { FormRow } from './form-row.tsx'

const presets = {
  minutes5: '*/5 * * * *',
  minutes15: '*/15 * * * *',
  hourly: '0 * * * *',
  daily: '0 2 * * *',
  weekly: '0 2 * * 1',
} as const
type Preset = keyof typeof presets | 'manual' | 'custom'

export interface ScheduleFormProps {
  readonly schedule: Schedule
  readonly retry: RetryPolicy
  onChange(patch: { readonly schedule?: Schedule; readonly retry?: RetryPolicy }): void
}

/** When a strategy runs, and how often a record is tried. */
export function ScheduleForm({ schedule, retry, onChange }: ScheduleFormProps) {
  const text = useText().schedule
  const [isCustom, setCustom] = useState(false)
  const ids = { preset: useId(), cron: useId(), zone: useId() }
  const preset = isCustom ? 'custom' : presetOf(schedule.cron)
  const choose = (next: Preset) => {
    setCustom(next === 'custom')
    const cron = next === 'manual' ? null : next === 'custom' ? (schedule.cron ?? presets.hourly) : presets[next]
    onChange({ schedule: { ...schedule, cron } })
  }
  return (
    <Form layout="vertical" component="div">
      <div className="st-columns">
        <FormRow label={text.title} htmlFor={ids.preset}>
          <Select
            id={ids.preset}
            value={preset}
            onChange={choose}
            options={[
              { value: 'manual', label: text.manual },
              ...Object.keys(presets).map(name => ({ value: name, label: text.presets[name as keyof typeof presets] })), // its own keys
              { value: 'custom', label: text.presets.custom },
            ]}
          />
        </FormRow>
        <FormRow label={text.timeZone} htmlFor={ids.zone}>
          <Select
            id={ids.zone}
            showSearch
            value={schedule.timeZone}
            options={zones}
            onChange={(timeZone: string) => onChange({ schedule: { ...schedule, timeZone } })}
          />
        </FormRow>
      </div>
      {preset === 'custom' && (
        <FormRow label={text.cron} htmlFor={ids.cron} hint={text.cronHint}>
          <Input
            id={ids.cron}
            className="sl-code"
            value={schedule.cron ?? ''}
            onChange={event => onChange({ schedule: { ...schedule, cron: event.target.value || null } })}
          />
        </FormRow>
      )}
      <NextRuns schedule={schedule} />
      <div className="st-columns">
        <FormRow label={text.maxAttempts} hint={text.retryHint}>
          <InputNumber
            aria-label={text.maxAttempts}
            min={1}
            max={8}
            className="sl-wide"
            value={retry.maxAttempts}
            onChange={value => onChange({ retry: { ...retry, maxAttempts: value ?? 8 } })}
          />
        </FormRow>
        <FormRow label={text.firstDelay}>
          <InputNumber
            aria-label={text.firstDelay}
            min={1}
            max={3600}
            className="sl-wide"
            value={retry.firstDelaySeconds}
            onChange={value => onChange({ retry: { ...retry, firstDelaySeconds: value ?? 5 } })}
          />
        </FormRow>
      </div>
    </Form>
  )
}

const zones = Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: zone }))

function presetOf(cron: string | null): Preset {
  if (cron === null) return 'manual'
  const known = Object.entries(presets).find(([, value]) => value === cron)?.[0]
  return (known as keyof typeof presets | undefined) ?? 'custom' // entries of presets
}

function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const text = useText().schedule
  const format = useFormat()
  const { data, error } = useQuery({
    ...api.strategy.nextRuns.query({ body: { schedule } }),
    ...keepRows,
    enabled: schedule.cron !== null,
    retry: false,
  })
  if (schedule.cron === null) return <p className="sl-muted">{text.none}</p>
  if (error) return <Alert type="error" showIcon title={describeError(error).message} className="st-gap" />
  return (
    <div className="st-gap">
      <div className="sl-muted">{text.next}</div>
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
