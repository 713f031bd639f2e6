/** The next 2, 5 or 10 times a power of ten, at least 2, so that half of it is a whole number or reads well. */
export function roundUp(value: number): number {
  if (!(value > 2)) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find(candidate => candidate * power >= value) ?? 10
  return step * power
}
