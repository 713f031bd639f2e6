import { Form } from 'antd'
import { Section } from '../../../../ui/section.tsx'
import type { SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { sayWords } from '../words.ts'
import { ChoiceField, FlagField, orAbsent, patchAt, TextField, WordsField } from './fields.tsx'

/** The data scope: one flow for each strategy. */
export function Flows({ draft, language, changeManifest }: SectionProps) {
  const text = useText()
  const { fields } = text
  const { flows, connections } = draft.manifest
  const slots = connections.map(({ slot, title }) => ({ value: slot, label: sayWords(title, language) }))
  const change = (place: number, patch: Partial<(typeof flows)[number]>) =>
    changeManifest({ flows: patchAt(flows, place, patch) })
  return (
    <Section title={text.tabs.flows} text={text.flowsText}>
      <Form layout="vertical" component="div">
        <div className="sl-stack">
          {flows.map((flow, place) => (
            <article key={flow.strategy} className="sp-item" aria-label={flow.strategy}>
              <div className="sp-item-head">
                <code>{flow.strategy}</code>
              </div>
              <div className="sp-grid">
                <WordsField
                  label={fields.title}
                  isRequired
                  maxLength={60}
                  language={language}
                  value={flow.title}
                  onChange={title => change(place, { title })}
                />
                <WordsField
                  label={fields.document}
                  isRequired
                  maxLength={60}
                  language={language}
                  value={flow.document}
                  onChange={document => change(place, { document })}
                />
                <ChoiceField
                  label={fields.from}
                  value={flow.from}
                  options={slots}
                  onChange={from => change(place, { from })}
                />
                <ChoiceField label={fields.to} value={flow.to} options={slots} onChange={to => change(place, { to })} />
                <WordsField
                  label={fields.trigger}
                  maxLength={200}
                  language={language}
                  value={flow.trigger}
                  onChange={trigger => change(place, { trigger: trigger === '' ? undefined : trigger })}
                />
                <TextField
                  label={fields.increment}
                  maxLength={200}
                  value={flow.increment}
                  onChange={increment => change(place, { increment: orAbsent(increment) })}
                />
              </div>
              <FlagField
                label={fields.isRequiredFlow}
                value={flow.required}
                onChange={required => change(place, { required })}
              />
            </article>
          ))}
        </div>
      </Form>
    </Section>
  )
}
