import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { Section } from '../../../../ui/section.tsx'
import type { SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { sayWords } from '../words.ts'
import { ChoiceField, dropAt, orAbsent, patchAt, TextField, WordsField } from './fields.tsx'

/** Records and what must come of them. */
export function Samples({ draft, language, changeManifest }: SectionProps) {
  const text = useText()
  const { fields } = text
  const { samples, flows } = draft.manifest
  const strategies = flows.map(({ strategy, title }) => ({
    value: strategy,
    label: `${strategy} · ${sayWords(title, language)}`,
  }))
  const change = (place: number, patch: Partial<(typeof samples)[number]>) =>
    changeManifest({ samples: patchAt(samples, place, patch) })
  const add = () =>
    changeManifest({
      samples: [
        ...samples,
        { strategy: flows[0]?.strategy ?? '', title: text.sample(samples.length + 1), given: '{}', params: {} },
      ],
    })
  const button = (
    <Button icon={<PlusOutlined />} onClick={add}>
      {text.addSample}
    </Button>
  )
  return (
    <Section title={text.tabs.samples} text={text.samplesText} extra={button}>
      <Form layout="vertical" component="div">
        <div className="sl-stack">
          {samples.map((sample, place) => (
            <article
              // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its place; every field of it is controlled
              key={place}
              className="sp-item"
              aria-label={text.sample(place + 1)}
            >
              <div className="sp-item-head">
                <strong>{text.sample(place + 1)}</strong>
                <Button
                  size="small"
                  danger
                  aria-label={text.dropOf(text.sample(place + 1))}
                  onClick={() => changeManifest({ samples: dropAt(samples, place) })}
                >
                  {text.drop}
                </Button>
              </div>
              <div className="sp-grid">
                <WordsField
                  label={fields.title}
                  isRequired
                  maxLength={100}
                  language={language}
                  value={sample.title}
                  onChange={title => change(place, { title })}
                />
                <ChoiceField
                  label={fields.strategy}
                  value={sample.strategy}
                  options={strategies}
                  onChange={strategy => change(place, { strategy })}
                />
                <TextField
                  label={fields.refused}
                  maxLength={100}
                  value={sample.refused}
                  onChange={refused => change(place, { refused: orAbsent(refused) })}
                />
              </div>
              <div className="sp-sides sl-code">
                <TextField
                  label={fields.given}
                  isLong
                  maxLength={100_000}
                  value={sample.given}
                  onChange={given => change(place, { given })}
                />
                <TextField
                  label={fields.expected}
                  isLong
                  maxLength={100_000}
                  value={sample.expected}
                  onChange={expected => change(place, { expected: orAbsent(expected) })}
                />
              </div>
            </article>
          ))}
        </div>
      </Form>
    </Section>
  )
}
