import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { Bar } from '../../../parts/bar.tsx'
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
        density="small"
        label={text.label}
        columns={useColumns(countPeople(data?.content.roles ?? []))}
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

const countPeople = (roles: PermissionCatalogue['roles']): number =>
  roles.reduce((sum, role) => sum + role.user_count, 0)

/** `everybody`: how many people there are in all roles. */
function useColumns(everybody: number): DataColumn<Line>[] {
  const text = useText().catalogue
  const format = useFormat()
  return [
    { key: 'module', title: text.module, width: 130, ellipsis: true, isAlwaysShown: true, dataIndex: 'module' },
    {
      key: 'permission',
      title: text.permission,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, line) => (
        <>
          {line.verb} <code className="sl-muted">{line.name}</code>
        </>
      ),
    },
    {
      key: 'people',
      title: text.holding,
      width: 140,
      render: (_, line) => {
        const people = countPeople(line.roles)
        return (
          <span className="pa-share">
            <Bar share={everybody === 0 ? 0 : people / everybody} /> {text.people(people)}
          </span>
        )
      },
    },
    {
      key: 'holders',
      title: text.holders,
      width: 300,
      ellipsis: true,
      render: (_, line) =>
        line.roles.length === 0 ? (
          <span className="sl-muted">{text.nobody}</span>
        ) : (
          format.list(line.roles.map(role => `${role.name} · ${text.people(role.user_count)}`))
        ),
    },
    {
      key: 'opens',
      title: text.opens,
      width: 420,
      ellipsis: true,
      render: (_, line) => format.list(line.opens),
    },
  ]
}
