import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { type MoreAction, MoreActions } from '../../../../parts/more-actions.tsx'
import { Removal } from '../../../../parts/removal.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { linkOfReader } from '../../../insight/lineage/pages.ts'
import { assetForm, assetList } from '../pages.ts'
import type { AssetRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets } from './queries.ts'

type Act = 'publish' | 'stop' | 'copy'

/** Publishes, stops and copies an asset, and says how it went. */
function useAssetActs(row: Pick<AssetRow, 'id'>) {
  const text = useText().asset
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (act: Act) => api.apiAsset[act]({ params: { id: row.id } }),
    onSuccess: async ({ content }, act) => {
      message.success(act === 'publish' && content.approval_id !== null ? text.done.asked : text.done[act])
      if (act === 'copy') navigate(assetForm.href({ params: { id: content.id } }))
      await refreshAssets(client)
    },
    onError: error => message.error(describeError(error).message),
  })
}

/** What can be done with one asset in the list, or beside its heading. */
export function AssetActions({ row, isInForm = false }: { readonly row: AssetRow; readonly isInForm?: boolean }) {
  const all = useText()
  const text = all.asset
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { mutate } = useAssetActs(row)
  // While approval is demanded, a later version than the one offered waits to be published too.
  const isPublished = row.status === 'published' && (row.published_version ?? row.version) === row.version
  const more: MoreAction[] = [
    ...(row.status === 'published'
      ? [{ key: 'stop', label: text.stop, authority: 'asset:update', onClick: () => mutate('stop') }]
      : []),
    { key: 'copy', label: text.copy, authority: 'asset:add', onClick: () => mutate('copy') },
    {
      key: 'remove',
      label: all.remove,
      authority: 'asset:delete',
      isDanger: true,
      onClick: () => setRemoving(true),
    },
  ]
  return (
    <div className="as-actions">
      {!isPublished && (
        <CanButton
          type={isInForm ? 'default' : 'link'}
          size={isInForm ? 'middle' : 'small'}
          authority="asset:update"
          {...(row.approval_id !== null && { reason: text.waiting })}
          onClick={() => mutate('publish')}
        >
          {text.publish}
        </CanButton>
      )}
      {isPublished && !isInForm && (
        <CanButton
          type="link"
          size="small"
          authority="asset:query"
          onClick={() => navigate(assetForm.href({ params: { id: row.id } }))}
        >
          {text.edit}
        </CanButton>
      )}
      <MoreActions label={text.more(row.name)} actions={more} />
      {isRemoving && (
        <Removal
          row={row}
          kind="asset"
          linkOf={linkOfReader}
          text={{ ...text, removed: text.done.remove }}
          action={all.remove}
          remove={id => api.apiAsset.delete({ params: { id } })}
          refresh={refreshAssets}
          onRemoved={() => isInForm && navigate(assetList.href(), { replace: true })}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
