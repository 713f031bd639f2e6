import {
  ApiOutlined,
  BranchesOutlined,
  DownloadOutlined,
  EyeOutlined,
  FileTextOutlined,
  HistoryOutlined,
  SearchOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { type ComponentType, useDeferredValue } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { connectorDetail, resourceKinds } from '../pages.ts'
import type { Catalogue, CatalogueObject, Connector } from '../types.ts'
import { useCatalogueText } from '../use-catalogue-text.ts'
import { useText } from '../use-text.ts'
import { CatalogueState } from './catalogue-state.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ResourcePanel } from './resource-panel.tsx'
import { isListing, useCatalogue, useListed } from './use-catalogue.ts'
import '../catalogue.css'

/** What the far system has as it was listed: its tables, files or endpoints, one of them in detail, and what changed. */
export function ResourcesTab({ connector }: { readonly connector: Connector }) {
  const text = useText().resources
  const words = useCatalogueText()
  const [search, setSearch] = connectorDetail.useSearch()
  const { catalogue, error, reload, refresh, cancel } = useCatalogue(connector.id)
  const chosen = useListed(connector.id, search.resource ?? null)
  if (error && !catalogue)
    return (
      <Section>
        <ErrorBlock error={error} onRetry={reload} />
      </Section>
    )
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
        </div>
        <Filters schemas={catalogue?.schemas ?? []} />
        <div className="cn-catalogue-foot">
          <CatalogueState catalogue={catalogue} refresh={refresh} cancel={() => cancel()} />
        </div>
        {catalogue ? (
          <Objects connectorId={connector.id} catalogue={catalogue} />
        ) : (
          <div className="cn-browse-loading">
            <Skeleton rows={8} />
          </div>
        )}
        <div className="cn-catalogue-foot">
          <ExportButton connector={connector} />
          <Button
            size="small"
            icon={<HistoryOutlined />}
            aria-pressed={search.changes === true}
            onClick={() => setSearch({ changes: search.changes ? undefined : true, resource: undefined })}
          >
            {search.changes ? words.back : words.changes}
          </Button>
        </div>
      </Section>
      {search.changes ? (
        <ChangesPanel connectorId={connector.id} />
      ) : chosen ? (
        <ResourcePanel key={chosen.id} connectorId={connector.id} resource={chosen} />
      ) : (
        <Section>
          <Empty title={text.pick} text={text.pickText} />
        </Section>
      )}
    </div>
  )
}

function Filters({ schemas }: Pick<Catalogue, 'schemas'>) {
  const text = useCatalogueText()
  const { kinds } = useText().resources
  const [search, setSearch] = connectorDetail.useSearch()
  return (
    <div className="cn-catalogue-bar">
      {schemas.length > 1 && (
        <Select
          showSearch
          allowClear
          size="small"
          aria-label={text.schema}
          placeholder={text.anySchema}
          value={search.schema ?? null}
          onChange={schema => setSearch({ schema: schema ?? undefined })}
          options={schemas.map(({ schema, count }) => ({ value: schema, label: `${schema} (${count})` }))}
        />
      )}
      <Select
        allowClear
        size="small"
        aria-label={text.kind}
        placeholder={text.anyKind}
        value={search.kind ?? null}
        onChange={kind => setSearch({ kind: kind ?? undefined })}
        options={resourceKinds.map(value => ({ value, label: kinds[value] }))}
      />
      <Select
        size="small"
        aria-label={text.presence}
        value={search.presence}
        onChange={presence => setSearch({ presence })}
        options={(['here', 'gone', 'all'] as const).map(value => ({ value, label: text.presences[value] }))}
      />
      <Select
        size="small"
        aria-label={text.order}
        value={search.order}
        onChange={order => setSearch({ order })}
        options={(['fit', 'id', '-estimated_count', '-found_at'] as const).map(value => ({
          value,
          label: text.orders[value],
        }))}
      />
    </div>
  )
}

/** What the address asks for. */
function useFilter() {
  const [{ keyword, schema, kind, presence, order }] = connectorDetail.useSearch()
  return {
    presence,
    sort: order,
    ...(keyword === undefined ? {} : { keyword }),
    ...(schema === undefined ? {} : { schema }),
    ...(kind === undefined ? {} : { kind }),
  }
}

function ExportButton({ connector }: { readonly connector: Connector }) {
  const text = useCatalogueText()
  const body = useFilter()
  const save = async () => {
    try {
      saveFile(await api.catalogue.export({ params: { id: connector.id }, body }), `${connector.name}-catalogue.csv`)
    } catch (error) {
      void message.error(describeError(error).message)
    }
  }
  return (
    <Button size="small" icon={<DownloadOutlined />} onClick={() => void save()}>
      {text.export}
    </Button>
  )
}

const PAGE = 100

function Objects({ connectorId, catalogue }: { readonly connectorId: string; readonly catalogue: Catalogue }) {
  const text = useText().resources
  const words = useCatalogueText()
  const [search, setSearch] = connectorDetail.useSearch()
  const filter = useDeferredValue(useFilter())
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...api.catalogue.search.key(), connectorId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.catalogue.search({
        params: { id: connectorId },
        query: { ...filter, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    ...keepRows,
  })
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  const objects = data.pages.flatMap(page => page.content.objects)
  const total = data.pages[0]?.content.total ?? 0
  const isNothing = catalogue.objects + catalogue.gone === 0
  return (
    <>
      <p className="sl-muted cn-resource-count">{text.count(total, catalogue.objects)}</p>
      {total === 0 && !isListing(catalogue) && (
        <Empty isSmall title={isNothing ? text.none : text.noMatch} text={isNothing ? text.noneText : undefined} />
      )}
      <ul className="cn-resources" aria-label={text.list}>
        {objects.map(object => (
          <li key={object.id}>
            <ObjectButton
              object={object}
              isChosen={object.id === search.resource}
              onChoose={() => setSearch({ resource: object.id, changes: undefined })}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="cn-catalogue-foot">
          <Button size="small" loading={isFetching} onClick={() => void fetchNextPage()}>
            {words.next}
          </Button>
        </div>
      )}
    </>
  )
}

const icons: Record<CatalogueObject['kind'], ComponentType> = {
  table: TableOutlined,
  view: EyeOutlined,
  file: FileTextOutlined,
  endpoint: ApiOutlined,
  strategy: BranchesOutlined,
}

interface ObjectButtonProps {
  readonly object: CatalogueObject
  readonly isChosen: boolean
  onChoose(): void
}

function ObjectButton({ object, isChosen, onChoose }: ObjectButtonProps) {
  const text = useText().resources
  const words = useCatalogueText()
  const Icon = icons[object.kind]
  const beside = [object.label === object.id ? '' : object.id, object.comment].filter(Boolean).join(' · ')
  return (
    <button type="button" className="cn-resource" aria-current={isChosen} onClick={onChoose}>
      <Icon />
      <span className="cn-resource-main">
        <span title={object.label}>{object.label}</span>
        {beside !== '' && <small title={beside}>{beside}</small>}
      </span>
      <small className="sl-muted">{object.gone_at ? words.presences.gone : text.directions[object.direction]}</small>
    </button>
  )
}
