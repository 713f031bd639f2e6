import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Vault } from '@sluice/db'
import { isAllowedFrom } from './address-list.ts'
import { requireCertificate } from './client-certificate.ts'
import {
  messageHeaders,
  readMessageSignature,
  requireCovered,
  requireDigest,
  writeSignatureBase,
} from './message-signature.ts'
import type { RawCall } from './raw-call.ts'
import { Refusal } from './refusal.ts'
import type { ApplicationRow, SecretRow } from './setting-rows.ts'
import type { Snapshot } from './snapshot.ts'
import type { Tokens } from './token.ts'

export interface Caller {
  readonly application: ApplicationRow
  readonly secretId: string | null
  /** Only of a signed call. */
  readonly nonce: string | null
  readonly stamp: number | null
}

export interface ProofDeps {
  readonly snapshot: Snapshot
  readonly tokens: Tokens
  readonly vault: Vault
  readonly now: () => number
}

export const SKEW_SECONDS = 300
const APP_KEY = 'x-app-key'
const SIGNED = [APP_KEY, 'x-timestamp', 'x-nonce', 'x-signature'] as const

/** Who calls, by what stands above the body; proven by a token alone. @throws Refusal where that names no application */
export function meetCaller(deps: ProofDeps, call: Omit<RawCall, 'body'>): ApplicationRow {
  const readers = { message: readMessageClaim, lines: readClaim, key: readKey, token: readToken }
  return readers[wayOf(call)](deps, call).application
}

/** What stands beside another proof is refused by the reader of the first. */
function wayOf({ headers }: Pick<RawCall, 'headers'>): 'message' | 'lines' | 'key' | 'token' {
  if (messageHeaders.some(name => headers[name] !== undefined)) return 'message'
  const given = SIGNED.filter(name => headers[name] !== undefined)
  if (given.length === 0) return 'token'
  return given.join() === APP_KEY && headers['authorization'] === undefined ? 'key' : 'lines'
}

/** @throws Refusal */
export async function proveCaller(deps: ProofDeps, call: RawCall): Promise<Caller> {
  const readers = { message: readSignedMessage, lines: readSignature, key: readKey, token: readToken }
  const caller = await readers[wayOf(call)](deps, call)
  requireOpen(caller.application, call, deps.now())
  return caller
}

/** Switched off, at its end or unknown sound alike. @throws Refusal */
export function requireOpen(
  application: ApplicationRow,
  { ip, certificate }: Pick<RawCall, 'ip' | 'certificate'>,
  nowMs: number,
): void {
  if (!application.is_enabled || isOver(application.expires_at, nowMs)) throw new Refusal('auth', 'auth')
  if (!isAllowedFrom(ip, application.ip_allow)) throw new Refusal('permission', 'address', { value: ip })
  requireCertificate(application, certificate, nowMs)
}

const isOver = (at: string | null, nowMs: number): boolean => at !== null && Date.parse(at) <= nowMs

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The one of an application's secrets that this is. */
export const findSecret = (application: ApplicationRow, secret: string, nowMs: number): SecretRow | undefined =>
  application.secrets.find(
    row => !isOver(row.ends_at, nowMs) && timingSafeEqual(Buffer.from(row.hash, 'base64'), hashSecret(secret)),
  )

/** The key alone: the certificate, which `requireOpen` holds against the application's, is the proof. @throws Refusal */
function readKey({ snapshot }: Pick<ProofDeps, 'snapshot'>, { headers }: Pick<RawCall, 'headers'>): Caller {
  const [key = '', ...more] = headers[APP_KEY] ?? []
  const application = more.length === 0 ? snapshot.find(key) : undefined
  if (application?.certificate_use !== 'alone' || application.certificates.length === 0)
    throw new Refusal('auth', 'auth')
  return { application, secretId: null, nonce: null, stamp: null }
}

/** Never from the address: what stands there is kept by every log on the way. */
function readToken({ snapshot, tokens, now }: ProofDeps, call: Pick<RawCall, 'headers'>): Caller {
  const all = (call.headers['authorization'] ?? []).map(text => /^Bearer ([\w.-]+)$/i.exec(text)?.[1] ?? '')
  const claims = all.length === 1 ? tokens.read(all[0] ?? '') : null
  const application = claims ? snapshot.findById(claims.applicationId) : undefined
  if (!claims || application?.token_epoch !== claims.epoch) throw new Refusal('auth', 'auth')
  if (claims.endsAtMs <= now()) throw new Refusal('expired', 'expired')
  return { application, secretId: null, nonce: null, stamp: null }
}

