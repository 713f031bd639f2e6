import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useRef } from 'react'
import { patchSettings } from '../../../../lib/settings.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { type Placed, spell } from '../arrangement.ts'
import { useText } from '../use-text.ts'

interface ArrangeDrawerProps {
  readonly isOpen: boolean
  readonly placed: readonly Placed[]
  onClose(): void
}

/** Order and choice of the workbench's parts, kept with the person's settings. */
export function ArrangeDrawer({ isOpen, placed, onClose }: ArrangeDrawerProps) {
  const text = useText().board
  const keep = (next: readonly Placed[]) => patchSettings({ workbench: spell(next) })
  const swap = (index: number, other: number) => {
    const next = [...placed]
    const [one, two] = [next[index], next[other]]
    if (!one || !two) return
    next[index] = two
    next[other] = one
    keep(next)
  }
  const list = useRef<HTMLOListElement>(null)
  const focusFirst = (isShown: boolean) => {
    if (isShown) list.current?.querySelector('input')?.focus()
  }
  return (
    <Drawer title={text.arrange} open={isOpen} onClose={onClose} size={360} afterOpenChange={focusFirst}>
      <p className="sl-muted">{text.arrangeText}</p>
      <ol ref={list} className="wp-arrange">
        {placed.map(({ block, isShown }, index) => (
          <li key={block}>
            <Checkbox
              checked={isShown}
              onChange={event =>
                keep(placed.map(one => (one.block === block ? { block, isShown: event.target.checked } : one)))
              }
            >
              {text.blocks[block]}
            </Checkbox>
            <span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={text.up(text.blocks[block])}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={text.down(text.blocks[block])}
                disabled={index === placed.length - 1}
                onClick={() => swap(index, index + 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button onClick={() => patchSettings({ workbench: '' })}>{text.byRole}</Button>
    </Drawer>
  )
}
