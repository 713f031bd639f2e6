import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Channel, Rule } from '../types.ts'
import { useText } from '../use-text.ts'

const RuleForm = lazyPart(async () => ({ default: (await import('./rule-form.tsx')).RuleForm }))

/** When somebody is told. */
export function RuleTab() {
  const text = useText().rule
  const [edited, setEdited] = useState<Rule | 'new' | null>(null)
  const { data, error, isFetching, refetch } = useQuery(api.alert.rules.query({}))
  const channels = useQuery(api.alert.channels.query({})).data?.content
  const add = (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="alert:add"
      reason={channels?.length === 0 ? text.needChannel : undefined}
      onClick={() => setEdited('new')}
    >
      {text.add}
    </CanButton>
  )
  return (
    <>
      <DataTable
        id="alert-rules"
        label={text.label}
        columns={useColumns(channels ?? [], setEdited)}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={add} />}
        extra={add}
      />
      <Suspense>
        {edited !== null && channels && (
          <RuleForm {...(edited !== 'new' && { rule: edited })} channels={channels} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  )
}

function useColumns(channels: readonly Channel[], onEdit: (rule: Rule) => void): DataColumn<Rule>[] {
  const words = useText()
  const text = words.rule
  const format = useFormat()
  const nameOf = (id: string): string => channels.find(channel => channel.id === id)?.name ?? '–'
  return [
    { key: 'name', title: text.name, width: 200, ellipsis: true, isAlwaysShown: true, dataIndex: 'name' },
    { key: 'kind', title: text.kind, width: 240, render: (_, row) => <Condition rule={row} /> },
    { key: 'scope', title: text.scope, width: 160, render: (_, row) => <Scope rule={row} /> },
    {
      key: 'channels',
      title: text.channels,
      width: 200,
      ellipsis: true,
      render: (_, row) => format.list(row.channel_ids.map(nameOf)),
    },
    {
      key: 'repeat',
      title: text.repeat,
      width: 130,
      render: (_, row) => {
        const repeats: Readonly<Record<string, string>> = text.repeats
        const minutes = row.repeat_minutes
        return minutes === null ? text.repeats.once : (repeats[String(minutes)] ?? format.duration(minutes * 60_000))
      },
    },
    {
      key: 'open',
      title: text.open,
      width: 90,
      align: 'end',
      render: (_, row) => (row.is_enabled ? format.number(row.open) : <span className="sl-muted">{text.off}</span>),
    },
    {
      key: 'actions',
      title: words.columns.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <RuleActions rule={row} onEdit={() => onEdit(row)} />,
    },
  ]
}

function Condition({ rule }: { readonly rule: Rule }) {
  const text = useText().rule
  const format = useFormat()
  const units = {
    failures: 'times',
    backlog: 'records',
    errorRate: 'percent',
    wait: 'minutes',
    credential: 'days',
  } as const
  const unit = rule.kind in units ? text.units[units[rule.kind as keyof typeof units]] : null // rule.kind in units
  return (
    <>
      {text.kinds[rule.kind]}
      <div className="he-under">
        {rule.threshold !== null && unit !== null && `${format.number(rule.threshold)} ${unit}`}
        {rule.window_minutes !== null && ` ${format.duration(rule.window_minutes * 60_000)}`}
      </div>
    </>
  )
}

function Scope({ rule }: { readonly rule: Rule }) {
  const text = useText().rule
  const format = useFormat()
  const values = rule.scope === 'group' ? format.list(rule.scope_values) : String(rule.scope_values.length)
  return <>{rule.scope === 'all' ? text.scopes.all : `${text.scopes[rule.scope]}: ${values}`}</>
}

function RuleActions({ rule, onEdit }: { readonly rule: Rule; onEdit(): void }) {
  const text = useText().rule
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    ...api.alert.deleteRule.mutation(),
    onSuccess: async () => {
      message.success(text.removed)
      setAsking(false)
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'alert' })
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <span className="sl-row-actions">
      <CanButton type="link" size="small" authority="alert:update" onClick={onEdit}>
        {text.edit}
      </CanButton>
      <CanButton type="link" size="small" danger authority="alert:delete" onClick={() => setAsking(true)}>
        {text.remove}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.removeTitle(rule.name)}
        text={text.removeText}
        action={text.remove}
        isBusy={isPending}
        onConfirm={() => mutate({ params: { id: rule.id } })}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}
