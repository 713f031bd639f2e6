import { z } from 'zod'

/**
 * The script that a mapping carries: TypeScript without imports, whose functions see each record of a page. It reaches no
 * network, no clock and no chance, so the same record gives the same result whenever it is mapped.
 */

export const recordHooks = ['beforeMapping', 'afterMapping'] as const
export type RecordHook = (typeof recordHooks)[number]

export const RecordScript = z.object({ code: z.string().min(1).max(100_000) }).meta({ id: 'RecordScript' })
export type RecordScript = z.output<typeof RecordScript>

/** Members of `ctx`, with what they give: the declarations below and what an editor offers are made of them. */
export const recordContext = [
  ['record', 'readonly record: Fields', 'The record as the mapping saw it; only in afterMapping.'],
  ['refuse', 'refuse(reason: string): never', 'Refuses the record with this reason.'],
  ['now', 'now(): number', 'The time at which the page is mapped, in milliseconds since 1970.'],
  [
    'hash',
    "hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string",
    'Fingerprint of a text.',
  ],
  [
    'hmac',
    "hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string",
    'Fingerprint of a text under a key.',
  ],
  ['base64', 'base64(text: string): string', 'A text as base64.'],
  ['unbase64', 'unbase64(text: string): string', 'The text behind base64.'],
] as const satisfies readonly (readonly [name: string, declaration: string, about: string])[]

/** What an editor shows beside the script. */
export const recordDeclarations = `type Fields = Record<string, any>

interface Context {
${recordContext.map(([, declaration, about]) => `  /** ${about} */\n  ${declaration}`).join('\n')}
}

/** Whole numbers too long for JavaScript arrive as bigint; 12.50 arrives as Exact, counts as 12.5 and goes on as 12.50. */
interface Exact {
  toString(): string
  valueOf(): number
}

/** Before the fields are mapped: change the record, or give another one back. What was read stays as it was stored. */
export declare function beforeMapping(record: Fields, ctx: Context): Fields | void

/** After the fields were mapped, before anything is written: change the target's fields, or give others back. */
export declare function afterMapping(target: Fields, ctx: Context): Fields | void
`

/** What a new script begins with. */
export const recordExample = `// Each record, before its fields are mapped.
export function beforeMapping(record: Fields, ctx: Context) {
  return record
}

// What was mapped, before it is written.
export function afterMapping(target: Fields, ctx: Context) {
  return target
}
`
