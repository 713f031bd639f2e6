import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { processList } from '../../../connect/process/pages.ts'
import type { Board } from '../overview.ts'
import { useText } from '../use-text.ts'

const NEAR = 0.9
const POLL_MS = 60_000
const QUOTA = '/system/quota'

/** Who works, and how much of what the tenant may use is used. */
export function Limits({ processes }: Pick<Board, 'processes'>) {
  const text = useText().board
  const { number, bytes } = useFormat()
  const can = useCan()
  const { data } = useQuery({
    ...api.quota.get.query(),
    enabled: can('strategy:query'),
    refetchInterval: POLL_MS,
  })
  const quota = data?.content
  const rows = quota && [
    { name: text.quotas.records, ...quota.records, say: number },
    { name: text.quotas.strategies, ...quota.strategies, say: number },
    { name: text.quotas.runs, ...quota.runs, say: number },
    { name: text.quotas.storage, ...quota.storage_bytes, say: bytes },
  ]
  return (
    <Section title={text.limits}>
      <div className="sl-figures wp-inside">
        {processes && (
          <Figure
            label={text.processes}
            value={number(processes.alive)}
            hint={text.processesHint(number(processes.running), number(processes.places))}
            to={processList.href()}
            {...(processes.alive === 0 && { tone: 'bad' as const })}
          />
        )}
        {rows
          ?.filter(({ limit }) => limit !== null || rows.every(row => row.limit === null))
          .map(({ name, used, limit, say }) => (
            <Figure
              key={name}
              label={name}
              value={say(used)}
              hint={limit === null ? text.noLimit : text.quotaOf(say(limit))}
              to={QUOTA}
              {...(limit !== null && used >= limit * NEAR && { tone: 'warn' as const })}
            />
          ))}
      </div>
    </Section>
  )
}
