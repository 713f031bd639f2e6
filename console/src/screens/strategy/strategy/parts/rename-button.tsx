import { EditOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useListText } from '../texts/use-list-text.ts'
import type { RenameDialogProps } from './rename-dialog.tsx'

const RenameDialog = lazyPart(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))

/** A pencil that opens what a strategy is called. */
export function RenameButton({ strategy }: Pick<RenameDialogProps, 'strategy'>) {
  const text = useListText()
  const [isOpen, setOpen] = useState(false)
  const label = text.rename(strategy.name)
  return (
    <>
      <CanButton
        type="text"
        size="small"
        icon={<EditOutlined />}
        authority="strategy:update"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <RenameDialog strategy={strategy} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
