const MAX_QUESTIONS = 5000
const MAX_QUESTION_CHARS = 4 * 2 ** 20
const MAX_QUESTION_VALUES = 200_000
const MAX_SECRETS = 10_000
const MAX_SECRET_CHARS = 4 * 2 ** 20
const MAX_OUTPUT_CHARS = 16 * 2 ** 20
const MAX_OUTPUT_VALUES = 500_000

/**
 * What one run may leave to the product's own thread, which reads every question and every answer between the requests of
 * all tenants. It is counted here, before anything is sent there.
 */
export class Allowance {
  #questions = 0
  #questionChars = 0
  #questionValues = 0
  #secrets = 0
  #secretChars = 0

  /** @throws Error what the script may catch */
  takeQuestion(json: string): void {
    this.#questions += 1
    this.#questionChars += json.length
    if (this.#questions > MAX_QUESTIONS) throw new Error(`A script may ask ${MAX_QUESTIONS} times.`)
    if (this.#questionChars <= MAX_QUESTION_CHARS) {
      this.#questionValues += countValues(json)
      if (this.#questionValues <= MAX_QUESTION_VALUES) return
    }
    throw new Error('The questions of a script may have 4 million characters and 200,000 values.')
  }

  /** @throws Error what the script may catch */
  takeSecret(value: string): void {
    this.#secrets += 1
    this.#secretChars += value.length
    if (this.#secrets > MAX_SECRETS || this.#secretChars > MAX_SECRET_CHARS)
      throw new Error('A script may calculate 10,000 secrets of 4 million characters.')
  }
}

/** Why the answer of a script is not taken; null: it is. */
export function judgeOutput(json: string): string | null {
  if (json.length > MAX_OUTPUT_CHARS) return 'The script gave back more than 16 million characters.'
  return countValues(json) > MAX_OUTPUT_VALUES ? 'The script gave back more than 500,000 values.' : null
}

/** What stands in lists and objects; commas in texts are passed over. */
function countValues(json: string): number {
  let count = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at]
    if (isText && letter === '\\') at += 1
    else if (letter === '"') isText = !isText
    else if (!isText && (letter === ',' || letter === '[' || letter === '{')) count += 1
  }
  return count
}
