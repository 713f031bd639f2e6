import { createReadStream, openAsBlob } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type MarketSource, marketSource } from '@sluice/api/modules/market/market-source/contract.ts'
import { ApiError, type Client, createClient, Failure } from '@sluice/contract'
import { readTexts } from '../config/texts.ts'
import { printable } from '../printable.ts'

/** `market export`, `import`, `sources` or `look` of the command line. */
export interface MarketCommand {
  readonly act: 'export' | 'import' | 'sources' | 'look'
  /** A file, or the name of a followed market. */
  readonly path: string
  readonly out: string | null
  readonly url: string | null
  /** The key that whoever calls has compared with the other operator. */
  readonly key: string | null
  /** How a market that comes by file for the first time is called. */
  readonly name: string | null
  readonly json: boolean
}

const contract = { marketSource }

interface Session {
  readonly api: Client<typeof contract>
  readonly command: MarketCommand
  /** A path as its caller means it. */
  at(path: string): string
  print(...lines: readonly string[]): void
}

const LOCAL = 'http://127.0.0.1:8080'

/** Carries a command out and says how it went. Returns the exit code: 0, or 1 where something is wrong. */
export async function runMarket(
  command: MarketCommand,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { texts, language } = readTexts(env)
  const token = env['SLUICE_TOKEN'] ?? ''
  const url = (command.url ?? env['SLUICE_URL'] ?? LOCAL).replace(/\/+$/, '')
  const write = (stream: NodeJS.WriteStream, lines: readonly string[]): void =>
    void stream.write(lines.map(line => `${printable(line)}\n`).join(''))
  const session: Session = {
    api: createClient(contract, { base: url, token: () => token, language: () => language, timeoutMs: 660_000 }),
    command,
    at: path => resolve(env['INIT_CWD'] ?? '', path),
    print: (...lines) => write(process.stdout, lines),
  }
  try {
    if (token === '') throw new Failure({ code: 'config.token', message: texts.needsToken, field: 'SLUICE_TOKEN' })
    return await acts[command.act](session)
  } catch (error) {
    const isAway = error instanceof TypeError
    const told = error instanceof ApiError ? (error.body?.message ?? error.message) : String((error as Error).message)
    write(process.stderr, [isAway ? texts.unreachable(url) : told])
    return 1
  }
}

const acts: Readonly<Record<MarketCommand['act'], (session: Session) => Promise<number>>> = {
  sources: async ({ api, command, print }) => {
    const { content } = await api.marketSource.list()
    if (command.json) print(JSON.stringify(content, null, 2))
    else print(...content.flatMap(tell))
    return content.some(each => each.failure !== null) ? 1 : 0
  },
  look: async session => {
    const { api, command } = session
    const known = (await api.marketSource.list()).content
    const source = known.find(each => each.id === command.path || each.title === command.path)
    if (!source) throw new Failure({ code: 'market.source', message: `No followed market is called ${command.path}.` })
    return finish(session, (await api.marketSource.look({ params: { id: source.id } })).content)
  },
  // Beside its place first: a file that is there is whole.
  export: async ({ api, command, at, print }) => {
    const path = at(command.out ?? '')
    try {
      const file = await api.marketSource.export()
      await writeFile(`${path}.part`, file.stream())
      await rename(`${path}.part`, path)
      print(`${path} ${file.size}`)
      return 0
    } finally {
      await rm(`${path}.part`, { force: true })
    }
  },
  import: async session => {
    const { api, command, at, print } = session
    const path = at(command.path)
    const { content: peeked } = await api.marketSource.peek({ body: { head: (await readHead(path)) || ' ' } })
    let id = peeked.source_id
    if (id === null && command.key !== peeked.key) {
      print(
        `key          ${peeked.key}`,
        `fingerprint  ${peeked.fingerprint}`,
        'This market is not followed yet. Compare its key with its operator, then say --key KEY.',
      )
      return 1
    }
    if (id === null) {
      const title = command.name ?? basename(path).slice(0, 60)
      id = (await api.marketSource.add({ body: { title, key: peeked.key } })).content.id
    }
    const file = await openAsBlob(path)
    return finish(session, (await api.marketSource.import({ params: { id }, file, filename: basename(path) })).content)
  },
}

function finish({ command, print }: Session, source: MarketSource): number {
  print(...(command.json ? [JSON.stringify(source, null, 2)] : tell(source)))
  return source.failure === null && source.problems.length === 0 ? 0 : 1
}

const tell = ({ title, serial, packages, released, waiting, failure, problems }: MarketSource): string[] => [
  `${title}  serial ${serial}, ${packages} packages, ${released} in the market, ${waiting} waiting`,
  ...(failure ? [`  ✗ ${failure.message}`] : []),
  ...problems.map(each => `  ✗ ${each.name} ${each.version}: ${each.message}`),
]

/** The first line, as long as one may be. */
async function readHead(path: string): Promise<string> {
  const lines = createInterface({
    input: createReadStream(path, { end: 2 ** 24 - 1 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  try {
    for await (const line of lines) return line
    return ''
  } catch {
    throw new Failure({ code: 'market.file', message: `${path} cannot be read.` })
  } finally {
    lines.close()
  }
}
