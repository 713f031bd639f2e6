import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { PlainMarkdown } from '../../../../parts/plain-markdown.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Reviewed } from '../types.ts'
import { useText } from '../use-text.ts'

/** One release as its buyers would get it, what was found in it by itself, and the answer to its author. */
export function ReviewDrawer({ id, onClose }: { readonly id: string; onClose(): void }) {
  const text = useText()
  const read = useQuery({ ...api.marketReview.detail.query({ params: { id } }), staleTime: 0, gcTime: 0 })
  const reviewed = read.data?.content
  return (
    <Drawer
      open
      size={760}
      title={reviewed ? text.title(reviewed.title, reviewed.version) : text.reviewing}
      onClose={onClose}
      footer={reviewed && <Answer reviewed={reviewed} onClose={onClose} />}
    >
      <div className="sl-stack">
        {read.error && <ErrorBlock isSmall error={read.error} onRetry={() => void read.refetch()} />}
        {read.isPending && <Skeleton rows={8} />}
        {reviewed && <Shown reviewed={reviewed} />}
      </div>
    </Drawer>
  )
}

function Shown({ reviewed }: { readonly reviewed: Reviewed }) {
  const text = useText()
  const { publisher, tenant, source, publisher_key: key, licence, samples, reason, readme, changes, files } = reviewed
  const facts = [
    { label: text.columns.publisher, value: `${publisher} · ${key}` },
    { label: text.columns.tenant, value: source === '' ? tenant : text.fromMarket(source) },
    { label: text.licence, value: licence || '–' },
    { label: text.samples, value: samples === 0 ? '–' : text.samplesOf(samples) },
    ...(changes === '' ? [] : [{ label: text.changes, value: changes }]),
  ]
  return (
    <>
      {reason !== '' && <Alert type="warning" showIcon title={text.refusedFor} description={reason} />}
      <p lang="">{reviewed.summary}</p>
      <dl className="sl-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd lang="" className="sl-lines">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Checks reviewed={reviewed} />
      {readme.trim() !== '' && (
        <section>
          <h3>{text.readme}</h3>
          <PlainMarkdown source={readme} />
        </section>
      )}
      <section className="mr-files">
        <h3>{text.files}</h3>
        {files.map(file => (
          <details key={file.path}>
            <summary>
              <code>{file.path}</code>
            </summary>
            <pre lang="">{file.text}</pre>
          </details>
        ))}
      </section>
    </>
  )
}

const KINDS = ['secret', 'egress', 'script', 'licence', 'mapping', 'form'] as const

/** Each kind that was looked at: clean, or what stands where. */
function Checks({ reviewed }: { readonly reviewed: Reviewed }) {
  const text = useText()
  const byKind = Object.groupBy(reviewed.findings, ({ kind }) => kind)
  return (
    <section>
      <h3>{text.checks}</h3>
      <ul className="mr-checks">
        {KINDS.map(kind => {
          const found = byKind[kind] ?? []
          const isBad = found.some(({ level }) => level === 'error')
          return (
            <li key={kind}>
              <Tag color={found.length === 0 ? 'success' : isBad ? 'error' : 'warning'}>
                {found.length === 0 ? text.clean : isBad ? text.bad : text.look}
              </Tag>
              {text.kinds[kind]}
              {found.length > 0 && (
                <ul>
                  {found.map(({ place, message: why }) => (
                    <li key={`${place} ${why}`}>
                      {why} <code>{place}</code>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Answer({ reviewed, onClose }: { readonly reviewed: Reviewed; onClose(): void }) {
  const text = useText()
  const [isRefusing, setRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const params = { id: reviewed.id }
  const answered = (words: string) => async () => {
    message.success(words)
    onClose()
    await queryClient.invalidateQueries()
  }
  const approve = useMutation({
    mutationFn: () => api.marketReview.approve({ params }),
    onSuccess: answered(text.approved),
  })
  const refuse = useMutation({
    mutationFn: () => api.marketReview.refuse({ params, body: { reason: reason.trim() } }),
    onSuccess: answered(text.refused),
  })
  const error = approve.error ?? refuse.error
  const isIn = reviewed.state === 'released'
  return (
    <div className="sl-stack">
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {isRefusing && (
        <Form layout="vertical" component="div">
          <Row label={text.reason} hint={text.reasonHint} isRequired>
            <Input.TextArea
              autoFocus
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          </Row>
        </Form>
      )}
      <div className="mr-foot">
        {isRefusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>{text.cancel}</Button>
            <CanButton
              danger
              type="primary"
              authority="review:update"
              loading={refuse.isPending}
              reason={reason.trim() === '' ? text.reasonMissing : undefined}
              onClick={() => refuse.mutate()}
            >
              {isIn ? text.takeOut : text.refuse}
            </CanButton>
          </>
        ) : (
          <>
            {reviewed.state !== 'refused' && (
              <CanButton danger authority="review:update" onClick={() => setRefusing(true)}>
                {isIn ? text.takeOut : text.refuse}
              </CanButton>
            )}
            {!isIn && (
              <CanButton
                type="primary"
                authority="review:update"
                loading={approve.isPending}
                onClick={() => approve.mutate()}
              >
                {text.approve}
              </CanButton>
            )}
          </>
        )}
      </div>
    </div>
  )
}
