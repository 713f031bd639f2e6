import { onlineManager, useIsMutating } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useShellText } from './use-text.ts'

const listen = (changed: () => void) => onlineManager.subscribe(changed)

/** Without a line: says so, and how much of what was pressed waits for it. It goes on by itself when the line is back. */
export function OfflineNote() {
  const text = useShellText().offline
  const isOnline = useSyncExternalStore(listen, () => onlineManager.isOnline())
  const waiting = useIsMutating({ predicate: mutation => mutation.state.isPaused })
  if (isOnline) return null
  return (
    <div role="status" className="sh-offline">
      {waiting > 0 ? text.waiting(waiting) : text.text}
    </div>
  )
}
