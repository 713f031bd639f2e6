/** What other screens may draw of errors. */
export { Corrections, ErrorsLink } from './parts/errors-link.tsx'
export { RecordRepair, ReplayProgress } from './parts/lazy-progress.tsx'
