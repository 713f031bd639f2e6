import { Input } from 'antd'
import { useState } from 'react'
import { readTime } from './cron-model.ts'

export interface TimeInputProps {
  readonly id?: string
  readonly label?: string
  /** `08:30` */
  readonly value: string
  onChange(time: string): void
}

/** A time of day in 24 hours. The browser's own control shows 12 or 24 as the machine likes. */
export function TimeInput({ id, label, value, onChange }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const time = typed === null ? value : readTime(typed)
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className="st-short"
      inputMode="numeric"
      maxLength={5}
      placeholder="08:30"
      {...(time === null ? { status: 'error' as const, 'aria-invalid': true } : {})}
      value={typed ?? value}
      onChange={event => {
        setTyped(event.target.value)
        const next = readTime(event.target.value)
        if (next !== null) onChange(next)
      }}
      // What is no time goes back to what it was.
      onBlur={() => setTyped(null)}
    />
  )
}
