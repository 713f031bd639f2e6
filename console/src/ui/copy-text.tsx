import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useUiText } from './use-text.ts'

const SHOWN_MS = 1500

export interface CopyTextProps {
  readonly value: string
  /** Show the value before the button, in the code font. */
  readonly isShown?: boolean
  readonly label?: string
}

/** A small button that copies; also works on plain http, where the clipboard API is missing. */
export function CopyText({ value, isShown, label }: CopyTextProps) {
  const text = useUiText()
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await copyToClipboard(value)
    setDone(true)
    setTimeout(() => setDone(false), SHOWN_MS)
  }
  return (
    <span className="sl-copy">
      {isShown && <code title={value}>{value}</code>}
      <Button
        type="text"
        size="small"
        aria-label={isDone ? text.copied : (label ?? text.copy)}
        title={isDone ? text.copied : (label ?? text.copy)}
        icon={isDone ? <CheckOutlined /> : <CopyOutlined />}
        onClick={() => void copy()}
      />
    </span>
  )
}

export async function copyToClipboard(value: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(value)
  const area = document.createElement('textarea')
  area.value = value
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  // The only way without a secure context; deprecated, and present in every browser.
  document.execCommand('copy')
  area.remove()
}
