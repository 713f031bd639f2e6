import { Button, Progress } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Rehearsal } from '../publish/rehearsal.ts'
import { useEditionText } from '../texts/use-edition-text.ts'
import { useCancel } from './comparison.ts'

/** How far a comparison is, and its end before the time. */
export function ComparisonProgress({ comparison }: { readonly comparison: Rehearsal }) {
  const text = useEditionText()
  const format = useFormat()
  const cancel = useCancel()
  const { id, total, examined, cancelling } = comparison
  return (
    <div aria-live="polite" className="st-comparing">
      <span>{total === null ? text.counting : text.running(format.number(examined), format.number(total))}</span>
      <Progress aria-label={text.progress} percent={total ? Math.floor((examined / total) * 100) : 0} status="active" />
      <Button size="small" loading={cancelling || cancel.isPending} onClick={() => cancel.mutate(id)}>
        {text.cancel}
      </Button>
    </div>
  )
}
