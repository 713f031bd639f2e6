import type { Words } from '@sluice/contract'
import type { TemplateConfig } from './contract.ts'

/** A value map that a delivered template looks up. Made with its first use; one of the same name is used as it is. */
export interface DeliveredMap {
  readonly name: Words
  readonly remark: Words
  /** What becomes of a value that no line holds. */
  readonly onMiss: 'keep' | 'error'
  readonly lines: readonly { readonly a: string; readonly b: string }[]
}

/** A template that comes with the product. */
export interface DeliveredTemplate {
  /** A word of its own, never a UUID. */
  readonly id: string
  readonly name: Words
  readonly description: Words
  /** Whose connectors fit, and the data of each side; null: any. */
  readonly source: { readonly platform: string | null; readonly resource: string | null }
  readonly target: { readonly platform: string | null; readonly resource: string | null }
  readonly maps: readonly DeliveredMap[]
  /** @param mapIds of its value maps, in their order */
  config(mapIds: readonly string[]): TemplateConfig
}
