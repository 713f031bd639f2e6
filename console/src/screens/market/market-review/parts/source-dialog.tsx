import { useMutation } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft, useDraftState } from '../../../../lib/drafts.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { Row } from '../../../../parts/row.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import type { MarketSource, PeekedMarket } from '../types.ts'
import { useText } from '../use-text.ts'

export interface SourceDialogProps {
  /** undefined: a new one. */
  readonly source: MarketSource | undefined
  /** A file whose market is not followed yet: it comes in once its key is confirmed. */
  readonly brought: { readonly file: File; readonly peeked: PeekedMarket } | undefined
  onClose(): void
}

const EVERY = [60, 360, 1440, 10_080] as const

/** Whom to follow. A key is believed once somebody says that they compared it, and never before. */
export function SourceDialog({ source, brought, onClose }: SourceDialogProps) {
  const all = useText()
  const text = all.source
  const about = `market-source/${source?.id ?? 'new'}`
  const { title = '', address = '', every_minutes = 360, takes = 'review' } = source ?? {}
  const key = source?.key ?? brought?.peeked.key ?? ''
  const kept = useDraftState(about, { title, address, key, every_minutes, takes })
  const { value } = kept
  const [peeked, setPeeked] = useState(brought?.peeked)
  // To whichever key it was given: another one asks anew.
  const [confirmed, setConfirmed] = useState(source?.key)
  const set = (patch: Partial<typeof value>) => kept.set(before => ({ ...before, ...patch }))
  const peek = useMutation({
    mutationFn: () => api.marketSource.peek({ body: { address: value.address.trim() } }),
    onSuccess: ({ content }) => {
      setPeeked(content)
      set({ key: content.key })
    },
  })
  const save = useMutation({
    mutationFn: async () => {
      const body = { ...value, title: value.title.trim(), address: value.address.trim(), key: value.key.trim() }
      if (source)
        return api.marketSource.save({
          params: { id: source.id },
          body: { ...body, is_on: source.is_on, lock: source.lock },
        })
      const { content } = await api.marketSource.add({ body })
      const params = { id: content.id }
      if (brought) return api.marketSource.import({ params, file: brought.file, filename: brought.file.name })
      return body.address === '' ? { content } : api.marketSource.look({ params })
    },
    onSuccess: async ({ content }) => {
      dropDraft(about)
      if (content.failure) message.warning(content.failure.message)
      else message.success(all.saved)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  const isKey = /^[A-Za-z0-9_-]{43}$/.test(value.key.trim())
  const isReady = value.title.trim() !== '' && isKey && confirmed === value.key.trim()
  const error = peek.error ?? save.error
  const known = [...EVERY, ...(EVERY.some(each => each === value.every_minutes) ? [] : [value.every_minutes])]
  const { number } = useFormat()
  const everyOf: Readonly<Record<number, string>> = text.everyOf
  return (
    <Dialog
      open
      about={about}
      width={600}
      title={source ? text.edit(source.title) : brought ? text.file : text.add}
      okText={text.save}
      cancelText={all.cancel}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <RestoredNote typed={kept} />
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form layout="vertical" onFinish={() => isReady && save.mutate()}>
        <Row label={text.title} hint={text.titleHint} isRequired>
          <Input
            maxLength={60}
            autoComplete="off"
            value={value.title}
            onChange={event => set({ title: event.target.value })}
          />
        </Row>
        <Row label={text.address} hint={text.addressHint}>
          <Input.Search
            maxLength={500}
            autoComplete="off"
            inputMode="url"
            value={value.address}
            loading={peek.isPending}
            enterButton={text.peek}
            onChange={event => set({ address: event.target.value })}
            onSearch={typed => typed.trim() !== '' && peek.mutate()}
          />
        </Row>
        <Row
          label={text.key}
          hint={text.keyHint}
          isRequired
          problem={value.key.trim() === '' || isKey ? undefined : text.keyWrong}
        >
          <Input
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            value={value.key}
            onChange={event => set({ key: event.target.value })}
          />
        </Row>
        {peeked && peeked.key === value.key.trim() && <Peeked peeked={peeked} isNew={!source} />}
        <Form.Item extra={text.confirmText}>
          <Checkbox
            checked={isKey && confirmed === value.key.trim()}
            disabled={!isKey}
            onChange={event => setConfirmed(event.target.checked ? value.key.trim() : undefined)}
          >
            {text.confirm}
          </Checkbox>
        </Form.Item>
        {value.address.trim() !== '' && (
          <Row label={text.every}>
            <Select
              value={value.every_minutes}
              options={known.map(each => ({ value: each, label: everyOf[each] ?? text.minutes(number(each)) }))}
              onChange={every => set({ every_minutes: every })}
            />
          </Row>
        )}
        <Row label={text.takes}>
          <Radio.Group
            className="mr-takes"
            value={value.takes}
            options={(['review', 'clean'] as const).map(each => ({ value: each, label: text.takesOf[each] }))}
            onChange={event => set({ takes: event.target.value })}
          />
        </Row>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

/** What the market says of itself. */
function Peeked({ peeked, isNew }: { readonly peeked: PeekedMarket; readonly isNew: boolean }) {
  const { source: text } = useText()
  const { number, time } = useFormat()
  return (
    <Alert
      className="mr-peeked"
      type={isNew && peeked.source_id !== null ? 'warning' : 'info'}
      title={text.found(number(peeked.packages), time(peeked.signed_at))}
      description={
        <>
          {isNew && peeked.source_id !== null && <p>{text.known}</p>}
          <p>
            {text.fingerprint} <code>{peeked.fingerprint}</code>
          </p>
          <p lang="">{peeked.titles.join(' · ')}</p>
        </>
      }
    />
  )
}
