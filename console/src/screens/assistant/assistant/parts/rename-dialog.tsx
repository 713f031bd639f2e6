import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

export interface RenameDialogProps {
  readonly name: string
  readonly isBusy: boolean
  onSave(name: string): void
  onClose(): void
}

/** Another name for a conversation. */
export function RenameDialog({ name, isBusy, onSave, onClose }: RenameDialogProps) {
  const text = useText()
  const [draft, setDraft] = useState(name)
  const wanted = draft.trim()
  const save = () => wanted !== '' && !isBusy && onSave(wanted)
  return (
    <Dialog
      open
      width={440}
      title={text.rename}
      okText={text.save}
      cancelText={text.cancel}
      okButtonProps={{ disabled: wanted === '' }}
      confirmLoading={isBusy}
      onOk={save}
      onCancel={onClose}
    >
      <Input
        autoFocus
        aria-label={text.name}
        maxLength={100}
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onPressEnter={save}
      />
    </Dialog>
  )
}
