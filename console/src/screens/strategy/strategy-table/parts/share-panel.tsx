import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { splitLines } from '../../../../lib/split-lines.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { MaskRule } from '../types.ts'
import { useText } from '../use-text.ts'
import type { View } from '../view-search.ts'
import { ShareList } from './share-list.tsx'
import { useColumnName } from './table-grid.tsx'

export interface SharePanelProps {
  readonly strategyId: string
  readonly view: View
}

const rules = ['none', 'hide', 'ends', 'hash'] as const

/** Links for people without an account: a new one of what the table shows now, and those there are. */
export function SharePanel({ strategyId, view }: SharePanelProps) {
  const text = useText().sharing
  const shares = useQuery(api.strategyTable.shares.query({ params: { strategy: strategyId } }))
  return (
    <div className="sl-stack">
      <ShareForm strategyId={strategyId} view={view} />
      <Section title={text.list}>
        {shares.error ? (
          <ErrorBlock isSmall error={shares.error} onRetry={() => void shares.refetch()} />
        ) : (
          <ShareList strategyId={strategyId} shares={shares.data?.content} />
        )}
      </Section>
    </div>
  )
}

function ShareForm({ strategyId, view }: SharePanelProps) {
  const text = useText().sharing
  const nameOf = useColumnName()
  const id = useId()
  const [title, setTitle] = useState('')
  const [days, setDays] = useState(7)
  const [ips, setIps] = useState('')
  const [origins, setOrigins] = useState('')
  const [masks, setMasks] = useState<Readonly<Record<string, MaskRule>>>({})
  const [problem, setProblem] = useState<string>()
  const columns = view.columns.filter(({ of, name }) => !(of === 'record' && name === 'error_message'))
  const make = useMutation({
    mutationFn: () =>
      api.strategyTable.share({
        params: { strategy: strategyId },
        body: {
          ...{ title: title.trim(), days, ip_allow: splitLines(ips), embed_origins: splitLines(origins) },
          view: {
            ...view,
            columns,
            masks: Object.fromEntries(
              columns.flatMap(({ of, name }, place) => {
                const rule = masks[`${of}.${name}`]
                return rule === undefined ? [] : [[String(place), rule]]
              }),
            ),
          },
        },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: api.strategyTable.shares.key() }),
    onError: error => setProblem(describeError(error).message),
  })
  const made = make.data?.content
  if (made)
    return (
      <ShareMade
        address={`${window.location.origin}${made.path}`}
        isFramed={made.share.embed_origins.length > 0}
        onClose={make.reset}
      />
    )
  return (
    <Form layout="vertical" onFinish={() => (title.trim() === '' ? setProblem(text.nameMissing) : make.mutate())}>
      <p className="sl-muted">{text.intro}</p>
      {columns.length < view.columns.length && <Alert type="info" showIcon title={text.unshared} />}
      <Form.Item label={text.name} htmlFor={`${id}-title`} required>
        <Input
          id={`${id}-title`}
          maxLength={100}
          autoComplete="off"
          value={title}
          onChange={event => {
            setTitle(event.target.value)
            setProblem(undefined)
          }}
        />
      </Form.Item>
      <Form.Item label={text.days} htmlFor={`${id}-days`}>
        <InputNumber
          id={`${id}-days`}
          min={1}
          max={90}
          precision={0}
          value={days}
          onChange={count => setDays(count ?? 7)}
        />
      </Form.Item>
      <Form.Item label={text.ips} htmlFor={`${id}-ips`} extra={text.ipsHint}>
        <Input.TextArea id={`${id}-ips`} rows={2} value={ips} onChange={event => setIps(event.target.value)} />
      </Form.Item>
      <Form.Item label={text.origins} htmlFor={`${id}-origins`} extra={text.originsHint}>
        <Input.TextArea
          id={`${id}-origins`}
          rows={2}
          value={origins}
          onChange={event => setOrigins(event.target.value)}
        />
      </Form.Item>
      <p>{text.masks}</p>
      <div className="tb-masks">
        {columns.map(column => {
          const name = nameOf(column)
          const place = `${column.of}.${column.name}`
          return [
            <span key={`${place} name`} title={name}>
              {name}
            </span>,
            <Select
              key={place}
              size="small"
              aria-label={text.maskOf(name)}
              value={masks[place] ?? 'none'}
              options={rules.map(value => ({ value, label: text.maskRules[value] }))}
              onChange={(rule: (typeof rules)[number]) => {
                const { [place]: _before, ...others } = masks
                setMasks(rule === 'none' ? others : { ...others, [place]: rule })
              }}
            />,
          ]
        })}
      </div>
      {problem !== undefined && <Alert className="tb-problem" type="error" showIcon title={problem} />}
      <Button className="tb-make" type="primary" htmlType="submit" loading={make.isPending}>
        {text.make}
      </Button>
    </Form>
  )
}

interface ShareMadeProps {
  readonly address: string
  readonly isFramed: boolean
  onClose(): void
}

/** The one time that the link is to be seen. */
function ShareMade({ address, isFramed, onClose }: ShareMadeProps) {
  const text = useText().sharing
  return (
    <div className="sl-stack" data-made>
      <Alert type="warning" showIcon title={text.once} />
      <CopyText isShown value={address} label={text.copy} />
      {isFramed && (
        <CopyText
          isShown
          value={`<iframe src="${address}" width="100%" height="600"></iframe>`}
          label={text.copyFrame}
        />
      )}
      <Button onClick={onClose}>{text.done}</Button>
    </div>
  )
}
