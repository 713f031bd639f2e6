import { api } from '../lib/api.ts'
import { PlatformIcon } from '../ui/platform-icon.tsx'
import { type Findable, FindSelect, type FindSelectProps } from './find-select.tsx'
import './parts.css'

type Connector = Awaited<ReturnType<typeof api.connector.get>>['content']

export interface ConnectorSelectProps extends Omit<FindSelectProps<Connector>, 'of' | 'optionRender'> {
  /** Only those that can play this part. */
  readonly role?: 'source' | 'target'
  /** Only those of this platform. */
  readonly platformId?: string | undefined
}

/** A connector of the tenant, among however many. */
export function ConnectorSelect({ role, platformId, ...rest }: ConnectorSelectProps) {
  const narrow = { ...(role && { role }), ...(platformId !== undefined && { platform_id: platformId }) }
  const connectors: Findable<Connector> = {
    key: [...api.connector.list.key(), narrow],
    list: query => api.connector.list({ query: { ...query, ...narrow, sort: 'name' } }),
    get: id => api.connector.get({ params: { id } }),
    labelOf: ({ name, platform_name }) => (platformId === undefined ? `${name} · ${platform_name}` : name),
  }
  return (
    <FindSelect
      {...rest}
      of={connectors}
      optionRender={(row, label) => (
        <span className="pa-choice">
          <PlatformIcon icon={row.platform_icon} size={20} /> {label}
        </span>
      )}
    />
  )
}
