import { ApiError } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { sharedDashboard } from './pages.ts'
import { Window } from './parts/window.tsx'
import type { Design, SharedShown } from './types.ts'
import { useShareText } from './use-share-text.ts'

const PACE_SECONDS = 30
const isNo = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** A dashboard for people without an account: what was shared, and no way to anything else. */
export default function SharedDashboard() {
  const text = useShareText().reader
  const format = useFormat()
  const { id } = sharedDashboard.useParams()
  const token = useLocation().hash.slice(1)
  const [pass, setPass] = usePass(id)
  const { data, error, dataUpdatedAt, refetch } = useShown(id, token, pass)
  if (error && (isNo(error) || !data)) return <Refused isGone={isNo(error)} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.isLocked) return <Lock id={id} token={token} onOpen={setPass} />
  const { shown, design } = data
  return (
    <main>
      <Window
        name={shown.title}
        {...{ design, error }}
        version={shown.version}
        refresh={shown.refresh_seconds}
        reading={shown}
        receivedMs={dataUpdatedAt}
        isLive={false}
        onRetry={() => void refetch()}
      >
        <span>{text.until(format.time(shown.expires_at))}</span>
      </Window>
    </main>
  )
}

type Seen =
  | { readonly isLocked: true }
  | { readonly isLocked: false; readonly shown: SharedShown; readonly design: Design }

function useShown(id: string, token: string, pass: string | undefined) {
  // Asked for once: with each reading only its version is compared.
  const known = useRef<{ readonly version?: number; readonly design?: Design }>({})
  return useQuery({
    queryKey: [...api.digraph.openShare.key(), id, token, pass],
    queryFn: async ({ signal }): Promise<Seen> => {
      const body = { token, ...(pass && { pass }), ...(known.current.version && { version: known.current.version }) }
      const { shown } = (await api.digraph.openShare({ params: { id }, body, signal })).content
      if (shown === null) return { isLocked: true }
      if (shown.design) known.current = { version: shown.version, design: shown.design }
      return { isLocked: false, shown, design: known.current.design! } // left out only where this page named its version
    },
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      isNo(state.error) || state.data?.isLocked
        ? false
        : ((state.data?.isLocked === false && state.data.shown.refresh_seconds) || PACE_SECONDS) * 1000,
    retry: false,
  })
}

/** What stands for the password, for as long as the tab: a screen that loads itself anew asks nobody. */
function usePass(id: string) {
  const place = `sluice.share.${id}`
  const [pass, setPass] = useState(() => sessionStorage.getItem(place) ?? undefined)
  const keep = (made: string) => {
    sessionStorage.setItem(place, made)
    setPass(made)
  }
  return [pass, keep] as const
}

interface LockProps {
  readonly id: string
  readonly token: string
  onOpen(pass: string): void
}

function Lock({ id, token, onOpen }: LockProps) {
  const text = useShareText().reader
  const [form] = Form.useForm<{ password: string }>()
  const open = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      api.digraph.openShare({ params: { id }, body: { token, password } }),
    onSuccess: ({ content }) => content.shown?.pass && onOpen(content.shown.pass),
    onError: error => form.setFields([{ name: 'password', errors: [describeError(error).message] }]),
  })
  return (
    <main className="db-lock">
      <h1>{text.locked}</h1>
      <p>{text.lockedText}</p>
      <Form form={form} layout="vertical" onFinish={values => open.mutate(values)}>
        <Form.Item name="password" label={text.password} rules={[{ required: true, message: text.lockedText }]}>
          <Input.Password autoFocus maxLength={100} autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={open.isPending}>
          {text.open}
        </Button>
      </Form>
    </main>
  )
}

/** Every no is the same, so that nobody learns which links there are. */
function Refused({ isGone, onRetry }: { readonly isGone: boolean; onRetry(): void }) {
  const text = useShareText().reader
  return (
    <main className="db-lock">
      <Empty
        title={isGone ? text.badTitle : text.busyTitle}
        text={isGone ? text.badText : text.busyText}
        action={!isGone && <Button onClick={onRetry}>{text.retry}</Button>}
      />
    </main>
  )
}
