import {
  ApiOutlined,
  BranchesOutlined,
  EyeOutlined,
  FileTextOutlined,
  ReloadOutlined,
  SearchOutlined,
  TableOutlined,
} from '@ant-design/icons'
import type { Resource } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import type { ComponentType } from 'react'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { filterResources } from '../model.ts'
import { connectorDetail } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useText } from '../use-text.ts'
import { ResourcePanel } from './resource-panel.tsx'

/** What the far system has: its tables, files or endpoints, and one of them in detail. */
export function ResourcesTab({ connector }: { readonly connector: Connector }) {
  const text = useText().resources
  const [search, setSearch] = connectorDetail.useSearch()
  const { data, error, refetch, isFetching } = useQuery(api.connector.resources.query({ params: { id: connector.id } }))
  const reload = () => void refetch()
  if (error && !data)
    return (
      <Section>
        <ErrorBlock error={error} onRetry={reload} />
      </Section>
    )
  const resources = data?.content
  if (resources?.length === 0)
    return (
      <Section>
        <Empty title={text.none} text={text.noneText} action={<Button onClick={reload}>{text.refresh}</Button>} />
      </Section>
    )
  const chosen = resources?.find(resource => resource.id === search.resource)
  return (
    <div className="cn-browse">
      <Section className="cn-browse-list">
        <div className="cn-browse-bar">
          <Input
            allowClear
            prefix={<SearchOutlined />}
            aria-label={text.search}
            placeholder={text.search}
            value={search.keyword ?? ''}
            onChange={event => setSearch({ keyword: event.target.value || undefined }, { replace: true })}
          />
          <Button
            aria-label={text.refresh}
            title={text.refresh}
            icon={<ReloadOutlined spin={isFetching} />}
            onClick={reload}
          />
        </div>
        {resources ? (
          <ResourceList resources={resources} chosen={chosen?.id} />
        ) : (
          <div className="cn-browse-loading">
            <Skeleton rows={8} />
          </div>
        )}
      </Section>
      {chosen ? (
        <ResourcePanel key={chosen.id} connectorId={connector.id} resource={chosen} />
      ) : (
        <Section>
          <Empty title={text.pick} text={text.pickText} />
        </Section>
      )}
    </div>
  )
}

/** Buttons beyond this many make the list slow; a search finds the rest. */
const MAX_SHOWN = 300

interface ResourceListProps {
  readonly resources: readonly Resource[]
  readonly chosen: string | undefined
}

function ResourceList({ resources, chosen }: ResourceListProps) {
  const text = useText().resources
  const [search, setSearch] = connectorDetail.useSearch()
  const found = filterResources(resources, search.keyword ?? '')
  return (
    <>
      <p className="sl-muted cn-resource-count" role="status">
        {text.count(found.length, resources.length)}
      </p>
      {found.length === 0 && <Empty isSmall title={text.noMatch} />}
      <ul className="cn-resources" aria-label={text.list}>
        {found.slice(0, MAX_SHOWN).map(resource => (
          <li key={resource.id}>
            <ResourceButton
              resource={resource}
              isChosen={resource.id === chosen}
              onChoose={() => setSearch({ resource: resource.id })}
            />
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p className="sl-muted cn-resource-count">{text.more(found.length - MAX_SHOWN)}</p>}
    </>
  )
}

const icons: Record<Resource['kind'], ComponentType> = {
  table: TableOutlined,
  view: EyeOutlined,
  file: FileTextOutlined,
  endpoint: ApiOutlined,
  strategy: BranchesOutlined,
}

interface ResourceButtonProps {
  readonly resource: Resource
  readonly isChosen: boolean
  onChoose(): void
}

function ResourceButton({ resource, isChosen, onChoose }: ResourceButtonProps) {
  const text = useText().resources
  const Icon = icons[resource.kind]
  return (
    <button type="button" className="cn-resource" aria-current={isChosen} onClick={onChoose}>
      <Icon />
      <span className="cn-resource-main">
        <span title={resource.label}>{resource.label}</span>
        {resource.label !== resource.id && <small title={resource.id}>{resource.id}</small>}
      </span>
      <small className="sl-muted">{text.directions[resource.direction]}</small>
    </button>
  )
}
