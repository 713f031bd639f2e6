import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTabName } from '../lib/tabs.ts'
import { useUiText } from './use-text.ts'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** One line under the title: what this page is for. */
  readonly text?: ReactNode
  /** Tags beside the title. */
  readonly tags?: ReactNode
  /** Buttons at the end; the main one last. */
  readonly actions?: ReactNode
  /** Address of the list above, for an arrow before the title. */
  readonly backTo?: string
}

/** The one heading of a page. */
export function PageHeader({ title, text, tags, actions, backTo }: PageHeaderProps) {
  const navigate = useNavigate()
  const words = useUiText()
  // A page below a list is about one thing: its tab carries that thing's name.
  useTabName(backTo !== undefined && typeof title === 'string' ? title : undefined)
  return (
    <header className="sl-page-header">
      {backTo !== undefined && (
        <Button type="text" aria-label={words.back} icon={<ArrowLeftOutlined />} onClick={() => navigate(backTo)} />
      )}
      <div className="sl-page-header-main">
        <div className="sl-page-header-line">
          <h1>{title}</h1>
          {tags}
        </div>
        {text !== undefined && <p>{text}</p>}
      </div>
      {actions !== undefined && <div className="sl-page-header-actions">{actions}</div>}
    </header>
  )
}
