export interface TextPart {
  readonly text: string
  readonly isCode: boolean
}

/** A text cut at its fenced code blocks. A fence that is not closed yet goes on to the end. */
export function splitCode(text: string): TextPart[] {
  const parts: { text: string; isCode: boolean }[] = []
  let lines: string[] = []
  let fence: string | null = null
  const end = (isCode: boolean) => {
    const part = lines.join('\n')
    if (isCode || part.trim() !== '') parts.push({ text: isCode ? part : part.replace(/^\n+|\n+$/g, ''), isCode })
    lines = []
  }
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1]
    if (fence === null && mark !== undefined) {
      end(false)
      fence = mark
    } else if (fence !== null && mark !== undefined && line.trim() === mark && mark.length >= fence.length) {
      end(true)
      fence = null
    } else lines.push(line)
  }
  end(fence !== null)
  return parts
}
