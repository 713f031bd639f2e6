import { Alert, Radio } from 'antd'
import { useState } from 'react'
import { dayOf, toInstant } from '../../../../lib/day.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'
import type { Broken, OnBreak } from './broken.ts'

export interface BreakDialogProps {
  readonly broken: readonly Broken[]
  readonly isBusy: boolean
  onDecide(onBreak: OnBreak): void
  onClose(): void
}

/** Time for callers to move; the user may give more or less. */
const DAYS = 90

/** What a change breaks and for whom, and what becomes of the version they call. */
export function BreakDialog({ broken, isBusy, onDecide, onClose }: BreakDialogProps) {
  const text = useText().breaks
  const zone = useTimeZone()
  const isUnused = broken.every(({ callers }) => callers.length === 0)
  const [way, setWay] = useState<'version' | 'atOnce' | 'inPlace'>(isUnused ? 'inPlace' : 'version')
  const [last, setLast] = useState<string | undefined>(() => dayOf(Date.now() + DAYS * 86_400_000, zone))
  const decide = (): void => {
    const sunset = way === 'atOnce' ? new Date().toISOString() : toInstant(last, zone, 1)
    if (way === 'inPlace') onDecide({ way })
    else if (sunset !== undefined) onDecide({ way: 'version', sunset_at: sunset })
  }
  const ways = [
    ...(isUnused ? [{ value: 'inPlace' as const, label: text.inPlace }] : []),
    { value: 'version' as const, label: text.version },
    { value: 'atOnce' as const, label: text.atOnce },
  ]
  return (
    <Dialog
      open
      width={640}
      title={text.title}
      okText={text.go}
      cancelText={text.cancel}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: way === 'version' && last === undefined }}
      onOk={decide}
      onCancel={onClose}
    >
      <div className="sl-stack">
        <Alert type="warning" showIcon title={text.intro} />
        {broken.map(api => (
          <BrokenApi key={api.id} api={api} />
        ))}
        <Radio.Group
          vertical
          aria-label={text.title}
          value={way}
          onChange={event => setWay(event.target.value)}
          options={ways}
        />
        {way === 'version' && (
          <DayField aria-label={text.last} value={last} onChange={day => setLast(day ?? undefined)} />
        )}
      </div>
    </Dialog>
  )
}

function BrokenApi({ api: { name, version, breaks, callers } }: { readonly api: Broken }) {
  const text = useText().breaks
  const { number, time } = useFormat()
  const words: Readonly<Record<string, string>> = text.what
  return (
    <div className="gw-scope">
      <strong>{`${name} · v${version}`}</strong>
      <ul>
        {breaks.map(({ what, name: of }) => (
          <li key={`${what} ${of}`}>
            {words[what] ?? what} <code>{of}</code>
          </li>
        ))}
      </ul>
      {callers.length === 0 && <div className="sl-muted">{text.nobody}</div>}
      {callers.map(each => (
        <div key={each.application_id}>
          {text.callers(each.application_name, number(each.calls), time(each.last_called_at))}
        </div>
      ))}
    </div>
  )
}
