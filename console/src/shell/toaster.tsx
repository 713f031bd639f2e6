import { message, notification } from 'antd'
import { useEffect } from 'react'
import type { Announcement } from '../lib/announce.ts'

export interface ToasterProps {
  readonly queue: readonly Announcement[]
  /** The queue's announcements are on screen. */
  onShown(): void
}

/** Draws announcements. Loaded with the first one: 12 kB that most visits never need. */
export function Toaster({ queue, onShown }: ToasterProps) {
  const [messages, messageHolder] = message.useMessage()
  const [notices, noticeHolder] = notification.useNotification()
  useEffect(() => {
    if (queue.length === 0) return
    for (const { kind, title, text } of queue) {
      if (text === undefined) messages[kind](title)
      else notices[kind]({ title, description: text })
    }
    onShown()
  }, [queue, onShown, messages, notices])
  return (
    <>
      {messageHolder}
      {noticeHolder}
    </>
  )
}
