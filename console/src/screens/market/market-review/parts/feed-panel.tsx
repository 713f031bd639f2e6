import { useMutation, useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

const failed = (error: Error) => void message.error(describeError(error).message)

/** Whether others may follow this market, what they know it by, and the whole of it as a file. */
export function FeedPanel() {
  const { feed: text } = useText()
  const can = useCan()
  const { number, time } = useFormat()
  const [isRenewing, setRenewing] = useState(false)
  const read = useQuery(api.marketSource.feed.query())
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.marketSource.feed.key() })
  const turn = useMutation({
    mutationFn: (is_on: boolean) => api.marketSource.switch({ body: { is_on } }),
    onSuccess: refresh,
    onError: failed,
  })
  const renew = useMutation({
    mutationFn: () => api.marketSource.renewKey(),
    onSuccess: async () => {
      message.success(text.renewed)
      setRenewing(false)
      await refresh()
    },
    onError: failed,
  })
  const write = useMutation({
    mutationFn: () => api.marketSource.export(),
    onSuccess: async file => {
      saveFile(file, `market-${new Date().toISOString().slice(0, 10)}.sluice-market.jsonl`)
      message.success(text.exported)
      await refresh()
    },
    onError: failed,
  })
  const feed = read.data?.content
  if (read.error) return <ErrorBlock error={read.error} onRetry={() => void read.refetch()} />
  if (!feed) return <Skeleton rows={6} />
  const facts = [
    { label: text.address, value: <CopyText isShown value={`${window.location.origin}${feed.path}`} /> },
    {
      label: text.fingerprint,
      value: feed.fingerprint === null ? text.noKey : <CopyText isShown value={feed.fingerprint} />,
      hint: feed.fingerprint === null ? undefined : text.fingerprintHint,
    },
    ...(feed.key === null ? [] : [{ label: text.key, value: <CopyText isShown value={feed.key} /> }]),
    {
      label: text.packages,
      value: number(feed.packages),
      hint: feed.left_out > 0 ? text.leftOut(number(feed.left_out)) : undefined,
    },
    { label: text.signed, value: feed.signed_at === null ? '–' : time(feed.signed_at) },
  ]
  return (
    <div className="sl-stack mr-feed">
      <div className="mr-switch">
        <Switch
          aria-label={text.label}
          checked={feed.is_on}
          loading={turn.isPending}
          disabled={!can('review:update')}
          onChange={isOn => turn.mutate(isOn)}
        />
        <strong>{text.label}</strong>
        <span className="sl-muted">{feed.is_on ? text.on : text.off}</span>
      </div>
      <p>{text.text}</p>
      <dl className="sl-facts">
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {hint !== undefined && <div className="sl-muted">{hint}</div>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="sl-muted">{text.exportText}</p>
      <div className="mr-buttons">
        <CanButton authority="review:query" loading={write.isPending} onClick={() => write.mutate()}>
          {text.export}
        </CanButton>
        <CanButton danger authority="review:update" onClick={() => setRenewing(true)}>
          {text.renew}
        </CanButton>
      </div>
      <ConfirmDanger
        open={isRenewing}
        title={text.renewTitle}
        text={text.renewText}
        action={text.renew}
        isBusy={renew.isPending}
        onConfirm={() => renew.mutate()}
        onCancel={() => setRenewing(false)}
      />
    </div>
  )
}
