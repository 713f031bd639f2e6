import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import type { BillProfile } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshFiles } from './queries.ts'

/** Kinds of bills that people taught: what they are called, and which files they read. */
export function ProfileDrawer({ onClose }: { onClose(): void }) {
  const text = useText().profiles
  const [{ keyword, page, pageSize }, setSearch] = useState<{ keyword?: string; page: number; pageSize: number }>({
    page: 1,
    pageSize: 20,
  })
  const [open, setOpen] = useState<{ readonly what: 'rename' | 'remove'; readonly profile: BillProfile } | null>(null)
  const query = { page, pageSize, ...(keyword ? { keyword } : {}) }
  const { data, error, isFetching, refetch } = useQuery({ ...api.billProfile.list.query({ query }), ...keepRows })
  const close = () => setOpen(null)
  return (
    <Drawer open size={960} title={text.label} onClose={onClose}>
      <DataTable
        id="bill-profiles"
        density="small"
        label={text.label}
        columns={useColumns(setOpen)}
        rowKey={profile => profile.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch(before => ({ ...before, ...patch }))}
        isFiltered={Boolean(keyword)}
        onClearFilters={() => setSearch({ page: 1, pageSize })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.name }]}
            values={{ keyword }}
            onChange={({ keyword: word }) =>
              setSearch({ pageSize, page: 1, ...(typeof word === 'string' && word !== '' ? { keyword: word } : {}) })
            }
          />
        }
      />
      {open?.what === 'rename' && <RenameDialog profile={open.profile} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog profile={open.profile} onClose={close} />}
    </Drawer>
  )
}

function useColumns(open: (what: { what: 'rename' | 'remove'; profile: BillProfile }) => void) {
  const text = useText().profiles
  const { time, number } = useFormat()
  const columns: DataColumn<BillProfile>[] = [
    { key: 'name', title: text.name, width: 200, ellipsis: true, isAlwaysShown: true, render: (_, each) => each.name },
    { key: 'version', title: text.version, width: 80, align: 'end', render: (_, each) => number(each.version) },
    {
      key: 'headings',
      title: text.headings,
      width: 260,
      ellipsis: true,
      render: (_, each) => each.headings.filter(heading => heading !== '').join(' · '),
    },
    { key: 'files', title: text.files, width: 80, align: 'end', render: (_, each) => number(each.files) },
    { key: 'at', title: text.at, width: 170, render: (_, each) => time(each.updated_at) },
    {
      key: 'actions',
      title: text.actions,
      width: 150,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, profile) => (
        <>
          <CanButton
            type="link"
            size="small"
            authority="reconciliation:import"
            onClick={() => open({ what: 'rename', profile })}
          >
            {text.rename}
          </CanButton>
          <CanButton
            type="link"
            size="small"
            danger
            authority="reconciliation:import"
            onClick={() => open({ what: 'remove', profile })}
          >
            {text.remove}
          </CanButton>
        </>
      ),
    },
  ]
  return columns
}

interface PartProps {
  readonly profile: BillProfile
  onClose(): void
}

function RenameDialog({ profile, onClose }: PartProps) {
  const text = useText().profiles
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      api.billProfile.rename({ params: { id: profile.id }, body: { name: name.trim() } }),
    async onSuccess() {
      message.success(text.renamed)
      onClose()
      await refreshFiles(client)
    },
  })
  const failed = error ? describeError(error).message : undefined
  return (
    <Dialog open width={440} title={text.rename} footer={null} onCancel={onClose} confirmLoading={isPending}>
      <Form layout="vertical" initialValues={{ name: profile.name }} onFinish={mutate}>
        <Form.Item
          name="name"
          label={text.name}
          rules={[{ required: true, whitespace: true, max: 100, message: text.nameMissing }]}
          {...(failed === undefined ? {} : { validateStatus: 'error' as const, help: failed })}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {text.rename}
        </Button>
      </Form>
    </Dialog>
  )
}

function RemoveDialog({ profile, onClose }: PartProps) {
  const text = useText().profiles
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.billProfile.delete({ params: { id: profile.id } }),
    async onSuccess() {
      message.success(text.removed)
      onClose()
      await refreshFiles(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <ConfirmDanger
      open
      title={text.removeTitle(profile.name)}
      text={text.removeText}
      action={text.remove}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
