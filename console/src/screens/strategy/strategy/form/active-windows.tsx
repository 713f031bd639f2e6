import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { ActiveWindow } from '@sluice/contract'
import { Button, Select } from 'antd'
import { FormRow } from '../parts/form-row.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { useScheduleText } from '../texts/use-schedule-text.ts'

export interface ActiveWindowsProps {
  readonly windows: readonly ActiveWindow[]
  onChange(windows: ActiveWindow[]): void
}

const workday: ActiveWindow = { days: [1, 2, 3, 4, 5], from: '08:00', to: '22:00' }

/** When runs may start by themselves. */
export function ActiveWindows({ windows, onChange }: ActiveWindowsProps) {
  const text = useScheduleText()
  const patch = (at: number, change: Partial<ActiveWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...change } : window)))
  return (
    <FormRow label={text.windows} hint={text.windowsHint}>
      {windows.length === 0 && <p className="sl-muted st-line">{text.windowsNone}</p>}
      {windows.map((window, at) => (
        // Rows have nothing of their own to be told apart by, and are only added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="st-line" key={at}>
          <Select
            aria-label={text.weekdays}
            mode="multiple"
            className="st-grow"
            value={[...window.days]}
            options={text.weekday.map((label, index) => ({ value: index + 1, label }))}
            onChange={days => days.length > 0 && patch(at, { days: days.toSorted((a, b) => a - b) })}
          />
          <TimeInput label={text.from} value={window.from} onChange={from => patch(at, { from })} />
          –
          <TimeInput label={text.to} value={window.to} onChange={to => patch(at, { to })} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={text.removeWindow}
            onClick={() => onChange(windows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} disabled={windows.length >= 20} onClick={() => onChange([...windows, workday])}>
        {text.addWindow}
      </Button>
    </FormRow>
  )
}
