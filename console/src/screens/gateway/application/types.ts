export type { Application } from '@sluice/api/modules/gateway/application/contract.ts'

/** Shown this once. */
export interface Credentials {
  readonly app_key: string
  readonly app_secret: string
}
