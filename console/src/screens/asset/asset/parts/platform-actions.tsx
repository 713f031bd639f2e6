import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { type MoreAction, MoreActions } from '../../../../parts/more-actions.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { connectorCreate } from '../../../connect/connector/pages.ts'
import { assetList, platformForm } from '../pages.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets } from './queries.ts'

export interface PlatformActionsProps {
  readonly platform: Platform
  onRemove(): void
}

/** What can be done with one platform. */
export function PlatformActions({ platform, onRemove }: PlatformActionsProps) {
  const text = useText().platform
  const navigate = useNavigate()
  const isStopped = platform.status === 'stopped'
  return (
    <div className="as-actions">
      <CanButton
        type="link"
        size="small"
        authority="connector:add"
        aria-label={`${text.connect} ${platform.name}`}
        reason={isStopped ? text.stopped : undefined}
        onClick={() => navigate(connectorCreate.href({ search: { platform: platform.id, step: 'basic' } }))}
      >
        {text.connect}
      </CanButton>
      {platform.takes_assets && (
        <CanButton
          type="link"
          size="small"
          authority="asset:query"
          aria-label={`${text.apis} ${platform.name}`}
          onClick={() =>
            navigate(
              assetList.href({
                search: { platform: platform.id, ...(isShipped(platform) && { origin: 'shipped' as const }) },
              }),
            )
          }
        >
          {text.apis}
        </CanButton>
      )}
      <MoreActions label={text.more(platform.name)} actions={useMore(platform, onRemove)} />
    </div>
  )
}

/** Its interfaces come with the product, and the tenant has added none. */
const isShipped = ({ pack, asset_count }: Platform): boolean => pack !== null && asset_count === 0

function useMore(platform: Platform, onRemove: () => void): MoreAction[] {
  const all = useText()
  const text = all.platform
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api.platform[platform.status === 'enabled' ? 'stop' : 'enable']({ params: { id: platform.id } }),
    onSuccess: async () => {
      message.success(platform.status === 'enabled' ? text.stopped : text.enabled)
      await refreshAssets(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  const open = (id: string, copy?: string) =>
    navigate(platformForm.href({ params: { id }, ...(copy !== undefined && { search: { copy } }) }))
  const help = platform.connector_help_link
  const own: MoreAction[] = [
    { key: 'edit', label: text.edit, authority: 'platform:update', onClick: () => open(platform.id) },
    {
      key: 'status',
      label: platform.status === 'enabled' ? text.stop : text.enable,
      authority: 'platform:update',
      onClick: () => mutate(),
    },
  ]
  return [
    ...(platform.is_own ? own : []),
    { key: 'copy', label: text.copy, authority: 'platform:add', onClick: () => open('new', platform.id) },
    ...(help === null
      ? []
      : [
          {
            key: 'help',
            label: text.help,
            authority: 'platform:query',
            onClick: () => void window.open(help, '_blank', 'noopener'),
          },
        ]),
    ...(platform.is_own
      ? [{ key: 'remove', label: all.remove, authority: 'platform:delete', isDanger: true, onClick: onRemove }]
      : []),
  ]
}
