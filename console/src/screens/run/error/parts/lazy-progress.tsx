import { lazyPart } from '../../../../ui/lazy-part.tsx'

/** Once something is processed again. */
export const ReplayProgress = lazyPart(async () => ({
  default: (await import('./replay-progress.tsx')).ReplayProgress,
}))

/** Of a record that is in error. */
export const RecordRepair = lazyPart(async () => ({ default: (await import('./record-repair.tsx')).RecordRepair }))
