/** The guarded way out of the installation, as far as the API needs it. */
export interface Outgoing {
  fetch(
    url: string,
    init?: {
      readonly method?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array
      readonly timeoutMs?: number
      readonly maxBytes?: number
    },
  ): Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly bytes: Uint8Array
    /** After redirects. */
    readonly url: string
    text(): string
  }>
}
