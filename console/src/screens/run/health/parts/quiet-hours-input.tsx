import { Input, Select, Switch } from 'antd'
import { useTimeZone } from '../../../../lib/session.ts'
import type { QuietHours } from '../types.ts'
import { useText } from '../use-text.ts'

export interface QuietHoursInputProps {
  /** Given by the form. */
  readonly id?: string
  readonly value?: QuietHours | null
  readonly onChange?: (value: QuietHours | null) => void
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** When nothing is sent: days and hours in one zone; an end before the beginning is the next day's. */
export function QuietHoursInput({ id, value, onChange }: QuietHoursInputProps) {
  const text = useText().channel
  const zone = useTimeZone()
  const [window] = value?.windows ?? []
  const patch = (change: Partial<QuietHours['windows'][number]>) =>
    value && window && onChange?.({ ...value, windows: [{ ...window, ...change }, ...value.windows.slice(1)] })
  return (
    <div>
      <Switch
        {...(id !== undefined && { id })}
        checked={Boolean(value)}
        aria-label={text.quietOn}
        onChange={isOn => onChange?.(isOn ? { windows: [night], timeZone: zone } : null)}
      />
      {value && window && (
        <>
          <div className="he-line he-quiet">
            <Select
              aria-label={text.weekdays}
              mode="multiple"
              maxTagCount="responsive"
              className="he-grow"
              value={[...window.days]}
              options={text.weekday.map((label, at) => ({ value: at + 1, label }))}
              onChange={days => days.length > 0 && patch({ days: days.toSorted((a, b) => a - b) })}
            />
            <Clock label={text.from} value={window.from} onChange={from => patch({ from })} />–
            <Clock label={text.to} value={window.to} onChange={to => patch({ to })} />
          </div>
          <Select
            aria-label={text.timeZone}
            className="he-grow"
            showSearch
            value={value.timeZone}
            options={listZones(value.timeZone).map(name => ({ value: name, label: name }))}
            onChange={timeZone => onChange?.({ ...value, timeZone })}
          />
          <div className="he-under">{text.quietHint}</div>
        </>
      )}
    </div>
  )
}

const night = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }

const listZones = (known: string): string[] => [...new Set([known, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

interface ClockProps {
  readonly label: string
  readonly value: string
  onChange(time: string): void
}

/** Kept as typed; what is no time is refused by the server at its field. */
function Clock({ label, value, onChange }: ClockProps) {
  const text = useText().channel
  const isTime = TIME.test(value)
  return (
    <Input
      aria-label={label}
      className="he-short"
      inputMode="numeric"
      maxLength={5}
      placeholder="08:30"
      {...(isTime ? {} : { status: 'error' as const, 'aria-invalid': true, title: text.wrongTime })}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
