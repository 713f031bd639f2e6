import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useAct } from '../../flow/public.ts'
import { useText } from '../use-text.ts'

/** What people said of a line or a match. */
export function Comments({ subject }: { readonly subject: string }) {
  const text = useText().comments
  const { time } = useFormat()
  const [said, setSaid] = useState('')
  const params = { key: subject }
  const { data } = useQuery(api.difference.comments.query({ params }))
  const act = useAct(
    async (body: string) => {
      await api.difference.comment({ params, body: { text: body } })
      return null
    },
    () => setSaid(''),
  )
  return (
    <Section title={text.title}>
      {data?.content.map(({ id, username, created_at, text: comment }) => (
        <p key={id} className="rd-comment">
          <strong>{username}</strong> <span className="sl-muted">{time(created_at)}</span>
          <br />
          {comment}
        </p>
      ))}
      <div className="rd-say">
        <Input.TextArea
          aria-label={text.say}
          placeholder={text.say}
          maxLength={2000}
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={said}
          onChange={event => setSaid(event.target.value)}
        />
        <CanButton
          authority="reconciliation:update"
          reason={said.trim() === '' ? text.empty : undefined}
          loading={act.isPending}
          onClick={() => act.mutate(said)}
        >
          {text.send}
        </CanButton>
      </div>
    </Section>
  )
}
