import { Drawer } from '../../../../ui/drawer.tsx'
import '../publish/publish.css'
import type { Rehearsal } from '../publish/rehearsal.ts'
import { RehearsalResult } from '../publish/rehearsal-result.tsx'
import { useEditionText } from '../texts/use-edition-text.ts'

export interface ComparisonDrawerProps {
  readonly comparison: Rehearsal
  readonly open: boolean
  onClose(): void
}

/** Each record that would come out otherwise: its value today, and then. */
export function ComparisonDrawer({ comparison, open, onClose }: ComparisonDrawerProps) {
  const text = useEditionText()
  return (
    <Drawer
      title={comparison.compares === 'change' ? text.change.title : text.title}
      size={1040}
      open={open}
      onClose={onClose}
    >
      <p className="sl-muted">{text.filtered}</p>
      <RehearsalResult rehearsal={comparison} />
    </Drawer>
  )
}
