import { Checkbox, Form, Input } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { sayPlace } from '../parts/scope-table.tsx'
import type { Detail, Plan } from '../types.ts'
import { useText } from '../use-text.ts'
import type { Choice } from './use-wizard.ts'

export interface FlowStepProps {
  readonly detail: Detail
  readonly choice: Choice
  readonly plan: Plan | undefined
  onChange(patch: Partial<Choice>): void
}

/** Which flows, and under what names. */
export function FlowStep({ detail, choice, plan, onChange }: FlowStepProps) {
  const all = useText()
  const text = all.wizard
  const problemAt = (field: string) => plan?.problems.find(each => each.field === field)?.message
  const toggle = (strategy: string, is: boolean) =>
    onChange({ flows: is ? [...choice.flows, strategy] : choice.flows.filter(each => each !== strategy) })
  return (
    <>
      <p className="sl-muted">{text.flowsText}</p>
      <ul className="mk-list">
        {detail.scope.map(({ strategy, title, document, from, to, required }) => (
          <li key={strategy}>
            <Checkbox
              checked={required || choice.flows.includes(strategy)}
              disabled={required}
              onChange={event => toggle(strategy, event.target.checked)}
            >
              {title === document ? title : `${title} · ${document}`}{' '}
              <span className="sl-muted">
                {sayPlace(detail, from)} → {sayPlace(detail, to)} · {required ? all.required : all.optional}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <br />
      <Form layout="vertical" component="div">
        <Row label={text.prefix} hint={text.prefixHint} problem={problemAt('prefix')}>
          <Input
            maxLength={20}
            autoComplete="off"
            value={choice.prefix}
            onChange={event => onChange({ prefix: event.target.value })}
          />
        </Row>
        <Row label={text.group} hint={text.groupHint} problem={problemAt('group')}>
          <Input
            maxLength={60}
            autoComplete="off"
            value={choice.group}
            onChange={event => onChange({ group: event.target.value })}
          />
        </Row>
      </Form>
    </>
  )
}
