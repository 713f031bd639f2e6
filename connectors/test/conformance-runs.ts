import type { Waiver } from '@sluice/connector-kit/conformance'

/** A registered connector, and the texts of its folder. */
export interface ConnectorFolder {
  readonly id: string
  /** Without the tests. */
  readonly sources: readonly string[]
  /** Its own tests, and those beside the product that follow it. */
  readonly tests: readonly string[]
}

const RUN = 'C-1.4'
const suites = [
  { name: 'testFollowing', is: /\bfollowTable\(|\bfollows: 'changes'/, clause: /^C-8\.(?!1$)/ },
  { name: 'testQueue', is: /\bnew QueueSource\(|\bfollows: 'queue'/, clause: /^C-9\./ },
] as const

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')

/** Connectors without a run of a suite that is theirs, and waivers that nothing needs any more. */
export function findMissingRuns(
  folders: readonly ConnectorFolder[],
  waivers: readonly Waiver[],
  today: string,
): string[] {
  const ids = folders.map(folder => folder.id)
  return [
    ...folders.flatMap(folder => judgeFolder(folder, waivers)),
    ...waivers.flatMap(waiver => [
      ...waiver.connectors.filter(id => !ids.includes(id)).map(id => `${id}: waived, and no connector`),
      ...(waiver.reason.trim() === '' || waiver.until.trim() === ''
        ? [`${waiver.connectors}: a waiver without reason or end`]
        : []),
      ...(/^\d{4}-\d\d-\d\d/.test(waiver.until) && waiver.until.slice(0, 10) < today
        ? [`${waiver.connectors}: the waiver of ${waiver.clauses} ended on ${waiver.until}`]
        : []),
    ]),
  ]
}

function judgeFolder({ id, sources, tests }: ConnectorFolder, waivers: readonly Waiver[]): string[] {
  const waived = waivers.filter(waiver => waiver.connectors.includes(id)).flatMap(waiver => waiver.clauses)
  const code = tests.map(withoutComments)
  const runs = (name: string): boolean => code.some(text => new RegExp(`\\b${name}\\(`).test(text))
  const problems: string[] = []
  if (!runs('testConnector') && !waived.includes(RUN)) problems.push(`${id}: no run of testConnector`)
  if (runs('testConnector') && waived.includes(RUN)) problems.push(`${id}: has a run, and ${RUN} is waived`)
  for (const { name, is, clause } of suites) {
    const isTheirs = [...sources, ...tests].map(withoutComments).some(text => is.test(text))
    const isWaived = waived.some(each => clause.test(each))
    if (isTheirs && !runs(name) && !isWaived) problems.push(`${id}: no run of ${name}`)
    if (!isTheirs && isWaived) problems.push(`${id}: ${name} is waived and asks nothing of it`)
  }
  return problems
}
