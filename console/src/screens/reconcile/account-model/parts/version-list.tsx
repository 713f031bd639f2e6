import { useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { Difference } from '../../../../parts/difference.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { AccountModel, ModelConfig } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly model: AccountModel
  readonly config: ModelConfig
  onTake(config: ModelConfig): void
}

/** Who published what and when; each against the rules as they stand above. */
export function VersionList({ model, config, onTake }: Props) {
  const text = useText().versions
  const { time } = useFormat()
  const [shown, setShown] = useState<number | null>(null)
  if (model.versions.length === 0) return <p>{text.none}</p>
  return (
    <>
      <Table
        size="small"
        pagination={model.versions.length > 10 ? { pageSize: 10 } : false}
        rowKey={row => row.version}
        dataSource={model.versions}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.version, key: 'version', render: (_, row) => row.version },
          { title: text.status, key: 'status', render: (_, row) => text.states[row.status] },
          { title: text.note, key: 'note', render: (_, row) => row.note || '–' },
          { title: text.by, key: 'by', render: (_, row) => row.published_by || row.created_by },
          { title: text.at, key: 'at', render: (_, row) => time(row.published_at ?? row.created_at) },
          {
            title: text.actions,
            key: 'actions',
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => setShown(row.version)}>
                {text.compare}
              </Button>
            ),
          },
        ]}
      />
      {shown !== null && <Compared model={model} version={shown} config={config} onTake={onTake} />}
    </>
  )
}

function Compared({ model, version, config, onTake }: Props & { readonly version: number }) {
  const text = useText().versions
  const params = { id: model.account_id, version }
  const { data, error, refetch } = useQuery(api.accountModel.version.query({ params }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  return (
    <>
      <p>
        {text.against(version)}{' '}
        <Button size="small" onClick={() => onTake(data.content)}>
          {text.take}
        </Button>
      </p>
      <Difference label={text.against(version)} same={text.same} before={data.content} after={config} />
    </>
  )
}
