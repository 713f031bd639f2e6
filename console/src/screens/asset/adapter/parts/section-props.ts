import type { Adapter } from '@sluice/contract'

export interface AdapterSectionProps {
  readonly doc: Adapter
  patch(change: Partial<Adapter>): void
  faultAt(path: string): string | undefined
}
