import type { StrategyConfig } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { GuaranteeNote } from '../parts/guarantee-note.tsx'
import { useSummaryText } from '../texts/use-summary-text.ts'
import { useText } from '../texts/use-text.ts'
import '../form/summary.css'

export interface StrategySummaryProps {
  readonly config: StrategyConfig
  /** Leaves source fields out on purpose. */
  onLeaveOut(names: readonly string[]): void
}

/** What a strategy will do as it is set now: every source field, every conversion and its risk. */
export function StrategySummary({ config, onLeaveOut }: StrategySummaryProps) {
  const words = useSummaryText()
  const text = words.summary
  const check = useText().check
  // Behind the check-list, and asked again for every change of what it depends on.
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategy.summarise.query({ body: { config } }),
    staleTime: 30_000,
    retry: false,
  })
  const summary = data?.content
  const told = summary?.lines.filter(({ level }) => level !== 'info') ?? []
  return (
    <Section
      title={text.title}
      text={text.text}
      extra={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {text.again}
        </Button>
      }
    >
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : !summary ? (
        <Skeleton rows={6} />
      ) : (
        <dl className="st-summary">
          <dt className="st-summary-name">{text.way}</dt>
          <dd className="st-summary-value">
            {summary.source.connector} · {summary.source.resource} → {summary.target.connector} ·{' '}
            {summary.target.resource}
          </dd>
          <dt className="st-summary-name">{text.fields}</dt>
          <dd className="st-summary-value">
            {summary.fields === null ? (
              text.fieldsUnknown
            ) : (
              <FieldCount
                all={summary.fields}
                unread={summary.unread}
                leftOut={config.mapping.leftOut ?? []}
                onLeaveOut={onLeaveOut}
              />
            )}
          </dd>
          <dt className="st-summary-name">{text.expected}</dt>
          <dd className="st-summary-value">
            {summary.expected === null ? text.rowsUnknown : text.rows(summary.expected.toLocaleString())}
          </dd>
          <dt className="st-summary-name">{text.guarantee}</dt>
          <dd className="st-summary-value">
            <GuaranteeNote guarantee={summary.guarantee} />
          </dd>
          <dt className="st-summary-name">{text.conversions}</dt>
          <dd className="st-summary-value">
            <Conversions conversions={summary.conversions} />
          </dd>
          <dt className="st-summary-name">{text.check}</dt>
          <dd className="st-summary-value">
            {told.length === 0 ? (
              check.ok
            ) : (
              <ul className="st-checks">
                {told.map(line => (
                  <li key={`${line.item} ${line.message}`}>
                    <strong className={`st-level-${line.level}`}>{check.levels[line.level]}</strong>
                    <span>
                      {line.message} {line.advice}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </dl>
      )}
    </Section>
  )
}

interface FieldCountProps {
  readonly all: number
  readonly unread: readonly string[]
  readonly leftOut: readonly string[]
  onLeaveOut(names: readonly string[]): void
}

function FieldCount({ all, unread, leftOut, onLeaveOut }: FieldCountProps) {
  const words = useSummaryText()
  return (
    <>
      <div className={unread.length === 0 ? 'st-level-good' : 'st-level-warning'}>
        {words.summary.fieldsOf(all - unread.length - leftOut.length, all)}
      </div>
      {unread.length > 0 && (
        <div>
          {words.unread.title(unread.length, all, unread)}{' '}
          <Button size="small" onClick={() => onLeaveOut(unread)}>
            {words.unread.leave}
          </Button>
        </div>
      )}
      {leftOut.length > 0 && <div className="sl-muted">{words.unread.leftOut(leftOut)}</div>}
    </>
  )
}

type Conversion = Awaited<ReturnType<typeof api.strategy.summarise>>['content']['conversions'][number]

/** Those that change how a value is written, or may refuse it. */
function Conversions({ conversions }: { readonly conversions: readonly Conversion[] }) {
  const text = useSummaryText().summary
  const shown = conversions.filter(({ level, notes }) => level !== 'same' || notes.length > 0)
  const unchanged = conversions.length - shown.length
  return (
    <>
      {shown.length > 0 && <p className="sl-muted">{text.converted(shown.length)}</p>}
      {shown.length > 0 && (
        <div className="st-columns-list">
          <table className="st-plain-table">
            <thead>
              <tr>
                <th scope="col">{text.source}</th>
                <th scope="col">{text.target}</th>
                <th scope="col">{text.risk}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ source, target, from, to, level, notes }) => (
                <tr key={target}>
                  <td>
                    {source} <code>{from}</code>
                  </td>
                  <td>
                    {target} <code>{to}</code>
                  </td>
                  <td>
                    <strong
                      className={level === 'never' ? 'st-level-error' : level === 'checked' ? 'st-level-warning' : ''}
                    >
                      {text.levels[level]}
                    </strong>
                    {notes.map(note => (
                      <div key={note}>{note}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unchanged > 0 && <p className="sl-muted">{text.unchanged(unchanged)}</p>}
    </>
  )
}
