import { openTurn } from '@sluice/connector-kit/turns'
import { Bytes, type Data, ExactNumber, lineField, type StrategyConfig, type Value } from '@sluice/contract'
import { type Drift, describeShapes } from '../discovery/drift.ts'
import { listReads } from '../map/index.ts'
import { keepShapes, readFields, readShapes, type Shape } from '../sql/strategy-fields-rows.ts'
import { compilePath, type PathReader } from '../stage/read-path.ts'
import type { SourceRow } from '../stage/read-row.ts'
import { tellDrift } from './compare-fields.ts'
import type { Session } from './session.ts'
import type { ShapePlace, ShapeWatch } from './shape-watch.ts'

/**
 * Before a page lands: whether what the strategy reads is still a plain value, an object or a list as it was when the
 * version first met it. The other of these would be written as the text of its JSON, or as nothing. Rows that the
 * strategy leaves out are not looked at. @throws Failure `source.drift`
 */
export async function compareShapes(session: Session, rows: readonly SourceRow[]): Promise<void> {
  if (rows.length === 0) return
  const watch = session.shapes ?? (await openWatch(session))
  session.shapes = watch
  const look: Look = {
    isLoose: watch.known === null,
    seen: new Map(Object.entries(watch.known ?? {})),
    drifts: new Map(),
  }
  const known = look.seen.size
  const turn = openTurn(session.control.read.signal)
  for (const row of rows) {
    if (row.failure !== null || row.change === 'delete') continue
    lookAt(row.data, watch, look)
    if (turn.isOver()) await turn.give()
  }
  if (look.drifts.size > 0) {
    const drift = toDrift(look)
    await tellDrift(session, drift, describeShapes(session.config.source.resource, drift))
  }
  if (!look.isLoose && look.seen.size === known) return
  const shapes = Object.fromEntries(look.seen)
  watch.known = shapes
  await session.tenant(tx => keepShapes(tx, session.claim, shapes))
}

async function openWatch({ claim, config, tenant }: Session): Promise<ShapeWatch> {
  const { mapping } = config
  const mapped = new Set(mapping.fields.map(({ target }) => target))
  const { fields, known } = await tenant(async tx => ({
    fields: (await readFields(tx, claim)) ?? [],
    known: await readShapes(tx, claim),
  }))
  return {
    // Records alone never tell a type, and so no own word for it.
    documents: new Set(fields.flatMap(({ name, type, nativeType }) => (type === 'json' && nativeType ? [name] : []))),
    places: [...listPlaces(config)],
    isCopied: name => mapping.copyAll && !mapped.has(name),
    known,
  }
}

function* listPlaces(config: StrategyConfig): Generator<ShapePlace> {
  for (const { label, lists, path, uses } of listReads(config))
    yield { label, uses, lists: lists.map(compilePath), read: compilePath(path) }
  // Flattened, a list of plain values stands under its own name, and objects under those of their fields.
  for (const list of config.source.flatten ?? []) {
    const name = list.replaceAll('.', '_')
    const read: PathReader = row => {
      const data = row as Data // a record, as no list leads here
      return Object.hasOwn(data, name) ? data[name] : Object.hasOwn(data, lineField(list)) ? PRESENT : undefined
    }
    yield { label: list, uses: ['source.flatten'], lists: [], read }
  }
}

const PRESENT: Data = { is: 'there' }

interface Look {
  readonly isLoose: boolean
  readonly seen: Map<string, Shape>
  readonly drifts: Map<string, { readonly from: Shape; readonly to: Shape; readonly uses: Iterable<string> }>
}

function lookAt(data: Data, { documents, places, isCopied }: ShapeWatch, { isLoose, seen, drifts }: Look): void {
  const note = (label: string, value: Value | undefined, uses: Iterable<string>): void => {
    const to = shapeOf(value)
    if (to === null) return
    const from = seen.get(label)
    if (from === undefined) seen.set(label, to)
    else if (from === 'mixed' || kindOf(from) === kindOf(to)) return
    else if (documents.has(label) && kindOf(from) !== 'plain' && kindOf(to) !== 'plain') return
    else if (isLoose) seen.set(label, 'mixed')
    else drifts.set(label, { from, to, uses })
  }
  for (const { label, lists, read, uses } of places) visit(data, lists, 0, value => note(label, read(value), uses))
  for (const name of Object.keys(data)) if (isCopied(name)) note(name, data[name], [`${name} (*)`])
}

const toDrift = ({ drifts }: Look): Drift => ({
  gone: false,
  removed: [],
  changed: [...drifts].map(([name, { from, to }]) => ({ name, from, to })),
  breaks: [...new Set([...drifts.values()].flatMap(({ uses }) => [...uses]))],
})

function visit(value: Value | undefined, lists: readonly PathReader[], at: number, act: (value: Value) => void): void {
  const list = lists[at]
  if (!list) {
    if (value !== undefined) act(value)
    return
  }
  const found = list(value)
  if (Array.isArray(found)) for (const each of found) visit(each, lists, at + 1, act)
}

/** null: nothing, in whatever form interfaces write it: an empty list for no object, false for no reference. */
function shapeOf(value: Value | undefined): Exclude<Shape, 'mixed'> | null {
  if (value === undefined || value === null || value === '' || value === false) return null
  if (Array.isArray(value)) return value.length === 0 ? null : 'array'
  if (typeof value !== 'object') return value === true ? 'boolean' : typeof value === 'string' ? 'string' : 'number'
  if (value instanceof ExactNumber) return 'number'
  if (value instanceof Bytes) return 'string'
  return isEmpty(value) ? null : 'object'
}

/** 12 and "12" are one field still: a cast refuses what it does not understand. */
const kindOf = (shape: Shape): string => (shape === 'object' || shape === 'array' ? shape : 'plain')

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}
