import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Table, Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { VersionHead } from '../types.ts'
import { useVersionText } from '../use-version-text.ts'
import { VersionView } from './version-view.tsx'

export interface VersionsDrawerProps {
  readonly id: string
  readonly name: string
  onClose(): void
}

const PAGE = 10

/** What a dashboard was each time that it was saved: who, when and why, what has changed since, and back to it. */
export function VersionsDrawer({ id, name, onClose }: VersionsDrawerProps) {
  const text = useVersionText()
  const [page, setPage] = useState(1)
  const params = { id }
  const versions = useQuery({
    ...api.digraph.versions.query({ params, query: { page, pageSize: PAGE } }),
    ...keepRows,
  })
  const dashboard = useQuery(api.digraph.get.query({ params }))
  const error = versions.error ?? dashboard.error
  const retry = () => void Promise.all([versions.refetch(), dashboard.refetch()])
  return (
    <Drawer open size={860} title={text.title(name)} onClose={onClose}>
      <p className="sl-muted">{text.intro}</p>
      {error !== null && <ErrorBlock isSmall error={error} onRetry={retry} />}
      {error === null && !(versions.data && dashboard.data) && <Skeleton rows={5} />}
      {versions.data && dashboard.data && (
        <VersionTable
          id={id}
          current={dashboard.data.content.version}
          rows={versions.data.content}
          total={versions.data.total ?? 0}
          page={page}
          onPage={setPage}
        />
      )}
    </Drawer>
  )
}

interface VersionTableProps {
  readonly id: string
  readonly current: number
  readonly rows: readonly VersionHead[]
  readonly total: number
  readonly page: number
  onPage(page: number): void
}

function VersionTable({ id, current, rows, total, page, onPage }: VersionTableProps) {
  const text = useVersionText()
  const { time, number } = useFormat()
  const [asked, setAsked] = useState<number | null>(null)
  const restore = useRestore(id, current, () => setAsked(null))
  if (rows.length === 0) return <Empty isSmall title={text.none} />
  const { columns } = text
  return (
    <>
      <Table<VersionHead>
        size="small"
        rowKey="version"
        aria-label={text.versions}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={
          total > PAGE ? { current: page, pageSize: PAGE, total, showSizeChanger: false, onChange: onPage } : false
        }
        expandable={{
          expandedRowRender: ({ version }) => <VersionView id={id} version={version} />,
          expandIcon: ({ expanded, onExpand, record }) => (
            <Button
              type="text"
              size="small"
              icon={expanded ? <DownOutlined /> : <RightOutlined />}
              aria-expanded={expanded}
              aria-label={text.open(record.version)}
              onClick={event => onExpand(record, event)}
            />
          ),
        }}
        columns={[
          {
            title: columns.version,
            render: (_, { version }) => (
              <>
                {version} {version === current && <Tag>{text.current}</Tag>}
              </>
            ),
          },
          { title: columns.at, render: (_, row) => time(row.created_at) },
          { title: columns.by, render: (_, row) => row.created_by ?? '–' },
          { title: columns.note, render: (_, row) => <NoteOf version={row} /> },
          { title: columns.components, align: 'end', render: (_, row) => number(row.component_count) },
          {
            title: columns.actions,
            render: (_, { version }) =>
              version !== current && (
                <CanButton type="link" size="small" authority="digraph:update" onClick={() => setAsked(version)}>
                  {text.restore}
                </CanButton>
              ),
          },
        ]}
      />
      <ConfirmDanger
        open={asked !== null}
        title={text.restoreTitle(asked ?? 0)}
        text={text.restoreText}
        action={text.restore}
        isBusy={restore.isPending}
        onConfirm={() => asked !== null && restore.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function NoteOf({ version: { note, restored_from: from } }: { readonly version: VersionHead }) {
  const text = useVersionText()
  return <>{[note, from === null ? '' : text.restoredFrom(from)].filter(part => part !== '').join(' · ') || '–'}</>
}

function useRestore(id: string, current: number, onDone: () => void) {
  const text = useVersionText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: number) =>
      api.digraph.restore({ params: { id, version: String(version) }, body: { current, note: '' } }),
    onSuccess: async ({ content }) => {
      message.success(text.restored(content.version))
      onDone()
      await client.invalidateQueries({ queryKey: ['digraph'] })
    },
    onError: error => {
      void message.error(describeError(error).message)
      void client.invalidateQueries({ queryKey: ['digraph'] })
    },
  })
}
