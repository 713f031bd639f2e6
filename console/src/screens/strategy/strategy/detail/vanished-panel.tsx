import { isKeyOfGroup, type SourceConfig } from '@sluice/contract'
import { Form, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { CanButton } from '../../../../ui/can.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { usePart, useSaveConfig } from '../parts/use-save-config.ts'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { Strategy } from '../types.ts'
import { type DeletesPanelProps, Scan } from './deletes-panel.tsx'
import { LateNote } from './late-note.tsx'
import { readMark, type ValueType, VanishedMark } from './vanished-mark.tsx'

type Vanished = NonNullable<SourceConfig['vanished']>
const policies = ['ask', 'delete', 'zero', 'mark'] as const

/** Where nothing is saved yet: what the strategy says of deleted records. */
function readVanished({ gate, config }: Strategy): Vanished {
  const { vanished, deletes } = (gate.draft?.config ?? config).source
  const policy = deletes?.policy === 'delete' ? 'delete' : 'ask'
  return vanished ?? { policy, maxPercent: deletes?.maxPercent ?? 10, maxCount: 20 }
}

/** What becomes of documents that no row gives any more. */
export function VanishedPanel({ strategy, cursor }: DeletesPanelProps) {
  const text = useCursorText().vanished
  const part = usePart(strategy, 'vanished', readVanished)
  const { base, draft, change, begin } = part
  const ids = { policy: useId(), zero: useId() }
  const [isTried, setTried] = useState(false)
  const [type, setType] = useState<ValueType>(readMark(draft.mark?.value))
  const save = useSaveConfig(base, text.saved, (saved, { vanished: sent }) => begin(saved, sent))
  const { zero = [], mark, ...plain } = draft
  const lacksZero = draft.policy === 'zero' && zero.length === 0
  const lacksMark = draft.policy === 'mark' && !mark
  // Who is asked may take either, once it is said here what that means.
  const [takesZero, takesMark] = (['zero', 'mark'] as const).map(each => [each, 'ask'].includes(draft.policy))
  const isBad = lacksZero || lacksMark
  const { source, mapping } = strategy.config
  const send = () => {
    setTried(true)
    if (!isBad) save.mutate({ vanished: draft })
  }
  return (
    <Section title={text.title} text={text.hint}>
      <RestoredNote typed={part} />
      <Form layout="vertical" component="div" className="st-form">
        <div className="st-columns">
          <FormRow
            label={text.policy}
            htmlFor={ids.policy}
            hint={!isKeyOfGroup(source) ? text.keyHint : draft.policy === 'ask' ? text.askHint : undefined}
          >
            <Select
              id={ids.policy}
              value={draft.policy}
              options={policies.map(value => ({ value, label: text.policies[value] }))}
              onChange={policy => change({ ...draft, policy })}
            />
          </FormRow>
          {takesZero && (
            <FormRow
              label={text.zero}
              htmlFor={ids.zero}
              hint={draft.policy === 'ask' ? `${text.chosenHint} ${text.zeroHint}` : text.zeroHint}
              isRequired={draft.policy === 'zero'}
              problem={isTried && lacksZero ? text.needsZero : undefined}
            >
              <Select
                id={ids.zero}
                mode="tags"
                value={zero}
                options={mapping.fields.map(({ target }) => ({ value: target, label: target }))}
                onChange={(fields: string[]) =>
                  change({ ...plain, ...(mark && { mark }), ...(fields.length > 0 && { zero: fields }) })
                }
              />
            </FormRow>
          )}
        </div>
        {takesMark && (
          <VanishedMark
            mark={mark}
            type={type}
            onType={setType}
            isRequired={draft.policy === 'mark'}
            problem={isTried && lacksMark ? text.needsMark : undefined}
            hint={draft.policy === 'ask' ? text.chosenHint : undefined}
            onChange={next => change({ ...plain, ...(zero.length > 0 && { zero }), ...(next && { mark: next }) })}
          />
        )}
        {draft.policy !== 'ask' && (
          <div className="st-columns">
            <FormRow label={text.maxCount} hint={text.bothHint}>
              <InputNumber
                aria-label={text.maxCount}
                min={0}
                max={1_000_000}
                precision={0}
                value={draft.maxCount}
                onChange={value => change({ ...draft, maxCount: value ?? 20 })}
              />
            </FormRow>
            <FormRow label={text.maxPercent}>
              <InputNumber
                aria-label={text.maxPercent}
                min={0}
                max={100}
                value={draft.maxPercent}
                onChange={value => change({ ...draft, maxPercent: value ?? 10 })}
              />
            </FormRow>
          </div>
        )}
      </Form>
      <LateNote save={save} onReload={() => begin(strategy)} />
      <div className="st-line st-gap">
        <CanButton type="primary" authority="strategy:update" loading={save.isPending} onClick={send}>
          {text.save}
        </CanButton>
      </div>
      <Scan strategy={strategy} cursor={cursor} />
    </Section>
  )
}
