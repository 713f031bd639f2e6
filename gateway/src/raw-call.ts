/** A call as it came: bytes and headers, nothing read yet. */
export interface RawCall {
  readonly method: string
  /** With what follows the question mark. */
  readonly url: string
  readonly scheme: string
  /** Host, and port where one was named. */
  readonly authority: string
  readonly body: Uint8Array
  readonly ip: string
  /** The caller's certificate, as a proxy of ours wrote it; null: none came. */
  readonly certificate: string | null
  /** Each header as often as it came. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
}
