import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../use-text.ts'

export interface LineListProps {
  readonly title: string
  readonly hint?: string
  readonly add: string
  readonly count: number
  readonly max: number
  /** One line at least stays. */
  readonly min?: number
  nameOf(at: number): string
  render(at: number): ReactNode
  onAdd(): void
  onRemove(at: number): void
}

/** A part of the design: lines that can be added and taken away. */
export function LineList({ title, hint, add, count, max, min = 0, nameOf, render, onAdd, onRemove }: LineListProps) {
  const text = useText().design
  return (
    <fieldset className="rp-part">
      <legend>{title}</legend>
      {hint !== undefined && <p className="sl-muted">{hint}</p>}
      {Array.from({ length: count }, (_, at) => (
        // Lines have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="rp-line">
          {render(at)}
          <Button
            type="text"
            danger
            aria-label={text.removeLine(nameOf(at))}
            icon={<DeleteOutlined />}
            disabled={count <= min}
            onClick={() => onRemove(at)}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} disabled={count >= max} onClick={onAdd}>
        {add}
      </Button>
    </fieldset>
  )
}
