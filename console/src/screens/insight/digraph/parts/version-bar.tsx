import { HistoryOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useVersionText } from '../use-version-text.ts'

const VersionsDrawer = lazyPart(async () => ({ default: (await import('./versions-drawer.tsx')).VersionsDrawer }))

/** Opens the versions of the dashboard that is laid out. */
export function VersionsButton({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useVersionText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>
        {text.versions}
      </Button>
      <Suspense>{isOpen && <VersionsDrawer id={id} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

interface NoteInputProps {
  readonly value: string
  readonly isShown: boolean
  onChange(note: string): void
}

/** Why it is saved, kept with the version. */
export function NoteInput({ value, isShown, onChange }: NoteInputProps) {
  const text = useVersionText()
  if (!isShown) return null
  return (
    <Input
      className="db-note-input"
      aria-label={text.note}
      placeholder={text.note}
      maxLength={200}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
