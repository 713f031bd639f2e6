import type { Tx } from '@sluice/db'
import { raiseNotice } from '@sluice/engine'

/** What happens to an account that its owner must hear of, whoever did it. */
export type SecurityEvent =
  | { readonly kind: 'device'; readonly agent: string; readonly ip: string }
  | { readonly kind: 'token'; readonly name: string }
  | { readonly kind: 'password'; readonly by: string | null }
  | { readonly kind: 'factor'; readonly change: 'on' | 'off'; readonly by: string | null }
  | { readonly kind: 'email' | 'phone'; readonly value: string | null }
  | { readonly kind: 'identity'; readonly change: 'linked' | 'unlinked'; readonly name: string }

const ADVICE = 'If this was not you, change your password at once.'
const AGENT_LENGTH = 80

/**
 * Tells the owner, in the console and by mail. Each kind of event has one notice that counts: however often it happens, a
 * mail goes out every five minutes at most, and the console shows the last of them.
 */
export function tellOwner(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  event: SecurityEvent,
): Promise<void> {
  const text = `${write(event)} ${ADVICE}`
  return raiseNotice(tx, { tenantId, userId, kind: 'account.security', cause: event.kind, text })
}

/** English sentences; readers get them in their language. */
function write(event: SecurityEvent): string {
  switch (event.kind) {
    case 'device':
      return `Signed in from a browser that was not seen before: ${tidy(event.agent)}, address ${event.ip}.`
    case 'token':
      return `The access token ${tidy(event.name)} was made.`
    case 'password':
      return event.by === null ? 'The password was changed.' : `The password was reset by ${event.by}.`
    case 'factor':
      if (event.by !== null) return `The authenticator was reset by ${event.by}.`
      return event.change === 'on' ? 'An authenticator was switched on.' : 'The authenticator was switched off.'
    case 'email':
      return event.value === null ? 'The e-mail address was removed.' : `The e-mail address is now ${event.value}.`
    case 'phone':
      return event.value === null ? 'The phone was removed.' : `The phone is now ${event.value}.`
    case 'identity':
      return event.change === 'linked'
        ? `The identity ${tidy(event.name)} was linked.`
        : `The identity ${tidy(event.name)} was unlinked.`
  }
}

/** What others wrote makes no second sentence, and no long one. */
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, AGENT_LENGTH) || '–'
