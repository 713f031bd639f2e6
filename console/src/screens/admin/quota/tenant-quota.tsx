import type { Quota } from '@sluice/api/modules/admin/quota/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Tag } from 'antd'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useText } from './use-text.ts'

/** What the tenant may use, and uses now. */
export default function TenantQuota() {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery(api.quota.get.query())
  return (
    <>
      <PageHeader
        title={text.label}
        text={text.intro}
        actions={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {text.refresh}
          </Button>
        }
      />
      {data ? (
        <Limits quota={data.content} />
      ) : error ? (
        <ErrorBlock error={error} onRetry={() => void refetch()} />
      ) : (
        <Section>
          <Skeleton rows={6} />
        </Section>
      )}
    </>
  )
}

function Limits({ quota }: { readonly quota: Quota }) {
  const text = useText()
  const format = useFormat()
  const { runs, strategies, records, storage_bytes: storage } = quota
  const measured =
    storage.measured_at === null ? text.storageUnknown : text.storageHint(format.time(storage.measured_at))
  return (
    <>
      <Limit title={text.runs} hint={text.runsHint} {...runs} write={format.number} />
      <Limit title={text.strategies} hint={text.strategiesHint} {...strategies} write={format.number} />
      <Limit
        title={text.records}
        hint={text.recordsHint(format.time(records.resets_at))}
        used={records.used}
        limit={records.limit}
        write={format.number}
      />
      <Limit
        title={text.storage}
        hint={measured}
        used={storage.measured_at === null ? null : storage.used}
        limit={storage.limit}
        write={format.bytes}
      />
      <Section title={text.weight} text={text.weightHint}>
        {format.number(quota.weight)}
      </Section>
    </>
  )
}

interface LimitProps {
  readonly title: string
  readonly hint: string
  /** null: nobody measured it. */
  readonly used: number | null
  readonly limit: number | null
  write(value: number): string
}

const NEAR = 0.8

function Limit({ title, hint, used, limit, write }: LimitProps) {
  const text = useText()
  const share = limit === null || used === null ? 0 : limit === 0 ? 1 : used / limit
  const state = limit === null || share < NEAR ? null : share >= 1 ? 'full' : 'near'
  return (
    <Section
      title={title}
      text={hint}
      extra={state && <Tag color={state === 'full' ? 'error' : 'warning'}>{text[state]}</Tag>}
    >
      <div>{text.used(used === null ? '–' : write(used), limit === null ? text.noLimit : write(limit))}</div>
      {limit !== null && (
        <Progress
          aria-label={title}
          percent={Math.min(100, Math.round(share * 100))}
          {...(state === 'full' && { status: 'exception' as const })}
        />
      )}
    </Section>
  )
}
