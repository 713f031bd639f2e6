import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  type ConfigFile,
  type ConfigKind,
  type ConfigPlan,
  type ConfigProblem,
  config,
  configKinds,
} from '@sluice/api/modules/admin/config/contract.ts'
import { ApiError, type Client, createClient, Failure } from '@sluice/contract'
import { printable } from '../printable.ts'
import { readDirectory, writeDirectory } from './directory.ts'
import { createPaint, type Paint, showPlan, showProblems } from './show-plan.ts'
import { readTexts, type Texts } from './texts.ts'

/** `export`, `plan` or `apply` of the command line. */
export interface ConfigCommand {
  readonly act: 'export' | 'plan' | 'apply'
  readonly directory: string
  /** null: SLUICE_URL, or the product on this machine. */
  readonly url: string | null
  readonly kinds: readonly ConfigKind[] | null
  readonly prune: boolean
  readonly state: boolean
  readonly sample: number
  readonly json: boolean
  /** Apply without asking. */
  readonly yes: boolean
  /** Apply this very plan. */
  readonly plan: string | null
}

/** As scripts read them: nothing to do, something went wrong, something is to do. */
const exitCodes = { done: 0, failed: 1, changes: 2 } as const

interface Session {
  readonly api: Client<{ config: typeof config }>
  readonly command: ConfigCommand
  readonly texts: Texts
  readonly paint: Paint
  print(lines: readonly string[]): void
  printJson(value: unknown): void
}

const LOCAL = 'http://127.0.0.1:8080'
// A plan looks at stored records, an application may delete them.
const PATIENCE_MS = 660_000

/** Carries a command out and says how it went. Returns the exit code. */
export async function runConfig(
  { directory, ...rest }: ConfigCommand,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  // npm works in the project's directory, whoever calls it is elsewhere.
  const command = { ...rest, directory: resolve(env['INIT_CWD'] ?? '', directory) }
  const { texts, language } = readTexts(env)
  const token = env['SLUICE_TOKEN'] ?? ''
  const url = (command.url ?? env['SLUICE_URL'] ?? LOCAL).replace(/\/+$/, '')
  const session: Session = {
    api: createClient({ config }, { base: url, token: () => token, language: () => language, timeoutMs: PATIENCE_MS }),
    ...{ command, texts },
    paint: createPaint(process.stdout.isTTY === true && !env['NO_COLOR']),
    print: lines => void process.stdout.write(lines.map(line => `${line}\n`).join('')),
    printJson: value => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
  }
  try {
    if (token === '') throw new Failure({ code: 'config.token', message: texts.needsToken, field: 'SLUICE_TOKEN' })
    if (command.act === 'export') return await runExport(session)
    return await runFiles(session, env)
  } catch (error) {
    return fail(session, error, url)
  }
}

async function runExport({ api, command, texts, print, printJson }: Session): Promise<number> {
  const { content } = await api.config.export({ body: command.kinds ? { kinds: [...command.kinds] } : {} })
  const kinds = command.kinds ?? configKinds
  // Cursors move all the time, so they are written only where somebody asks for them.
  const isTold = ({ path }: ConfigFile) => command.state || command.kinds !== null || !path.startsWith('state/')
  const files = content.files.filter(isTold)
  const told = command.state || command.kinds !== null ? kinds : kinds.filter(kind => kind !== 'state')
  const { written, removed } = await writeDirectory(command.directory, files, told)
  if (command.json) printJson({ files: files.map(file => file.path), written, removed, notes: content.notes })
  else
    print([
      ...content.notes.map(({ kind, key, message }) => `${kind} ${key}: ${message}`),
      texts.exported(files.length, written.length, removed.length),
    ])
  return exitCodes.done
}

const PLACEHOLDER = /\$\{secret:([A-Za-z_][A-Za-z0-9_]{0,199})\}/g

/** Only what the files ask for leaves this machine. */
function readSecrets(
  files: readonly ConfigFile[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = new Set(files.flatMap(({ text }) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))
  return Object.fromEntries([...names].flatMap(name => (env[name] === undefined ? [] : [[name, env[name] ?? '']])))
}

async function runFiles(session: Session, env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const { api, command, texts, paint, print, printJson } = session
  const all = await readDirectory(command.directory)
  const wish = {
    files: all,
    secrets: readSecrets(all, env),
    prune: command.prune,
    state: command.state,
  }
  const { content: plan } = await api.config.plan({ body: { ...wish, sample: command.sample } })
  const isEmpty = plan.counts.create + plan.counts.change + plan.counts.delete === 0
  if (command.act === 'plan' || !command.json) {
    if (command.json) printJson(plan)
    else
      print([...showPlan(plan, texts, paint), ...(isEmpty || plan.problems.length > 0 ? [] : [texts.hash(plan.hash)])])
  }
  if (plan.problems.length > 0) {
    if (command.act === 'apply' && command.json) printJson({ applied: false, problems: plan.problems })
    return exitCodes.failed
  }
  if (command.act === 'plan') return isEmpty ? exitCodes.done : exitCodes.changes
  if (!isEmpty) await agree(session, plan)
  const { content } = await api.config.apply({ body: { ...wish, hash: plan.hash } })
  const { create, change, delete: gone } = content.counts
  if (command.json) printJson({ applied: true, ...content })
  else print([paint('green', texts.applied(create, change, gone))])
  return exitCodes.done
}

/** @throws Failure when nobody agreed to this plan */
async function agree({ command, texts, print }: Session, plan: ConfigPlan): Promise<void> {
  if (command.plan !== null) {
    if (command.plan === plan.hash) return
    throw new Failure({ code: 'config.stale', message: texts.stale, field: '--plan' })
  }
  if (command.yes) return
  if (!process.stdin.isTTY || command.json)
    throw new Failure({ code: 'config.needsYes', message: texts.needsYes, field: '--yes' })
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(texts.ask)
  lines.close()
  if (answer.trim() === 'yes') return
  print([])
  throw new Failure({ code: 'config.refused', message: texts.refusedToApply, field: '--yes' })
}

function fail({ command, texts, paint, printJson }: Session, error: unknown, url: string): number {
  const { code, message, problems } = explain(error, texts, url)
  if (command.json) printJson({ code, message, problems })
  else
    process.stderr.write(
      [printable(message), ...showProblems(problems, texts, paint)].map(line => `${line}\n`).join(''),
    )
  return exitCodes.failed
}

interface Explained {
  readonly code: string
  readonly message: string
  readonly problems: readonly ConfigProblem[]
}

function explain(error: unknown, texts: Texts, url: string): Explained {
  if (error instanceof ApiError && error.body) {
    const { code, message, content } = error.body
    const rows = Array.isArray(content) ? (content as ConfigProblem[]) : [] // what a refusal of files carries
    return { code: String(code), message, problems: rows.filter(row => typeof row?.file === 'string') }
  }
  if (error instanceof Failure) return { code: error.code, message: error.message, problems: [] }
  if (error instanceof TypeError || error instanceof ApiError)
    return { code: 'unreachable', message: texts.unreachable(url), problems: [] }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), problems: [] }
}
