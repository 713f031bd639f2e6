import type { ParamValues } from '@sluice/contract'
import type { SourceDraft } from '../types.ts'

export interface SourceLookProps {
  readonly draft: SourceDraft
  onChange(patch: Partial<SourceDraft>): void
  /** Options that are taken from what was answered. */
  onOptions(options: ParamValues): void
}
