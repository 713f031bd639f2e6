import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { type ReactNode, type UIEvent, useRef, useState } from 'react'
import { createSoon } from '../lib/timing.ts'

/** What a select finds by words and pages, however many there are. */
export interface Findable<Row extends { readonly id: string }> {
  /** Of the query cache: kind, and what narrows the list. */
  readonly key: readonly unknown[]
  /** One page, from 1 on. */
  list(query: { keyword?: string; page: number; pageSize: number }): Promise<{
    readonly content: readonly Row[]
    readonly total?: number | undefined
  }>
  /** The chosen one, which may be on no page that was loaded. */
  get(id: string): Promise<{ readonly content: Row }>
  labelOf(row: Row): string
}

export interface FindSelectProps<Row extends { readonly id: string }>
  extends Pick<
    SelectProps,
    'id' | 'aria-label' | 'placeholder' | 'allowClear' | 'notFoundContent' | 'className' | 'disabled'
  > {
  readonly of: Findable<Row>
  readonly value: string | null | undefined
  /** undefined: it was cleared. */
  onChange(id: string | undefined, row: Row | undefined): void
  optionRender?(row: Row, label: string): ReactNode
}

const PAGE = 50
const TYPING_PAUSE_MS = 250
const NEAR_END_PX = 80

/** A select over something that can be many: words are searched by the server, further pages come as one scrolls. */
export function FindSelect<Row extends { readonly id: string }>(props: FindSelectProps<Row>) {
  const { of, value, onChange, optionRender, ...rest } = props
  const [keyword, setKeyword] = useState('')
  const [soon] = useState(() => createSoon(TYPING_PAUSE_MS))
  const found = useInfiniteQuery({
    queryKey: [...of.key, 'find', keyword],
    queryFn: ({ pageParam }) => of.list({ ...(keyword !== '' && { keyword }), page: pageParam, pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE < (last.total ?? 0) ? pages.length + 1 : undefined),
    placeholderData: before => before,
  })
  const rows = found.data?.pages.flatMap(page => page.content) ?? []
  const isUnknown = typeof value === 'string' && value !== '' && !rows.some(row => row.id === value)
  const chosen = useQuery({
    queryKey: [...of.key, 'chosen', value],
    queryFn: () => of.get(value ?? ''),
    enabled: isUnknown && !found.isPending,
    retry: false,
  })
  const known = isUnknown && chosen.data ? [chosen.data.content, ...rows] : rows
  const composing = useRef(false)
  const search = (words: string) => {
    if (composing.current) soon.cancel()
    else soon.ask(() => setKeyword(words.trim()))
  }
  const readOn = ({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
    const isNearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END_PX
    if (isNearEnd && found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
  }
  return (
    <span
      className="pa-find"
      onCompositionStartCapture={() => {
        composing.current = true
      }}
      onCompositionEndCapture={() => {
        composing.current = false
      }}
    >
      <Select
        {...rest}
        value={value || null}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: search }}
        onPopupScroll={readOn}
        options={known.map(row => ({ value: row.id, label: of.labelOf(row), row }))}
        onChange={(id: string | undefined, option) =>
          onChange(id, option && !Array.isArray(option) ? option.row : undefined)
        }
        {...(optionRender && { optionRender: ({ data }) => optionRender(data.row, of.labelOf(data.row)) })}
      />
    </span>
  )
}
