import { DownOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { BarTab } from './tab-bar.tsx'
import { useShellText } from './use-text.ts'
import './tab-finder.css'

export interface TabFinderProps {
  readonly tabs: readonly BarTab[]
  readonly shown: string
}

/** How many pages are open; pressed, all of them, found by name: the bar has no room for many. */
export function TabFinder({ tabs, shown }: TabFinderProps) {
  const text = useShellText().tabs
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<TabList tabs={tabs} shown={shown} onChoose={() => setOpen(false)} />}
    >
      <Button type="text" size="small" aria-label={text.all(tabs.length)} aria-expanded={isOpen}>
        {tabs.length} <DownOutlined />
      </Button>
    </Popover>
  )
}

interface TabListProps extends TabFinderProps {
  /** One was chosen: it is on its way. */
  onChoose(): void
}

function TabList({ tabs, shown, onChoose }: TabListProps) {
  const text = useShellText().tabs
  const navigate = useNavigate()
  const [word, setWord] = useState('')
  const found = tabs.filter(tab => tab.title.toLowerCase().includes(word.trim().toLowerCase()))
  const open = (tab: BarTab | undefined) => {
    if (!tab) return
    void navigate(tab.url)
    onChoose()
  }
  return (
    <div className="sh-tab-list">
      <Input
        autoFocus
        allowClear
        value={word}
        aria-label={text.find}
        placeholder={text.find}
        onChange={event => setWord(event.target.value)}
        onPressEnter={() => open(found[0])}
      />
      <ul>
        {found.map(tab => (
          <li key={tab.key}>
            <Link to={tab.url} onClick={onChoose} {...(tab.key === shown && { 'aria-current': 'page' as const })}>
              {tab.title}
            </Link>
          </li>
        ))}
        {found.length === 0 && <li className="sl-muted">{text.none}</li>}
      </ul>
    </div>
  )
}
