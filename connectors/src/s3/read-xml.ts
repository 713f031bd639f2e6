const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text of the first element of a name; null where there is none. The answers of a store have no attributes that count. */
export function readElement(xml: string, name: string): string | null {
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, at)) {
    const end = xml.indexOf('>', at)
    const next = xml.indexOf('<', end + 1)
    if (end < 0 || next < 0) return null
    const isWhole = /^[\s>]/.test(xml[at + name.length + 1] ?? '')
    if (isWhole && xml.startsWith(`</${name}>`, next)) return decode(xml.slice(end + 1, next))
    at = next
  }
  return null
}

/** What stands within each element of a name. */
export function readElements(xml: string, name: string): string[] {
  const found: string[] = []
  const [open, close] = [`<${name}>`, `</${name}>`]
  for (let at = xml.indexOf(open); at >= 0; ) {
    const end = xml.indexOf(close, at)
    if (end < 0) break
    found.push(xml.slice(at + open.length, end))
    at = xml.indexOf(open, end)
  }
  return found
}

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
