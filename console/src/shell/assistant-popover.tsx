import { CloseOutlined, ExpandOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../lib/announce.ts'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { defineTexts } from '../lib/i18n.ts'
import { useChat } from '../lib/use-chat.ts'
import { ChatPanel } from '../ui/chat-panel.tsx'
import { ErrorBlock } from '../ui/error-block.tsx'
import { zh } from './assistant-text.zh.ts'
import './assistant-popover.css'

const useText = defineTexts(zh, {
  'en-US': () => import('./assistant-text.en.ts'),
  'zh-TW': () => import('./assistant-text.tw.ts'),
  'pt-BR': () => import('./assistant-text.pt.ts'),
})

export interface AssistantPopoverProps {
  /** The focus returns to the header. */
  onClose(): void
  /** A link was followed. */
  onLeave(): void
}

/** A conversation that begins when this is shown, named after the moment. */
export function AssistantPopover({ onClose, onLeave }: AssistantPopoverProps) {
  const text = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const begin = useMutation({
    mutationFn: () => api.assistant.create({ body: { name: format.time(new Date().toISOString()) } }),
  })
  const conversation = begin.isPending ? undefined : begin.data?.content[0]
  const id = conversation?._id.$oid ?? null
  const provider = useQuery({ ...api.assistant.provider.query(), staleTime: 0 })
  const chat = useChat(id, {
    onAnswer: () => message.success(text.success),
    onFailure: () => message.error(text.failure),
  })
  const start = useEffectEvent(() => begin.mutate())
  useEffect(() => start(), [])
  const expand = () => {
    onLeave()
    void navigate(`/account/assistant${id === null ? '' : `?id=${id}`}`)
  }
  return (
    <section
      className="sh-assistant"
      aria-label={text.title}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    >
      <header>
        <b>{text.title}</b>
        <small>{conversation?.name}</small>
        <Button
          type="text"
          size="small"
          aria-label={text.another}
          title={text.another}
          disabled={id === null || chat.isSending}
          icon={<PlusOutlined />}
          onClick={() => begin.mutate()}
        />
        <Button
          type="text"
          size="small"
          aria-label={text.page}
          title={text.page}
          icon={<ExpandOutlined />}
          onClick={expand}
        />
        <Button
          type="text"
          size="small"
          aria-label={text.close}
          title={text.close}
          icon={<CloseOutlined />}
          onClick={onClose}
        />
      </header>
      {begin.error ? (
        <ErrorBlock isSmall error={begin.error} onRetry={() => begin.mutate()} />
      ) : (
        <ChatPanel
          chat={chat}
          isConnected={provider.data?.content.connector !== null}
          connectPath={provider.data?.content.connect_path ?? null}
          onLeave={onLeave}
        />
      )}
    </section>
  )
}
