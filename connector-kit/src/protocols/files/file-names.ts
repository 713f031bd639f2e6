/** Whether the ending is one that is read. */
export const isReadable = (name: string): boolean => /\.(csv|tsv|txt|jsonl|ndjson|json|xlsx|xlsm)$/i.test(name)

/**
 * `*` is any text, `?` is one character; upper and lower case are the same. A name is walked once with one place to go
 * back to, the last `*`: as a regular expression six stars took a minute over one long name.
 */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  const wanted = [...pattern.toLowerCase()]
  return name => fits([...name.toLowerCase()], wanted)
}

function fits(name: readonly string[], wanted: readonly string[]): boolean {
  let [at, next] = [0, 0]
  let star = -1
  let resume = 0
  while (at < name.length) {
    if (wanted[next] === '*') {
      star = next
      resume = at
      next += 1
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === name[at])) {
      at += 1
      next += 1
    } else if (star >= 0) {
      // The star takes one character more.
      resume += 1
      at = resume
      next = star + 1
    } else return false
  }
  while (wanted[next] === '*') next += 1
  return next === wanted.length
}
