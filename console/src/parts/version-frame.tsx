import type { QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { CanButton } from '../ui/can.tsx'
import { type DataColumn, DataTable } from '../ui/data-table.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Section } from '../ui/section.tsx'
import { Difference as LineDifference } from './difference.tsx'
import { Restore, type RestoreProps } from './restore.tsx'
import './parts.css'

interface Version {
  readonly version: number
  readonly username: string
  readonly created_at: string
}

interface Compared<Content> {
  readonly label: string
  readonly same: string
  readonly before: Content
  readonly after: Content
}

interface Page {
  readonly page: number
  readonly pageSize: number
}

export interface VersionFrameProps<V extends Version, Content = unknown> {
  /** Of the table's preferences. */
  readonly id: string
  readonly label: string
  readonly text: RestoreProps['text'] & {
    readonly version: string
    readonly current: string
    readonly user: string
    readonly time: string
    readonly actions: string
    readonly compare: string
    readonly same: string
    diff(from: number, to: number): string
  }
  /** Who may bring an earlier one back. */
  readonly authority: string
  readonly versions: {
    readonly data: { readonly content: readonly V[]; readonly total?: number | undefined } | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    refetch(): Promise<unknown>
  }
  readonly page: Page
  onPage(page: Page): void
  readonly newest: { readonly version: number; readonly content: Content }
  /** Between the version and who made it. */
  readonly columns: DataColumn<V>[]
  /** Beside the number, after what says that it is the newest. */
  tagOf?(row: V): ReactNode
  contentOf(row: V): Content
  /** How two of them are compared; default: line by line. */
  readonly Difference?: ComponentType<Compared<Content>>
  restore(version: number): Promise<unknown>
  refresh(client: QueryClient): Promise<void>
}

/** What something was at each save: compared with the newest, and brought back. */
export function VersionFrame<V extends Version, Content = unknown>(props: VersionFrameProps<V, Content>) {
  const { id, label, text, versions, page, newest, Difference = LineDifference } = props
  const [compared, setCompared] = useState<V | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const { data, error, isFetching, refetch } = versions
  const title = compared === null ? '' : text.diff(compared.version, newest.version)
  return (
    <div className="part-stack">
      <DataTable
        id={id}
        label={label}
        columns={listColumns(props, setCompared, setRestored)}
        rowKey={row => String(row.version)}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={page}
        onPaging={patch => props.onPage({ ...page, ...patch })}
      />
      {compared && (
        <Section title={title}>
          <Difference label={title} same={text.same} before={props.contentOf(compared)} after={newest.content} />
        </Section>
      )}
      {restored !== null && (
        <Restore
          version={restored}
          text={text}
          restore={props.restore}
          refresh={async client => {
            setCompared(null)
            await props.refresh(client)
          }}
          onClose={() => setRestored(null)}
        />
      )}
    </div>
  )
}

function listColumns<V extends Version, Content>(
  { text, authority, newest, columns, tagOf }: VersionFrameProps<V, Content>,
  onCompare: (row: V) => void,
  onRestore: (version: number) => void,
): DataColumn<V>[] {
  return [
    {
      key: 'version',
      title: text.version,
      width: 150,
      isAlwaysShown: true,
      render: (_, row) => (
        <>
          {row.version} {row.version === newest.version && <span className="sl-tag sl-tag-good">{text.current}</span>}
          {tagOf?.(row)}
        </>
      ),
    },
    ...columns,
    { key: 'user', ellipsis: true, title: text.user, width: 130, render: (_, row) => row.username || '–' },
    { key: 'time', title: text.time, width: 130, render: (_, row) => <RelativeTime value={row.created_at} /> },
    {
      key: 'actions',
      title: text.actions,
      width: 210,
      isAlwaysShown: true,
      render: (_, row) =>
        row.version !== newest.version && (
          <div className="part-actions">
            <Button type="link" size="small" onClick={() => onCompare(row)}>
              {text.compare}
            </Button>
            <CanButton type="link" size="small" authority={authority} onClick={() => onRestore(row.version)}>
              {text.restore}
            </CanButton>
          </div>
        ),
    },
  ]
}
