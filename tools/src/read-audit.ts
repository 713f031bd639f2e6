/** Known holes in what the product is made of, as `npm audit --json` tells them; null: the registry told nothing. */
export function listKnownHoles(report: string): readonly string[] | null {
  const read: unknown = tryParse(report)
  const told = typeof read === 'object' && read !== null && 'vulnerabilities' in read ? read.vulnerabilities : null
  if (typeof told !== 'object' || told === null) return null
  return Object.values(told as Readonly<Record<string, { readonly name: string; readonly severity: string }>>)
    .filter(each => each.severity === 'high' || each.severity === 'critical')
    .map(each => `${each.name}: ${each.severity}`)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
