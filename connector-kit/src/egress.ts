import type { Socket } from 'node:net'
import type { ErrorKind } from '@sluice/contract'

/** The one way out. Every address is checked and the checked address is the one dialled. */
export interface Egress {
  /**
   * HTTP and HTTPS. Redirects are followed at most 5 times, each hop checked, credentials dropped on another origin.
   * @throws Failure `egress.blocked` | `egress.dns` | `egress.refused` | `egress.timeout` | `egress.tls` | `egress.broken`;
   *   `sent` on the cause says whether the request may have reached the server
   */
  fetch(url: string, init?: EgressInit): Promise<EgressResponse>
  /** A TCP connection for database drivers and brokers. @throws Failure as `fetch` */
  dial(
    host: string,
    port: number,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<Socket>
}

export interface EgressInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Whole exchange, default 60000. */
  readonly timeoutMs?: number
  /** Default 64 MiB; a longer answer throws `egress.tooLarge`. */
  readonly maxBytes?: number
  /** Accept any certificate. Per connector, shown in red. Default false. */
  readonly skipTlsVerify?: boolean
}

export interface EgressResponse {
  readonly status: number
  /** Lower-case names; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The URL that answered, after redirects. */
  readonly url: string
  /** The body decoded by its declared charset, UTF-8 by default. */
  text(): string
  /** The body as it came, where an adapter's script made another of it. */
  readonly received?: Uint8Array
  /** What an adapter's script says it means. */
  readonly meaning?: ErrorKind
}
