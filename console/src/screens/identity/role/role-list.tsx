import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { userList } from '../sub-account/pages.ts'
import { roleList } from './pages.ts'
import type { Role } from './types.ts'
import { useText } from './use-text.ts'
import './role.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by few.
const RoleDrawer = lazyPart(async () => ({ default: (await import('./parts/role-drawer.tsx')).RoleDrawer }))

/** What the drawer shows: a new role, a copy of one, or one itself. */
export type Opened = { readonly kind: 'new' } | { readonly kind: 'copy' | 'edit'; readonly role: Role }

/** Who may do what: the roles of the tenant. */
export default function RoleList() {
  const text = useText()
  const [search, setSearch] = roleList.useSearch()
  const [opened, setOpened] = useState<Opened | null>(null)
  const query = {
    page: search.page,
    pageSize: search.pageSize,
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(search.sort !== undefined && { sort: search.sort }),
  }
  const { data, error, isFetching, refetch } = useQuery({ ...api.role.list.query({ query }), ...keepRows })
  const create = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="role:add" onClick={() => setOpened({ kind: 'new' })}>
      {text.create}
    </CanButton>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={create} />
      <DataTable<Role, NonNullable<typeof search.sort>>
        id="roles"
        label={text.label}
        columns={useColumns(setOpened)}
        rowKey={role => role.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page: search.page, pageSize: search.pageSize, ...(search.sort && { sort: search.sort }) }}
        onPaging={setSearch}
        isFiltered={search.keyword !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={create} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      {opened && (
        <Suspense>
          <RoleDrawer opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(onOpen: (opened: Opened) => void): DataColumn<Role>[] {
  const text = useText()
  const format = useFormat()
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      width: 200,
      isAlwaysShown: true,
      sortKey: 'name',
      render: (_, role) => (
        <span className="ro-name">
          <Button type="link" size="small" onClick={() => onOpen({ kind: 'edit', role })}>
            {role.name}
          </Button>
          {role.is_built_in && <Tag>{text.builtIn}</Tag>}
          {role.is_own && <Tag color="cyan">{text.own}</Tag>}
        </span>
      ),
    },
    {
      key: 'permissions',
      title: text.columns.permissions,
      width: 130,
      render: (_, role) => (role.permissions.includes('*') ? text.everything : text.count(role.permissions.length)),
    },
    { key: 'scope', title: text.columns.scope, width: 150, render: (_, role) => <Scope groups={role.groups} /> },
    {
      key: 'users',
      title: text.columns.users,
      width: 110,
      align: 'end',
      sortKey: 'user_count',
      render: (_, role) => (
        <Link to={userList.href({ search: { role: role.id } })}>{format.number(role.user_count)}</Link>
      ),
    },
    { key: 'remark', title: text.columns.remark, width: 200, ellipsis: true, render: (_, role) => role.remark || '–' },
    {
      key: 'created',
      title: text.columns.created,
      width: 170,
      sortKey: 'created_at',
      render: (_, role) => format.time(role.created_at),
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 200,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, role) => <Actions role={role} onOpen={onOpen} />,
    },
  ]
}

function Scope({ groups }: { readonly groups: readonly string[] | null }) {
  const text = useText()
  if (groups === null) return text.allGroups
  if (groups.length === 0) return <span className="sl-muted">{text.noGroups}</span>
  return groups.map(group => <Tag key={group}>{group || text.noGroup}</Tag>)
}

function Actions({ role, onOpen }: { readonly role: Role; onOpen(opened: Opened): void }) {
  const text = useText()
  const can = useCan()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.role.delete({ params: { id: role.id } }),
    onSuccess: () => {
      message.success(text.deleted)
      setAsking(false)
      void client.invalidateQueries({ queryKey: ['role'] })
    },
    onError: error => {
      setAsking(false)
      message.error(describeError(error).message)
    },
  })
  const hindrance = role.is_built_in
    ? text.reasons.builtIn
    : role.user_count > 0
      ? text.reasons.inUse(role.user_count)
      : undefined
  const isEditable = can('role:update') && !role.is_built_in
  return (
    <span className="sl-row-actions">
      <Button type="link" size="small" onClick={() => onOpen({ kind: 'edit', role })}>
        {isEditable ? text.edit : text.view}
      </Button>
      <CanButton type="link" size="small" authority="role:add" onClick={() => onOpen({ kind: 'copy', role })}>
        {text.copy}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        danger
        authority="role:delete"
        reason={hindrance}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.deleteTitle(role.name)}
        text={text.deleteText}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}
