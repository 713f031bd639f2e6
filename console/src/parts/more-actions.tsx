import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useCan } from '../lib/session.ts'

export interface MoreAction {
  readonly key: string
  readonly label: string
  readonly authority: string
  readonly isDanger?: boolean
  onClick(): void
}

/** What is done seldom with a row; what the role may not do is left out. */
export function MoreActions({ label, actions }: { readonly label: string; readonly actions: readonly MoreAction[] }) {
  const can = useCan()
  const button = useRef<HTMLButtonElement>(null)
  const shown = actions.filter(action => can(action.authority))
  if (shown.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: shown.map(({ key, label: text, isDanger }) => ({ key, label: text, danger: isDanger ?? false })),
        onClick({ key }) {
          // The menu goes with its entries: what opens now gives the focus back to the button.
          button.current?.focus()
          shown.find(action => action.key === key)?.onClick()
        },
      }}
    >
      <Button ref={button} type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  )
}
