import { SendOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { describeError } from '../lib/describe-error.ts'
import { useFormat } from '../lib/format.ts'
import { defineTexts, useLanguage } from '../lib/i18n.ts'
import { splitCode } from '../lib/split-code.ts'
import { CHAT_SCROLL_DELAY_MS, createSoon } from '../lib/timing.ts'
import type { Chat, ChatEntry } from '../lib/use-chat.ts'
import { zh } from './chat-text.zh.ts'
import { ErrorBlock } from './error-block.tsx'
import { Skeleton } from './skeleton.tsx'
import './chat.css'

const useChatText = defineTexts(zh, {
  'en-US': () => import('./chat-text.en.ts'),
  'zh-TW': () => import('./chat-text.tw.ts'),
  'pt-BR': () => import('./chat-text.pt.ts'),
})

export interface ChatPanelProps {
  readonly chat: Chat
  /** false: no connector answers yet. */
  readonly isConnected: boolean
  /** Where one is created; null: not by this person. */
  readonly connectPath: string | null
  /** A link was followed. */
  onLeave?(): void
}

/** Spec §9. */
const INPUT_ROWS = 3
const MAX_CHARACTERS = 4000

/** What was said, and the place to say more. */
export function ChatPanel({ chat, isConnected, connectPath, onLeave }: ChatPanelProps) {
  const text = useChatText()
  const connect = connectPath !== null && (
    <Link to={connectPath} {...(onLeave && { onClick: onLeave })}>
      {text.connect}
    </Link>
  )
  return (
    <div className="sl-chat">
      <ChatLog chat={chat} connect={connect}>
        <div className="sl-chat-start">
          <Avatar />
          <p>{text.hello}</p>
          {!isConnected && (
            <p className="sl-chat-warning">
              {text.notConnected} {connect || text.askAdmin}
            </p>
          )}
          <small>{text.privacy}</small>
        </div>
      </ChatLog>
      <Composer chat={chat} />
    </div>
  )
}

interface LogProps {
  readonly chat: Chat
  /** Leads to where a connector is created. */
  readonly connect: React.ReactNode
  /** In place of what was not yet said. */
  readonly children: React.ReactNode
}

function ChatLog({ chat, connect, children }: LogProps) {
  const text = useChatText()
  const { entries, isLoading, isSending, error } = chat
  const log = useRef<HTMLDivElement>(null)
  const end = entries.at(-1)?.id
  useEffect(() => {
    if (end === undefined) return
    const soon = createSoon(CHAT_SCROLL_DELAY_MS)
    soon.ask(() => log.current?.scrollTo({ top: log.current.scrollHeight }))
    return soon.cancel
  }, [end])
  if (error && entries.length === 0) return <ErrorBlock isSmall error={error} onRetry={chat.reload} />
  if (isLoading) return <Skeleton rows={4} />
  return (
    <div
      ref={log}
      role="log"
      className="sl-chat-log"
      aria-label={text.log}
      aria-busy={isSending}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by the keyboard
      tabIndex={0}
    >
      {entries.length === 0 ? (
        children
      ) : (
        <ol>
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} connect={connect} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Entry({ entry, connect }: { readonly entry: ChatEntry; readonly connect: React.ReactNode }) {
  const text = useChatText()
  const format = useFormat()
  const isOwn = entry.role === 'user'
  return (
    <li className="sl-chat-entry" data-role={entry.role} data-state={entry.state ?? 'said'}>
      {!isOwn && <Avatar />}
      <div className="sl-chat-said">
        <small>
          <b>{isOwn ? text.you : text.assistant}</b>{' '}
          <time dateTime={entry.created_at}>{format.time(entry.created_at)}</time>
        </small>
        <div className="sl-chat-text">
          {entry.state === 'waiting' ? (
            <span className="sl-chat-waiting">{text.waiting}</span>
          ) : entry.state === 'failed' ? (
            <FailureText error={entry.error} connect={connect} />
          ) : (
            <ChatText text={entry.content} />
          )}
        </div>
      </div>
    </li>
  )
}

/** The sentence of the error catalogue, spec §8, below what the server says. */
function FailureText({ error, connect }: { readonly error: unknown; readonly connect: React.ReactNode }) {
  const text = useChatText()
  const { message } = describeError(error, useLanguage())
  const isUnconnected = error instanceof ApiError && error.body?.code === 'conflict.noModel'
  return (
    <>
      <strong>{text.failure.title}</strong>
      <p>
        {message} {isUnconnected && connect}
      </p>
      <ol>
        <li>{text.failure.connector}</li>
        <li>{text.failure.length}</li>
      </ol>
    </>
  )
}

/** Text as it is, never markup; fenced blocks are set as code. */
function ChatText({ text }: { readonly text: string }) {
  return splitCode(text).map((part, index) =>
    part.isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll
      <pre key={index} tabIndex={0}>
        <code>{part.text}</code>
      </pre>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
      <span key={index}>{part.text}</span>
    ),
  )
}

function Composer({ chat }: { readonly chat: Chat }) {
  const text = useChatText()
  const input = useRef<HTMLTextAreaElement>(null)
  const isReady = !chat.isLoading && !chat.error
  useEffect(() => {
    if (isReady) input.current?.focus({ preventScroll: true })
  }, [isReady])
  const onKey = (event: KeyboardEvent) => {
    // Enter also ends the composing of a Chinese word, and that sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    chat.send()
  }
  return (
    <form
      className="sl-chat-composer"
      onSubmit={event => {
        event.preventDefault()
        chat.send()
      }}
    >
      <textarea
        ref={input}
        rows={INPUT_ROWS}
        maxLength={MAX_CHARACTERS}
        aria-label={text.input}
        placeholder={text.placeholder}
        disabled={!isReady}
        value={chat.draft}
        onChange={event => chat.setDraft(event.target.value)}
        onKeyDown={onKey}
      />
      <div>
        <small>{text.keys}</small>
        <Button
          type="primary"
          htmlType="submit"
          icon={<SendOutlined />}
          disabled={!isReady || chat.isSending || chat.draft.trim() === ''}
        >
          {text.send}
        </Button>
      </div>
    </form>
  )
}

const Avatar = () => (
  <svg className="sl-chat-avatar" viewBox="0 0 62 62" aria-hidden="true">
    <circle cx="31" cy="31" r="31" />
    <path d="M31 11v7M18 24h26a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H33l-8 6v-6h-7a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5Z" />
    <circle className="sl-chat-dot" cx="31" cy="10" r="3" />
    <circle className="sl-chat-dot" cx="24" cy="35" r="3" />
    <circle className="sl-chat-dot" cx="38" cy="35" r="3" />
  </svg>
)
