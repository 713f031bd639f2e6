import { hash } from 'node:crypto'
import type { ErrorCategory, FailureDetail } from '@sluice/contract'
import type { Cause } from '../sql/error-group-rows.ts'

/** Two failures have one cause when field, code and message are the same but for numbers, ids, quoted values and dates. */
export function findCause(strategyId: string, failure: Pick<FailureDetail, 'code' | 'message' | 'field'>): Cause {
  const field = failure.field === undefined ? null : blankIndexes(failure.field)
  const { code, message } = failure
  const pattern = normaliseMessage(message)
  const category = categorise(failure)
  const digest = hash('sha256', JSON.stringify([strategyId, category, code, field, pattern]), 'hex')
  return { groupId: toUuid(digest), category, code, field, pattern, message }
}

const PATTERN_CHARS = 500
// Longest first: what an earlier rule took is a mark that no later rule touches.
const VARIABLES: readonly RegExp[] = [
  // quoted: "x", 'x', `x`, “x”, ‘x’, 「x」, 『x』, 【x】; an apostrophe inside a word opens nothing
  /"[^"]*"|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}])|`[^`]*`|“[^“”]*”|‘[^‘’]*’|「[^「」]*」|『[^『』]*』|【[^【】]*】/gu,
  /\bhttps?:\/\/[^\s"')]+/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
]

/** Words and numbers with what joins them: SO-2024-0001, C00017, 3fa9, 12.50, 1,200. Those with a digit vary. */
const WORD = /[A-Za-z0-9_]+(?:(?:[-/#]|(?<=\d)[.,:](?=\d))[A-Za-z0-9_]+)*/g
const DIGIT = /\d/

/** How many problems a message leaves out. */
const REST = / ?… and … more$/
const AFTER_SENTENCE = /(?<=[.!?] )|(?<=[。！？]) ?/u

/** Several lines of one document fail for the reason of the first. */
function dropRepeats(text: string): string {
  return [...new Set(text.split(AFTER_SENTENCE).map(sentence => sentence.trim()))].join(' ')
}

/** What all records with this cause have in common of the message. */
export function normaliseMessage(message: string): string {
  const bare = VARIABLES.reduce((text, variable) => text.replace(variable, '…'), message).replace(WORD, word =>
    DIGIT.test(word) ? '…' : word,
  )
  const spaced = bare
    .replace(REST, '')
    .replace(/…(?:[\s,、，;；]*…)+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return dropRepeats(spaced).slice(0, PATTERN_CHARS)
}

/** `lines[3].sku` fails for the same reason as `lines[0].sku`. */
const blankIndexes = (field: string): string => field.replace(/\[\d+\]/g, '[]').slice(0, 200)

/** Eight bits short of the digest's first half: version 8, made by a rule of our own. */
const toUuid = (digest: string): string => {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

/** By code first; far systems that say everything under one code are told apart by their words. */
const RULES: readonly (readonly [category: ErrorCategory, code: RegExp])[] = [
  ['script', /^mapping\.expression|^script\./],
  ['mapping', /^mapping\./],
  ['timeout', /timeout|unanswered|unconfirmed|\.noAnswer$|^egress\.aborted$|^record\.unresolved$/i],
  ['auth', /\.(auth|permission|readonly|notGranted|unauthorized|forbidden|hostKey)$/i],
  ['limit', /\.(busy|limited|locked|quota|paused)$|^account\./i],
  [
    'network',
    /^(egress|connect)\.|^connector\.(broken|refused|tls|failed|protocol)$|^run\.notSent$|\.(server|broken|full)$|^busy$/i,
  ],
  ['duplicate', /\.(exists|duplicate|conflict)$/i],
  ['business', /^target\.(negativeStock|masterData|reference|refused|partlyRefused)$|^http\.rejected$/],
  ['parameter', /^(target|record|params|resource|source|file)\./],
]
const WORDS: readonly (readonly [category: ErrorCategory, words: RegExp])[] = [
  ['duplicate', /已存在|重复|already exists|duplicate/i],
  ['auth', /未授权|无权限|没有权限|token.{0,12}(过期|失效|expired|invalid)|unauthori[sz]ed|permission denied/i],
  ['limit', /频率|限流|too many requests|rate limit/i],
  ['timeout', /超时|timed? ?out/i],
]

/** What kind of failure it is, by its code and, where that says little, by its words. */
export function categorise({ code, message }: Pick<FailureDetail, 'code' | 'message'>): ErrorCategory {
  const byCode = RULES.find(([, pattern]) => pattern.test(code))?.[0] ?? 'business'
  if (byCode !== 'business') return byCode
  return WORDS.find(([, words]) => words.test(message))?.[0] ?? 'business'
}
