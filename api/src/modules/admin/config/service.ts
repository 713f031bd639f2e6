import type { Failure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import {
  type ConfigChange,
  type ConfigFile,
  type ConfigKind,
  type ConfigPlan,
  type ConfigProblem,
  configKinds,
} from './contract.ts'
import { type ConfigDocument, type Place, readFiles, writeFiles } from './files.ts'
import type { JsonObject } from './json.ts'
import { MOST_LINES, readLines } from './kinds/mapping.ts'
import type { ConfigDeps, Scene } from './kinds/scene.ts'
import { measureEffects } from './measure-effects.ts'
import { findCircle } from './order-strategies.ts'
import { lockConfig } from './store.ts'
import { kinds, refreshWorld, toProblems, type Walk, type Walked, walk } from './walk.ts'
import { nameOf } from './world.ts'

/** Deleting a strategy with its records, or a thousand objects, takes its time. */
const STATEMENT_MS = 600_000

export interface Wish {
  readonly files: readonly ConfigFile[]
  readonly secrets: Readonly<Record<string, string>>
  readonly prune: boolean
  readonly state: boolean
  /** Objects that are to go, whether or not files are of their kind. Default none. */
  readonly remove?: readonly { readonly kind: ConfigKind; readonly key: string }[]
  /** Aborted when it takes too long: then nothing is written. */
  readonly deadline: AbortSignal
}

interface Note {
  readonly kind: ConfigKind
  readonly key: string
  readonly message: string
}

/** The tenant's configuration as files, as far as the caller may see it. */
export async function exportConfig(
  deps: ConfigDeps,
  wanted: readonly ConfigKind[] | undefined,
  ctx: RouteContext,
): Promise<{ files: ConfigFile[]; notes: Note[] }> {
  const mine = configKinds.filter(kind => isAllowed(ctx.principal, kinds[kind].permission))
  const refused = wanted?.find(kind => !mine.includes(kind))
  if (refused !== undefined) throw refuse('permission.missing', { value: kinds[refused].permission })
  const chosen = configKinds.filter(kind => (wanted ?? mine).includes(kind))
  const { objects, world } = await ctx.tenant(tx => readObjects(deps, tx, chosen, ctx), SNAPSHOT)
  const shared = new Set(world.shared.map(each => nameOf(each.kind, each.key)))
  const own = objects.filter(each => !shared.has(nameOf(each.kind, each.key)))
  const long = own.filter(each => each.kind === 'mapping' && each.spec['lines'] === undefined)
  const say = (code: string, { kind, key }: Omit<Note, 'message'>): Note => ({
    kind,
    key,
    message: writeMessage(code, ctx.language, { value: String(MOST_LINES) }, ''),
  })
  const notes = [
    ...world.shared.filter(each => chosen.includes(each.kind)).map(each => say('config.shared', each)),
    ...long.map(each => say('config.lines', each)),
  ]
  await ctx.tenant(tx => ctx.audit(tx, { objectType: 'config', after: { kinds: chosen, files: own.length } }))
  return { files: writeFiles(own), notes }
}

const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const

/** One object in the words of a file, and whose id it has here. */
export interface ConfigObject {
  readonly kind: ConfigKind
  readonly id: string
  readonly key: string
  readonly name: string
  readonly spec: JsonObject
}

/**
 * Objects of the tenant, in the words of files. In the caller's transaction. `whole`: `kind key` of value maps that are told
 * with their lines however many they are.
 */
export async function readObjects(
  deps: ConfigDeps,
  tx: Tx,
  chosen: readonly ConfigKind[],
  ctx: RouteContext,
  whole: ReadonlySet<string> = new Set(),
) {
  const world = await refreshWorld({ deps, tx })
  const objects: ConfigObject[] = []
  for (const kind of chosen) {
    const found = await kinds[kind].list({ deps, tx, ctx, world })
    // A cursor that never moved says nothing.
    const told = kind === 'state' ? found.filter(each => each.spec['watermark'] !== null) : found
    for (const { id, key, name, spec } of told) {
      const isCut = kind === 'mapping' && spec['lines'] === undefined && whole.has(nameOf(kind, key))
      objects.push({ kind, id, key, name, spec: isCut ? { ...spec, lines: await readLines(tx, id) } : spec })
    }
  }
  return { objects, world }
}

/** One at a time in a process: each holds a connection and needs a second one for the vault. */
export function createTurns(): <T>(deadline: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (deadline, work) => {
    const start = () => {
      if (deadline.aborted) throw refuse('unavailable.late', { retry: 'later' })
      return work()
    }
    const turn = last.then(start, start)
    last = turn.catch(() => undefined)
    return turn
  }
}

class Undone extends Error {
  readonly walked: Walked
  constructor(walked: Walked) {
    super('planning: everything that was tried is undone')
    this.walked = walked
  }
}

/** Tries everything in a transaction that is undone, so that a plan tells what an application would meet. */
export async function planConfig(deps: ConfigDeps, wish: Wish, sample: number, ctx: RouteContext): Promise<Planned> {
  const problems: ConfigProblem[] = []
  const documents = await readDocuments(wish, problems, ctx)
  const stored = new Set<string>()
  const walked = await undo(() =>
    ctx.tenant(
      async tx => {
        const scene = await openScene(deps, tx, { wish, documents, problems, stored, isTrial: true }, ctx)
        throw new Undone(await walk(scene, toWalk(wish, documents)))
      },
      { statementTimeoutMs: STATEMENT_MS },
    ),
  )
  const asked = { touched: sample === 0 ? [] : walked.touched, limit: sample, deadline: wish.deadline }
  const measured = await measureEffects(deps.engine, asked, ctx)
  const { changes, hash, specs } = walked
  return { hash, changes, counts: countActs(changes), problems, ...measured, secrets: [...stored].sort(), specs }
}

/** A plan, and of every object that could be read the whole of it with its defaults, by `kind key`. */
export type Planned = ConfigPlan & Pick<Walked, 'specs'>

const toWalk = ({ prune, remove = [] }: Wish, documents: readonly ConfigDocument[]): Walk => ({
  documents,
  prune,
  remove: new Set(remove.map(each => nameOf(each.kind, each.key))),
})

async function undo(work: () => Promise<never>): Promise<Walked> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Undone) return error.walked
    throw error
  }
}

