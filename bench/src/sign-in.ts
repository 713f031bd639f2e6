import { argon2, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getTokens, startProduct } from '@sluice/e2e'
import pg from 'pg'
import { type Figure, median } from './figure.ts'

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const ROUNDS = 5
const CALLS = 10
/** An address may sign in once a second, beyond the first few. */
const APART_MS = 1050

/**
 * From name and password to tokens, and the first list behind them. Each call has its baseline right before it: a public
 * request, and for a sign-in one hash of today's cost, which is most of what a sign-in must cost. So two commits can be
 * compared by their ratios.
 */
export async function* measureSignIn(): AsyncIterable<Figure> {
  const database = `sluice_bench_sign_in_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const product = await startProduct({ env: { DATABASE_URL: url.href } })
  try {
    const signIns: Round[] = []
    const lists: Round[] = []
    await visit(product.url) // what is compiled and prepared once
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls: Visit[] = []
      for (let call = 0; call < CALLS; call += 1) {
        await delay(APART_MS)
        calls.push(await visit(product.url))
      }
      const of = (pick: (call: Visit) => number): number => median(calls.map(pick))
      signIns.push({ value: of(call => call.signIn), baseline: of(call => call.hash + call.bare) })
      lists.push({ value: of(call => call.list), baseline: of(call => call.bare) })
    }
    yield figureOf('sign-in.ms', signIns, 'baseline one hash and one public request')
    yield figureOf('sign-in.list-ms', lists, 'the first list of strategies; baseline one public request')
  } finally {
    await product.dispose()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  }
}

interface Round {
  readonly value: number
  readonly baseline: number
}

/** Milliseconds of each step. */
interface Visit {
  readonly bare: number
  readonly hash: number
  readonly signIn: number
  readonly list: number
}

async function visit(base: string): Promise<Visit> {
  const bare = await time(() => ask(`${base}/api/passport/options`))
  const hash = await time(hashOnce)
  let token = ''
  const signIn = await time(async () => (token = (await getTokens(base)).access_token))
  const list = await time(() => ask(`${base}/api/dh/lessee/strategy/searchv2`, token))
  return { bare, hash, signIn, list }
}

async function ask(address: string, token?: string): Promise<void> {
  const search = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  }
  const answer = await fetch(address, token === undefined ? {} : search)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`asking ${address}: ${answer.status}`)
}

/** What passwords are kept by, so that a change of their cost is seen in the ratio. */
const hashOnce = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const given = { message: Buffer.from('a password'), nonce: randomBytes(16) }
    argon2('argon2id', { ...given, ...cost }, (error, hash) => (error ? reject(error) : resolve(hash)))
  })

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

function figureOf(name: string, rounds: readonly Round[], note: string): Figure {
  const ratios = rounds.map(({ value, baseline }) => value / baseline)
  return {
    ...{ name, unit: 'ms', rssMb: null },
    note: `${note}; ratios ${ratios.map(each => each.toFixed(2)).join(', ')}`,
    value: median(rounds.map(round => round.value)),
    baseline: median(rounds.map(round => round.baseline)),
    ratio: median(ratios),
  }
}
