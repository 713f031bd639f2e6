import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { billingList } from '../../billing/pages.ts'
import { supplyList } from '../../supply-chain/pages.ts'
import type { ModelConfig, RuleTest } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly accountId: string
  readonly config: ModelConfig
  readonly hasFlow: boolean
}

/** Rules are tried once nobody has moved a slider for so long. */
const REST_MS = 350

/** What the rules as they stand here would change, on real lines. Nothing is kept. */
export function TestPanel({ accountId, config, hasFlow }: Props) {
  const text = useText().test
  const settled = useSettled(config)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['accountModel', 'test', accountId, settled],
    queryFn: () => api.accountModel.test({ params: { id: accountId }, body: { config: settled } }),
    ...keepRows,
    enabled: hasFlow && settled.rules.some(({ is_on }) => is_on),
    retry: false,
  })
  return (
    <Section title={text.title} text={text.intro} className="rm-test">
      {!hasFlow ? (
        <p>{text.noFlow}</p>
      ) : error && !data ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div aria-busy={isFetching} aria-live="polite" className={isFetching ? 'rm-busy' : ''}>
          <Result found={data.content} />
        </div>
      ) : (
        <Skeleton rows={6} />
      )}
    </Section>
  )
}

function Result({ found }: { readonly found: RuleTest }) {
  const text = useText().test
  const { number, duration } = useFormat()
  return (
    <>
      <div className="sl-figures rm-figures">
        <Figure label={text.gained} value={number(found.gained)} hint={text.gainedHint} tone="good" />
        <Figure label={text.kept} value={number(found.kept)} hint={text.keptHint} />
        <Figure
          label={text.changed}
          value={number(found.changed)}
          hint={text.changedHint}
          {...(found.changed > 0 && { tone: 'bad' as const })}
        />
        <Figure
          label={text.lost}
          value={number(found.lost)}
          hint={text.lostHint}
          {...(found.lost > 0 && { tone: 'warn' as const })}
        />
      </div>
      <p className="sl-muted">{text.tried(number(found.lines), duration(found.elapsed_ms), found.is_cut)}</p>
      <Table
        size="small"
        pagination={false}
        rowKey={row => row.rule}
        dataSource={found.rules}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.rule, key: 'rule', render: (_, row) => <code>{row.rule}</code> },
          { title: text.groups, key: 'groups', align: 'end', render: (_, row) => number(row.groups) },
          { title: text.gained, key: 'gained', align: 'end', render: (_, row) => number(row.gained) },
          { title: text.right, key: 'right', align: 'end', render: (_, row) => number(row.right) },
          { title: text.wrong, key: 'wrong', align: 'end', render: (_, row) => number(row.wrong) },
          { title: text.proven, key: 'proven', align: 'end', render: (_, row) => `${number(row.proven / 100)} %` },
        ]}
      />
      <Samples samples={found.samples} />
    </>
  )
}

/** The first matches of each kind, each line a press away. */
function Samples({ samples }: { readonly samples: RuleTest['samples'] }) {
  const text = useText().test
  const money = useMinor()
  if (samples.length === 0) return null
  const link = (line: string) => (
    <Link
      key={line}
      to={(line.startsWith('A') ? billingList : supplyList).href({ search: { number: line } })}
      className="sl-number"
    >
      {line}
    </Link>
  )
  return (
    <ul className="rm-samples" aria-label={text.samples}>
      {samples.map(({ kind, rule, a, b, difference_minor, currency }) => (
        <li key={`${kind}${rule}${a.join()}${b.join()}`} className={`rm-${kind}`}>
          <strong>{text[kind]}</strong> {rule !== null && <code>{rule}</code>} {a.map(link)} ↔ {b.map(link)}{' '}
          {difference_minor !== '0' && text.difference(money(difference_minor, currency), currency)}
        </li>
      ))}
    </ul>
  )
}

/** A value once it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
