export interface Line {
  /** From 1. */
  readonly number: number
  /** null when the line is longer than the limit. */
  readonly text: string | null
}

/** Cuts text that comes in pieces into lines, holding at most one line of the limit's length. */
export class LineCutter {
  readonly #maxLength: number
  #parts: string[] = []
  #length = 0
  #number = 1

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  push(text: string): Line[] {
    const lines: Line[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#hold(text.slice(start, end))
      lines.push(this.#cut())
      start = end + 1
    }
    this.#hold(text.slice(start))
    return lines
  }

  /** The last line, when no line break ends it. */
  end(): Line[] {
    return this.#length > 0 ? [this.#cut()] : []
  }

  #hold(text: string): void {
    this.#length += text.length
    if (this.#length > this.#maxLength) this.#parts = []
    else if (text !== '') this.#parts.push(text)
  }

  #cut(): Line {
    const line = { number: this.#number, text: this.#length > this.#maxLength ? null : this.#parts.join('') }
    this.#parts = []
    this.#length = 0
    this.#number += 1
    return line
  }
}
