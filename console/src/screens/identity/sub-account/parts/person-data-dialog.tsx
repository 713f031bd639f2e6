import type { PersonPlace } from '@sluice/api/modules/admin/person-data/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { SubAccount } from '../types.ts'
import { useText } from '../use-text.ts'

/** Everything that names a person, to be taken along or erased. */
export function PersonDataDialog({ user, onClose }: { readonly user: SubAccount; onClose(): void }) {
  const text = useText().data
  const columns = useColumns()
  const [isAsking, setAsking] = useState(false)
  const params = { id: user.id }
  const { data, error, isFetching, refetch } = useQuery(api.personData.find.query({ params }))
  const { download, erase } = useActs(user, onClose)
  const alias = data?.content.alias ?? ''
  const footer = [
    <CanButton key="export" authority="user:export" loading={download.isPending} onClick={() => download.mutate()}>
      {text.export}
    </CanButton>,
    <CanButton
      key="erase"
      danger
      authority="user:delete"
      reason={user.is_own ? text.own : undefined}
      onClick={() => setAsking(true)}
    >
      {text.erase}
    </CanButton>,
    <Button key="close" onClick={onClose}>
      {text.close}
    </Button>,
  ]
  return (
    <Dialog open width={760} title={text.title(user.username)} footer={footer} onCancel={onClose}>
      <p>{text.intro}</p>
      <DataTable
        id="person-data"
        label={text.title(user.username)}
        columns={columns}
        rowKey={row => `${row.table} ${row.outcome}`}
        rows={data?.content.places}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
      />
      <ConfirmDanger
        open={isAsking}
        title={text.eraseTitle(user.username)}
        text={text.eraseText(alias)}
        action={text.erase}
        word={user.username}
        isBusy={erase.isPending}
        onConfirm={() => erase.mutate({ params, body: { username: user.username } })}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  )
}

function useActs(user: SubAccount, onErased: () => void) {
  const text = useText().data
  const client = useQueryClient()
  const onError = (error: unknown) => void message.error(describeError(error).message)
  return {
    download: useMutation({
      mutationFn: async () =>
        saveFile(await api.personData.export({ params: { id: user.id } }), `${user.username}.jsonl`),
      onError,
    }),
    erase: useMutation({
      ...api.personData.erase.mutation(),
      onSuccess: async () => {
        message.success(text.erased)
        onErased()
        await client.invalidateQueries({ queryKey: ['subAccount'] })
      },
      onError,
    }),
  }
}

function useColumns(): readonly DataColumn<PersonPlace>[] {
  const text = useText().data
  const format = useFormat()
  return [
    { key: 'table', title: text.columns.table, width: 170, isAlwaysShown: true, dataIndex: 'table' },
    { key: 'columns', title: text.columns.columns, width: 170, ellipsis: true, dataIndex: 'columns' },
    {
      key: 'rows',
      title: text.columns.rows,
      width: 80,
      align: 'end',
      render: (_, row) => format.number(row.rows),
    },
    {
      key: 'outcome',
      title: text.columns.outcome,
      render: (_, row) => (
        <>
          {text.outcomes[row.outcome]}
          {row.kept_until !== null && <div className="sl-muted">{text.until(format.time(row.kept_until))}</div>}
        </>
      ),
    },
  ]
}
