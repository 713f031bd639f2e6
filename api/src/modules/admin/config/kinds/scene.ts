import { type Parsed, type RouteDef, route } from '@sluice/contract'
import type { Tx, Vault } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { z } from 'zod'
import { callRoute, type Input } from '../../../../http/call-route.ts'
import { parseInput } from '../../../../http/parse-input.ts'
import { refuse } from '../../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../../http/route-handler.ts'
import type { adapter } from '../../../asset/adapter/contract.ts'
import type { apiAsset } from '../../../asset/api-asset/contract.ts'
import type { collection } from '../../../asset/collection/contract.ts'
import type { connector } from '../../../connect/connector/contract.ts'
import type { platform } from '../../../connect/platform/contract.ts'
import type { application } from '../../../gateway/application/contract.ts'
import type { aggregate } from '../../../insight/aggregate/contract.ts'
import type { digraph } from '../../../insight/digraph/contract.ts'
import type { mapping } from '../../../mapping/mapping/contract.ts'
import type { billProfile } from '../../../reconcile/bill-profile/contract.ts'
import type { StrategyLife, StrategyService } from '../../../strategy/strategy/index.ts'
import type { strategyCursor } from '../../../strategy/strategy-cursor/contract.ts'
import type { ConfigKind } from '../contract.ts'
import type { ConfigDocument, Place } from '../files.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Resolve } from '../port-strategy.ts'
import { nameOf, type World } from '../world.ts'

/** What the screens do, done for files: the same checks, versions and operation-log rows. */
export interface ConfigParts {
  readonly platform: Handlers<typeof platform>
  readonly adapter: Handlers<typeof adapter>
  readonly apiAsset: Handlers<typeof apiAsset>
  readonly collection: Handlers<typeof collection>
  readonly connector: Handlers<typeof connector>
  readonly mapping: Handlers<typeof mapping>
  readonly strategyCursor: Handlers<typeof strategyCursor>
  readonly aggregate: Pick<Handlers<typeof aggregate>, 'create'>
  readonly digraph: Pick<Handlers<typeof digraph>, 'import' | 'update' | 'delete'>
  readonly application: Pick<Handlers<typeof application>, 'update' | 'delete'>
  readonly billProfile: Pick<Handlers<typeof billProfile>, 'delete'>
  readonly strategy: StrategyService
  readonly life: StrategyLife
}

export interface ConfigDeps {
  readonly engine: Engine
  readonly vault: Pick<Vault, 'open'>
  readonly parts: ConfigParts
  readonly now: () => number
  /** Shorter than a caller is kept waiting: what is not done by then is undone. */
  readonly limitMs: number
}

/** One application of files, tried or meant: everything happens in its transaction. */
export interface Scene {
  readonly deps: ConfigDeps
  readonly tx: Tx
  /** Every transaction of this context is `tx`. */
  readonly ctx: RouteContext
  /** As it is now; read anew when a kind is through. */
  world: World
  readonly secrets: Readonly<Record<string, string>>
  /** Names of secrets that are stored. */
  readonly stored: Set<string>
  readonly deadline: AbortSignal
  /** Move cursors. */
  readonly movesState: boolean
  /** It will be undone. */
  readonly isTrial: boolean
  /** What can only be done when later kinds are through. */
  readonly later: { readonly document: ConfigDocument; work(): Promise<void> }[]
  /** `kind key` of what could not be done: what needs it is not complained about. */
  readonly failed: Set<string>
  /** `kind key` of every document. */
  readonly wanted: ReadonlySet<string>
  /** Connectors that are another now. */
  readonly touched: Set<string>
  /** Value maps that hold other lines or rules now. */
  readonly maps: Set<string>
  complain(place: Place, failure: unknown): void
}

/** One object as the tenant has it, in the words of a file. */
export interface Found {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly version: number
  readonly spec: JsonObject
}

/** What a document asks for, compared with what is there. */
export interface Step {
  readonly name: string
  /** The whole of it, defaults written out. */
  readonly spec: JsonObject
  readonly notes: string[]
  /** Makes or changes it. */
  apply(): Promise<void>
}

export interface KindOf<F extends Found = Found> {
  readonly kind: ConfigKind
  /** Who may see it. */
  readonly permission: string
  list(scene: Pick<Scene, 'deps' | 'tx' | 'world' | 'ctx'>): Promise<F[]>
  /** @throws Failure with its field */
  plan(scene: Scene, document: ConfigDocument, found: F | undefined): Promise<Step>
  /** Absent: it goes with something else. */
  remove?(scene: Scene, found: F): Promise<void>
}

/** Its fault was told where it is, or elsewhere. */
export const isSkipped = (failure: unknown): boolean => failure instanceof Skipped
class Skipped extends Error {}
export const skip = (): never => {
  throw new Skipped('planning a change: what it needs has failed')
}

/** A call as from outside, in the transaction of the scene. @throws Failure */
export const call = <D extends RouteDef>(
  { ctx }: Pick<Scene, 'ctx'>,
  definition: D,
  handle: (input: Parsed<D>, ctx: RouteContext) => Promise<unknown>,
  input: Input,
): Promise<{ readonly id: string; readonly version: number }> => callRoute(definition, handle, input, ctx)

/** @throws Failure `invalid.input` with each field under `spec` */
export function parseSpec<S extends z.ZodType>(schema: S, spec: Json, ctx: RouteContext): z.output<S> {
  const { body } = parseInput(
    route({ ...ANY, body: z.strictObject({ spec: schema }) }),
    { ...NOTHING, body: { spec } },
    ctx,
  )
  return (body as { spec: z.output<S> }).spec // parsed by it
}

const ANY = { method: 'POST', path: '/', summary: '', permission: null, audit: 'query', content: z.null() } as const
const NOTHING = { params: undefined, query: undefined }

/** What files name, as it is now. A name that failed before is not told again. */
export const resolveIn = (scene: Scene): Resolve => {
  return (kind, key, field) => {
    const found = scene.world.find(kind, key)
    if (found) return found
    if (scene.failed.has(nameOf(kind, key))) return skip()
    throw refuse('invalid.configReference', { field, value: key })
  }
}
