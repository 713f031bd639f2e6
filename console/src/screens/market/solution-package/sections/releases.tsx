import { useMutation } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import { ReleaseState } from '../parts/release-state.tsx'
import type { Package, Release } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ReleasesProps {
  readonly made: Package
  onMade(made: Package): void
}

/** What was released: kept for good, downloaded, withdrawn. */
export function Releases({ made, onMade }: ReleasesProps) {
  const text = useText()
  const { number, time, bytes } = useFormat()
  const columns = text.releaseColumns
  return (
    <Section title={text.tabs.releases} text={text.releasesText} isFlush>
      <Table
        size="middle"
        pagination={made.releases.length > 20 && { pageSize: 20 }}
        scroll={{ x: 'max-content' }}
        rowKey="id"
        dataSource={[...made.releases]}
        locale={{ emptyText: <Empty isSmall title={text.noReleases} /> }}
        columns={[
          { key: 'version', title: columns.version, dataIndex: 'version' },
          {
            key: 'state',
            title: columns.state,
            render: (_, { state, reason }) => (
              <>
                <ReleaseState state={state} /> {reason}
              </>
            ),
          },
          { key: 'date', title: columns.date, render: (_, row) => time(row.created_at) },
          { key: 'size', title: columns.size, align: 'end', render: (_, row) => bytes(row.bytes) },
          {
            key: 'sha',
            title: columns.sha,
            render: (_, { sha256 }) => (
              <span className="sp-sha">
                <code title={sha256}>{sha256.slice(0, 12)}…</code>
                <CopyText value={sha256} label={columns.sha} />
              </span>
            ),
          },
          { key: 'installs', title: columns.installs, align: 'end', render: (_, row) => number(row.installs) },
          { key: 'by', title: columns.by, dataIndex: 'username' },
          {
            key: 'actions',
            title: columns.actions,
            render: (_, row) => <ReleaseActions made={made} release={row} onMade={onMade} />,
          },
        ]}
      />
    </Section>
  )
}

function ReleaseActions({ made, release, onMade }: ReleasesProps & { readonly release: Release }) {
  const text = useText()
  const [isAsked, setAsked] = useState(false)
  const params = { id: made.id, version: release.version }
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await api.solutionPackage.file({ params }), `${made.name}-${release.version}.sluice.json`),
    onError,
  })
  const withdraw = useMutation({
    mutationFn: () => api.solutionPackage.withdraw({ params }),
    onSuccess: ({ content }) => {
      message.success(text.withdrawn)
      setAsked(false)
      onMade(content)
    },
    onError,
  })
  return (
    <span className="sl-row-actions">
      <CanButton
        type="link"
        size="small"
        authority="package:export"
        aria-label={text.downloadOf(release.version)}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {text.download}
      </CanButton>
      {release.state !== 'withdrawn' && (
        <CanButton
          type="link"
          size="small"
          danger
          authority="package:publish"
          aria-label={text.withdrawOf(release.version)}
          onClick={() => setAsked(true)}
        >
          {text.withdraw}
        </CanButton>
      )}
      <ConfirmDanger
        open={isAsked}
        title={text.withdrawTitle(release.version)}
        text={text.withdrawText}
        action={text.withdraw}
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsked(false)}
      />
    </span>
  )
}
