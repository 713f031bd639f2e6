import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import { connectorList } from '../../../connect/connector/pages.ts'
import type { Analysis } from '../types.ts'
import { useText } from '../use-text.ts'
import { Bars } from './bars.tsx'

/** Calls to far systems, by platform. */
export function Calls({ calls }: Pick<Analysis, 'calls'>) {
  const text = useText()
  const { number, shortTime } = useFormat()
  if (calls.platforms.length === 0) return null
  const failed = new Map(calls.platforms.map(row => [row.id, row.failed]))
  return (
    <Section title={text.calls} text={text.callsSince(shortTime(calls.since))}>
      <Bars
        label={text.calls}
        parts={calls.platforms.map(({ id, value }) => ({ id, name: id, value, before: 0 }))}
        linkOf={({ id }) => connectorList.href({ search: { platform: id } })}
        nameOf={({ id, name }) => {
          const bad = failed.get(id) ?? 0
          return bad > 0 ? `${name} · ${text.callsFailed(number(bad))}` : name
        }}
        format={number}
      />
    </Section>
  )
}
