/** Hides secrets in texts that people see. Tokens are added as they are met. */
export class Secrets {
  readonly #values = new Set<string>()

  /** Short values are not hidden: they would blank half the text, and a secret of three letters is none. */
  add(value: string): void {
    if (value.length < 4) return
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) this.#values.add(form)
    this.#values.add(Buffer.from(value).toString('base64'))
  }

  hide(text: string): string {
    let shown = text
    for (const value of this.#values) shown = shown.replaceAll(value, '***')
    return shown
  }
}
