import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { holds } from './model.ts'
import { permissionList } from './pages.ts'
import type { PermissionCatalogue } from './types.ts'
import { useText } from './use-text.ts'
import './role.css'

interface Line {
  readonly name: string
  readonly module: string
  readonly verb: string
  readonly opens: readonly string[]
  readonly roles: PermissionCatalogue['roles']
}

/** Every permission there is, what it opens, and who has it. */
export default function PermissionList() {
  const text = useText().catalogue
  const [search, setSearch] = permissionList.useSearch()
  const { data, error, isFetching, refetch } = useQuery(api.role.catalogue.query())
  const lines = data && listLines(data.content)
  const shown = lines?.filter(line => fits(line, search.keyword, search.role))
  const roles = data?.content.roles.map(role => ({ value: role.id, label: role.name })) ?? []
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <DataTable<Line>
        id="permissions"
        label={text.label}
        columns={useColumns()}
        rowKey={line => line.name}
        rows={shown}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        isFiltered={search.keyword !== undefined || search.role !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, role: undefined })}
        empty={<Empty isSmall title={text.empty} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              { kind: 'select', name: 'role', label: text.role, options: roles },
            ]}
            values={search}
            onChange={patch => setSearch(patch)}
          />
        }
      />
    </>
  )
}

const listLines = ({ modules, verbs, roles }: PermissionCatalogue): Line[] =>
  modules.flatMap(module =>
    module.permissions.map(({ name, verb, opens }) => ({
      name,
      module: module.label,
      verb: verbs.find(candidate => candidate.name === verb)?.label ?? verb,
      opens,
      roles: roles.filter(role => holds(role.permissions, name)),
    })),
  )

function fits(line: Line, keyword: string | undefined, roleId: string | undefined): boolean {
  if (roleId !== undefined && !line.roles.some(role => role.id === roleId)) return false
  if (keyword === undefined) return true
  const texts = [line.name, line.module, line.verb, ...line.opens, ...line.roles.map(role => role.name)]
  return texts.some(part => part.toLowerCase().includes(keyword.toLowerCase()))
}

function useColumns(): DataColumn<Line>[] {
  const text = useText().catalogue
  const { list } = useFormat()
  return [
    { key: 'module', title: text.module, width: 160, isAlwaysShown: true, dataIndex: 'module' },
    {
      key: 'permission',
      title: text.permission,
      width: 200,
      isAlwaysShown: true,
      render: (_, line) => (
        <>
          {line.verb} <code className="sl-muted">{line.name}</code>
        </>
      ),
    },
    { key: 'opens', title: text.opens, width: 420, render: (_, line) => list(line.opens) },
    {
      key: 'holders',
      title: text.holders,
      width: 360,
      render: (_, line) =>
        line.roles.length === 0 ? (
          <span className="sl-muted">{text.nobody}</span>
        ) : (
          <span className="ro-opens">
            {line.roles.map(role => (
              <Tag key={role.id}>
                {role.name} · {text.people(role.user_count)}
              </Tag>
            ))}
          </span>
        ),
    },
  ]
}
