import { LeftOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import type { Mapping } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { pruneMapping } from '../model.ts'
import type { SourceDraft } from '../types.ts'
import { useText } from '../use-text.ts'

const SAMPLE = 10

export interface PreviewPanelProps {
  readonly source: SourceDraft
  readonly mapping: Mapping
  onWrong(fields: readonly string[]): void
}

/** The mapping worked out on a real record while it is edited. */
export function PreviewPanel({ source, mapping, onWrong }: PreviewPanelProps) {
  const text = useText().preview
  const [at, setAt] = useState(0)
  const sample = useSample(source)
  const records = sample.data?.content ?? []
  const record = records[Math.min(at, records.length - 1)]
  const controls = (
    <>
      <Button
        size="small"
        type="text"
        aria-label={text.previous}
        icon={<LeftOutlined />}
        disabled={at === 0}
        onClick={() => setAt(at - 1)}
      />
      <span className="sl-muted">
        {records.length > 0 && text.record(Math.min(at, records.length - 1) + 1, records.length)}
      </span>
      <Button
        size="small"
        type="text"
        aria-label={text.next}
        icon={<RightOutlined />}
        disabled={at >= records.length - 1}
        onClick={() => setAt(at + 1)}
      />
      <Button
        size="small"
        type="text"
        aria-label={text.reload}
        icon={<ReloadOutlined spin={sample.isFetching} />}
        onClick={() => void sample.refetch()}
      />
    </>
  )
  return (
    <Section title={text.title} text={text.text} extra={controls} className="st-preview">
      {sample.error ? (
        <ErrorBlock isSmall error={sample.error} onRetry={() => void sample.refetch()} />
      ) : record === undefined ? (
        <Empty isSmall title={source.resource === null ? text.wait : text.empty} />
      ) : (
        <Mapped record={record} mapping={mapping} onWrong={onWrong} />
      )}
    </Section>
  )
}

function useSample({ connector_id, resource, options, key }: SourceDraft) {
  return useQuery({
    ...api.connector.sampleResource.query({
      params: { id: connector_id ?? '' },
      body: { resource: resource ?? '', options, key: [...key], limit: SAMPLE },
    }),
    enabled: connector_id !== null && resource !== null,
    staleTime: 5 * 60_000,
    retry: false,
  })
}

function Mapped({
  record,
  mapping,
  onWrong,
}: {
  readonly record: string
  readonly mapping: Mapping
  onWrong(fields: readonly string[]): void
}) {
  const text = useText().preview
  // The preview follows the typing as fast as it can without holding it up.
  const body = { record, mapping: useDeferredValue(pruneMapping(mapping)) }
  const { data, error, refetch } = useQuery({ ...api.strategy.preview.query({ body }), ...keepRows, retry: false })
  const result = data?.content
  const report = useEffectEvent(onWrong)
  const wrong = result?.problems.map(problem => problem.field.split(/[.[]/)[0] ?? '').join('\n') ?? ''
  useEffect(() => report(wrong === '' ? [] : wrong.split('\n')), [wrong])
  return (
    <div className="st-preview-body">
      {error ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {result && result.problems.length > 0 && (
            <Alert
              type={result.mapped === null ? 'error' : 'warning'}
              title={result.mapped === null ? text.refused : text.problems}
              description={
                <ul className="st-problems">
                  {result.problems.map(problem => (
                    <li key={`${problem.field} ${problem.code}`}>
                      <strong>{problem.field}</strong> {problem.message}
                    </li>
                  ))}
                </ul>
              }
            />
          )}
          <h3>{text.mapped}</h3>
          <JsonView label={text.mapped} text={result?.mapped ?? null} maxHeight={360} />
        </>
      )}
      <h3>{text.source}</h3>
      <JsonView label={text.source} text={record} maxHeight={360} />
    </div>
  )
}
