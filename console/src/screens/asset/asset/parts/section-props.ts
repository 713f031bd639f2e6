import type { ApiAsset, AssetProblem } from '@sluice/contract'

export interface FormTabProps {
  readonly doc: ApiAsset
  readonly platformId?: string | undefined
  readonly problems: readonly AssetProblem[]
  onChange(doc: ApiAsset): void
}

export interface SectionProps extends FormTabProps {
  patch(change: Partial<ApiAsset>): void
  problemAt(path: string): string | undefined
}
