import type { Failure, RouteDef, Schema, Translate } from '@sluice/contract'
import { z } from 'zod'
import { type Language, writeMessage } from './messages.ts'
import { findNearestKey } from './nearest-key.ts'
import { refuse } from './refuse.ts'

const locales = {
  zh: z.locales.zhCN().localeError,
  en: z.locales.en().localeError,
  tw: z.locales.zhTW().localeError,
  pt: z.locales.pt().localeError,
}

/** How zod says what is wrong. */
export const parseLocale = (language: Language) => locales[language]

/** Who speaks to the caller. */
export interface Speaker {
  readonly language: Language
  readonly tell: Translate
}

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Checks everything a caller sent against the contract. @throws Failure `invalid.*` with the path of each bad field */
export function parseInput(route: RouteDef, raw: RawInput, speaker: Speaker): RawInput {
  if (holdsNul(raw.params) || holdsNul(raw.query) || (!route.raw && holdsNul(raw.body))) throw refuse('invalid.text')
  return {
    params: route.params ? parseParams(route.params, raw.params) : raw.params,
    query: parseValue(route.query, raw.query, speaker),
    body: route.upload || route.raw ? undefined : parseValue(route.body, raw.body, speaker),
  }
}

/** A path that cannot name anything names nothing: 404, so that no id form is told from another. */
function parseParams(schema: Schema, value: unknown): unknown {
  const parsed = (schema as z.ZodType).safeParse(value) // Schema is the thin view of a zod type
  if (!parsed.success) throw refuse('notFound.route')
  return parsed.data
}

/** One part of what was sent, or what was written as one text. @throws Failure `invalid.*` with the path of each bad field */
export function parseValue(schema: Schema | undefined, value: unknown, { language, tell }: Speaker): unknown {
  if (!schema) {
    const extra = Object.keys((value ?? {}) as object)[0]
    if (extra !== undefined || Array.isArray(value)) throw rejectField(extra ?? 'body', extra ?? 'body')
    return schema === undefined && value === undefined ? undefined : {}
  }
  const parsed = (schema as z.ZodType).safeParse(value ?? {}, { error: locales[language] })
  const tellUnknown = (field: string): string => {
    const near = findNearestKey(schema as z.ZodType, field.split('.'))
    const code = near === null ? 'invalid.unknownField' : 'invalid.unknownFieldNear'
    return writeMessage(code, language, { field, ...(near !== null && { value: near }) }, field)
  }
  if (!parsed.success) throw rejectIssues(parsed.error.issues, tell, tellUnknown)
  const unknown = findUnknown(value, parsed.data)
  if (unknown !== null) throw rejectField(unknown, tellUnknown(unknown))
  return parsed.data
}

/** More faults than these help nobody, and each is compared with the names there are. */
const MOST_TOLD = 100

function rejectIssues(
  issues: readonly z.core.$ZodIssue[],
  tell: Translate,
  tellUnknown: (field: string) => string,
): Failure {
  // What is mistyped comes first: that another key is missing follows from it.
  const isUnknown = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys'
  const ordered = [...issues.filter(isUnknown), ...issues.filter(issue => !isUnknown(issue))]
  const content = ordered.slice(0, MOST_TOLD).flatMap(issue => {
    const at = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MOST_TOLD).map(key => {
        const field = at ? `${at}.${key}` : key
        return { field, message: tellUnknown(field) }
      })
    // Sentences of our own schemas are English; zod's are in the caller's language already.
    return [{ field: at, message: issue.code === 'custom' ? tell(issue.message) : issue.message }]
  })
  const first = content[0]
  return refuse('invalid.input', { field: first ? `${first.field} ${first.message}` : '', content })
}

const rejectField = (field: string, message: string): Failure =>
  refuse('invalid.unknownField', { field, content: [{ field, message }] })

/** A nested z.object drops what it does not know; here that is a refusal, with its path. */
export function findUnknown(input: unknown, output: unknown, at = ''): string | null {
  if (Array.isArray(input) && Array.isArray(output)) {
    for (let index = 0; index < input.length; index++) {
      const found = findUnknown(input[index], output[index], `${at}${index}.`)
      if (found !== null) return found
    }
    return null
  }
  if (!isPlain(input) || !isPlain(output)) return null
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(output, key)) return at + key
    const found = findUnknown(value, output[key], `${at}${key}.`)
    if (found !== null) return found
  }
  return null
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deeper than any document of ours; a bomb of brackets stops here instead of filling the stack. */
const MAX_DEPTH = 64

/** PostgreSQL stores no NUL in a text. */
function holdsNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  if (depth > MAX_DEPTH) throw refuse('invalid.json')
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner, depth + 1))
}
