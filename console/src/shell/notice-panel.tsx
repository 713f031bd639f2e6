import { CheckCircleOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../lib/api.ts'
import { clearExceptions, type StoredException } from '../lib/error-ring.ts'
import { ErrorBlock } from '../ui/error-block.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ExceptionList } from './exception-list.tsx'
import { useNoticeText } from './use-notice-text.ts'
import './notice-panel.css'

export interface NoticePanelProps {
  readonly exceptions: readonly StoredException[]
  /** Exceptions since the list was last looked at. */
  readonly fresh: number
  readonly unread: { readonly message: number; readonly todo: number }
  onSeeExceptions(): void
  onClearExceptions(): void
  /** A link was followed. */
  onLeave(): void
}

const groups = ['todo', 'message'] as const
type Group = (typeof groups)[number]
type TabKey = Group | 'exception'
/** More are on the page of all notices. */
const SHOWN = 10

/** What the bell opens: to-dos, messages, and the server exceptions of this browser. */
export function NoticePanel(props: NoticePanelProps) {
  const { unread, fresh, exceptions } = props
  const text = useNoticeText()
  const isException = fresh > 0 && unread.todo + unread.message === 0
  const [tab, setTab] = useState<TabKey>(
    isException ? 'exception' : unread.todo > 0 || !unread.message ? 'todo' : 'message',
  )
  const select = (key: TabKey) => {
    setTab(key)
    // They stay marked as new while one looks at them for the first time.
    if (tab === 'exception') props.onSeeExceptions()
  }
  const label = (key: TabKey, count: number) => (
    <span>
      {text.tabs[key]} {count > 0 && <b className="sh-tab-count">{count}</b>}
    </span>
  )
  return (
    <div className="sh-notices">
      <Tabs
        size="small"
        activeKey={tab}
        onChange={key => select(key as TabKey)} // the keys below
        items={[
          ...groups.map(group => ({
            key: group,
            label: label(group, unread[group]),
            children: <NoticeTab group={group} unread={unread[group]} onLeave={props.onLeave} />,
          })),
          {
            key: 'exception',
            label: label('exception', exceptions.length),
            children: (
              <ExceptionTab
                exceptions={exceptions}
                onSee={props.onSeeExceptions}
                onClear={() => {
                  clearExceptions()
                  props.onClearExceptions()
                }}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

interface TabProps {
  readonly group: Group
  readonly unread: number
  onLeave(): void
}

function NoticeTab({ group, unread, onLeave }: TabProps) {
  const text = useNoticeText()
  const navigate = useNavigate()
  const change = useNoticeChange()
  const { data, error, refetch } = useQuery({
    ...api.notice.list.query({ query: { group, pageSize: SHOWN } }),
    staleTime: 0,
  })
  const go = (path: string) => {
    onLeave()
    void navigate(path)
  }
  const rows = data?.content
  return (
    <>
      {error && !rows ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : rows === undefined ? (
        <Skeleton rows={4} />
      ) : rows.length === 0 ? (
        <Nothing title={text.empty[group].title} hint={text.empty[group].text} />
      ) : (
        <ul>
          {rows.map(row => (
            <li key={row.key} data-read={row.read} data-level={row.level}>
              <button
                type="button"
                onClick={() => {
                  if (!row.read) change.mutate(() => api.notice.read({ body: { keys: [row.key] } }))
                  if (row.path !== null) go(row.path)
                }}
              >
                <strong>
                  {!row.read && <span className="sh-unseen">{text.unread} </span>}
                  {row.title} {row.extra !== '' && <em>{row.extra}</em>}
                </strong>
                {row.status === 'settled' && <i>{text.settled}</i>}
                {row.description !== '' && <span>{row.description}</span>}
                <small>
                  <RelativeTime value={row.datetime} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Button
          type="link"
          size="small"
          disabled={unread === 0}
          onClick={() => change.mutate(() => api.notice.readAll({ body: { group } }))}
        >
          {text.readAll}
        </Button>
        <Button
          type="link"
          size="small"
          disabled={!rows?.length}
          onClick={() => change.mutate(() => api.notice.clear({ body: { group } }))}
        >
          {text.clear}
        </Button>
        <Button type="link" size="small" onClick={() => go('/account/notices')}>
          {text.all}
        </Button>
      </footer>
    </>
  )
}

/** Every change answers with the new counts; lists are asked for again. */
function useNoticeChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: () => ReturnType<typeof api.notice.readAll>) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notice'] }),
  })
}

interface ExceptionTabProps {
  readonly exceptions: readonly StoredException[]
  onSee(): void
  onClear(): void
}

function ExceptionTab({ exceptions, onSee, onClear }: ExceptionTabProps) {
  const text = useNoticeText()
  if (exceptions.length === 0) return <Nothing title={text.noExceptions} hint={text.noExceptionsText} />
  return (
    <>
      <ExceptionList entries={exceptions} onSee={onSee} />
      <footer>
        <Button type="link" size="small" onClick={onClear}>
          {text.clear}
        </Button>
      </footer>
    </>
  )
}

function Nothing({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <div className="sh-notices-none">
      <CheckCircleOutlined />
      <div>{title}</div>
      <small>{hint}</small>
    </div>
  )
}
