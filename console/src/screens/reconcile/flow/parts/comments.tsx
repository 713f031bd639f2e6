import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'
import { useAct } from './queries.ts'

interface Props {
  readonly flowId: string
  /** A match or a line. */
  readonly subject: string
}

/** What people said of it. */
export function Comments({ flowId, subject }: Props) {
  const text = useText().comments
  const { time } = useFormat()
  const [said, setSaid] = useState('')
  const params = { id: flowId, key: subject }
  const { data } = useQuery(api.flow.comments.query({ params }))
  const act = useAct(
    async (body: string) => {
      await api.flow.comment({ params, body: { text: body } })
      return null
    },
    () => setSaid(''),
  )
  return (
    <Section title={text.title}>
      {data?.content.map(({ id, username, created_at, text: comment }) => (
        <p key={id} className="rf-comment">
          <strong>{username}</strong> <span className="sl-muted">{time(created_at)}</span>
          <br />
          {comment}
        </p>
      ))}
      <div className="rf-say">
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
