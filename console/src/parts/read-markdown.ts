/** What is read of Markdown: enough for a description, nothing that could load or run anything. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }

export interface MarkdownPart {
  readonly kind: 'text' | 'strong' | 'code' | 'link'
  readonly text: string
  /** Of a link: always https. */
  readonly to?: string
}

// What is behind the spaces begins with none: else each of a million of them would be tried as the end of them.
const HEADING = /^(#{1,6})\s+(\S.*)$/s
const BULLET = /^\s*[-*+]\s+(\S.*)$/s
const NUMBER = /^\s*\d{1,4}[.)]\s+(\S.*)$/s
const FENCE = /^\s*```/

export function readMarkdown(source: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = source.split(/\r?\n/)
  let at = 0
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const start = at
    while (at < lines.length && fits(lines[at] ?? '')) at += 1
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    const item = BULLET.test(line) ? BULLET : NUMBER.test(line) ? NUMBER : null
    if (line.trim() === '') at += 1
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
      at += 1
    } else if (FENCE.test(line)) {
      at += 1
      blocks.push({ kind: 'code', text: takeWhile(each => !FENCE.test(each)).join('\n') })
      at += 1
    } else if (item) {
      const items = takeWhile(each => item.test(each)).map(each => item.exec(each)?.[1] ?? '')
      blocks.push({ kind: 'list', isOrdered: item === NUMBER, items })
    } else blocks.push({ kind: 'paragraph', text: takeWhile(isPlain).join(' ') })
  }
  return blocks
}

const isPlain = (line: string): boolean =>
  line.trim() !== '' && ![HEADING, BULLET, NUMBER, FENCE].some(pattern => pattern.test(line))

/** The words of a link hold no bracket: a line of nothing but brackets would be read to its end from each of them. */
const PART = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[([^[\]\n]+)\]\((https:\/\/[^\s()<>"]+)\)/g

/** Strong words, code and links of a line; whatever else looks like markup is text. */
export function readParts(text: string): MarkdownPart[] {
  const parts: MarkdownPart[] = []
  let end = 0
  for (const found of text.matchAll(PART)) {
    const [whole, strong, code, label, to] = found
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) })
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else parts.push({ kind: 'link', text: label ?? '', to: to ?? '' })
    end = found.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
