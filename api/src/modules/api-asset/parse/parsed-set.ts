import type { ApiAssetInput } from '@sluice/contract'

/** An interface as another tool describes it, not judged yet. */
export interface ParsedItem {
  readonly group: string
  readonly doc: ApiAssetInput
  readonly warnings: readonly string[]
}
export interface ParsedSet {
  readonly title: string
  readonly items: readonly ParsedItem[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}
