import { CloseOutlined, EllipsisOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type DragEvent, type KeyboardEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Closing } from '../lib/tabs.ts'
import { createSoon, SPINNER_MS } from '../lib/timing.ts'
import { useShellText } from './use-text.ts'
import './tab-bar.css'
import { lazyPart } from '../ui/lazy-part.tsx'

export interface BarTab {
  readonly key: string
  readonly url: string
  readonly title: string
  /** Never closed nor moved. */
  readonly isLocked: boolean
}

export interface TabBarProps {
  readonly tabs: readonly BarTab[]
  readonly shown: string
  /** Keys that this closing would close; empty where it is impossible. */
  listClosing(key: string, closing: Closing): readonly string[]
  onClose(keys: readonly string[]): void
  onRefresh(key: string): void
  /** To a place of the bar, from 0 on. */
  onMove(key: string, to: number): void
  /** Someone tried to close the only tab there is. */
  onLast(): void
}

// Opened by who has many pages open.
const TabFinder = lazyPart(async () => ({ default: (await import('./tab-finder.tsx')).TabFinder }))
/** So many are seen at once. */
const FEW = 5

/** The open pages. Entries are links: a click shows the page, a middle click closes it, dragging reorders. */
export function TabBar(props: TabBarProps) {
  const { tabs, shown } = props
  const text = useShellText()
  const [refreshing, setRefreshing] = useState<string | null>(null)
  const [soon] = useState(() => createSoon(SPINNER_MS))
  useEffect(() => soon.cancel, [soon])
  const refresh = (key: string) => {
    setRefreshing(key)
    soon.ask(() => setRefreshing(null))
    props.onRefresh(key)
  }
  return (
    <div className="sh-tabs">
      <nav aria-label={text.tabs.bar}>
        <ul>
          {tabs.map((tab, index) => (
            <Entry
              key={tab.key}
              tab={tab}
              index={index}
              isShown={tab.key === shown}
              isRefreshing={tab.key === refreshing}
              bar={{ ...props, onRefresh: refresh }}
            />
          ))}
        </ul>
      </nav>
      {tabs.length > FEW && (
        <Suspense>
          <TabFinder tabs={tabs} shown={shown} />
        </Suspense>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: listActions(text.tabs, { ...props, onRefresh: refresh }, shown) }}
      >
        <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={text.tabs.more} />
      </Dropdown>
    </div>
  )
}

interface EntryProps {
  readonly tab: BarTab
  readonly index: number
  readonly isShown: boolean
  readonly isRefreshing: boolean
  readonly bar: TabBarProps
}

const DRAGGED = 'application/x-sluice-tab'

function Entry({ tab, index, isShown, isRefreshing, bar }: EntryProps) {
  const text = useShellText()
  const item = useRef<HTMLLIElement>(null)
  const { length } = bar.tabs
  // Again when it takes its name, and when others come and go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moves it
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown, tab.title, index, length])
  const close = () => {
    const keys = bar.listClosing(tab.key, 'one')
    if (keys.length > 0) bar.onClose(keys)
    else if (bar.tabs.length === 1) bar.onLast()
  }
  const closeByMiddle = (event: MouseEvent) => {
    if (event.button !== 1) return
    event.preventDefault()
    close()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete') close()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    bar.onMove(event.dataTransfer.getData(DRAGGED), index)
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items: listActions(text.tabs, bar, tab.key) }}>
      <li
        ref={item}
        data-shown={isShown}
        draggable={!tab.isLocked}
        onDragStart={event => event.dataTransfer.setData(DRAGGED, tab.key)}
        onDragOver={event => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
        onDrop={drop}
        onAuxClick={closeByMiddle}
      >
        <Link
          to={tab.url}
          draggable={false}
          title={tab.title}
          onKeyDown={closeByKey}
          {...(isShown && { 'aria-current': 'page' as const })}
        >
          {isRefreshing && <LoadingOutlined aria-label={text.tabs.refreshing} />}
          <span>{tab.title}</span>
        </Link>
        {!tab.isLocked && (
          <button type="button" aria-label={text.tabs.closeOne(tab.title)} title={text.tabs.close} onClick={close}>
            <CloseOutlined />
          </button>
        )}
      </li>
    </Dropdown>
  )
}

type Words = ReturnType<typeof useShellText>['tabs']

/** What may be done with a tab; impossible entries stay, disabled. */
function listActions(text: Words, bar: TabBarProps, key: string) {
  const at = bar.tabs.findIndex(tab => tab.key === key)
  const isLocked = bar.tabs[at]?.isLocked ?? true
  const closing = (kind: Closing, label: string) => {
    const keys = bar.listClosing(key, kind)
    return { key: kind, label, disabled: keys.length === 0, onClick: () => bar.onClose(keys) }
  }
  const moving = (to: number, label: string, isPossible: boolean) => ({
    key: label,
    label,
    disabled: isLocked || !isPossible,
    onClick: () => bar.onMove(key, to),
  })
  return [
    { key: 'refresh', label: text.refresh, onClick: () => bar.onRefresh(key) },
    { type: 'divider' as const },
    closing('one', text.close),
    closing('left', text.closeLeft),
    closing('right', text.closeRight),
    closing('others', text.closeOthers),
    { type: 'divider' as const },
    moving(at - 1, text.moveLeft, at > 1),
    moving(at + 1, text.moveRight, at < bar.tabs.length - 1),
  ]
}
