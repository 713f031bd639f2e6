import { createHmac, timingSafeEqual } from 'node:crypto'

/** From the last sign-in on. */
const LIFE_MS = 180 * 24 * 3_600_000

/** Of the calling browser. */
export interface Cookies {
  cookie(name: string): string | undefined
  setCookie(name: string, value: string, options: { readonly maxAgeMs: number }): void
}

/**
 * Browsers somebody has signed in with. Each keeps a mark in a cookie that no script reads; wrong passwords from it are
 * counted apart, so that strangers who guess cannot shut the owner out. The mark opens nothing else.
 */
export interface KnownDevices {
  /** The device's id; null for a browser this user has never signed in with, or not for half a year. */
  find(userId: string | null, cookies: Cookies): string | null
  /** After a sign-in: makes the mark, or prolongs it. */
  remember(userId: string, cookies: Cookies): void
}

export function createKnownDevices(deps: {
  /** Shared by all processes of the installation. */
  readonly signInSecret: Uint8Array
  readonly now: () => number
  readonly randomBytes: (length: number) => Buffer
}): KnownDevices {
  const { signInSecret, now } = deps
  const digest = (text: string): Buffer => createHmac('sha256', signInSecret).update(`device/${text}`).digest()
  // Users of one browser each have their own; who they are is not to be read there.
  const cookieOf = (userId: string): string => `device-${digest(`user/${userId}`).toString('hex', 0, 8)}`
  const sign = (userId: string, id: string, endsAtMs: number): Buffer => digest(`mark/${userId}/${id}/${endsAtMs}`)
  const find = (userId: string | null, cookies: Cookies): string | null => {
    if (userId === null) return null
    const [id, ends, mac] = (cookies.cookie(cookieOf(userId)) ?? '').split('.')
    if (!id || !ends || !mac || !(Number(ends) > now())) return null
    const [given, right] = [Buffer.from(mac, 'base64url'), sign(userId, id, Number(ends))]
    return given.length === right.length && timingSafeEqual(given, right) ? id : null
  }
  return {
    find,
    remember(userId, cookies) {
      const id = find(userId, cookies) ?? deps.randomBytes(12).toString('base64url')
      const endsAtMs = now() + LIFE_MS
      const value = `${id}.${endsAtMs}.${sign(userId, id, endsAtMs).toString('base64url')}`
      cookies.setCookie(cookieOf(userId), value, { maxAgeMs: LIFE_MS })
    },
  }
}
