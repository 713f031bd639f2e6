import { Table } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { billingList } from '../../billing/pages.ts'
import { supplyList } from '../../supply-chain/pages.ts'
import { shareProven } from '../model.ts'
import type { ModelConfig, RuleTest } from '../types.ts'
import { useRuleTitle } from '../use-rule-title.ts'
import { useText } from '../use-text.ts'
import type { Trial } from '../use-trial.ts'

interface Props {
  readonly trial: Trial
  readonly config: ModelConfig
  readonly hasFlow: boolean
}

/** What the rules as they stand here would change, on real lines. Nothing is kept. */
export function TestPanel({ trial, config, hasFlow }: Props) {
  const text = useText().test
  const { data, error, isFetching, refetch } = trial
  return (
    <Section title={text.title} text={text.intro} className="rm-test">
      {!hasFlow ? (
        <p>{text.noFlow}</p>
      ) : error && !data ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div aria-busy={isFetching} aria-live="polite" className={isFetching ? 'rm-busy' : ''}>
          <Result found={data.content} config={config} />
        </div>
      ) : (
        <Skeleton rows={6} />
      )}
    </Section>
  )
}

function Result({ found, config }: { readonly found: RuleTest; readonly config: ModelConfig }) {
  const text = useText().test
  const { number, duration } = useFormat()
  const titleOf = useRuleTitle(config.rules)
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
          { title: text.rule, key: 'rule', render: (_, row) => titleOf(row.rule) },
          { title: text.groups, key: 'groups', align: 'end', render: (_, row) => number(row.groups) },
          { title: text.gained, key: 'gained', align: 'end', render: (_, row) => number(row.gained) },
          { title: text.right, key: 'right', align: 'end', render: (_, row) => number(row.right) },
          { title: text.wrong, key: 'wrong', align: 'end', render: (_, row) => number(row.wrong) },
          {
            title: text.proven,
            key: 'proven',
            align: 'end',
            render: (_, row) => {
              const share = shareProven(row)
              return share === null ? text.notMeasured : `${number(share)} %`
            },
          },
        ]}
      />
      <Samples samples={found.samples} titleOf={titleOf} />
    </>
  )
}

/** The first matches of each kind, each line a press away. */
export function Samples({
  samples,
  titleOf,
}: {
  readonly samples: RuleTest['samples']
  titleOf(rule: string): string
}) {
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
          <strong>{text[kind]}</strong> {rule !== null && titleOf(rule)} {a.map(link)} ↔ {b.map(link)}{' '}
          {difference_minor !== '0' && text.difference(money(difference_minor, currency), currency)}
        </li>
      ))}
    </ul>
  )
}
