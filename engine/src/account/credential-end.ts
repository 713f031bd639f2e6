import { X509Certificate } from 'node:crypto'
import type { ParamValues } from '@sluice/contract'

/** What is known about the end of what a connector signs in with. */
export interface CredentialEnd {
  /** A date that a person wrote down, a certificate among the parameters, or access that a person granted. */
  readonly kind: 'date' | 'certificate' | 'grant'
  /** null: of granted access that was refused before its time. */
  readonly endsAt: string | null
  readonly state: 'good' | 'soon' | 'ended'
}

/** Of the active environment. */
export interface GrantEnd {
  readonly ends_at: string | null
  readonly warn_at: string | null
  readonly failure: string | null
}

/** From then on people are told. */
const WARN_MS = 7 * 86_400_000
/** Of the life of what lives shorter. */
const WARN_SHARE = 0.2

/** When to warn of something that lives from `fromMs` to `endMs`. */
export const warnFrom = (fromMs: number, endMs: number): number =>
  endMs - Math.min(WARN_MS, Math.max(0, endMs - fromMs) * WARN_SHARE)

/** What ends first; null where nothing is known to end. */
export function findCredentialEnd(params: ParamValues, grant: GrantEnd | null, nowMs: number): CredentialEnd | null {
  const ends = [readDate(params), ...readCertificates(params)].flatMap(end => (end ? [judge(end, nowMs)] : []))
  const granted = grant && isByGrant(params) ? judgeGrant(grant, nowMs) : null
  const all = granted ? [granted, ...ends] : ends
  const order = (end: CredentialEnd): number =>
    end.endsAt === null ? Number.NEGATIVE_INFINITY : Date.parse(end.endsAt)
  return all.toSorted((a, b) => order(a) - order(b))[0] ?? null
}

/** A connector that signs in otherwise by now may still hold an old grant. */
const isByGrant = ({ auth }: ParamValues): boolean => typeof auth !== 'string' || auth === 'oauth2Code'

function judgeGrant({ ends_at, warn_at, failure }: GrantEnd, nowMs: number): CredentialEnd | null {
  if (failure !== null) return { kind: 'grant', endsAt: null, state: 'ended' }
  if (ends_at === null) return null
  const endMs = Date.parse(ends_at)
  const isSoon = nowMs >= (warn_at === null ? endMs : Date.parse(warn_at))
  return { kind: 'grant', endsAt: toIso(endMs), state: nowMs >= endMs ? 'ended' : isSoon ? 'soon' : 'good' }
}

interface Known {
  readonly kind: 'date' | 'certificate'
  readonly endMs: number
}

function judge({ kind, endMs }: Known, nowMs: number): CredentialEnd {
  const state = nowMs >= endMs ? 'ended' : nowMs >= endMs - WARN_MS ? 'soon' : 'good'
  return { kind, endsAt: toIso(endMs), state }
}

/** It is good for the whole of the day. */
function readDate({ expires_at: date }: ParamValues): Known | null {
  const endMs = typeof date === 'string' && date !== '' ? Date.parse(`${date}T23:59:59Z`) : Number.NaN
  return Number.isNaN(endMs) ? null : { kind: 'date', endMs }
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/

/** The first certificate of each text: those behind it vouch for it and are the issuer's matter. */
function readCertificates(params: ParamValues): Known[] {
  return Object.values(params).flatMap(value => {
    const pem = typeof value === 'string' ? PEM.exec(value)?.[0] : undefined
    const endMs = pem === undefined ? Number.NaN : readValidTo(pem)
    return Number.isNaN(endMs) ? [] : [{ kind: 'certificate' as const, endMs }]
  })
}

function readValidTo(pem: string): number {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return Number.NaN
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()
