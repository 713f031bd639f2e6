import { PlusOutlined } from '@ant-design/icons'
import type { AdapterStep } from '@sluice/contract'
import { Button, Input, InputNumber, Select } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { emptyStep } from '../model.ts'
import { useText } from '../use-text.ts'
import { PartsEditor } from './parts-editor.tsx'
import { RowsEditor } from './rows-editor.tsx'
import type { AdapterSectionProps } from './section-props.ts'

/** Requests of signing in, in their order. */
export function AuthSection({ doc, patch, faultAt }: AdapterSectionProps) {
  const text = useText().form
  const { steps, earlySeconds } = doc.auth
  const set = (next: AdapterStep[]) => patch({ auth: { ...doc.auth, steps: next } })
  return (
    <Section
      title={text.auth}
      text={text.authText}
      extra={
        <Button icon={<PlusOutlined />} onClick={() => set([...steps, emptyStep(steps.length)])}>
          {text.addStep}
        </Button>
      }
    >
      <div className="as-stack">
        {steps.map((step, index) => (
          <StepCard
            // Steps have no identity of their own; every input is controlled.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            step={step}
            index={index}
            faultAt={path => faultAt(`auth.steps.${index}.${path}`)}
            onChange={change => set(steps.map((each, at) => (at === index ? { ...each, ...change } : each)))}
            onRemove={() => set(steps.filter((_, at) => at !== index))}
          />
        ))}
        {steps.length > 0 && (
          <div className="as-columns">
            <Row label={text.early}>
              <InputNumber
                className="sl-wide"
                min={0}
                max={3600}
                value={earlySeconds}
                onChange={value => patch({ auth: { ...doc.auth, earlySeconds: value ?? 0 } })}
              />
            </Row>
          </div>
        )}
      </div>
    </Section>
  )
}

interface StepCardProps {
  readonly step: AdapterStep
  readonly index: number
  faultAt(path: string): string | undefined
  onChange(change: Partial<AdapterStep>): void
  onRemove(): void
}

function StepCard({ step, index, faultAt, onChange, onRemove }: StepCardProps) {
  const text = useText().form
  const { success } = step
  const setTest = (change: Partial<AdapterStep['success']>) => onChange({ success: { ...success, ...change } })
  const texts = (['path', 'messagePath'] as const).map(name => (
    <Row key={name} label={name === 'path' ? text.successPath : text.messagePath}>
      <Input
        className="sl-code"
        value={success[name]}
        onChange={event => setTest({ [name]: event.target.value.trim() })}
      />
    </Row>
  ))
  return (
    <fieldset className="as-step">
      <legend>
        {text.step(index + 1)}
        <Button type="link" size="small" danger aria-label={text.removeStep(index + 1)} onClick={onRemove}>
          {text.removeStep(index + 1)}
        </Button>
      </legend>
      <div className="as-columns">
        <Row label={text.stepName} problem={faultAt('name')}>
          <Input maxLength={60} value={step.name} onChange={event => onChange({ name: event.target.value })} />
        </Row>
        <Row label={text.method}>
          <Select
            value={step.method}
            options={(['GET', 'POST', 'PUT'] as const).map(value => ({ value, label: value }))}
            onChange={method => onChange({ method })}
          />
        </Row>
        <Row label={text.path} isRequired hint={text.pathHint} problem={faultAt('path')}>
          <Input
            className="sl-code"
            value={step.path}
            onChange={event => onChange({ path: event.target.value.trim() })}
          />
        </Row>
        {step.method !== 'GET' && (
          <Row label={text.bodyKind}>
            <Select
              value={step.bodyKind}
              options={(['json', 'form'] as const).map(value => ({ value, label: text.bodyKinds[value] }))}
              onChange={bodyKind => onChange({ bodyKind })}
            />
          </Row>
        )}
      </div>
      <PartsEditor parts={step} hasBody={step.method !== 'GET'} faultAt={faultAt} onChange={onChange} />
      <RowsEditor
        label={text.values}
        rows={step.values}
        empty={{ name: '', path: '', otherwise: '' }}
        columns={[
          { key: 'name', label: text.valueName, width: '30%' },
          { key: 'path', label: text.valuePath },
          { key: 'otherwise', label: text.valueOtherwise },
        ]}
        faultAt={(at, key) => faultAt(`values.${at}.${key}`)}
        onChange={values => onChange({ values })}
      />
      <div className="as-columns">
        {texts}
        <Row label={text.successValues}>
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            placeholder={text.tags}
            value={success.values}
            onChange={(values: string[]) => setTest({ values })}
          />
        </Row>
        <Row label={text.expiresPath}>
          <Input
            className="sl-code"
            value={step.expiresPath}
            onChange={event => onChange({ expiresPath: event.target.value.trim() })}
          />
        </Row>
        <Row label={text.expiresUnit}>
          <Select
            value={step.expiresUnit}
            options={(Object.keys(text.units) as (keyof typeof text.units)[]).map(value => ({
              value,
              label: text.units[value],
            }))}
            onChange={expiresUnit => onChange({ expiresUnit })}
          />
        </Row>
        <Row label={text.life} problem={faultAt('lifeSeconds')}>
          <InputNumber
            className="sl-wide"
            min={1}
            max={31_536_000}
            value={step.lifeSeconds}
            onChange={value => onChange({ lifeSeconds: value ?? 1200 })}
          />
        </Row>
      </div>
    </fieldset>
  )
}
