import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../lib/api.ts'
import { defineTexts, useWords } from '../lib/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { MenuItem } from './menu-item.ts'
import { zh } from './palette-text.zh.ts'
import './palette.css'

const usePaletteText = defineTexts(zh, {
  'en-US': () => import('./palette-text.en.ts'),
  'zh-TW': () => import('./palette-text.tw.ts'),
  'pt-BR': () => import('./palette-text.pt.ts'),
})

import { useComposing } from '../ui/use-composing.ts'

export interface PaletteProps {
  readonly menu: readonly MenuItem[]
  onClose(): void
}

interface Hit {
  readonly path: string
  readonly title: string
  readonly note?: string
}
interface Group {
  readonly title: string
  readonly hits: readonly Hit[]
}

/** Goes anywhere by a few letters: pages of the menu, strategies, connectors, and records by their business number. */
export function Palette({ menu, onClose }: PaletteProps) {
  const text = usePaletteText()
  const navigate = useNavigate()
  const listId = useId()
  const [entered, setEntered] = useState('')
  const { isComposing, handlers } = useComposing()
  const [settled, setSettled] = useState('')
  if (!isComposing && settled !== entered.trim()) setSettled(entered.trim())
  const q = useDeferredValue(settled)
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, error } = useHits(menu, q)
  const hits = groups.flatMap(group => group.hits)
  const at = Math.min(chosen, hits.length - 1)
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.path)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setChosen((at + step + hits.length) % hits.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(hits[at])
  }
  return (
    <Dialog open closable={false} title={text.title} footer={null} onCancel={onClose} width={600} className="pa">
      <Input
        {...handlers}
        autoFocus
        allowClear
        size="large"
        role="combobox"
        aria-label={text.placeholder}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits.length > 0 ? `${listId}-${at}` : undefined}
        placeholder={text.placeholder}
        value={entered}
        onChange={event => {
          setEntered(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div id={listId} role="listbox" aria-label={text.title} className="pa-hits">
        {groups.map(({ title, hits: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={title} role="group" aria-label={title}>
            <strong>{title}</strong>
            {ofGroup.map(hit => {
              const index = hits.indexOf(hit)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
                <div
                  key={hit.path}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onMouseMove={() => setChosen(index)}
                  onClick={() => go(hit)}
                >
                  <span>{hit.title}</span>
                  {hit.note !== undefined && <small>{hit.note}</small>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className="pa-foot" role="status">
        {error ? text.failed : isSearching ? text.searching : hits.length === 0 && q !== '' ? text.none(q) : text.keys}
      </p>
    </Dialog>
  )
}

function useHits(menu: readonly MenuItem[], q: string) {
  const text = usePaletteText()
  const say = useWords()
  const found = useQuery({ ...api.search.find.query({ query: { q } }), enabled: q !== '' })
  const content = q === '' ? undefined : found.data?.content
  const pages = listPages(menu)
    .map(({ item, above }): Hit => {
      const title = say(item.title)
      return above ? { path: item.path, title, note: say(above.title) } : { path: item.path, title }
    })
    .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
  const strategies = content?.strategies.map(({ id, name, code }) => ({
    path: `/strategy/detail/${id}`,
    title: name,
    note: code,
  }))
  const connectors = content?.connectors.map(({ id, name, platform_id }) => ({
    path: `/connector/detail/${id}`,
    title: name,
    note: platform_id,
  }))
  const records = content?.records.map(({ id, strategy_id, strategy_name, key, number }) => ({
    path: `/strategy/detail/${strategy_id}/${id}`,
    title: number ?? key,
    note: strategy_name,
  }))
  const groups: readonly Group[] = [
    { title: text.records, hits: records ?? [] },
    { title: text.pages, hits: pages },
    { title: text.strategies, hits: strategies ?? [] },
    { title: text.connectors, hits: connectors ?? [] },
  ]
  return {
    groups: groups.filter(group => group.hits.length > 0),
    isSearching: q !== '' && found.isPending,
    error: found.error,
  }
}

interface Place {
  readonly item: MenuItem
  readonly above?: MenuItem
}

/** Pages of the menu at every level; groups only lead to one of their pages, and other sites are no pages. */
const listPages = (items: readonly MenuItem[], above?: MenuItem): readonly Place[] =>
  items.flatMap((item): readonly Place[] =>
    item.children.length > 0
      ? listPages(item.children, item)
      : item.isExternal
        ? []
        : [{ item, ...(above && { above }) }],
  )
