import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import type { AriaAttributes } from 'react'
import { type Language, useLanguage } from '../lib/i18n.ts'

const ISO = 'YYYY-MM-DD'
/** As `lib/format.ts` writes a day; elsewhere ISO 8601's own order. */
const formats: Readonly<Partial<Record<Language, string>>> = { 'pt-BR': 'DD/MM/YYYY' }

export interface DayPickerProps extends AriaAttributes {
  /** 2026-11-20; what is no day reads as none. */
  readonly value?: string | undefined
  onChange?(day: string | undefined): void
  /** Given by a form's item. */
  readonly id?: string
  readonly placeholder?: string
}

/** antd's calendar for a day as text. A day may also be typed, in the language's order or in ISO 8601's. */
export function DayPicker({ value, onChange, ...rest }: DayPickerProps) {
  const shown = formats[useLanguage()] ?? ISO
  const day = dayjs(value ?? '', ISO, true)
  return (
    <DatePicker
      className="sl-day"
      value={day.isValid() ? day : null}
      format={[shown, ISO]}
      onChange={next => onChange?.(next ? next.format(ISO) : undefined)}
      {...rest}
    />
  )
}