export const readQuery = (url: string): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

const placeOf = (applicationId: string, secretId: string): string => `gateway/${applicationId}/secret/${secretId}`

/** Who signed, by their own word. @throws Refusal */
function readClaim({ snapshot }: Pick<ProofDeps, 'snapshot'>, call: Pick<RawCall, 'headers'>) {
  const [appKey, timestamp, nonce, signature] = SIGNED.map(name => {
    const all = call.headers[name] ?? []
    // One that came twice may mean another thing to whoever stands between.
    return all.length === 1 ? (all[0] ?? '') : ''
  }) as [string, string, string, string] // as many as there are names
  const application = snapshot.find(appKey)
  const isWhole = /^\d{10}$/.test(timestamp) && /^[\w-]{8,64}$/.test(nonce) && /^[0-9a-f]{64}$/.test(signature)
  if (!application || !isWhole || call.headers['authorization']) throw new Refusal('auth', 'auth')
  return { application, appKey, timestamp, nonce, signature }
}

async function readSignature(deps: ProofDeps, call: RawCall): Promise<Caller> {
  const { application, appKey, timestamp, nonce, signature } = readClaim(deps, call)
  const text = writeSigned(call, { appKey, timestamp, nonce })
  const secretId = await findSigner(deps, application, { text, signature: Buffer.from(signature, 'hex') })
  return { application, secretId, nonce, stamp: Number(timestamp) }
}

/** Who signed, by their own word. @throws Refusal */
function readMessageClaim({ snapshot }: Pick<ProofDeps, 'snapshot'>, { headers }: Pick<RawCall, 'headers'>) {
  const signed = readMessageSignature(headers)
  const application = snapshot.find(signed.keyId)
  const isAlone = [...SIGNED, 'authorization'].every(name => headers[name] === undefined)
  if (!application || !isAlone) throw new Refusal('auth', 'auth')
  return { application, signed }
}

async function readSignedMessage(deps: ProofDeps, call: RawCall): Promise<Caller> {
  const { application, signed } = readMessageClaim(deps, call)
  requireCovered(signed, call)
  if (signed.covered.includes('content-digest')) requireDigest(call)
  if (signed.expires !== null && signed.expires * 1000 <= deps.now()) throw new Refusal('expired', 'expired')
  const { nonce, created, signature } = signed
  const secretId = await findSigner(deps, application, { text: writeSignatureBase(call, signed), signature })
  return { application, secretId, nonce, stamp: created }
}

/** Opened once for as long as the row is the one that is read: the next reading of the settings, some seconds on, brings another. */
const opened = new WeakMap<SecretRow, KeyObject>()

async function openSecret(vault: Vault, application: ApplicationRow, row: SecretRow): Promise<KeyObject> {
  const known = opened.get(row)
  if (known) return known
  const secret = await vault.open(application.tenant_id, placeOf(application.id, row.id), row.sealed)
  const key = createSecretKey(Buffer.from(secret, 'utf8'))
  opened.set(row, key)
  return key
}

/** The secret that the text was signed with. @throws Refusal */
async function findSigner(
  { vault, now }: ProofDeps,
  application: ApplicationRow,
  { text, signature }: { readonly text: string; readonly signature: Buffer },
): Promise<string> {
  for (const row of application.secrets) {
    if (isOver(row.ends_at, now())) continue
    const key = await openSecret(vault, application, row)
    if (timingSafeEqual(createHmac('sha256', key).update(text).digest(), signature)) return row.id
  }
  throw new Refusal('auth', 'auth')
}

/** Method, path, query in order of its names, hash of the body's bytes, time, nonce, application: one to a line. */
export function writeSigned(
  { method, url, body }: Pick<RawCall, 'method' | 'url' | 'body'>,
  { appKey, timestamp, nonce }: { readonly appKey: string; readonly timestamp: string; readonly nonce: string },
): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const sorted = (at < 0 ? '' : url.slice(at + 1))
    .split('&')
    .filter(part => part !== '')
    .sort()
    .join('&')
  return [method, path, sorted, createHash('sha256').update(body).digest('hex'), timestamp, nonce, appKey].join('\n')
}
