import { MAX_PACKAGE_BYTES, SolutionPackage } from '@sluice/contract'
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
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw refuse('invalid.packageForm', {
      field: 'text',
      value: `${issue?.path.join('.') || 'text'}: ${issue?.message}`.slice(0, 200),
    })
  }
  requireFaithful(parsed.data)
  return parsed.data
}

/** A package as it was kept. @throws Failure `conflict.packageNotWhole` */
export function readKept(text: string): SolutionPackage {
  const parsed = SolutionPackage.safeParse(parseKept(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refuse('conflict.packageNotWhole', { value: issue?.path.join('.') || '/', cause: parsed.error })
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
