/** What was typed into the debugger's console, understood. */
export type DebugCommand =
  | { readonly name: 'help' | 'vars' | 'check' | 'clear' | 'sync-now' }
  | { readonly name: 'ds' | 'dt'; readonly isReal: boolean }
  | { readonly name: 'preview'; readonly id: string }
  /** A run by its id, or one record by its number. */
  | { readonly name: 'run-job'; readonly kind: 'run' | 'record'; readonly id: string }
  | { readonly name: 'eval'; readonly expression: string; readonly id: string }
  | { readonly name: 'find'; readonly text: string }
  | { readonly name: 'set'; readonly value: string }
  | {
      readonly name: 'http'
      readonly side: 'source' | 'target'
      readonly method: (typeof methods)[number]
      readonly api: string
      readonly values: Readonly<Record<string, string>>
    }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Why a line could not be understood; `usage` shows how it is written. */
export interface CommandProblem {
  readonly problem: 'unknown' | 'usage' | 'json'
  readonly word: string
}

/** How each command is written, in the order help shows them. */
export const usages = {
  help: 'help',
  ds: 'ds [run]',
  dt: 'dt [run]',
  'sync-now': 'sync-now',
  'run-job': 'run-job <runId | dataId>',
  preview: 'preview <dataId>',
  eval: 'eval <expression> --data <dataId>',
  find: 'find <number>',
  vars: 'vars',
  set: 'set LAST_SYNC_TIME <value>',
  check: 'check',
  http: 'http [source|target] [GET|POST|PUT|PATCH|DELETE] <path> [{"field": value}]',
  clear: 'clear',
} as const
type Word = keyof typeof usages

const longNames: Readonly<Record<string, Word>> = { 'dispatch-source': 'ds', 'dispatch-target': 'dt' }

/** One line of the console. */
export function parseCommand(line: string): DebugCommand | CommandProblem {
  const [, first = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? []
  const word = longNames[first] ?? first
  if (!isWord(word)) return { problem: 'unknown', word: first }
  return parseRest(word, rest) ?? { problem: 'usage', word }
}

const isWord = (word: string): word is Word => Object.hasOwn(usages, word)
const isId = (text: string): boolean => /^\d{1,19}$/.test(text)
const isRunId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function parseRest(name: Word, rest: string): DebugCommand | CommandProblem | null {
  if (name === 'ds' || name === 'dt') return rest === '' || rest === 'run' ? { name, isReal: rest === 'run' } : null
  if (name === 'preview') return isId(rest) ? { name, id: rest } : null
  if (name === 'run-job')
    return isId(rest) ? { name, kind: 'record', id: rest } : isRunId(rest) ? { name, kind: 'run', id: rest } : null
  if (name === 'find') return rest === '' ? null : { name, text: rest }
  if (name === 'eval') {
    const [, expression = '', id = ''] = /^([\s\S]*\S)\s+--data\s+(\d{1,19})$/.exec(rest) ?? []
    return id === '' ? null : { name, expression, id }
  }
  if (name === 'set') {
    const [, value = ''] = /^LAST_SYNC_TIME\s+(\S[\s\S]*)$/.exec(rest) ?? []
    return value === '' ? null : { name, value }
  }
  if (name === 'http') return parseHttp(rest)
  return rest === '' ? { name } : null
}

function parseHttp(rest: string): DebugCommand | CommandProblem | null {
  const found = /^(?:(source|target)\s+)?(?:(GET|POST|PUT|PATCH|DELETE)\s+)?(\/\S*)(?:\s+(\{[\s\S]*\}))?$/i.exec(rest)
  const api = found?.[3]
  if (!found || api === undefined) return null
  const values = readValues(found[4])
  if (!values) return { problem: 'json', word: 'http' }
  const method = methods.find(each => each === found[2]?.toUpperCase()) ?? 'GET'
  return { name: 'http', side: found[1]?.toLowerCase() === 'target' ? 'target' : 'source', method, api, values }
}

/** Each value stays JSON text; null: it is no JSON object. */
function readValues(json: string | undefined): Readonly<Record<string, string>> | null {
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, JSON.stringify(inner)]))
  } catch {
    return null
  }
}

/** Writes somewhere, or may: a person agrees first. */
export const needsConsent = (command: DebugCommand): boolean =>
  command.name === 'sync-now' ||
  command.name === 'run-job' ||
  command.name === 'set' ||
  ((command.name === 'ds' || command.name === 'dt') && command.isReal) ||
  (command.name === 'http' && command.method !== 'GET')
