/** What is wrong with a row of the security table. */
export interface AsvsProblem {
  readonly line: number
  readonly problem: string
}

/** Requirements of OWASP ASVS 5.0.0 by level. */
const COUNTS: Readonly<Record<string, number>> = { '1': 70, '2': 183 }
const COLUMNS = 'id,level,requirement,applies,evidence'
const ID = /^V\d{1,2}\.\d{1,2}\.\d{1,2}$/
/** A path of the tree, wherever it stands in an answer. */
const PATH = /(?<![\w./-])(?:[\w.-]+\/)+[\w.-]+\.[a-z]+|(?<![\w./-])(?:SECURITY\.md|(?:package|tsconfig|biome)\.json)/g
const REASON = /^(not met|n\/a): .{10,}/
const FEWEST_WORDS = 5

/**
 * Every requirement of levels 1 and 2 has one row, and every row an answer: paths that exist, or `not met: …` where it
 * applies; `n/a: …` where it does not.
 */
export function findAsvsProblems(table: string, exists: (path: string) => boolean): AsvsProblem[] {
  const [head, ...lines] = table.trimEnd().split('\n')
  if (head !== COLUMNS) return [{ line: 1, problem: `the columns are not ${COLUMNS}` }]
  const seen = new Map<string, string>()
  const problems = lines.flatMap((text, index) => {
    const cells = readLine(text)
    const found = cells.length === 5 ? checkRow(cells, seen, exists) : ['has not five cells']
    return found.map(problem => ({ line: index + 2, problem: `${cells[0]} ${problem}` }))
  })
  for (const [level, count] of Object.entries(COUNTS)) {
    const rows = [...seen.values()].filter(each => each === level).length
    if (rows !== count) problems.push({ line: 1, problem: `level ${level} has ${rows} rows of ${count}` })
  }
  return problems
}

function checkRow(cells: readonly string[], seen: Map<string, string>, exists: (path: string) => boolean): string[] {
  const [id = '', level = '', requirement = '', applies = '', evidence = ''] = cells
  const problems = [
    ...(ID.test(id) ? [] : ['is no id']),
    ...(seen.has(id) ? ['stands twice'] : []),
    ...(level in COUNTS ? [] : [`has the level ${level}`]),
    ...(requirement.length < FEWEST_WORDS ? ['does not say what it asks for'] : []),
  ]
  seen.set(id, level)
  const paths = evidence.match(PATH) ?? []
  const isReason = REASON.test(evidence)
  if (applies === 'yes' && evidence.startsWith('n/a')) problems.push('applies, and says that it does not')
  else if (applies === 'yes' && !isReason && paths.length === 0) problems.push('names neither a path nor a reason')
  else if (applies === 'no' && !evidence.startsWith('n/a: ')) problems.push('does not say why it does not apply')
  else if (applies !== 'yes' && applies !== 'no') problems.push(`applies: ${applies}`)
  return [...problems, ...paths.filter(path => !exists(path)).map(path => `names ${path}, which does not exist`)]
}

/** One line of RFC 4180 without line breaks in cells. */
const readLine = (text: string): string[] =>
  [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
