import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { MoreActions } from '../../../../parts/more-actions.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { dashboardDesign, dashboardView } from '../pages.ts'
import type { DashboardHead } from '../types.ts'
import { useShareText } from '../use-share-text.ts'
import { useText } from '../use-text.ts'
import { useVersionText } from '../use-version-text.ts'

const RenameDialog = lazyPart(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))
const ShareDrawer = lazyPart(async () => ({ default: (await import('./share-drawer.tsx')).ShareDrawer }))
const VersionsDrawer = lazyPart(async () => ({ default: (await import('./versions-drawer.tsx')).VersionsDrawer }))
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

/** What is done with one dashboard. */
export function DashboardActions({ dashboard }: { readonly dashboard: DashboardHead }) {
  const text = useText()
  const { share } = useShareText()
  const { versions } = useVersionText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [open, setOpen] = useState<'rename' | 'share' | 'versions' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { name } = dashboard
  const params = { id: dashboard.id }
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const refresh = () => client.invalidateQueries({ queryKey: ['digraph'] })
  const copy = useMutation({
    mutationFn: () => api.digraph.copy({ params }),
    onSuccess: async ({ content }) => {
      message.success(text.copied(content.name))
      await refresh()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => api.digraph.delete({ params }),
    onSuccess: async () => {
      message.success(text.removed)
      close()
      await refresh()
    },
    onError,
  })
  const download = useMutation({
    mutationFn: async () => saveFile(await api.digraph.document({ params }), `${name}.json`),
    onError,
  })
  const look = { type: 'link', size: 'small' } as const
  return (
    <span className="sl-row-actions">
      <CanButton {...look} authority="digraph:query" onClick={() => void navigate(dashboardView.href({ params }))}>
        {text.view}
      </CanButton>
      <CanButton {...look} authority="digraph:update" onClick={() => void navigate(dashboardDesign.href({ params }))}>
        {text.design}
      </CanButton>
      <MoreActions
        label={text.more(name)}
        actions={[
          { key: 'share', label: share, authority: 'digraph:share', onClick: () => setOpen('share') },
          { key: 'versions', label: versions, authority: 'digraph:query', onClick: () => setOpen('versions') },
          { key: 'copy', label: text.copy, authority: 'digraph:add', onClick: () => copy.mutate() },
          { key: 'rename', label: text.rename, authority: 'digraph:update', onClick: () => setOpen('rename') },
          { key: 'download', label: text.download, authority: 'digraph:export', onClick: () => download.mutate() },
          {
            key: 'remove',
            label: text.remove,
            authority: 'digraph:delete',
            isDanger: true,
            onClick: () => setOpen('remove'),
          },
        ]}
      />
      <Suspense>
        {open === 'share' && <ShareDrawer dashboard={dashboard} onClose={close} />}
        {open === 'versions' && <VersionsDrawer id={dashboard.id} name={name} onClose={close} />}
        {open === 'rename' && <RenameDialog dashboard={dashboard} onClose={close} />}
        {open === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle(name)}
            text={text.removeText}
            action={text.remove}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate()}
            onCancel={close}
          />
        )}
      </Suspense>
    </span>
  )
}
