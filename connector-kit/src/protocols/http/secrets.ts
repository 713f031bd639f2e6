/** What was made for one request is looked for in what follows shortly after. */
const MAX_PASSING = 100
const MIN_CASED = 8

/** Hides secrets in texts that people see. Tokens are added as they are met. */
export class Secrets {
  readonly #values = new Set<string>()
  readonly #passing = new Set<string>()
  #forms: readonly string[] | null = null

  /** Short values are not hidden: they would blank half the text, and a secret of three letters is none. */
  add(value: string): void {
    if (value.length < 4 || this.#values.has(value)) return
    this.#values.add(value)
    this.#forms = null
  }

  /** One of many that are made of secrets, each for one request. */
  addPassing(value: string): void {
    if (value.length < 4 || this.#values.has(value) || this.#passing.has(value)) return
    this.#passing.add(value)
    for (const oldest of this.#passing) {
      if (this.#passing.size <= MAX_PASSING) break
      this.#passing.delete(oldest)
    }
    this.#forms = null
  }

  /** Every text by which they are looked for, the longest first. */
  forms(): readonly string[] {
    this.#forms ??= [...new Set([...this.#values, ...this.#passing].flatMap(writeForms))].sort(
      (a, b) => b.length - a.length,
    )
    return this.#forms
  }

  hide(text: string): string {
    let shown = text
    for (const value of this.forms()) shown = shown.replaceAll(value, '***')
    return shown
  }
}

/** As it stands in an address that it was written into as it is. */
function writeInAddress(value: string): string[] {
  return ['http://x/', 'http://x/?'].flatMap(before => {
    const written = URL.parse(before + value)?.href.slice(before.length) ?? ''
    return written.length < 4 ? [] : [written]
  })
}

function writeForms(value: string): string[] {
  const asForm = new URLSearchParams({ v: value }).toString().slice(2)
  const inJson = JSON.stringify(value).slice(1, -1)
  // A far system that tells what it was sent writes JSON within JSON.
  const twice = JSON.stringify(inJson).slice(1, -1)
  const texts = [value, encodeURIComponent(value), asForm, inJson, twice, ...writeInAddress(value)]
  const cased = value.length < MIN_CASED ? [] : texts.flatMap(text => [text.toUpperCase(), text.toLowerCase()])
  const bytes = Buffer.from(value)
  const encoded = value.length < MIN_CASED ? [] : [bytes.toString('base64url'), bytes.toString('hex')]
  return [...texts, ...cased, bytes.toString('base64'), ...encoded]
}
