import Input from 'antd/es/input/Input'
import { lazy, Suspense } from 'react'
import type { DayPickerProps } from './day-picker.tsx'

// The calendar weighs as much as a screen, and no screen waits for it.
const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }))

/** A calendar day in the user's language. Its place is kept until the calendar is there. */
export function DayField(props: DayPickerProps) {
  const { value: _value, onChange: _onChange, ...own } = props
  return (
    <Suspense fallback={<Input className="sl-day" disabled {...own} />}>
      <DayPicker {...props} />
    </Suspense>
  )
}
