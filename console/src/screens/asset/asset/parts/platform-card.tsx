import { Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { platformForm } from '../pages.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { PlatformActions } from './platform-actions.tsx'

export interface PlatformCardProps {
  readonly platform: Platform
  onRemove(): void
}

/** A platform at a glance. */
export function PlatformCard({ platform, onRemove }: PlatformCardProps) {
  const text = useText().platform
  const { number } = useFormat()
  return (
    <article className="as-card" aria-label={platform.name}>
      <PlatformIcon icon={platform.icon} size={40} />
      <div className="as-card-main">
        <div className="as-card-head">
          <Link to={platformForm.href({ params: { id: platform.id } })}>{platform.name}</Link>
          {platform.is_own && <Tag>{text.origins.own}</Tag>}
          {platform.status === 'stopped' && <Tag>{text.status.stopped}</Tag>}
        </div>
        <p title={platform.describe}>{platform.describe}</p>
        <small className="sl-muted">
          {text.counts(
            platform.takes_assets ? number(platform.asset_count + (platform.pack?.interface_count ?? 0)) : null,
            number(platform.connector_count),
          )}
        </small>
        <PlatformActions platform={platform} onRemove={onRemove} />
      </div>
    </article>
  )
}
