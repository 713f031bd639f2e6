/** Relative luminance of `#rrggbb`, 0 to 1. WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** Contrast of two colours, 1 to 21. WCAG 2. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the first colour, the rest of the second. */
export function mix(color: string, other: string, share: number): string {
  const into = channels(other)
  const parts = channels(color).map((value, index) => Math.round(value * share + (into[index] ?? 0) * (1 - share)))
  return `#${parts.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

const DARK_TEXT = '#00201f'

/** White or nearly black, whichever reads better on a colour. */
export const pickReadable = (color: string): string =>
  contrast('#ffffff', color) >= contrast(DARK_TEXT, color) ? '#ffffff' : DARK_TEXT

/** The colour moved towards black or white until it reads on the background with at least `least` : 1. */
export function makeReadable(color: string, background: string, least: number): string {
  const end = luminance(background) > 0.5 ? '#000000' : '#ffffff'
  for (let share = 1; share > 0; share -= 0.05) {
    const shade = mix(color, end, share)
    if (contrast(shade, background) >= least) return shade
  }
  return end
}
