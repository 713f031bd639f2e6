import type { FileInfo } from 'basic-ftp'

type Parse = (text: string) => FileInfo[]

/** How servers begin a line: with facts (MLSD), with rights (Unix), with a day (DOS). */
const ENTRY = /^(?:[^\s=;]+=[^;\s]*;|\s*(?:\d+\s*)?[bcdelfmpSs-][-rwxsStTlL]{9}|\d{2}-\d{2}-\d{2,4}\s)/
const OTHER = /^(?:\s*$|total\b)/

/**
 * A line break in a name makes two lines of one entry, of which the first looks like another name. Both are put together
 * again, so that whoever reads the list sees a name that cannot be asked for.
 */
export function readListing(text: string, parse: Parse): FileInfo[] {
  const entries: string[][] = []
  for (const line of text.split(/\r?\n/)) {
    const last = entries.at(-1)
    if (ENTRY.test(line) || !last) entries.push([line])
    else if (!OTHER.test(line)) last.push(line)
  }
  const whole = entries.filter(lines => lines.length === 1).flat()
  const cut = entries.filter(lines => lines.length > 1)
  // What the parser does not know at all it refuses itself, in its own words.
  if (cut.length === 0) return parse(text)
  const found = whole.length === 0 ? [] : parse(whole.join('\r\n'))
  for (const [head = '', ...tail] of cut)
    for (const info of parse(head)) {
      info.name = [info.name, ...tail].join('\n')
      found.push(info)
    }
  return found
}
