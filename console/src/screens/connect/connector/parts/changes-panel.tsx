import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { CatalogueChange } from '../types.ts'
import { useCatalogueText } from '../use-catalogue-text.ts'

const PAGE = 50

/** What became different at the far system, and which strategies that touches. */
export function ChangesPanel({ connectorId }: { readonly connectorId: string }) {
  const text = useCatalogueText()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.catalogue.changes.key(), connectorId],
    queryFn: ({ pageParam, signal }) =>
      api.catalogue.changes({
        params: { id: connectorId },
        query: { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page.content.length < PAGE ? null : (page.content.at(-1)?.id ?? null)),
  })
  const columns = useColumns()
  return (
    <Section isFlush>
      <DataTable<CatalogueChange>
        id="catalogue-changes"
        label={text.changes}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.pages.flatMap(page => page.content)}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        toolbar={<span className="sl-muted">{text.changesText}</span>}
        empty={<Empty isSmall title={text.noChanges} text={text.noChangesText} />}
      />
      {hasNextPage && (
        <div className="cn-catalogue-foot">
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {text.next}
          </Button>
        </div>
      )}
    </Section>
  )
}

function useColumns(): DataColumn<CatalogueChange>[] {
  const text = useCatalogueText()
  const { columns } = text
  return [
    { key: 'at', title: columns.at, width: 120, render: (_, row) => <RelativeTime value={row.at} /> },
    {
      key: 'object',
      title: columns.object,
      width: 200,
      isAlwaysShown: true,
      render: (_, row) => <span className="cn-field-name">{row.object_id}</span>,
    },
    { key: 'what', title: columns.what, width: 280, render: (_, row) => <What change={row} /> },
    {
      key: 'strategies',
      title: columns.strategies,
      width: 180,
      render: (_, row) =>
        row.strategies.map(({ id, name }) => (
          <p key={id} className="cn-change">
            <Link to={strategyDetail.href({ params: { id } })}>{name}</Link>
          </p>
        )),
    },
  ]
}

function What({ change: { kind, attributes, fields } }: { readonly change: CatalogueChange }) {
  const text = useCatalogueText()
  const lines = [
    ...attributes.map(each => text.attribute(text.attributes[each.name] ?? each.name, each.before, each.after)),
    ...(fields.added.length > 0 ? [text.added(fields.added.join(', '))] : []),
    ...(fields.removed.length > 0 ? [text.removed(fields.removed.join(', '))] : []),
    ...fields.changed.map(({ name, from, to }) => text.retyped(name, from, to)),
  ]
  return (
    <>
      <span className={`sl-tag ${kind === 'removed' || kind === 'fields' ? 'sl-tag-warn' : 'sl-tag-calm'}`}>
        {text.kinds[kind]}
      </span>
      {lines.map(line => (
        <p key={line} className="cn-change sl-muted">
          {line}
        </p>
      ))}
    </>
  )
}