/** What else belongs to an application: in its transaction, after all that it changes. */
export type Within = (tx: Tx, changes: readonly ConfigChange[]) => Promise<void>

/** All of the plan or nothing. @throws Failure `conflict.plan`, `invalid.configProblems` */
export async function applyConfig(
  deps: ConfigDeps,
  { hash, ...wish }: Wish & { readonly hash: string },
  ctx: RouteContext,
  within: Within = async () => undefined,
): Promise<{ counts: ConfigPlan['counts']; changes: ConfigChange[] }> {
  const problems: ConfigProblem[] = []
  const documents = await readDocuments(wish, problems, ctx)
  let touched: ReadonlySet<string> = new Set()
  const changes = await ctx.tenant(
    async tx => {
      const scene = await openScene(deps, tx, { wish, documents, problems, stored: new Set(), isTrial: false }, ctx)
      const walked = await walk(scene, toWalk(wish, documents))
      if (problems.length > 0) throw withProblems(problems)
      if (walked.hash !== hash) throw refuse('conflict.plan', { field: 'hash' })
      touched = scene.touched
      const counts = countActs(walked.changes)
      const done = walked.changes
        .filter(each => each.act !== 'same')
        .map(({ kind, key, act }) => `${act} ${kind} ${key}`)
      await ctx.audit(tx, {
        objectType: 'config',
        after: { ...counts, prune: wish.prune, state: wish.state, changes: done },
      })
      await within(tx, walked.changes)
      return walked.changes
    },
    { statementTimeoutMs: STATEMENT_MS },
  )
  // Only now does everybody read what was saved.
  for (const id of touched) deps.engine.connections.forget(ctx.principal.tenantId, id)
  return { counts: countActs(changes), changes }
}

const withProblems = (problems: readonly ConfigProblem[]): Failure =>
  refuse('invalid.configProblems', { value: String(problems.length), content: problems.slice(0, 1000) })

async function readDocuments({ files }: Wish, problems: ConfigProblem[], ctx: RouteContext): Promise<ConfigDocument[]> {
  const complain = (place: Place, failure: unknown) => void problems.push(...toProblems(place, failure, ctx))
  const documents = await readFiles(files, complain, ctx)
  const strategies = documents.filter(each => each.kind === 'strategy')
  const circle = findCircle(strategies)
  if (circle === null) return documents
  const place = strategies.find(each => each.key === circle.key)
  if (place) complain(place, refuse('conflict.cycle', { field: 'spec.schedule', value: circle.way }))
  return documents.filter(each => each.key !== circle.key || each.kind !== 'strategy')
}

interface Opening {
  readonly wish: Wish
  readonly documents: readonly ConfigDocument[]
  readonly problems: ConfigProblem[]
  readonly stored: Set<string>
  readonly isTrial: boolean
}

async function openScene(
  deps: ConfigDeps,
  tx: Scene['tx'],
  { wish, documents, problems, stored, isTrial }: Opening,
  ctx: RouteContext,
): Promise<Scene> {
  await lockConfig(tx)
  const inside: RouteContext = { ...ctx, principal: ctx.principal, tenant: work => work(tx) }
  return {
    ...{ deps, tx, ctx: inside, isTrial, stored },
    world: await refreshWorld({ deps, tx }),
    secrets: wish.secrets,
    movesState: wish.state,
    deadline: wish.deadline,
    later: [],
    failed: new Set(),
    wanted: new Set(documents.map(each => nameOf(each.kind, each.key))),
    touched: new Set(),
    maps: new Set(),
    complain(place, failure) {
      const kind = 'kind' in place ? (place.kind as ConfigKind) : undefined
      const told = toProblems(place, failure, ctx, kind)
      problems.push(...told.map(row => (isNamed(place) && row.field === '' ? { ...row, field: nameIt(place) } : row)))
    },
  }
}

/** What is to go stands in no file: its problem says which object it is. */
const isNamed = (place: Place): place is Place & Pick<ConfigDocument, 'kind' | 'key'> =>
  place.file === '' && 'kind' in place && 'key' in place
const nameIt = ({ kind, key }: Pick<ConfigDocument, 'kind' | 'key'>): string => nameOf(kind, key)

function countActs(changes: readonly ConfigChange[]): ConfigPlan['counts'] {
  const counts = { create: 0, change: 0, delete: 0, same: 0 }
  for (const { act } of changes) counts[act] += 1
  return counts
}
