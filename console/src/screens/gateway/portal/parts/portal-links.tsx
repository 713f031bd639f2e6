import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select, Table } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { PortalLink } from '../types.ts'
import { useText } from '../use-text.ts'

const refresh = (): void => void queryClient.invalidateQueries({ queryKey: api.portal.list.key() })

/** Links to the application's portal: a new one, and those there are. */
export function PortalLinks({ applicationId }: { readonly applicationId: string }) {
  const text = useText().links
  const { data, error, refetch } = useQuery(api.portal.list.query({ params: { id: applicationId } }))
  return (
    <div className="sl-stack">
      <LinkForm applicationId={applicationId} />
      <Section title={text.list}>
        {error && !data && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton rows={3} />}
        {data && <LinkList applicationId={applicationId} links={data.content} />}
      </Section>
    </div>
  )
}

function LinkForm({ applicationId }: { readonly applicationId: string }) {
  const text = useText().links
  const id = useId()
  const [title, setTitle] = useState('')
  const [days, setDays] = useState(30)
  const [mayRotate, setMayRotate] = useState(false)
  const [networks, setNetworks] = useState<string[]>([])
  const [problem, setProblem] = useState<string>()
  const make = useMutation({
    mutationFn: () =>
      api.portal.create({
        params: { id: applicationId },
        body: { title: title.trim(), days, may_rotate: mayRotate, ip_allow: networks },
      }),
    onSuccess: refresh,
    onError: error => setProblem(describeError(error).message),
  })
  const made = make.data?.content
  if (made) return <LinkMade address={`${window.location.origin}${made.path}`} onClose={make.reset} />
  return (
    <Form layout="vertical" onFinish={() => (title.trim() === '' ? setProblem(text.nameMissing) : make.mutate())}>
      <p className="sl-muted">{text.intro}</p>
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
          max={365}
          precision={0}
          value={days}
          onChange={count => setDays(count ?? 30)}
        />
      </Form.Item>
      <Form.Item label={text.networks} htmlFor={`${id}-networks`} extra={text.networksHint}>
        <Select
          id={`${id}-networks`}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ', ';']}
          maxCount={100}
          value={networks}
          onChange={(list: string[]) => {
            setNetworks(list)
            setProblem(undefined)
          }}
        />
      </Form.Item>
      <Form.Item>
        <Checkbox checked={mayRotate} onChange={event => setMayRotate(event.target.checked)}>
          {text.mayRotate}
        </Checkbox>
      </Form.Item>
      {problem !== undefined && <Alert className="gp-problem" type="error" showIcon title={problem} />}
      <CanButton type="primary" htmlType="submit" authority="gateway:secret" loading={make.isPending}>
        {text.make}
      </CanButton>
    </Form>
  )
}

/** The one time that the link is to be seen. */
function LinkMade({ address, onClose }: { readonly address: string; onClose(): void }) {
  const text = useText().links
  return (
    <div className="sl-stack" data-made>
      <Alert type="warning" showIcon title={text.once} />
      <CopyText isShown value={address} label={text.copy} />
      <div>
        <Button onClick={onClose}>{text.done}</Button>
      </div>
    </div>
  )
}

const PAGE = 10

function LinkList({ applicationId, links }: { readonly applicationId: string; readonly links: readonly PortalLink[] }) {
  const text = useText().links
  const format = useFormat()
  const [asked, setAsked] = useState<PortalLink | null>(null)
  const revoke = useMutation({
    mutationFn: (link: string) => api.portal.revoke({ params: { id: applicationId, link } }),
    onSuccess() {
      void message.success(text.revoked)
      refresh()
      setAsked(null)
    },
    onError: error => void message.error(describeError(error).message),
  })
  if (links.length === 0) return <Empty isSmall title={text.none} />
  return (
    <>
      <Table<PortalLink>
        size="small"
        rowKey="id"
        aria-label={text.list}
        dataSource={links}
        pagination={links.length > PAGE ? { pageSize: PAGE } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.columns.title, dataIndex: 'title' },
          {
            title: text.columns.state,
            render: (_value, { state }) => (
              <span className={`sl-tag sl-tag-${state === 'active' ? 'busy' : 'calm'}`}>{text.states[state]}</span>
            ),
          },
          { title: text.columns.rotates, render: (_value, link) => (link.may_rotate ? text.yes : text.no) },
          {
            title: text.columns.networks,
            render: (_value, link) => (link.ip_allow.length > 0 ? link.ip_allow.join(', ') : text.anywhere),
          },
          { title: text.columns.expires, render: (_value, link) => format.shortTime(link.expires_at) },
          { title: text.columns.opens, align: 'end', render: (_value, link) => format.number(link.opens) },
          { title: text.columns.by, render: (_value, link) => link.created_by ?? '–' },
          {
            title: text.columns.actions,
            render: (_value, link) =>
              link.state === 'active' && (
                <CanButton danger size="small" type="link" authority="gateway:secret" onClick={() => setAsked(link)}>
                  {text.revoke}
                </CanButton>
              ),
          },
        ]}
      />
      <ConfirmDanger
        open={asked !== null}
        title={text.revokeTitle(asked?.title ?? '')}
        text={text.revokeText}
        action={text.revoke}
        isBusy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
