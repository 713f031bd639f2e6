import { DownOutlined, FilterOutlined, StarFilled, TeamOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useFilterText } from '../texts/use-filter-text.ts'
import '../list.css'

// Once a filter is to be kept.
const NameDialog = lazyPart(async () => ({ default: (await import('./name-filter.tsx')).NameFilter }))

export type Values = Readonly<Record<string, string | number | boolean | readonly string[]>>

export interface SavedFiltersProps {
  /** Under this name the filters of a list are kept. */
  readonly list: string
  /** What the list is narrowed to now; an empty one cannot be kept. */
  readonly filter: Values
  onApply(filter: Values): void
}

/** Filters kept under names: one's own and those others share. One's default opens the list where nothing else is asked. */
export function SavedFilters({ list, filter, onApply }: SavedFiltersProps) {
  const text = useFilterText()
  const [isOpen, setOpen] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { data, error, refetch } = useQuery(api.savedFilter.list.query({ query: { list } }))
  const filters = data?.content ?? []
  useDefault(filters, filter, onApply)
  const remove = useMutation({
    mutationFn: (id: string) => api.savedFilter.remove({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.savedFilter.list.key() }),
    onError: failure => void message.error(describeError(failure).message),
  })
  const panel = (
    <div className="st-filters">
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && filters.length === 0 && <p className="sl-muted">{text.none}</p>}
      <ul>
        {filters.map(each => (
          <li key={each.id}>
            <Button
              type="text"
              onClick={() => {
                onApply(each.filter)
                setOpen(false)
              }}
            >
              {each.name}
            </Button>
            {each.is_default && <StarFilled aria-label={text.isDefault} title={text.isDefault} />}
            {each.is_shared && <TeamOutlined aria-label={text.isShared} title={text.isShared} />}
            {each.is_own ? (
              <Button
                type="link"
                size="small"
                aria-label={text.remove(each.name)}
                loading={remove.isPending && remove.variables === each.id}
                onClick={() => remove.mutate(each.id)}
              >
                {text.forget}
              </Button>
            ) : (
              <small className="sl-muted">{each.owner}</small>
            )}
          </li>
        ))}
      </ul>
      <Button
        block
        disabled={Object.keys(filter).length === 0}
        onClick={() => {
          setOpen(false)
          // The panel goes; the dialog gives the focus back to what stays.
          opener.current?.focus()
          setNaming(true)
        }}
      >
        {text.keep}
      </Button>
    </div>
  )
  return (
    <>
      <Popover trigger="click" placement="bottomLeft" open={isOpen} onOpenChange={setOpen} content={panel}>
        <Button ref={opener} icon={<FilterOutlined />} aria-expanded={isOpen}>
          {text.title} <DownOutlined />
        </Button>
      </Popover>
      {isNaming && (
        <Suspense>
          <NameDialog list={list} filter={filter} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Once per visit: whoever clears the filter wants it cleared. */
function useDefault(
  filters: readonly { readonly is_default: boolean; readonly filter: Values }[],
  filter: Values,
  onApply: SavedFiltersProps['onApply'],
): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || filters.length === 0) return
    isDone.current = true
    const chosen = filters.find(each => each.is_default)
    if (chosen && Object.keys(filter).length === 0) onApply(chosen.filter)
  }, [filters, filter, onApply])
}
