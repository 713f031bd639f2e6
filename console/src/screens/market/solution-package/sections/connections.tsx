import { Form } from 'antd'
import { Section } from '../../../../ui/section.tsx'
import type { SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { readWords, writeWords } from '../words.ts'
import { patchAt, TextField, WordsField } from './fields.tsx'

/** The systems that whoever installs it connects. */
export function Connections({ draft, language, changeManifest }: SectionProps) {
  const text = useText()
  const { fields } = text
  const { connections } = draft.manifest
  type Connection = (typeof connections)[number]
  const change = (place: number, patch: Partial<Connection>) =>
    changeManifest({ connections: patchAt(connections, place, patch) })
  const writeRights = (rights: Connection['rights'], typed: string): Connection['rights'] =>
    typed === '' ? [] : typed.split('\n').map((line, at) => writeWords(rights[at], language, line))
  return (
    <Section title={text.tabs.connections} text={text.connectionsText}>
      <Form layout="vertical" component="div">
        <div className="sl-stack">
          {connections.map((connection, place) => (
            <article key={connection.slot} className="sp-item" aria-label={connection.slot}>
              <div className="sp-item-head">
                <span>
                  {fields.slot} <code>{connection.slot}</code> · {fields.platform} <code>{connection.platform}</code>
                </span>
              </div>
              <WordsField
                label={fields.title}
                isRequired
                maxLength={60}
                language={language}
                value={connection.title}
                onChange={title => change(place, { title })}
              />
              <TextField
                label={fields.rights}
                isLong
                maxLength={6000}
                value={connection.rights.map(each => readWords(each, language)).join('\n')}
                onChange={typed => change(place, { rights: writeRights(connection.rights, typed) })}
              />
            </article>
          ))}
        </div>
      </Form>
    </Section>
  )
}
