import { X509Certificate } from 'node:crypto'
import { refuse } from '../../../http/refuse.ts'
import type { Certificate } from './contract.ts'

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
/** As openssl tells it, or as the hex alone. */
const FINGERPRINT = /^(?:sha-?256\s*(?:fingerprint)?\s*[=:]\s*)?((?:[0-9a-f]{2}:){31}[0-9a-f]{2}|[0-9a-f]{64})$/i

/**
 * What is kept of certificates that were entered, each once; of one that is known by its fingerprint what was known.
 * @throws Failure that names what is wrong with the first that is none
 */
export function readCertificates(
  texts: readonly string[],
  known: readonly Certificate[],
  nowMs: number,
): Certificate[] {
  const found = new Map<string, Certificate>()
  for (const text of texts) {
    const read = readOne(text.trim(), nowMs)
    const { fingerprint } = read
    const before = read.subject === null ? known.find(each => each.fingerprint === fingerprint) : undefined
    if (!found.has(fingerprint)) found.set(fingerprint, before ?? read)
  }
  return [...found.values()]
}

function readOne(text: string, nowMs: number): Certificate {
  // Before all else: whoever pastes one must hear it, whatever stands around it.
  if (/PRIVATE KEY/.test(text)) throw refuse('invalid.certificateKey', FIELD)
  const fingerprint = FINGERPRINT.exec(text)?.[1]
  if (fingerprint !== undefined) return { fingerprint: toHex(fingerprint), subject: null, expires_at: null }
  const [pem, ...more] = text.match(PEM) ?? []
  if (pem === undefined) throw refuse('invalid.certificateForm', FIELD)
  if (more.length > 0) throw refuse('invalid.certificateChain', { ...FIELD, value: String(more.length + 1) })
  const certificate = parse(pem)
  const untilMs = Date.parse(certificate.validTo)
  const endsAt = new Date(untilMs).toISOString()
  const subject = certificate.subject?.split('\n').join(', ').slice(0, 300) ?? ''
  if (untilMs <= nowMs) throw refuse('invalid.certificateEnded', { ...FIELD, value: endsAt.slice(0, 10) })
  return { fingerprint: toHex(certificate.fingerprint256), subject, expires_at: endsAt }
}

const FIELD = { field: 'certificates' }

const toHex = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw refuse('invalid.certificateForm', FIELD)
  }
}
