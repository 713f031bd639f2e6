import { ApiError } from '@sluice/contract'

/** A published API whose callers a change would break, as the refusal tells it. */
export interface Broken {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly breaks: readonly { readonly what: string; readonly name: string }[]
  /** Who called it in the last 30 days. */
  readonly callers: readonly {
    readonly application_id: string
    readonly application_name: string
    readonly calls: number
    readonly last_called_at: string
  }[]
}

/** What is done about them. */
export type OnBreak = { readonly way: 'version'; readonly sunset_at: string } | { readonly way: 'inPlace' }

/** null: the change failed for another reason, or did not. */
export function readBroken(error: unknown): readonly Broken[] | null {
  if (!(error instanceof ApiError) || error.body?.code !== 'conflict.breakingChange') return null
  return error.body.content as unknown as readonly Broken[] // settle-breaks.ts writes it
}
