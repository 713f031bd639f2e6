import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { connector } from '@sluice/api/modules/connect/connector/contract.ts'
import { installation } from '@sluice/api/modules/market/installation/contract.ts'
import { market } from '@sluice/api/modules/market/market/contract.ts'
import { type Examined, solutionPackage } from '@sluice/api/modules/market/solution-package/contract.ts'
import { ApiError, type Client, createClient, Failure, SolutionPackage } from '@sluice/contract'
import { writePackage } from '@sluice/packages'
import { readTexts } from '../config/texts.ts'
import { printable } from '../printable.ts'
import { readText } from './read-text.ts'

/** `package build`, `unpack`, `check`, `test`, `diff`, `publish` or `install` of the command line. */
export interface PackageCommand {
  readonly act: 'build' | 'unpack' | 'check' | 'test' | 'diff' | 'publish' | 'install'
  /** Folders or files. */
  readonly paths: readonly string[]
  readonly out: string | null
  readonly url: string | null
  readonly json: boolean
  readonly prefix: string
  readonly group: string
  /** Ids or names of connectors by slot. */
  readonly connectors: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

const contract = { connector, installation, market, solutionPackage }
type Api = Client<typeof contract>

interface Session {
  readonly api: Api
  readonly command: PackageCommand
  /** A path as its caller means it. */
  at(path: string): string
  print(...lines: readonly string[]): void
}

const LOCAL = 'http://127.0.0.1:8080'

/** Carries a command out and says how it went. Returns the exit code: 0, or 1 where something is wrong. */
export async function runPackage(
  command: PackageCommand,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { texts, language } = readTexts(env)
  const token = env['SLUICE_TOKEN'] ?? ''
  const url = (command.url ?? env['SLUICE_URL'] ?? LOCAL).replace(/\/+$/, '')
  const session: Session = {
    api: createClient(contract, { base: url, token: () => token, language: () => language, timeoutMs: 660_000 }),
    command,
    // npm works in the project's directory, whoever calls it is elsewhere.
    at: path => resolve(env['INIT_CWD'] ?? '', path),
    print: (...lines) => void process.stdout.write(showLines(lines)),
  }
  try {
    if (token === '' && command.act !== 'build' && command.act !== 'unpack')
      throw new Failure({ code: 'config.token', message: texts.needsToken, field: 'SLUICE_TOKEN' })
    return await acts[command.act](session)
  } catch (error) {
    const message = error instanceof TypeError ? texts.unreachable(url) : tellError(error)
    process.stderr.write(showLines([message]))
    return 1
  }
}

/** What a package or the product says, of whose making it may be. */
const showLines = (texts: readonly string[]): string =>
  texts
    .flatMap(text => text.split('\n'))
    .map(line => `${printable(line)}\n`)
    .join('')

function tellError(error: unknown): string {
  if (!(error instanceof ApiError) || !error.body) return error instanceof Error ? error.message : String(error)
  const { message, content } = error.body
  const rows = Array.isArray(content)
    ? (content as Readonly<Partial<Record<'place' | 'field' | 'strategy' | 'title' | 'message', string>>>[])
    : []
  const where = (row: (typeof rows)[number]): string =>
    row.place ?? row.field ?? `${row.strategy ?? ''} ${row.title ?? ''}`.trim()
  return [message, ...rows.map(row => `  ${where(row)}: ${row.message ?? ''}`)].join('\n')
}

const acts: Readonly<Record<PackageCommand['act'], (session: Session) => Promise<number>>> = {
  async build({ command, at, print }) {
    const text = readText(at(first(command)))
    const { name, version } = SolutionPackage.parse(JSON.parse(text)).manifest
    const out = at(command.out ?? `${name}-${version}.sluice.json`)
    await writeFile(out, text)
    print(out)
    return 0
  },
  async unpack({ command, at, print }) {
    const text = readText(at(first(command)))
    print(...(await writePackage(SolutionPackage.parse(JSON.parse(text)), at(command.out ?? '.'))))
    return 0
  },
  check: session => examine(session, told => [...tellProblems(told), ...tellSamples(told, false)]),
  test: session => examine(session, told => tellSamples(told, true)),
  diff: session => examine(session, told => [...told.proposed_changes.split('\n'), `→ ${told.proposed_version}`]),
  publish,
  install,
}

const first = ({ paths }: PackageCommand): string => paths[0] ?? ''

async function examine({ api, command, at, print }: Session, tell: (told: Examined) => string[]): Promise<number> {
  const [path = '', other] = command.paths
  const before = command.act === 'diff' ? { before: readText(at(path)) } : {}
  const text = readText(at(command.act === 'diff' ? (other ?? '') : path))
  const { content } = await api.solutionPackage.examine({ body: { text, ...before } })
  if (command.json) print(JSON.stringify(content, null, 2))
  else print(...tell(content))
  const isWrong = content.problems.some(each => each.level === 'error') || content.samples.some(each => !each.ok)
  return isWrong && command.act !== 'diff' ? 1 : 0
}

const tellProblems = ({ problems }: Examined): string[] =>
  problems.map(each => `${each.level === 'error' ? '✗' : '!'} ${each.place}: ${each.message}`)

function tellSamples({ samples }: Examined, isWhole: boolean): string[] {
  const failed = samples.filter(each => !each.ok)
  const shown = isWhole ? samples : failed
  return [
    ...shown.flatMap(each => [
      `${each.ok ? '✓' : '✗'} ${each.strategy}: ${each.title}`,
      // As a difference is written: what was expected, or why it was refused, then what was made.
      ...(each.ok ? [] : [`    - ${each.message}`, ...(each.made === null ? [] : [`    + ${each.made}`])]),
    ]),
    `${samples.length - failed.length}/${samples.length} ✓`,
  ]
}

/** Released, and signed by it: the next version of the tenant's package of that name where there is one. */
async function publish({ api, command, at, print }: Session): Promise<number> {
  const text = readText(at(first(command)))
  const { name } = SolutionPackage.parse(JSON.parse(text)).manifest
  const known = (await api.solutionPackage.list({ body: { keyword: name, pageSize: 100 } })).content
  const id = known.find(each => each.name === name)?.id
  const { content: draft } =
    id === undefined ? await api.solutionPackage.import({ body: { text } }) : await replace(api, id, text)
  const { content } = await api.solutionPackage.release({ params: { id: draft.id }, body: { lock: draft.lock } })
  const [release] = content.releases
  print(`release:${release?.id} ${content.name} ${release?.version} ${release?.sha256}`)
  if (command.out === null || release === undefined) return 0
  const file = await api.solutionPackage.file({ params: { id: draft.id, version: release.version } })
  await writeFile(at(command.out), Buffer.from(await file.arrayBuffer()))
  return 0
}

async function replace(api: Api, id: string, text: string) {
  const { content } = await api.solutionPackage.detail({ params: { id } })
  return api.solutionPackage.replace({ params: { id }, body: { lock: content.lock, text } })
}

async function install({ api, command, at, print }: Session): Promise<number> {
  const path = first(command)
  const isRef = /^(delivered|release|upload):/.test(path)
  const ref = isRef ? path : (await api.market.upload({ body: { text: readText(at(path)) } })).content.ref
  const connectors = await findConnectors(api, command.connectors)
  const { prefix, group, params } = command
  const wish = { ref, prefix, group, params, connectors }
  const { content: plan } = await api.installation.plan({ body: wish })
  const problems = plan.problems.map(each => `✗ ${each.field}: ${each.message}`)
  const missing = plan.compatibility.flatMap(each =>
    each.checks.flatMap(check =>
      check.state === 'missing' ? [`! ${each.connector}: ${check.what} ${check.message}`] : [],
    ),
  )
  print(...plan.changes.map(each => `${each.act} ${each.kind} ${each.key}`), ...missing, ...problems)
  if (problems.length > 0) return 1
  const { content } = await api.installation.create({ body: { ...wish, hash: plan.hash } })
  print(`${content.name} ${content.version} ${content.id}`)
  return 0
}

/** A connector is named by its id, or by its name where one alone has it. @throws Failure */
async function findConnectors(api: Api, named: PackageCommand['connectors']): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [slot, name] of Object.entries(named)) {
    const { content } = await api.connector.list({ query: { keyword: name } })
    const fits = content.filter(each => each.id === name || each.name === name)
    const [only, ...others] = fits
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) found[slot] = name
    else if (only && others.length === 0) found[slot] = only.id
    else
      throw new Failure({
        code: 'package.connector',
        message: `${fits.length} connectors are called ${name}.`,
        field: slot,
      })
  }
  return found
}
