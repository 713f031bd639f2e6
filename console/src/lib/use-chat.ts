import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from './api.ts'

/** What is shown of a conversation: what was said, what is awaited, and what went wrong. */
export interface ChatEntry {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly created_at: string
  /** waiting: stands for the answer to come; failed: for the one that did not come. Absent: said. */
  readonly state?: 'said' | 'waiting' | 'failed'
  readonly error?: unknown
}

export interface Chat {
  readonly entries: readonly ChatEntry[]
  readonly draft: string
  readonly isSending: boolean
  /** What was said before is not here yet. */
  readonly isLoading: boolean
  readonly error: unknown
  setDraft(text: string): void
  send(): void
  reload(): void
}

export interface ChatEvents {
  onAnswer(): void
  onFailure(): void
}

// Not a UUID: on plain http a browser makes none.
let count = 0
const nextId = (): string => `new-${count++}`

/** A conversation; null: it has no id yet. Spec §4: another id clears the list and the input. */
export function useChat(id: string | null, events: ChatEvents): Chat {
  const [seen, setSeen] = useState(id)
  const [draft, setDraft] = useState('')
  const [recent, setRecent] = useState<readonly ChatEntry[]>([])
  if (seen !== id) {
    setSeen(id)
    setDraft('')
    setRecent([])
  }
  const history = useQuery({
    ...api.assistant.messages.query({ params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
  })
  const ask = useAsk(events, setRecent)
  const isSending = recent.some(entry => entry.state === 'waiting')
  const send = () => {
    const content = draft.trim()
    if (content === '' || isSending || id === null) return
    const [asked, awaited] = [nextId(), nextId()]
    const created_at = new Date().toISOString()
    setRecent([
      ...recent,
      { id: asked, role: 'user', content, created_at },
      { id: awaited, role: 'assistant', content: '', created_at, state: 'waiting' },
    ])
    setDraft('')
    ask.mutate({ id, content, asked, awaited })
  }
  const known = new Set(recent.map(entry => entry.id))
  const said = (id === null ? undefined : history.data?.content) ?? []
  return {
    entries: [...said.filter(entry => !known.has(entry.id)), ...recent],
    draft,
    isSending,
    isLoading: id === null || history.isPending,
    error: history.error,
    setDraft,
    send,
    reload: () => void history.refetch(),
  }
}

interface Question {
  readonly id: string
  readonly content: string
  /** Ids of the entries that stand for question and answer until the server names them. */
  readonly asked: string
  readonly awaited: string
}

/** Goes on when nobody looks any more; entries that were cleared meanwhile stay cleared. */
function useAsk(events: ChatEvents, setRecent: (change: (list: readonly ChatEntry[]) => readonly ChatEntry[]) => void) {
  const client = useQueryClient()
  const replace = (changes: Readonly<Record<string, Partial<ChatEntry> | undefined>>) =>
    setRecent(list => list.map(entry => ({ ...entry, ...changes[entry.id] })))
  return useMutation({
    mutationFn: ({ id, content }: Question) => api.assistant.ask({ params: { id }, body: { msg: content } }),
    onSuccess({ content: [reply, question] }, { asked, awaited }) {
      replace({ [awaited]: reply && { ...reply, state: 'said' }, [asked]: question })
      events.onAnswer()
      void client.invalidateQueries({ queryKey: api.assistant.list.key() })
    },
    onError(error, { awaited }) {
      replace({ [awaited]: { state: 'failed', error } })
      events.onFailure()
    },
  })
}
