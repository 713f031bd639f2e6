import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { readExceptions } from '../lib/error-ring.ts'
import { useSession } from '../lib/session.ts'
import { noticePolling } from '../lib/timing.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useShellText } from './use-text.ts'

// Looked at by few visits.
const NoticePanel = lazyPart(async () => ({ default: (await import('./notice-panel.tsx')).NoticePanel }))

const SEEN_KEY = 'exceptions_seen_at'

/** Notices of the server and server exceptions of this browser; the badge counts those not looked at yet. */
export function NoticeBell() {
  const text = useShellText()
  const isSignedIn = useSession(session => session.profile !== null)
  const [isOpen, setOpen] = useState(false)
  const [exceptions, setExceptions] = useState(readExceptions)
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(SEEN_KEY) ?? '')
  const { data } = useQuery({ ...api.notice.unread.query(), enabled: isSignedIn, ...noticePolling })
  useEffect(() => {
    // In local storage: the server is not asked.
    const timer = setInterval(() => setExceptions(readExceptions()), noticePolling.refetchInterval)
    return () => clearInterval(timer)
  }, [])
  const unread = data?.content ?? { message: 0, todo: 0 }
  const fresh = exceptions.filter(entry => entry.time > seenAt).length
  const count = unread.message + unread.todo + fresh
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setExceptions(readExceptions())
  }
  const seeExceptions = () => {
    const now = new Date().toISOString()
    setSeenAt(now)
    localStorage.setItem(SEEN_KEY, now)
  }
  const content = (
    <Suspense fallback={<Skeleton rows={4} />}>
      <NoticePanel
        exceptions={exceptions}
        fresh={fresh}
        unread={unread}
        onSeeExceptions={seeExceptions}
        onClearExceptions={() => setExceptions([])}
        onLeave={() => setOpen(false)}
      />
    </Suspense>
  )
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={content}
    >
      <Button
        type="text"
        aria-label={`${text.notices}${count > 0 ? ` (${count})` : ''}`}
        aria-expanded={isOpen}
        title={text.notices}
        icon={<BellOutlined className="sh-bell" />}
      >
        {count > 0 && (
          <span className="sh-count" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
    </Popover>
  )
}
