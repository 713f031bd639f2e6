import type { SolutionPackage } from '@sluice/contract'
import { listPlatforms, listWords, makeCard, type PackageCard } from '../../../packaging/index.ts'

/** Who signs what comes with the product: nobody has to. */
const PRODUCT = 'Sluice'

/** One that comes with the product, as the table of all candidates has it. */
export interface Candidate {
  readonly ref: string
  readonly name: string
  readonly version: string
  readonly publisher: string
  /** Empty: it came with the product. */
  readonly publisher_key: string
  readonly origin: 'delivered' | 'own' | 'market' | 'upload'
  /** The market of another installation that it came from; empty: of none. */
  readonly source: string
  readonly words: string
  readonly platforms: readonly string[]
  readonly industry: string
  readonly card: PackageCard
  readonly changed_at: string | null
}

export function describeDelivered(document: SolutionPackage): Candidate {
  const { name, version, industry } = document.manifest
  return {
    ...{ ref: `delivered:${name}`, name, version, industry, publisher: PRODUCT, publisher_key: '' },
    ...{ origin: 'delivered', source: '', changed_at: null },
    ...{ words: listWords(document), platforms: listPlatforms(document), card: makeCard(document) },
  }
}
