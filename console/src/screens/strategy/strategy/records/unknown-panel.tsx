import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input, Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { dataDetail } from '../pages.ts'
import { useCursorText } from '../texts/use-cursor-text.ts'
import { useText } from '../texts/use-text.ts'
import type { AskedRow, UnknownFilter, UnknownRow } from '../types.ts'
import { SettleAll } from './settle-all.tsx'

const PAGE = 20
type Action = 'confirm' | 'resend' | 'ignore'

export interface UnknownPanelProps {
  readonly strategyId: string
  readonly filter: UnknownFilter
}

/** Writes whose answer was lost: what was sent, when, what the target says, and what a person decides. */
export function UnknownPanel({ strategyId, filter }: UnknownPanelProps) {
  const text = useCursorText().unknown
  const words = useText().data
  const params = { strategy: strategyId }
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [answers, setAnswers] = useState<ReadonlyMap<string, AskedRow>>(new Map())
  const [asked, setAsked] = useState<'confirm' | 'resend' | null>(null)
  const [targetKey, setTargetKey] = useState('')
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['strategyData', 'unknown', strategyId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.strategyData.unknown({
        params,
        body: { ...filter, pageSize: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
  })
  const ids = [...selected]
  const fail = (failure: Error) => void message.error(describeError(failure).message)
  const ask = useMutation({
    mutationFn: () => api.strategyData.askTarget({ params, body: { ids } }),
    onSuccess: ({ content }) => setAnswers(new Map([...answers, ...content.map(row => [row.id, row] as const)])),
    onError: fail,
  })
  const settle = useMutation({
    mutationFn: (action: Action) => {
      const [only] = ids
      const key = action === 'confirm' && ids.length === 1 && only !== undefined ? targetKey.trim() : ''
      const target_keys = key === '' || only === undefined ? [] : [{ id: only, target_key: key }]
      return api.strategyData.resolve({ params, body: { action, ids, target_keys } })
    },
    onSuccess({ content }) {
      void message.success(words.changed(content.changed))
      const [refused] = content.refused
      if (refused) void message.warning(words.refused(content.refused.length, refused.message))
      void queryClient.invalidateQueries({ queryKey: ['strategyData'] })
      void queryClient.invalidateQueries({ queryKey: api.strategy.counters.key() })
      setSelected(new Set())
      setAsked(null)
      setTargetKey('')
    },
    onError: fail,
  })
  const rows = data?.pages.flatMap(page => page.content.rows) ?? []
  const none = ids.length === 0 ? text.chooseFirst : undefined
  const toggle = (id: string, isOn: boolean) =>
    setSelected(new Set(isOn ? [...selected, id] : ids.filter(other => other !== id)))
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (rows.length === 0) return null
  return (
    <Section
      title={text.title}
      text={text.hint}
      extra={<SettleAll strategyId={strategyId} filter={filter} isEmpty={false} />}
    >
      <div className="st-line st-gap">
        <CanButton
          size="small"
          authority="strategy:query"
          reason={none}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {text.ask}
        </CanButton>
        <CanButton size="small" authority="strategy:update" reason={none} onClick={() => setAsked('confirm')}>
          {text.confirm}
        </CanButton>
        <CanButton size="small" authority="strategy:update" reason={none} onClick={() => setAsked('resend')}>
          {text.resend}
        </CanButton>
        <CanButton
          size="small"
          authority="strategy:update"
          reason={none}
          loading={settle.isPending && asked === null}
          onClick={() => settle.mutate('ignore')}
        >
          {text.ignore}
        </CanButton>
      </div>
      <div className="st-scroll">
        <table className="st-plain">
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label={text.all}
                  checked={selected.size === rows.length}
                  indeterminate={selected.size > 0 && selected.size < rows.length}
                  onChange={event => setSelected(new Set(event.target.checked ? rows.map(row => row.id) : []))}
                />
              </th>
              {Object.entries(text.columns).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row
                key={row.id}
                row={row}
                strategyId={strategyId}
                answer={answers.get(row.id)}
                isSelected={selected.has(row.id)}
                onToggle={isOn => toggle(row.id, isOn)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
      <ConfirmDanger
        open={asked !== null}
        title={asked === 'resend' ? text.resend : text.confirm}
        text={
          <>
            <p>{asked === 'resend' ? text.resendText : text.confirmText}</p>
            {asked === 'confirm' && ids.length === 1 && (
              <Input
                aria-label={text.targetKey}
                placeholder={text.targetKey}
                value={targetKey}
                onChange={event => setTargetKey(event.target.value)}
              />
            )}
          </>
        }
        action={asked === 'resend' ? text.resend : text.confirm}
        isBusy={settle.isPending}
        onConfirm={() => asked !== null && settle.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </Section>
  )
}

interface RowProps {
  readonly row: UnknownRow
  readonly strategyId: string
  readonly answer: AskedRow | undefined
  readonly isSelected: boolean
  onToggle(isOn: boolean): void
}

function Row({ row, strategyId, answer, isSelected, onToggle }: RowProps) {
  const text = useCursorText().unknown
  const format = useFormat()
  return (
    <tr>
      <td>
        <Checkbox aria-label={row.key} checked={isSelected} onChange={event => onToggle(event.target.checked)} />
      </td>
      <td>
        <Link to={dataDetail.href({ params: { strategy: strategyId, id: row.id } })}>{row.number ?? row.key}</Link>
        {row.is_delete && <span className="sl-tag sl-tag-warn">{text.isDelete}</span>}
      </td>
      <td>{format.time(row.sent_at)}</td>
      <td>
        {row.sent === null ? (
          <span className="sl-muted">{text.notKept}</span>
        ) : (
          <Popover trigger="click" content={<pre className="st-sent">{row.sent}</pre>}>
            <Button size="small" type="link">
              {text.show}
            </Button>
          </Popover>
        )}
      </td>
      <td>{row.error_message ?? '–'}</td>
      <td aria-live="polite">{answer ? describeAnswer(answer, text.answers) : '–'}</td>
    </tr>
  )
}

function describeAnswer(answer: AskedRow, words: Readonly<Record<AskedRow['answer'], string>>): string {
  if (answer.answer === 'different' && answer.fields.length > 0)
    return `${words.different} (${answer.fields.join(', ')})`
  return answer.reason === null ? words[answer.answer] : `${words[answer.answer]}: ${answer.reason}`
}
