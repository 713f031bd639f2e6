/** A bill as a text, for tests, with what it must be read as. */
export interface SampleBill {
  readonly format: string
  readonly name: string
  readonly encoding: 'gb18030' | 'utf-8'
  readonly text: string
  readonly currency: string
  /** Decimal numerals by kind: what a bill of this text moves. */
  readonly lines: readonly (readonly [kind: string, amount: string])[]
  /** How many rows it has, where one has several movements or none. */
  readonly rows?: number
}
