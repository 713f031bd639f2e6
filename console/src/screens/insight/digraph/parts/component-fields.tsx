import { Form, Input, InputNumber, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { figuresOf, fit } from '../model.ts'
import type { Component, Design, Options } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ComponentFieldsProps {
  readonly component: Component
  readonly sheet: Design
  /** `about`: what of it is changed; one change until something else is. */
  onChange(patch: Partial<Component>, about: string): void
}

const numbered: Readonly<
  Partial<Record<Component['kind'], readonly ('limit' | 'max' | 'warn_at' | 'bad_at' | 'stale_seconds')[]>>
> = {
  kpi: ['warn_at', 'bad_at', 'stale_seconds'],
  gauge: ['max', 'stale_seconds'],
  line: ['stale_seconds'],
  bar: ['limit', 'stale_seconds'],
  pie: ['limit', 'stale_seconds'],
  ranking: ['limit', 'stale_seconds'],
  table: ['limit', 'stale_seconds'],
  log: ['limit', 'stale_seconds'],
  flow: ['stale_seconds'],
  sankey: ['stale_seconds'],
  heat: ['stale_seconds'],
}

const bounds = {
  limit: [1, 50],
  max: [1, 1e15],
  warn_at: [-1e15, 1e15],
  bad_at: [-1e15, 1e15],
  stale_seconds: [10, 86_400],
} as const

/** One component: what it shows, where it lies, how it looks. */
export function ComponentFields({ component, sheet, onChange }: ComponentFieldsProps) {
  const { editor: text, figures } = useText()
  const { kind, options } = component
  const names = figuresOf(kind).map(value => ({ value, label: figures[value] }))
  const labels = {
    limit: text.limit,
    max: text.max,
    warn_at: text.warnAt,
    bad_at: text.badAt,
    stale_seconds: text.stale,
  }
  const set = (patch: Partial<Options>, about: string) => onChange({ options: { ...options, ...patch } }, about)
  return (
    <>
      {kind !== 'text' && (
        <Field name="title" label={text.title} hint={text.titleHint}>
          <Input
            id="db-title"
            maxLength={80}
            value={component.title}
            onChange={event => onChange({ title: event.target.value }, 'title')}
          />
        </Field>
      )}
      {names.length > 0 && (
        <Field name="figure" label={kind === 'line' ? text.figuresLabel : text.figure}>
          {kind === 'line' ? (
            <Select
              id="db-figure"
              mode="multiple"
              maxCount={4}
              value={component.sources}
              options={names}
              onChange={sources => sources.length > 0 && onChange({ sources }, 'figure')}
            />
          ) : (
            <Select
              id="db-figure"
              showSearch={{ optionFilterProp: 'label' }}
              value={component.sources[0] ?? null}
              options={names}
              onChange={value => value !== null && onChange({ sources: [value] }, 'figure')}
            />
          )}
        </Field>
      )}
      <div className="db-pair">
        {(['x', 'y', 'width', 'height'] as const).map(side => (
          <Field key={side} name={side} label={text[side]}>
            <InputNumber
              id={`db-${side}`}
              min={0}
              precision={0}
              value={component[side]}
              onChange={value => value !== null && onChange(fit({ ...component, [side]: value }, sheet), side)}
            />
          </Field>
        ))}
      </div>
      {numbered[kind]?.map(name => (
        <Field key={name} name={name} label={labels[name]}>
          <InputNumber
            id={`db-${name}`}
            min={bounds[name][0]}
            max={bounds[name][1]}
            {...((name === 'limit' || name === 'stale_seconds') && { precision: 0 })}
            value={options[name] ?? null}
            onChange={value => {
              if (value !== null) set({ [name]: value }, name)
              else if (name !== 'limit') set({ [name]: null }, name)
            }}
          />
        </Field>
      ))}
      {kind === 'text' && <TextFields options={options} onChange={set} />}
      {kind === 'kpi' && <Colour options={options} onChange={set} />}
      {kind === 'countdown' && (
        <Checked
          key={component.id}
          name="until"
          label={text.until}
          hint={text.untilHint}
          fault={text.untilBad}
          value={options.until}
          isRight={isMoment}
          onChange={until => set({ until }, 'until')}
        />
      )}
    </>
  )
}

interface OptionFieldsProps {
  readonly options: Options
  onChange(patch: Partial<Options>, about: string): void
}

function TextFields({ options, onChange }: OptionFieldsProps) {
  const { editor: text } = useText()
  return (
    <>
      <Field name="text" label={text.text} hint={text.textHint}>
        <Input.TextArea
          id="db-text"
          rows={3}
          maxLength={2000}
          value={options.text}
          onChange={event => onChange({ text: event.target.value }, 'text')}
        />
      </Field>
      <div className="db-pair">
        <Field name="size" label={text.size}>
          <InputNumber
            id="db-size"
            min={8}
            max={400}
            precision={0}
            value={options.size}
            onChange={value => value !== null && onChange({ size: value }, 'size')}
          />
        </Field>
        <Field name="align" label={text.align1}>
          <Select
            id="db-align"
            value={options.align}
            options={(['start', 'center', 'end'] as const).map(value => ({ value, label: text.aligns[value] }))}
            onChange={align => onChange({ align }, 'align')}
          />
        </Field>
      </div>
      <Colour options={options} onChange={onChange} />
      <Checked
        name="link"
        label={text.link}
        fault={text.linkBad}
        value={options.link}
        isRight={isWebAddress}
        onChange={link => onChange({ link }, 'link')}
      />
    </>
  )
}

function Colour({ options, onChange }: OptionFieldsProps) {
  const { editor: text } = useText()
  return (
    <Checked
      name="colour"
      label={text.colour}
      fault={text.colourBad}
      value={options.colour}
      isRight={value => /^#[0-9a-fA-F]{6}$/.test(value)}
      onChange={colour => onChange({ colour }, 'colour')}
    />
  )
}

/** As the server takes them, so that a fault is told at its field. */
const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value)
const isMoment = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

interface CheckedProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly fault: string
  readonly value: string | null
  isRight(value: string): boolean
  onChange(value: string | null): void
}

/** A text of a kind: it counts when it is right, and says so while it is not. */
function Checked({ name, label, hint, fault, value, isRight, onChange }: CheckedProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value ?? ''
  const isWrong = shown !== '' && !isRight(shown)
  return (
    <Field name={name} label={label} hint={isWrong ? fault : hint} isWrong={isWrong}>
      <Input
        id={`db-${name}`}
        value={shown}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        autoComplete="off"
        onChange={event => {
          const next = event.target.value.trim()
          const counts = next === '' || isRight(next)
          setTyped(counts ? null : next)
          if (counts) onChange(next === '' ? null : next)
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly isWrong?: boolean
  readonly children: ReactNode
}

function Field({ name, label, hint, isWrong = false, children }: FieldProps) {
  return (
    <Form.Item
      label={label}
      htmlFor={`db-${name}`}
      {...(hint !== undefined && { help: hint })}
      {...(isWrong && { validateStatus: 'error' as const })}
    >
      {children}
    </Form.Item>
  )
}
