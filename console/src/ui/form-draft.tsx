import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { dropDraft, type KeptDraft, readDraft, useKeptDraft } from '../lib/drafts.ts'
import { RestoredNote } from './restored-note.tsx'

export interface FormDraftProps {
  /** What the form is about: `role/12`, `role/new`. The form's save drops it by `dropDraft`. */
  readonly about: string
  /** Fields that no browser may keep: secrets. In a group: `params.password`. */
  readonly without?: readonly string[]
  /** Of what is saved; what was typed over another one says so. */
  readonly version?: number | undefined
}

type Values = Readonly<Record<string, unknown>>

interface Kept {
  readonly values: Values
  readonly version: number | null
}

const NOTHING: readonly string[] = []

/** Inside a form of antd: keeps what is typed until it is saved, and puts it back when the form opens again. */
export function FormDraft({ about, without = NOTHING, version = undefined }: FormDraftProps) {
  const form = Form.useFormInstance<Values>()
  const values: Values | undefined = Form.useWatch((all: Values) => all, form)
  const [start, setStart] = useState<string | null>(null)
  const [restored, setRestored] = useState<KeptDraft<Kept> | null>(null)
  useEffect(() => {
    if (start !== null) return // the page was only hidden
    setStart(textOf(form.getFieldsValue(), without))
    const kept = readDraft<Kept>(about)
    if (kept === null) return
    form.setFieldsValue(kept.value.values)
    setRestored(kept)
  }, [form, about, without, start])
  const over = restored ? restored.value.version : (version ?? null)
  const isTyped = start !== null && values !== undefined && textOf(values, without) !== start
  useKeptDraft(
    start === null ? undefined : about,
    isTyped ? { values: leaveOut(values, without), version: over } : null,
  )
  const discard = () => {
    dropDraft(about)
    form.resetFields()
    setRestored(null)
  }
  const restoredAt = isTyped && restored ? restored.at : null
  return (
    <RestoredNote
      typed={{ restoredAt, discard }}
      isNew={/\/new(\/|$)/.test(about)}
      isOverOlder={over !== (version ?? null)}
    />
  )
}

function leaveOut(values: Values, without: readonly string[], at = ''): Values {
  const kept = Object.entries(values).filter(([name]) => !without.includes(at + name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const isAbove = without.some(path => path.startsWith(`${at}${name}.`))
      return [name, isAbove ? leaveOut((value ?? {}) as Values, without, `${at}${name}.`) : value] // a group of fields
    }),
  )
}

const textOf = (values: Values, without: readonly string[]): string => JSON.stringify(leaveOut(values, without))
