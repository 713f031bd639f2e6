import { z } from 'zod'
import { checkStatement, StatementOf } from './adapter-statement.ts'
import { AnswerTestOf, PaginationOf } from './api-asset.ts'
import { isTimeZone } from './time-zone.ts'

/** How a far system is spoken to, beyond what one interface says: declared by a person, shared by many interfaces. */

export const hashFunctions = ['md5', 'sha1', 'sha256', 'hmac-md5', 'hmac-sha1', 'hmac-sha256'] as const
export const calculationFunctions = [...hashFunctions, 'base64', 'urlEncode'] as const
/** `http`: declared requests; `script`: the same with functions in TypeScript; `sql`: one statement of a database. */
export const adapterKinds = ['http', 'script', 'sql'] as const
export type AdapterKind = (typeof adapterKinds)[number]
export const errorKinds = ['busy', 'credential', 'refused', 'duplicate', 'poison'] as const
export type ErrorKind = (typeof errorKinds)[number]

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Variables of every request, filled once for all its places. */
export const requestVariables = [
  'timestamp',
  'timestampMs',
  'datetime',
  'nonce',
  'method',
  'path',
  'body',
  'query',
  'queryJoined',
  'all',
  'allJoined',
  'allSized',
] as const
/** Those made from the request's parameters, which a calculation alone may name. */
const OF_PARTS: ReadonlySet<string> = new Set([
  'method',
  'path',
  'body',
  'query',
  'queryJoined',
  'all',
  'allJoined',
  'allSized',
])

const Named = z.strictObject({ name: z.string().trim().min(1).max(200), value: z.string().max(4000) })

/** A pure function of texts. Its answer is `{{calc.name}}`. */
const Calculation = z.strictObject({
  name: z.string().regex(NAME),
  function: z.enum(calculationFunctions),
  /** `{{param.secret}}{{allJoined}}{{param.secret}}` */
  text: z.string().max(4000),
  /** Of an hmac. */
  key: z.string().max(1000).default(''),
  encoding: z.enum(['hex', 'HEX', 'base64']).default('hex'),
})

/** What is added to a request. Calculations come after what names none of them, so a signature never covers itself. */
const parts = {
  headers: z.array(Named).max(50).default([]),
  query: z.array(Named).max(50).default([]),
  /** Fields beside the body's own; texts. */
  body: z.array(Named).max(50).default([]),
  calculations: z.array(Calculation).max(20).default([]),
}
const Parts = z.strictObject(parts)

/** One request of signing in. What it gives is `{{auth.name}}`. */
const AuthStep = z.strictObject({
  name: z.string().trim().min(1).max(60),
  method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
  /** Under the connector's address, or an address that one of its parameters gives. */
  path: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^(?!https?:|\/\/)/i),
  bodyKind: z.enum(['json', 'form']).default('json'),
  ...parts,
  success: AnswerTestOf.prefault({}),
  values: z
    .array(
      z.strictObject({
        name: z.string().regex(NAME),
        path: z.string().min(1).max(300),
        /** What counts where an accepted answer has nothing at the path: `{{param.session}}`. Empty: a refusal. */
        otherwise: z.string().max(1000).default(''),
      }),
    )
    .min(1)
    .max(20),
  /** Where the answer tells how long the values live; empty: `lifeSeconds`. */
  expiresPath: z.string().max(300).default(''),
  expiresUnit: z.enum(['seconds', 'milliseconds', 'epochSeconds', 'epochMilliseconds']).default('seconds'),
  lifeSeconds: z.int().min(1).max(31_536_000).default(1200),
})

/**
 * Answers that mean something; every condition that is given must hold. The first that fits counts. A path alone fits
 * where anything stands at it.
 */
const ErrorClass = z.strictObject({
  kind: z.enum(errorKinds),
  statuses: z.array(z.int().min(100).max(599)).max(50).default([]),
  path: z.string().max(300).default(''),
  /** Texts at `path`. */
  values: z.array(z.string().max(200)).max(50).default([]),
  /** Parts of the message, in any case; of the whole answer where no message is known. */
  messages: z.array(z.string().min(1).max(200)).max(50).default([]),
})
export type ErrorClass = z.output<typeof ErrorClass>

