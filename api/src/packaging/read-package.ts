import { MAX_PACKAGE_BYTES, SolutionPackage } from '@sluice/contract'
import type { z } from 'zod'
import { measureJson } from '../http/measure-json.ts'
import { refuse } from '../http/refuse.ts'

/**
 * A package as somebody brought it: bounded, well formed, with nothing in it that leads elsewhere. Whether it is signed is
 * for `requireSigned` to say. @throws Failure `invalid.packageForm`, `tooLarge.package`
 */
export function readPackage(text: string): SolutionPackage {
  if (text.length > MAX_PACKAGE_BYTES)
    throw refuse('tooLarge.package', { field: 'text', value: String(MAX_PACKAGE_BYTES / 2 ** 20) })
  const excess = measureJson(text)
  if (excess !== null) throw refuse('invalid.packageForm', { field: 'text', value: excess })
  const parsed = SolutionPackage.safeParse(parse(text))
  if (!parsed.success)
    throw refuse('invalid.packageForm', { field: 'text', value: sayPlace(parsed.error), cause: parsed.error })
  requireFaithful(parsed.data)
  return parsed.data
}

/** Where the first thing is wrong, in no language: it may be kept, and read by people of any. */
export function sayPlace({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') || '/'
  return (issue?.code === 'unrecognized_keys' ? `${path}: ${issue.keys.join(', ')}` : path).slice(0, 200)
}

/** A package as it was kept. @throws Failure `conflict.packageNotWhole` */
export function readKept(text: string): SolutionPackage {
  const parsed = SolutionPackage.safeParse(parseKept(text))
  if (parsed.success) return parsed.data
  throw refuse('conflict.packageNotWhole', { value: sayPlace(parsed.error), cause: parsed.error })
}

function parseKept(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As the file that people keep. */
export const writePackage = (document: SolutionPackage): string => `${JSON.stringify(document, null, 1)}\n`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuse('invalid.packageForm', { field: 'text', value: 'JSON', cause })
  }
}

/** Beginnings of the kinds of pictures that are shown, hexadecimal. RIFF holds sound, too. */
const magic: Readonly<Record<string, RegExp>> = {
  png: /^89504e470d0a1a0a/,
  jpg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
}

/**
 * Parts of a path that a disk takes for another one, or hides, and letters that turn what is read around: no file that the
 * product writes has one.
 */
const STRANGE = /^[. ]|[. ]$|[:*?"<>|\p{Bidi_Control}]/u

function requireFaithful({ files, pictures }: SolutionPackage): void {
  const seen = new Set<string>()
  for (const { path } of [...files, ...pictures]) {
    // Two that a disk would take for one.
    const plain = path.normalize('NFC').toLowerCase()
    if (seen.has(plain) || path.split('/').some(part => STRANGE.test(part)))
      throw refuse('invalid.packageForm', { field: 'text', value: path })
    seen.add(plain)
  }
  for (const { path, base64 } of pictures) {
    const kind = path.slice(path.lastIndexOf('.') + 1)
    const bytes = Buffer.from(base64.slice(0, 32), 'base64').toString('hex')
    if (!magic[kind]?.test(bytes)) throw refuse('invalid.packageForm', { field: 'text', value: path })
  }
}
