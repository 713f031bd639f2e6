import { lazy } from 'react'

/** Once something is processed again. */
export const ReplayProgress = lazy(async () => ({
  default: (await import('./replay-progress.tsx')).ReplayProgress,
}))
