import { ApiError } from '@sluice/contract'

export interface Registration {
  readonly company: string
  readonly code: string
  readonly username: string
  readonly password: string
  readonly password2: string
}

/** What the server found wrong, by field; empty when it was something else. */
export function findFieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) return {}
  const content = error.body?.content
  if (!Array.isArray(content)) return {}
  const named = (content as readonly { readonly field?: string; readonly message?: string }[]).filter(
    item => item.field !== undefined && item.field !== '',
  )
  return Object.fromEntries(named.map(item => [item.field ?? '', item.message ?? error.message]))
}

/** 0 while it is too short; else how many of the rules hold, and a fourth step for length. Spec §5. */
export function measureStrength(password: string): { readonly score: number; readonly rules: readonly boolean[] } {
  const rules = [
    password.length >= 8,
    /\p{L}/u.test(password) && /\p{N}/u.test(password),
    /[^\p{L}\p{N}\s]/u.test(password),
  ]
  const score = rules[0] ? rules.filter(Boolean).length : 0
  return { rules, score: score === 3 && password.length >= 12 ? 4 : score }
}
