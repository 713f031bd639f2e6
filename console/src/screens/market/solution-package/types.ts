import type { ContentOut, PackageManifest } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/market/solution-package/contract.ts')['solutionPackage']

export type Row = ContentOut<Routes['list']>[number]
export type Package = ContentOut<Routes['detail']>
export type Manifest = PackageManifest
export type Release = Package['releases'][number]
export type Along = ContentOut<Routes['along']>[number]
export type Check = ContentOut<Routes['check']>
type Visibility = Row['visibility']

/** What of a package is edited here. */
export interface Draft {
  readonly manifest: Manifest
  readonly docs: readonly { readonly path: string; readonly text: string }[]
  readonly pictures: Package['document']['pictures']
  readonly visibility: Visibility
}

export interface Saved extends Draft {
  readonly lock: number
}

/** The languages that a package's words may be in. */
export type WordsLanguage = 'zh' | 'en' | 'pt'

/** What every section of the editor is given. */
export interface SectionProps {
  readonly draft: Draft
  readonly language: WordsLanguage
  change(patch: Partial<Draft>): void
  changeManifest(patch: Partial<Manifest>): void
}
