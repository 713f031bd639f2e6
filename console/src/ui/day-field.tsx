import Input from 'antd/es/input/Input'
import { Suspense } from 'react'
import type { DayPickerProps } from './day-picker.tsx'
import { lazyPart } from './lazy-part.tsx'

// The calendar weighs as much as a screen, and no screen waits for it.
const DayPicker = lazyPart(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }))

/** A calendar day in the user's language. Its place is kept until the calendar is there. */
export function DayField(props: DayPickerProps) {
  const { value: _value, onChange: _onChange, ...own } = props
  return (
    <Suspense fallback={<Input className="sl-day" disabled {...own} />}>
      <DayPicker {...props} />
    </Suspense>
  )
}
