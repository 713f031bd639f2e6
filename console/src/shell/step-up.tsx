import { Suspense } from 'react'
import { useStepUp } from '../lib/step-up.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const StepUpDialog = lazyPart(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Waits for a call that is refused until somebody shows who they are. */
export function StepUp() {
  const due = useStepUp(asked => asked.due)
  if (due === null) return null
  return (
    <Suspense>
      <StepUpDialog due={due} />
    </Suspense>
  )
}
