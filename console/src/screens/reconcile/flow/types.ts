import type { SearchValues } from '../../../lib/search.ts'
import type { searchShape } from './pages.ts'

export type {
  Candidate,
  Card,
  Entry,
  Flow,
  Group,
  Line,
  MatchRule,
  ReconRun,
} from '@sluice/api/modules/reconcile/flow/contract.ts'

export type Search = SearchValues<typeof searchShape>
