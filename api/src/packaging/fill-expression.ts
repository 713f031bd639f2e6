const PLACE = /\$\{param:([a-z][a-z0-9_]{0,39})\}/y

/**
 * Values in the places of an expression, each as what it is there: a literal where it stands alone, letters where it stands
 * inside of a text. No value ends the text that it stands in. Read letter by letter: a pattern would try each quote anew.
 * @param refuse a value that a raw text cannot hold
 */
export function fillExpression(
  text: string,
  read: (name: string) => string | number | boolean,
  refuse: (name: string) => never,
): string {
  let filled = ''
  let quote = ''
  let isRaw = false
  for (let at = 0; at < text.length; ) {
    PLACE.lastIndex = at
    const [place = '', name = ''] = PLACE.exec(text) ?? []
    if (place !== '') {
      const value = read(name)
      if (isRaw && String(value).includes(quote)) refuse(name)
      filled += quote === '' ? JSON.stringify(value) : isRaw ? String(value) : escapeText(String(value))
      at += place.length
      continue
    }
    // What people say of an expression is no part of it.
    const end = quote === '' && text.startsWith('//', at) ? toLineEnd(text, at) : at + 1
    const letter = text[at] ?? ''
    const next = quote !== '' && !isRaw && letter === '\\' ? at + 2 : end
    if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter
      isRaw = /[rR]/.test(text[at - 1] ?? '')
    } else if (letter === quote || letter === '\n') {
      quote = ''
      isRaw = false
    }
    filled += text.slice(at, next)
    at = next
  }
  return filled
}

/** Inside of either kind of quotes. */
const escapeText = (value: string): string => JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")

function toLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
