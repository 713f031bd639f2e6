import { BellOutlined, CheckCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useEffect, useState } from 'react'
import { clearExceptions, readExceptions, type StoredException } from '../lib/error-ring.ts'
import { useFormat } from '../lib/format.ts'
import { useShellText } from './use-text.ts'

/** Spec §9. Nothing is asked of the server: the ring is in local storage. */
const POLL_MS = 15_000
const SEEN_KEY = 'exceptions_seen_at'

/** Server exceptions of this browser; the badge counts those not looked at yet. */
export function NoticeBell() {
  const text = useShellText()
  const [entries, setEntries] = useState(readExceptions)
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(SEEN_KEY) ?? '')
  useEffect(() => {
    const timer = setInterval(() => setEntries(readExceptions()), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  const fresh = entries.filter(entry => entry.time > seenAt).length
  const open = (isOpen: boolean) => {
    if (!isOpen) return
    const now = new Date().toISOString()
    setEntries(readExceptions())
    setSeenAt(now)
    localStorage.setItem(SEEN_KEY, now)
  }
  const clear = () => {
    clearExceptions()
    setEntries([])
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      onOpenChange={open}
      content={<NoticeList entries={entries} onClear={clear} />}
    >
      <Button
        type="text"
        aria-label={`${text.notices}${fresh > 0 ? ` (${fresh})` : ''}`}
        title={text.notices}
        icon={<BellOutlined className="sh-bell" />}
      >
        {fresh > 0 && (
          <span className="sh-count" aria-hidden="true">
            {fresh}
          </span>
        )}
      </Button>
    </Popover>
  )
}

interface ListProps {
  readonly entries: readonly StoredException[]
  onClear(): void
}

function NoticeList({ entries, onClear }: ListProps) {
  const text = useShellText()
  return (
    <div className="sh-notices">
      <div className="sh-notices-head">
        <strong>
          {text.exceptions} {entries.length > 0 && `(${entries.length})`}
        </strong>
        {entries.length > 0 && (
          <Button type="link" size="small" onClick={onClear}>
            {text.clear}
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <div className="sh-notices-none">
          <CheckCircleOutlined />
          <div>{text.noExceptions}</div>
          <small>{text.noExceptionsText}</small>
        </div>
      ) : (
        <ul>
          {entries.map(entry => (
            <Notice key={entry.time + entry.path} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Notice({ entry }: { readonly entry: StoredException }) {
  const { exceptionParts: parts } = useShellText()
  const format = useFormat()
  const rows = [
    [parts.path, entry.file === '' ? entry.path : `${entry.path} · ${entry.file}`],
    [parts.line, entry.line === '0' ? '' : entry.line],
    [parts.exception, entry.exception],
    [parts.message, entry.message],
  ] as const
  return (
    <li>
      <time dateTime={entry.time}>{format.time(entry.time)}</time>
      <dl>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {entry.trace.length > 0 && (
        <details>
          <summary>{parts.trace}</summary>
          <pre>{entry.trace.join('\n')}</pre>
        </details>
      )}
    </li>
  )
}
