import type { ParamValues } from '@sluice/contract'

/** What a connection string says, in the words of the platform's parameters. */
export type ReadConnection =
  | {
      readonly kind: 'read'
      readonly values: ParamValues
      /** What it says beside, which no parameter takes: told, not dropped. */
      readonly left: readonly string[]
    }
  /** It is another system's: its name. */
  | { readonly kind: 'other'; readonly system: string }
  /** Its host stands in DNS records; who asks them is the driver that wrote it. */
  | { readonly kind: 'srv' }
  | { readonly kind: 'unreadable' }
