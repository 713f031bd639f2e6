import { writeLoginHref } from '../lib/login-redirect.ts'
import type { Area } from '../lib/page.ts'

/** Where an address leads before anything is loaded. Spec §2: without a token only the public pages are reachable. */
export type Gate = { readonly kind: 'public' | 'signedIn' } | { readonly kind: 'redirect'; readonly to: string }

export function decideGate(area: Area | null, hasToken: boolean, url: string): Gate {
  if (area === 'public' || area === 'open') return { kind: 'public' }
  if (!hasToken) return { kind: 'redirect', to: writeLoginHref(url) }
  return { kind: 'signedIn' }
}

/** The layout asks for this pair; who lacks it is sent to sign in as someone else. Spec §4 and §6. */
export const mayEnterConsole = (permissions: ReadonlySet<string>): boolean =>
  permissions.has('add') && permissions.has('delete')
