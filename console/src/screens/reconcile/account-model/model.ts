/** What a rule proves; null: nothing was ever confirmed or refused, so nothing is measured, which is not the same as nothing right. */
export const shareProven = ({
  right,
  wrong,
  proven,
}: {
  readonly right: number
  readonly wrong: number
  /** In hundredths of a percent. */
  readonly proven: number
}): number | null => (right + wrong === 0 ? null : proven / 100)

/**
 * The currencies in which amounts of the rules count: those of the lines that they match. Only where no line is known yet
 * it is the one that the account was set up with.
 */
export const listCurrencies = (ofLines: readonly string[] | undefined, ofAccount: string): readonly string[] =>
  ofLines === undefined || ofLines.length === 0 ? [ofAccount] : ofLines
