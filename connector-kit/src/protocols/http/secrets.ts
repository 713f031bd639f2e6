/** What was made for one request is looked for in what follows shortly after. */
const MAX_PASSING = 100
const MIN_CASED = 8
const MIN_PIECE = 4

/** Hides secrets in texts that people see. Tokens are added as they are met. */
export class Secrets {
  /** With the forms that each is looked for in. */
  readonly #values = new Map<string, readonly string[]>()
  readonly #passing = new Map<string, readonly string[]>()
  #forms: readonly string[] | null = null

  /** Short values are not hidden: they would blank half the text, and a secret of three letters is none. */
  add(value: string): void {
    if (value.length < 4 || this.#values.has(value)) return
    this.#values.set(value, writeForms(value))
    this.#forms = null
  }

  /** One of many that are made of secrets, each for one request. */
  addPassing(value: string): void {
    if (value.length < 4 || this.#values.has(value) || this.#passing.has(value)) return
    this.#passing.set(value, writeForms(value))
    for (const oldest of this.#passing.keys()) {
      if (this.#passing.size <= MAX_PASSING) break
      this.#passing.delete(oldest)
    }
    this.#forms = null
  }

  /** Every text by which they are looked for, the longest first. */
  forms(): readonly string[] {
    this.#forms ??= [...new Set([...this.#values.values(), ...this.#passing.values()].flat())].sort(
      (a, b) => b.length - a.length,
    )
    return this.#forms
  }

  hide(text: string): string {
    let shown = text
    for (const value of this.forms()) shown = shown.replaceAll(value, '***')
    return shown
  }

  /** The beginning of a text. One that a secret goes through the end of is cut before it: nobody would know the rest again. */
  hideStart(text: string, length: number): string {
    let end = Math.min(text.length, length)
    for (let isWhole = false; !isWhole; ) {
      isWhole = true
      for (const form of this.forms()) {
        const from = Math.max(0, end - form.length + 1)
        const at = text.slice(from, end + form.length - 1).indexOf(form)
        if (at < 0) continue
        end = from + at
        isWhole = false
      }
    }
    return this.hide(text.slice(0, end))
  }

  /** A text whose rest is gone: what may be the beginning of a secret at its end goes too. */
  hideCut(text: string): string {
    const shown = this.hide(text)
    for (const form of this.forms())
      for (let length = Math.min(form.length - 1, shown.length); length >= MIN_PIECE; length--)
        if (shown.endsWith(form.slice(0, length))) return `${shown.slice(0, -length)}***`
    return shown
  }
}

/** A next page or a reason that a far system names, in what its answer suggests, may bear what it was sent. */
export const hideSeen = <T extends { readonly seen: string }>(secrets: Secrets, proposals: readonly T[]): T[] =>
  proposals.map(each => ({ ...each, seen: secrets.hideCut(each.seen) }))

/** As it stands in an address that it was written into as it is. */
function writeInAddress(value: string): string[] {
  return ['http://x/', 'http://x/?'].flatMap(before => {
    const written = URL.parse(before + value)?.href.slice(before.length) ?? ''
    return written.length < 4 ? [] : [written]
  })
}

/** As PHP, .NET and HTML write what JSON and pages may hold as it is. */
function writeEscaped(inJson: string): string[] {
  const byNumber = inJson.replace(/[+&<>'`]/g, sign => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const slashed = inJson.replaceAll('/', '\\/')
  const inPage = inJson.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [byNumber, slashed, JSON.stringify(slashed).slice(1, -1), inPage]
}

function writeForms(value: string): string[] {
  const asForm = new URLSearchParams({ v: value }).toString().slice(2)
  const inJson = JSON.stringify(value).slice(1, -1)
  // A far system that tells what it was sent writes JSON within JSON.
  const twice = JSON.stringify(inJson).slice(1, -1)
  const texts = [
    value,
    encodeURIComponent(value),
    asForm,
    inJson,
    twice,
    ...writeEscaped(inJson),
    ...writeInAddress(value),
  ]
  const cased = value.length < MIN_CASED ? [] : texts.flatMap(text => [text.toUpperCase(), text.toLowerCase()])
  const bytes = Buffer.from(value)
  const encoded = value.length < MIN_CASED ? [] : [bytes.toString('base64url'), bytes.toString('hex')]
  return [...texts, ...cased, bytes.toString('base64'), ...encoded]
}
