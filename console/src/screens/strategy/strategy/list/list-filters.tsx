import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { lateField } from '../../../../ui/late-field.tsx'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { strategyList } from '../pages.ts'
import { usePlatforms } from '../parts/use-platforms.ts'
import { useListText } from '../texts/use-list-text.ts'

const ConnectorSelect = lateField(async () => ({
  default: (await import('../../../../parts/connector-select.tsx')).ConnectorSelect,
}))

/** What the list of strategies can be narrowed to. */
export function ListFilters() {
  const text = useListText()
  const [search, setSearch] = strategyList.useSearch()
  const states = useStateOptions('strategy')
  const groups = useQuery(api.strategy.groups.query())
  const tags = useQuery(api.strategy.tags.query())
  const platforms = [...usePlatforms().values()].map(({ id, name }) => ({ value: id, label: name }))
  const toggle = (name: 'mine' | 'errors', label: string) => ({
    kind: 'custom' as const,
    name,
    render: () => (
      <Button
        key={name}
        type={search[name] ? 'primary' : 'default'}
        aria-pressed={search[name] === true}
        onClick={() => setSearch({ [name]: search[name] ? undefined : true, page: 1 })}
      >
        {label}
      </Button>
    ),
  })
  return (
    <div className="st-list-filters">
      <FilterBar
        values={search}
        // The bar hands back only values of the fields it was given.
        onChange={patch => setSearch({ ...(patch as Partial<typeof search>), page: 1 })}
        fields={[
          { kind: 'text', name: 'keyword', label: text.keyword },
          { kind: 'select', name: 'status', label: text.status, options: states },
          { kind: 'select', name: 'group', label: text.group, options: (groups.data?.content ?? []).map(toOption) },
          { kind: 'select', name: 'source', label: text.sourcePlatform, options: platforms },
          { kind: 'select', name: 'target', label: text.targetPlatform, options: platforms },
          {
            kind: 'custom',
            name: 'connector',
            render: () => (
              <ConnectorSelect
                key="connector"
                allowClear
                className="sl-filter-select"
                aria-label={text.connector}
                placeholder={text.connector}
                value={search.connector}
                onChange={id => setSearch({ connector: id, page: 1 })}
              />
            ),
          },
          { kind: 'multi', name: 'tags', label: text.tags, options: (tags.data?.content ?? []).map(toOption) },
          toggle('mine', text.mine),
          toggle('errors', text.errorsOnly),
        ]}
      />
    </div>
  )
}

const toOption = (word: string) => ({ value: word, label: word })