const Doc = z.strictObject({
  name: z.string().trim().min(1).max(100),
  describe: z.string().max(2000).default(''),
  kind: z.enum(adapterKinds).default('http'),
  /** Functions that are called around each request; see `script-types.ts`. */
  script: z.strictObject({ code: z.string().max(100_000).default('') }).prefault({}),
  /** IANA zone of `{{datetime}}`. */
  timeZone: z.string().max(60).refine(isTimeZone, 'This is no time zone.').default('UTC'),
  sql: StatementOf.prefault({}),
  auth: z
    .strictObject({
      /** None: the connector's own sign-in stays. */
      steps: z.array(AuthStep).max(10).default([]),
      /** Values are renewed so long before they end, at most a tenth of their life. */
      earlySeconds: z.int().min(0).max(3600).default(100),
    })
    .prefault({}),
  request: z
    .strictObject({
      ...parts,
      /** How bodies travel, and under which field their JSON stands as one text; empty: their fields side by side. */
      bodyKind: z.enum(['json', 'form']).default('json'),
      bodyField: z.string().max(200).default(''),
      /** Requests go to this address instead of the connector's: `{{auth.gateway}}`. */
      baseUrl: z.string().trim().max(500).default(''),
    })
    .prefault({}),
  /** Domains that an address given by a sign-in may lie in, beside the connector's own host. */
  hosts: z.array(z.string().trim().toLowerCase().regex(HOST)).max(20).default([]),
  /** For interfaces whose paging is left to their adapter. */
  pagination: PaginationOf.prefault({}),
  /** For interfaces that have no success test of their own. */
  success: AnswerTestOf.prefault({}),
  errors: z.array(ErrorClass).max(50).default([]),
  rate: z
    .strictObject({
      intervalMs: z.int().min(0).max(600_000).default(0),
      /** 0: as the connector says. */
      maxConcurrent: z.int().min(0).max(100).default(0),
    })
    .prefault({}),
})

/** What a version of an adapter says. */
export const Adapter = Doc.superRefine((doc, ctx) => {
  for (const { path, message } of checkAdapter(doc)) ctx.addIssue({ code: 'custom', path, message })
})
export type Adapter = z.output<typeof Doc>
export type AdapterInput = z.input<typeof Doc>
export type AdapterParts = z.output<typeof Parts>
export type AdapterStep = z.output<typeof AuthStep>

interface Problem {
  readonly path: (string | number)[]
  readonly message: string
}

/** What would fail when the adapter is used, at its field. */
function checkAdapter(doc: Adapter): Problem[] {
  if (doc.kind === 'sql') return checkStatement(doc.sql).map(each => ({ ...each, path: ['sql', ...each.path] }))
  const given: string[] = []
  const problems: Problem[] = []
  const hasScript = doc.kind === 'script'
  if (hasScript && doc.script.code.trim() === '')
    problems.push({ path: ['script', 'code'], message: 'Write the script.' })
  for (const [index, step] of doc.auth.steps.entries()) {
    const at = ['auth', 'steps', index]
    problems.push(...checkParts(step, at, given))
    if (step.method === 'GET' && step.body.length > 0)
      problems.push({ path: [...at, 'body'], message: 'A GET request has no body.' })
    problems.push(...checkNames(step.path, [...at, 'path'], { auth: given, calc: [], isCalculation: false }))
    for (const [place, value] of step.values.entries()) {
      if (given.includes(value.name))
        problems.push({ path: [...at, 'values', place, 'name'], message: `${value.name} is given twice.` })
      problems.push(
        ...checkNames(value.otherwise, [...at, 'values', place, 'otherwise'], {
          auth: given,
          calc: [],
          isCalculation: false,
        }),
      )
      given.push(value.name)
    }
  }
  problems.push(...checkParts(doc.request, ['request'], hasScript ? null : given))
  const gives = { auth: hasScript ? null : given, calc: [], isCalculation: false }
  problems.push(...checkNames(doc.request.baseUrl, ['request', 'baseUrl'], gives))
  for (const [index, each] of doc.errors.entries()) {
    const path = ['errors', index]
    if (each.path === '' && each.statuses.length + each.values.length + each.messages.length === 0)
      problems.push({ path, message: 'Give a status, a path or a message; without one every answer would fit.' })
    if (each.values.length > 0 && each.path === '')
      problems.push({ path: [...path, 'path'], message: 'Say where the values stand.' })
  }
  return [...problems, ...checkPaging(doc)]
}

