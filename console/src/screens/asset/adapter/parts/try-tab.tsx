import { type Adapter, ASSET_VALUES } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { ConnectorSelect } from '../../../../parts/connector-select.tsx'
import { type Findable, FindSelect } from '../../../../parts/find-select.tsx'
import { Headers } from '../../../../parts/headers.tsx'
import { Row } from '../../../../parts/row.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { JsonView } from '../../../../ui/json-view.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Trial } from '../types.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface TryTabProps {
  readonly doc: Adapter
  readonly platformId: string | undefined
}

type Asset = Awaited<ReturnType<typeof api.apiAsset.get>>['content']

const assetsOf = (platformId = ''): Findable<Pick<Asset, 'id' | 'name' | 'method' | 'api' | 'type'>> => ({
  key: [...api.apiAsset.list.key(), platformId],
  list: query => api.apiAsset.list({ query: { ...query, platform_id: platformId } }),
  get: id => api.apiAsset.get({ params: { id } }),
  labelOf: ({ name, method, api: path }) => `${name} · ${method} ${path}`,
})

/** Real requests through the adapter as it is in the form, and every exchange they took. */
export function TryTab({ doc, platformId }: TryTabProps) {
  const text = useText().trial
  const [connector, setConnector] = useState<string | null>(null)
  const [asset, setAsset] = useState<Pick<Asset, 'id' | 'type'> | null>(null)
  const assetId = asset?.id ?? null
  const [request, setRequest] = useState({ method: 'GET' as (typeof methods)[number], api: '', listPath: '' })
  const [isAsking, setAsking] = useState(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api.adapter.try({
        body: {
          connector_id: connector ?? '',
          platform_id: platformId ?? '',
          doc,
          values: { [ASSET_VALUES]: [] },
          ...(assetId === null ? { request } : { asset_id: assetId }),
        },
      }),
  })
  const isWrite = asset?.type === 'EXECUTE'
  const isReady = connector !== null && (assetId !== null || request.api.trim() !== '')
  return (
    <div className="as-stack">
      <Section title={text.title} text={text.text}>
        <Form layout="vertical" component="div" className="as-form">
          <div className="as-columns">
            <Row label={text.connector} isRequired>
              <ConnectorSelect
                platformId={platformId}
                disabled={platformId === undefined}
                notFoundContent={text.noConnector}
                value={connector}
                onChange={id => setConnector(id ?? null)}
              />
            </Row>
            <Row label={text.asset} hint={text.assetHint}>
              <FindSelect
                of={assetsOf(platformId)}
                allowClear
                disabled={platformId === undefined}
                value={assetId}
                onChange={(_, row) => setAsset(row ?? null)}
              />
            </Row>
            {assetId === null && (
              <>
                <Row label={text.method}>
                  <Select
                    value={request.method}
                    options={methods.map(value => ({ value, label: value }))}
                    onChange={method => setRequest({ ...request, method })}
                  />
                </Row>
                <Row label={text.path} isRequired>
                  <Input
                    className="sl-code"
                    placeholder="/orders"
                    value={request.api}
                    onChange={event => setRequest({ ...request, api: event.target.value })}
                  />
                </Row>
                <Row label={text.listPath}>
                  <Input
                    className="sl-code"
                    placeholder="data.list"
                    value={request.listPath}
                    onChange={event => setRequest({ ...request, listPath: event.target.value.trim() })}
                  />
                </Row>
              </>
            )}
          </div>
          <CanButton
            type="primary"
            authority="asset:update"
            loading={isPending}
            reason={isReady ? undefined : `${text.connector} · ${text.path}`}
            onClick={() => (isWrite ? setAsking(true) : mutate())}
          >
            {isWrite ? text.sendWrite : text.send}
          </CanButton>
        </Form>
      </Section>
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      {data ? <Result trial={data.content} /> : <Empty isSmall title={text.title} text={text.empty} />}
      <ConfirmDanger
        open={isAsking}
        title={text.confirmTitle}
        text={text.confirmText}
        action={text.sendWrite}
        onConfirm={() => {
          setAsking(false)
          mutate()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function Result({ trial }: { readonly trial: Trial }) {
  const text = useText().trial
  const { number } = useFormat()
  const { problem, count, exchanges, logs } = trial
  const kindText = useKindText()
  return (
    <>
      <Alert
        showIcon
        type={problem ? 'error' : 'success'}
        title={problem ? problem.message : text.good}
        description={problem?.advice ?? (count === null ? undefined : text.count(count))}
      />
      {logs.length > 0 && (
        <Section title={kindText.log}>
          <pre className="as-log">{logs.map(line => `${line.hook}  ${line.text}`).join('\n')}</pre>
        </Section>
      )}
      {exchanges.map(({ request, answer }, index) => (
        // They are shown once and never change place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="as-two">
          <Section title={`${text.exchange(index + 1)} · ${text.request}`}>
            <div className="as-line">
              {request.method} {request.url}
            </div>
            <Headers label={text.requestHeaders} list={request.headers} />
            {request.body === null ? (
              <span className="sl-muted">{text.noBody}</span>
            ) : (
              <JsonView text={request.body} label={text.request} maxHeight={240} />
            )}
          </Section>
          <Section
            title={text.answer}
            text={answer && text.summary(answer.status, number(answer.bytes), number(answer.elapsedMs))}
          >
            {answer === null ? (
              <span className="sl-muted">{text.noAnswer}</span>
            ) : (
              <>
                <Headers label={text.answerHeaders} list={answer.headers} />
                <JsonView text={answer.body} label={text.answer} maxHeight={240} />
              </>
            )}
          </Section>
        </div>
      ))}
    </>
  )
}
