import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions } from 'antd'
import { useAmount } from '../../../../lib/amount.ts'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { PeriodDetail } from '../types.ts'
import { useText } from '../use-text.ts'
import { PeriodActions } from './period-actions.tsx'
import { PointList } from './point-list.tsx'
import { isUnderWay, LOOK_MS } from './queries.ts'

interface Props {
  readonly accountId: string
  readonly month: string
  onClose(): void
}

/** One month: how its balance came about, what stands in the way of closing it, what was done with it. */
export function PeriodDrawer({ accountId, month, onClose }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery({
    ...api.period.get.query({ params: { id: accountId, month } }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.content) ? LOOK_MS : false),
  })
  const period = data?.content
  return (
    <Drawer open size={760} title={text.drawer.title(month)} onClose={onClose}>
      {error && !period ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : period ? (
        <Body accountId={accountId} period={period} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Drawer>
  )
}

function Body({ accountId, period }: { readonly accountId: string; readonly period: PeriodDetail }) {
  const text = useText()
  const failure = period.job?.state === 'failed' ? period.job.failure : null
  return (
    <>
      {failure && <Alert type="error" showIcon title={failure.message} description={failure.advice} />}
      <PeriodActions accountId={accountId} period={period} />
      <RollForward period={period} />
      <Section title={period.hash === null ? text.points.title : text.points.agreed} text={text.points.intro}>
        <PointList accountId={accountId} month={period.month} points={period.points} />
      </Section>
      <History period={period} />
    </>
  )
}

function RollForward({ period }: { readonly period: PeriodDetail }) {
  const text = useText()
  const amount = useAmount()
  const { number } = useFormat()
  const rows = [
    [text.columns.opening, period.opening, ''],
    [text.columns.in, period.in, '+'],
    [text.columns.out, period.out.replace('-', ''), '−'],
    [text.columns.closing, period.closing, '='],
  ] as const
  return (
    <Section title={text.drawer.roll}>
      <table className="rp-roll">
        <caption className="sl-muted">
          {text.drawer.counted(number(period.a_lines), number(period.b_lines), period.currency)}
        </caption>
        <tbody>
          {rows.map(([label, value, sign]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td aria-hidden className="rp-sign">
                {sign}
              </td>
              <td className="sl-number">{amount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function History({ period }: { readonly period: PeriodDetail }) {
  const { history } = useText()
  const { time, bytes } = useFormat()
  const items = [
    [history.closed, period.closed_at && `${period.closed_by} · ${time(period.closed_at)}`],
    [history.note, period.note],
    [
      history.hash,
      period.hash && (
        <span key="hash" className="rp-hash">
          <CopyText isShown value={period.hash} label={history.hash} />
        </span>
      ),
    ],
    [history.reopened, period.reopened_at && `${period.reopened_by} · ${time(period.reopened_at)}`],
    [history.reason, period.reopen_reason],
    [history.archived, period.archived_at && `${period.archived_by} · ${time(period.archived_at)}`],
    [history.file, period.archive_bytes && bytes(Number(period.archive_bytes))],
    [history.restored, period.restored_at && time(period.restored_at)],
  ] as const
  const shown = items.filter(([, value]) => value !== null && value !== '')
  if (shown.length === 0) return null
  return (
    <Section title={history.title}>
      <Descriptions
        size="small"
        column={1}
        items={shown.map(([label, children]) => ({ key: label, label, children }))}
      />
    </Section>
  )
}
