import { X509Certificate } from 'node:crypto'
import { Refusal } from './refusal.ts'
import type { ApplicationRow } from './setting-types.ts'

interface Shown {
  /** SHA-256 of the DER, in hex. */
  readonly fingerprint: string
  readonly fromMs: number
  readonly untilMs: number
}

/** @throws Refusal where the application calls with a certificate, and this is none of its own that counts now */
export function requireCertificate(
  { certificates }: Pick<ApplicationRow, 'certificates'>,
  handed: string | null,
  nowMs: number,
): void {
  if (certificates.length === 0) return
  if (handed === null) throw new Refusal('auth', 'certificateMissing')
  const shown = readOnce(handed)
  if (shown === null) throw new Refusal('auth', 'certificateUnread')
  const { fingerprint, fromMs, untilMs } = shown
  if (!certificates.some(each => each.fingerprint === fingerprint))
    throw new Refusal('auth', 'certificateOther', { value: fingerprint })
  if (nowMs >= untilMs) throw new Refusal('auth', 'certificateEnded', { value: new Date(untilMs).toISOString() })
  if (nowMs < fromMs) throw new Refusal('auth', 'certificateEarly', { value: new Date(fromMs).toISOString() })
}

const MOST_KNOWN = 500
const known = new Map<string, Shown | null>()

/** A caller shows the same one at every call, and what it is never changes. */
function readOnce(handed: string): Shown | null {
  const found = known.get(handed)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const shown = read(handed)
  known.set(handed, shown)
  return shown
}

function read(handed: string): Shown | null {
  try {
    const der = toDer(handed)
    if (der === null) return null
    const { fingerprint256, validFrom, validTo } = new X509Certificate(der)
    return {
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      fromMs: Date.parse(validFrom),
      untilMs: Date.parse(validTo),
    }
  } catch {
    return null
  }
}

const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/

/**
 * As proxies write it: between colons (RFC 9440), as PEM in percent-encoding, the caller's own first where a chain follows, or as bare
 * base64. A comma is in none of them: it stands where the header came twice.
 */
function toDer(handed: string): Buffer | null {
  if (handed.includes(',')) return null
  const bare = /^(:?)([A-Za-z0-9+/]+={0,2})\1$/.exec(handed)?.[2]
  // Not as forms are decoded: a plus is a letter of base64, and some proxies leave it as it is.
  const base64 = bare ?? PEM.exec(decodeURIComponent(handed))?.[1]
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}
