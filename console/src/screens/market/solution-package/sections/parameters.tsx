import { Button, Form } from 'antd'
import { Suspense, useState } from 'react'
import { CanButton } from '../../../../ui/can.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Package, SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { readWords, writeWords } from '../words.ts'
import { ChoiceField, dropAt, FlagField, orAbsent, patchAt, TextField, WordsField } from './fields.tsx'

const LiftDialog = lazyPart(async () => ({ default: (await import('../parts/lift-dialog.tsx')).LiftDialog }))

const types = ['text', 'integer', 'decimal', 'boolean', 'date', 'choice'] as const

export interface ParametersProps extends SectionProps {
  readonly made: Package
  readonly isDirty: boolean
  onMade(made: Package): void
}

/** What is asked for at installation. */
export function Parameters({ draft, language, changeManifest, made, isDirty, onMade }: ParametersProps) {
  const text = useText()
  const [isLifting, setLifting] = useState(false)
  const { parameters } = draft.manifest
  const lift = (
    <CanButton authority="package:update" {...(isDirty && { reason: text.saveFirst })} onClick={() => setLifting(true)}>
      {text.lift}
    </CanButton>
  )
  return (
    <Section title={text.tabs.parameters} text={text.parametersText} extra={lift}>
      <Form layout="vertical" component="div">
        <div className="sl-stack">
          {parameters.length === 0 && <Empty isSmall title={text.tabs.parameters} text={text.liftText} />}
          {parameters.map((parameter, place) => (
            <ParameterItem
              key={parameter.name}
              parameter={parameter}
              language={language}
              onChange={patch => changeManifest({ parameters: patchAt(parameters, place, patch) })}
              onDrop={() => changeManifest({ parameters: dropAt(parameters, place) })}
            />
          ))}
        </div>
      </Form>
      <Suspense>{isLifting && <LiftDialog made={made} onMade={onMade} onClose={() => setLifting(false)} />}</Suspense>
    </Section>
  )
}

type Parameter = SectionProps['draft']['manifest']['parameters'][number]

interface ParameterItemProps extends Pick<SectionProps, 'language'> {
  readonly parameter: Parameter
  onChange(patch: Partial<Parameter>): void
  onDrop(): void
}

function ParameterItem({ parameter, language, onChange, onDrop }: ParameterItemProps) {
  const text = useText()
  const { fields } = text
  const [typed, setTyped] = useState(() =>
    parameter.choices.map(({ value, title }) => `${value}=${readWords(title, language) || value}`).join('\n'),
  )
  const writeChoices = (lines: string) => {
    setTyped(lines)
    const choices = lines.split('\n').flatMap(line => {
      const [value = '', ...rest] = line.split('=')
      const known = parameter.choices.find(each => each.value === value.trim())
      const title = writeWords(known?.title, language, rest.join('=').trim() || value.trim())
      return value.trim() === '' ? [] : [{ value: value.trim(), title }]
    })
    onChange({ choices })
  }
  return (
    <article className="sp-item" aria-label={parameter.name}>
      <div className="sp-item-head">
        <code>{`\${param:${parameter.name}}`}</code>
        <Button size="small" danger aria-label={text.dropOf(parameter.name)} onClick={onDrop}>
          {text.drop}
        </Button>
      </div>
      <div className="sp-grid">
        <WordsField
          label={fields.title}
          isRequired
          maxLength={60}
          language={language}
          value={parameter.title}
          onChange={title => onChange({ title })}
        />
        <ChoiceField
          label={fields.type}
          value={parameter.type}
          options={types.map(value => ({ value, label: text.types[value] }))}
          onChange={type => onChange({ type: type as Parameter['type'], ...(type !== 'choice' && { choices: [] }) })}
        />
        <TextField
          label={fields.default}
          maxLength={2000}
          value={parameter.default}
          onChange={value => onChange({ default: orAbsent(value) })}
        />
      </div>
      {parameter.type === 'choice' && (
        <TextField label={fields.choices} isLong maxLength={20_000} value={typed} onChange={writeChoices} />
      )}
      <WordsField
        label={fields.help}
        maxLength={500}
        language={language}
        value={parameter.help}
        onChange={help => onChange({ help: help === '' ? undefined : help })}
      />
      <FlagField label={fields.isRequired} value={parameter.required} onChange={required => onChange({ required })} />
    </article>
  )
}
