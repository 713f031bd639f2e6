import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { MoreActions } from '../../../../parts/more-actions.tsx'
import { Removal } from '../../../../parts/removal.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { adapterForm, adapterList } from '../pages.ts'
import type { AdapterRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

type Act = 'publish' | 'stop' | 'copy'

/** What can be done with one adapter in the list, or beside its heading. */
export function AdapterActions({ row, isInForm = false }: { readonly row: AdapterRow; readonly isInForm?: boolean }) {
  const all = useText()
  const text = all.list
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'stop' | 'remove' | null>(null)
  const { mutate } = useActs(row)
  const isNewest = row.status === 'published' && row.published_version === row.version
  const more = [
    ...(row.status === 'published'
      ? [{ key: 'stop', label: text.stop, authority: 'asset:update', onClick: () => setAsked('stop') }]
      : []),
    { key: 'copy', label: text.copy, authority: 'asset:add', onClick: () => mutate('copy') },
    {
      key: 'remove',
      label: all.remove,
      authority: 'asset:delete',
      isDanger: true,
      onClick: () => setAsked('remove'),
    },
  ]
  return (
    <div className="as-actions">
      {!isNewest && (
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
      <MoreActions label={text.more(row.name)} actions={more} />
      {asked === 'stop' && (
        <ConfirmDanger
          open
          title={text.stopTitle(row.name)}
          text={text.stopText}
          action={text.stop}
          onConfirm={() => {
            setAsked(null)
            mutate('stop')
          }}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked === 'remove' && (
        <Removal
          row={row}
          text={{ ...text, removed: text.done.remove }}
          action={all.remove}
          remove={id => api.adapter.delete({ params: { id } })}
          refresh={refreshAdapters}
          onRemoved={() => isInForm && navigate(adapterList.href(), { replace: true })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** Publishes, stops and copies an adapter, and says how it went. */
function useActs(row: Pick<AdapterRow, 'id'>) {
  const text = useText().list
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (act: Act) => api.adapter[act]({ params: { id: row.id } }),
    onSuccess: async ({ content }, act) => {
      message.success(act === 'publish' && content.approval_id !== null ? text.done.asked : text.done[act])
      if (act === 'copy') navigate(adapterForm.href({ params: { id: content.id } }))
      await refreshAdapters(client)
    },
    onError: error => message.error(describeError(error).message),
  })
}
