import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { marketList } from '../../market/pages.ts'
import type { Collection } from '../types.ts'
import { useText } from '../use-text.ts'

const CollectionDialog = lazyPart(async () => ({
  default: (await import('./collection-dialog.tsx')).CollectionDialog,
}))

/** What stands above the market for everybody. */
export function CollectionTable() {
  const text = useText()
  const { number } = useFormat()
  const [edited, setEdited] = useState<Collection | 'new'>()
  const [dropped, setDropped] = useState<Collection>()
  const { data, error, isFetching, refetch } = useQuery(api.market.collections.query())
  const remove = useMutation({
    mutationFn: ({ id }: Collection) => api.market.removeCollection({ params: { id } }),
    onSuccess: async () => {
      message.success(text.dropped)
      setDropped(undefined)
      await queryClient.invalidateQueries()
    },
    onError: failure => void message.error(describeError(failure).message),
  })
  const add = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="review:update" onClick={() => setEdited('new')}>
      {text.newCollection}
    </CanButton>
  )
  const columns: DataColumn<Collection>[] = [
    {
      key: 'title',
      title: text.collection.title,
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, { id, title }) => <Link to={marketList.href({ search: { collection: id } })}>{title}</Link>,
    },
    { key: 'summary', title: text.collection.summary, width: 280, ellipsis: true, dataIndex: 'summary' },
    {
      key: 'members',
      title: text.collection.members,
      width: 100,
      align: 'end',
      render: (_, { members }) => number(members.length),
    },
    {
      key: 'position',
      title: text.collection.position,
      width: 90,
      align: 'end',
      render: (_, { position }) => number(position),
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 130,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <span className="sl-row-actions">
          <CanButton type="link" size="small" authority="review:update" onClick={() => setEdited(row)}>
            {text.edit}
          </CanButton>
          <CanButton type="link" size="small" danger authority="review:update" onClick={() => setDropped(row)}>
            {text.drop}
          </CanButton>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable
        id="market-collections"
        label={text.tabs.collections}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        extra={add}
        empty={<Empty isSmall title={text.noCollections} text={text.noCollectionsText} action={add} />}
      />
      <Suspense>
        {edited !== undefined && (
          <CollectionDialog collection={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      <ConfirmDanger
        open={dropped !== undefined}
        title={text.dropTitle(dropped?.title ?? '')}
        text={text.dropText}
        action={text.drop}
        isBusy={remove.isPending}
        onConfirm={() => dropped && remove.mutate(dropped)}
        onCancel={() => setDropped(undefined)}
      />
    </>
  )
}
