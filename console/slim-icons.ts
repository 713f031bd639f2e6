import type { Plugin } from 'vite'

/** How many numbers each command of a path takes. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/**
 * A path whose points lie on whole units. An icon is drawn on 1024 of them and shown at 14 to 24 px, so half a unit is a
 * hundredth of a pixel; every second character of an icon stands behind a point. What a step loses the next one gets, so
 * that nothing adds up.
 */
export function roundPath(path: string): string {
  let [x, y, startX, startY, roundX, roundY, roundStartX, roundStartY] = [0, 0, 0, 0, 0, 0, 0, 0]
  let out = ''
  for (const [, command = '', rest = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = command.toUpperCase()
    const isRelative = command !== kind
    const count = COUNTS[kind]
    if (count === undefined) return path
    const numbers = readNumbers(rest, kind === 'A')
    if (count === 0) {
      out += command
      ;[x, y, roundX, roundY] = [startX, startY, roundStartX, roundStartY]
      continue
    }
    if (numbers.length === 0 || numbers.length % count !== 0) return path
    let written = command
    for (let at = 0; at < numbers.length; at += count) {
      const step = numbers.slice(at, at + count)
      const horizontal = (value: number) => Math.round(isRelative ? x + value : value) - (isRelative ? roundX : 0)
      const vertical = (value: number) => Math.round(isRelative ? y + value : value) - (isRelative ? roundY : 0)
      const rounded = step.map((value, index) => {
        if (kind === 'H') return horizontal(value)
        if (kind === 'V') return vertical(value)
        // Radii and flags of an arc stay: a radius that is too short would be stretched, a flag is no length.
        if (kind === 'A' && index < 5) return value
        return (kind === 'A' ? index - 5 : index) % 2 === 0 ? horizontal(value) : vertical(value)
      })
      const [lastX, lastY] = kind === 'H' ? [step[0], null] : kind === 'V' ? [null, step[0]] : step.slice(-2)
      const [newX, newY] = kind === 'H' ? [rounded[0], null] : kind === 'V' ? [null, rounded[0]] : rounded.slice(-2)
      if (lastX != null && newX != null) {
        x = isRelative ? x + lastX : lastX
        roundX = isRelative ? roundX + newX : newX
      }
      if (lastY != null && newY != null) {
        y = isRelative ? y + lastY : lastY
        roundY = isRelative ? roundY + newY : newY
      }
      if (kind === 'M' && at === 0) [startX, startY, roundStartX, roundStartY] = [x, y, roundX, roundY]
      for (const value of rounded) written += (/[a-zA-Z]$/.test(written) || value < 0 ? '' : ' ') + writeNumber(value)
    }
    out += written
  }
  return out
}

const writeNumber = (value: number): string => String(value).replace(/^(-?)0\./, '$1.')

/** The two flags of an arc are one character each, also where nothing stands between them and what follows. */
function readNumbers(text: string, isArc: boolean): number[] {
  const numbers: number[] = []
  let rest = text
  while (rest.trim() !== '') {
    rest = rest.replace(/^[\s,]+/, '')
    const isFlag = isArc && (numbers.length % 7 === 3 || numbers.length % 7 === 4)
    const found = rest.match(isFlag ? /^[01]/ : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i)?.[0]
    if (found === undefined) return []
    numbers.push(Number(found))
    rest = rest.slice(found.length)
  }
  return numbers
}

/** Icons of antd with a third less in them. */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    enforce: 'pre',
    apply: 'build',
    transform: (code, id) =>
      /@ant-design\/icons-svg\/es\/asn\//.test(id)
        ? { code: code.replace(/"d": "([^"]+)"/g, (_, path: string) => `"d": "${roundPath(path)}"`), map: null }
        : null,
  }
}
