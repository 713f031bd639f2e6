/** A way to an identity provider and back, remembered by this tab alone. */
export interface Journey {
  /** Proves at the return that this browser set out. */
  readonly binding: string
  readonly purpose: 'signIn' | 'link' | 'prove'
  /** A path of this console. */
  readonly returnTo: string
}

const KEY = 'sso_journey'

/** Leaves for the provider. */
export function leaveFor(url: string, journey: Journey): void {
  const target = new URL(url)
  // What the server wrote, but never a script.
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw new Error('leaving: not a web address')
  sessionStorage.setItem(KEY, JSON.stringify(journey))
  window.location.assign(target.href)
}

/** The journey that ends here, once; null when this tab never set out. */
export function takeJourney(): Journey | null {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? null : (JSON.parse(text) as Journey) // only leaveFor writes this key
}
