import type { ContentOut, Mapping } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { pruneMapping } from '../model.ts'
import { dataDetail } from '../pages.ts'
import { useStudioText } from '../texts/use-studio-text.ts'

type Trial = ContentOut<
  typeof import('@sluice/api/modules/strategy/strategy-mapping/contract.ts')['strategyMapping']['trial']
>
type FieldTrial = Trial['fields'][number]
type Example = FieldTrial['examples'][number]

export interface TrialDialogProps {
  readonly strategyId: string
  readonly mapping: Mapping
  onClose(): void
}

const limits = [100, 200, 500, 1000]

/** The mapping as it stands, tried on what the strategy has stored. Closing the dialog ends the trial. */
export function TrialDialog({ strategyId, mapping, onClose }: TrialDialogProps) {
  const text = useStudioText().trial
  const [limit, setLimit] = useState(200)
  const [asked, setAsked] = useState<number | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategyMapping.trial.query({
      params: { id: strategyId },
      body: { mapping: pruneMapping(mapping), limit: asked ?? limit },
    }),
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const run = () => {
    if (asked === limit) void refetch()
    else setAsked(limit)
  }
  return (
    <Dialog open width={900} title={text.title} footer={null} onCancel={onClose}>
      <p>{text.text}</p>
      <div className="st-trial-bar">
        <Select
          aria-label={text.limit}
          value={limit}
          options={limits.map(value => ({ value, label: `${text.limit} ≤ ${value}` }))}
          onChange={setLimit}
        />
        <Button type="primary" loading={isFetching} onClick={run}>
          {text.run}
        </Button>
      </div>
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {data && <Outcome trial={data.content} strategyId={strategyId} />}
    </Dialog>
  )
}

function Outcome({ trial, strategyId }: { readonly trial: Trial; readonly strategyId: string }) {
  const text = useStudioText().trial
  if (trial.records === 0 && trial.gone === 0) return <Empty isSmall title={text.empty} text={text.emptyText} />
  const figures = [
    [text.records, trial.records, ''],
    [text.ok, trial.records - trial.refused, 'st-good'],
    [text.refused, trial.refused, trial.refused > 0 ? 'st-bad' : ''],
    [text.changed, trial.changed, trial.changed > 0 ? 'st-warn' : ''],
  ] as const
  return (
    <>
      <dl className="st-trial" aria-live="polite">
        {figures.map(([label, count, look]) => (
          <div key={label} className={look}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      {trial.gone > 0 && <p className="sl-muted">{text.gone(trial.gone)}</p>}
      {trial.is_cut && <Alert type="info" title={text.cut} />}
      {trial.problems.map(problem => (
        <Alert key={`${problem.field} ${problem.message}`} type="error" showIcon title={problem.message} />
      ))}
      <Table<FieldTrial>
        size="small"
        rowKey="field"
        dataSource={[...trial.fields].toSorted((a, b) => b.errors + b.changed - (a.errors + a.changed))}
        pagination={{ hideOnSinglePage: true, pageSize: 50 }}
        scroll={{ y: 380 }}
        expandable={{
          rowExpandable: field => field.errors + field.changed > 0,
          expandedRowRender: field => <Examples field={field} strategyId={strategyId} />,
        }}
        columns={[
          { title: text.field, dataIndex: 'field' },
          { title: text.ok, width: 100, align: 'right', render: (_, { errors }) => trial.records - errors },
          {
            title: text.errors,
            width: 100,
            align: 'right',
            render: (_, { errors }) => <span className={errors > 0 ? 'st-step-refusal' : ''}>{errors}</span>,
          },
          { title: text.changes, width: 100, align: 'right', dataIndex: 'changed' },
        ]}
      />
    </>
  )
}

function Examples({ field, strategyId }: { readonly field: FieldTrial; readonly strategyId: string }) {
  const words = useStudioText()
  const text = words.trial
  const examples: readonly Example[] = [...field.examples, ...field.changes]
  const left = field.errors + field.changed - examples.length
  return (
    <ul className="st-examples">
      {examples.map(example => (
        <li key={`${example.record_id} ${example.message}`}>
          <Link to={dataDetail.href({ params: { strategy: strategyId, id: example.record_id } })}>{example.key}</Link>{' '}
          {example.message === '' ? (
            <>
              {text.before} <code>{example.before ?? words.absent}</code> → {text.after}{' '}
              <code>{example.value ?? words.absent}</code>
            </>
          ) : (
            <span className="st-step-refusal">{example.message}</span>
          )}
        </li>
      ))}
      {left > 0 && <li className="sl-muted">{text.more(left)}</li>}
    </ul>
  )
}
