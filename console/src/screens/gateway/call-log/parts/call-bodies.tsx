import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useText } from '../use-text.ts'

// Opened by few.
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

type Call = Awaited<ReturnType<typeof api.callLog.get>>['content']

/** What was asked and answered, as far as it is kept and may be seen; an intake that failed is sent again from here. */
export function CallBodies({ call }: { readonly call: Call }) {
  const text = useText().bodies
  const { time } = useFormat()
  const { bodies } = call
  if (bodies === null) return null
  return (
    <div className="sl-stack">
      {bodies.is_withheld && <Alert type="info" showIcon title={text.withheld} />}
      <Body label={text.request} body={bodies.request} isWithheld={bodies.is_withheld} />
      <Body label={text.answer} body={bodies.answer} isWithheld={bodies.is_withheld} />
      <span className="sl-muted">{text.until(time(bodies.ends_at))}</span>
      <Replay call={call} />
    </div>
  )
}

interface BodyProps {
  readonly label: string
  readonly body: NonNullable<Call['bodies']>['request']
  readonly isWithheld: boolean
}

function Body({ label, body, isWithheld }: BodyProps) {
  const text = useText().bodies
  const { number } = useFormat()
  return (
    <section>
      <h3>
        {label} <small className="sl-muted">{text.size(number(body.bytes))}</small>{' '}
        {body.is_cut && <Tag color="warning">{text.cut}</Tag>}
      </h3>
      {!isWithheld && body.text === null && <span className="sl-muted">{text.none}</span>}
      {body.text === '' && <span className="sl-muted">{text.empty}</span>}
      {body.text !== null && body.text !== '' && <JsonView label={label} text={layOut(body.text)} maxHeight={280} />}
    </section>
  )
}

/** With line breaks, where nothing is cut off: digits stay as they are. */
function layOut(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}

function Replay({ call }: { readonly call: Call }) {
  const text = useText().bodies
  const { number } = useFormat()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => api.callLog.replay({ params: { id: call.id } }),
    onSuccess: ({ content }) => void message.success(text.replayed(number(content.staged), number(content.rejected))),
    onSettled: async () => {
      setAsked(false)
      await client.invalidateQueries({ queryKey: api.callLog.get.key() })
      await client.invalidateQueries({ queryKey: api.callLog.list.key() })
    },
  })
  return (
    <>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {data && (
        <dl className="sl-facts" aria-live="polite">
          <div>
            <dt>{text.receipts}</dt>
            <dd>
              {data.content.receipts.map(receipt => (
                <CopyText key={receipt} isShown value={receipt} />
              ))}
            </dd>
          </div>
        </dl>
      )}
      {call.replay_id !== null && (
        <dl className="sl-facts">
          <div>
            <dt>{text.replayedAs}</dt>
            <dd>
              <CopyText isShown value={call.replay_id} />
            </dd>
          </div>
        </dl>
      )}
      {call.may_replay && (
        <div>
          <CanButton authority="gateway:update" onClick={() => setAsked(true)}>
            {text.replay}
          </CanButton>
        </div>
      )}
      <Suspense>
        {isAsked && (
          <ConfirmDanger
            open
            title={text.replayTitle}
            text={text.replayText}
            action={text.replay}
            isBusy={isPending}
            onConfirm={() => mutate()}
            onCancel={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  )
}
