export interface SecurityTxt {
  /** Where holes are reported: `mailto:security@example.com` or an https address. */
  readonly contacts: readonly string[]
  /** The policy that reports are handled by. */
  readonly policy?: string
  /** Where people open the console. */
  readonly publicUrl?: string
}

const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** RFC 9116. It is made when it is asked for, so that it never expires while the product runs. */
export function writeSecurityTxt({ contacts, policy, publicUrl }: SecurityTxt, nowMs: number): string {
  const expires = new Date(Math.floor(nowMs / DAY_MS + VALID_DAYS) * DAY_MS).toISOString().replace('.000Z', 'Z')
  const lines = [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: zh, en, pt',
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ]
  return `${lines.join('\n')}\n`
}
