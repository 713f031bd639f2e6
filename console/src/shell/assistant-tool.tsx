import { RobotOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useShellText } from './use-text.ts'

// Opened by few visits.
const AssistantPopover = lazyPart(async () => ({ default: (await import('./assistant-popover.tsx')).AssistantPopover }))

/** The assistant at hand on every page. Each opening begins a conversation of its own. Spec §4. */
export function AssistantTool() {
  const text = useShellText()
  const [isOpen, setOpen] = useState(false)
  // One that is opened again while it still fades away is another one too.
  const [opening, setOpening] = useState(0)
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setOpening(opening + 1)
  }
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      classNames={{ root: 'sh-assistant-root' }}
      content={
        <Suspense fallback={<Skeleton rows={4} />}>
          <AssistantPopover key={opening} onClose={close} onLeave={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        ref={button}
        type="text"
        aria-label={text.assistant}
        aria-expanded={isOpen}
        title={text.assistant}
        icon={<RobotOutlined />}
      />
    </Popover>
  )
}
