import type { SearchValues } from '../../../lib/search.ts'
import type { searchShape } from './pages.ts'

export type {
  Difference,
  DifferenceSums,
  Evidence as EvidenceFile,
} from '@sluice/api/modules/reconcile/difference/contract.ts'

export type Search = SearchValues<typeof searchShape>