function checkPaging({ pagination }: Adapter): Problem[] {
  const { mode, pageField, nextPath, nextHeader } = pagination
  const at = (field: string, message: string): Problem[] => [{ path: ['pagination', field], message }]
  if (mode === 'adapter') return at('mode', 'An adapter says itself how pages are read.')
  if (mode === 'none' || mode === 'link') return []
  if (pageField === '') return at('pageField', 'Name the parameter that carries page, offset, cursor or last id.')
  return mode === 'cursor' && nextPath === '' && nextHeader === ''
    ? at('nextPath', 'Say where the next cursor stands.')
    : []
}

/** @param auth names that signing in gives; null where a script may give any */
function checkParts(parts: AdapterParts, at: readonly (string | number)[], auth: readonly string[] | null): Problem[] {
  const problems: Problem[] = []
  const calc: string[] = []
  for (const [index, each] of parts.calculations.entries()) {
    const path = [...at, 'calculations', index]
    if (calc.includes(each.name)) problems.push({ path: [...path, 'name'], message: `${each.name} is there twice.` })
    if (each.function.startsWith('hmac') && each.key === '')
      problems.push({ path: [...path, 'key'], message: 'An hmac needs a key.' })
    const scope = { auth, calc, isCalculation: true }
    problems.push(...checkNames(each.text, [...path, 'text'], scope), ...checkNames(each.key, [...path, 'key'], scope))
    calc.push(each.name)
  }
  for (const place of ['headers', 'query', 'body'] as const)
    for (const [index, each] of parts[place].entries()) {
      const path = [...at, place, index]
      if (place === 'headers' && !HEADER.test(each.name))
        problems.push({ path: [...path, 'name'], message: `${each.name} cannot be the name of a header.` })
      problems.push(...checkNames(each.value, [...path, 'value'], { auth, calc, isCalculation: false }))
    }
  return problems
}

interface Scope {
  readonly auth: readonly string[] | null
  readonly calc: readonly string[]
  readonly isCalculation: boolean
}

function checkNames(text: string, path: (string | number)[], scope: Scope): Problem[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(match => {
    const name = match[1] ?? ''
    const [space, rest = ''] = name.split('.', 2)
    const isKnown =
      space === 'param' || space === 'app'
        ? rest !== ''
        : space === 'auth' || space === 'calc'
          ? (scope[space]?.includes(rest) ?? rest !== '')
          : (requestVariables as readonly string[]).includes(name) && (scope.isCalculation || !OF_PARTS.has(name))
    return isKnown ? [] : [{ path, message: `{{${name}}} is not known here.` }]
  })
}

/** Where a strategy names an adapter of its own, among the options of source or target. */
export const ADAPTER_OPTION = 'adapter'
export const adapterLevels = ['strategy', 'api', 'platform'] as const
export type AdapterLevel = (typeof adapterLevels)[number]

/** The adapter that counts: a strategy's beats its interface's, and that its platform's. */
export function pickAdapter(
  named: Readonly<Partial<Record<AdapterLevel, string>>>,
): { readonly id: string; readonly level: AdapterLevel } | null {
  for (const level of adapterLevels) {
    const id = named[level]
    if (id) return { id, level }
  }
  return null
}
