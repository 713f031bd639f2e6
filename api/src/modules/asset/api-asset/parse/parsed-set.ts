import type { ApiAssetInput } from '@sluice/contract'

/** An interface as another tool describes it, not judged yet. */
export interface ParsedItem {
  readonly group: string
  readonly doc: ApiAssetInput
  readonly warnings: readonly string[]
}
/** Where the interfaces are reached. */
export interface ParsedBase {
  /** `https://api.example.com`; empty: not told. */
  readonly origin: string
  /** What the paths of the interfaces begin with, `/v1`; many write it into the address instead. Empty: nothing. */
  readonly path: string
}

/** A way to sign in that a description offers. */
export interface ParsedSignIn {
  readonly name: string
  readonly describe: string
  /** Values for parameters of the platform for any HTTP endpoint; null: its parameters have no such way. */
  readonly params: Readonly<Record<string, string>> | null
}

export interface ParsedSet {
  readonly title: string
  readonly base?: ParsedBase
  readonly signIns?: readonly ParsedSignIn[]
  readonly items: readonly ParsedItem[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}
