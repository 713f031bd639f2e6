import { type Adapter, Failure, parseJson } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { z } from 'zod'
import { explainJson } from '../../../http/explain-syntax.ts'
import { MAX_VALUES, measureJson } from '../../../http/measure-json.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { findManifest, withOwnPlatforms } from '../../connect/platform/index.ts'
import { checkFaults, type Fault } from './check-faults.ts'
import { type AdapterDeps, auditOf, createAdapter, saveAdapter } from './service.ts'
import { findByName } from './store.ts'

export interface ImportWish {
  readonly text: string
  readonly platform_id?: string | undefined
  readonly existing: 'skip' | 'version' | 'copy'
  readonly preview: boolean
}

export interface ImportRow {
  readonly name: string
  readonly platform_id: string
  readonly kind: Adapter['kind'] | null
  readonly act: 'add' | 'version' | 'copy' | 'skip' | 'refuse'
  readonly faults: Fault[]
}

interface Planned extends ImportRow {
  /** null where there are faults. */
  readonly doc: Adapter | null
}

const MOST = 500
/** One of them, before it is known to be right. */
const Entry = z.object({ platform_id: z.string().default(''), doc: z.record(z.string(), z.unknown()) })

/** What would become of each; stored only where that is asked for and nothing is refused. */
export async function importAdapters(
  deps: AdapterDeps,
  tx: Tx,
  wish: ImportWish,
  ctx: RouteContext,
): Promise<{ readonly adapters: ImportRow[]; readonly is_done: boolean }> {
  const entries = readFile(wish.text)
  const planned: Planned[] = []
  for (const [index, entry] of entries.entries())
    planned.push(await plan(deps, tx, { entry, index, wish, planned }, ctx))
  const adapters = planned.map(({ doc: _, ...row }) => row)
  const isWhole = planned.every(each => each.act !== 'refuse')
  const isStored = !wish.preview && isWhole && planned.some(each => each.act !== 'skip')
  if (isStored) for (const each of planned) await store(deps, tx, each, ctx)
  // What is stored leaves a row each.
  else
    await ctx.audit(tx, { ...auditOf({ id: '', name: '' }), after: { count: planned.length, preview: wish.preview } })
  if (wish.preview || !isWhole) return { adapters, is_done: false }
  return { adapters, is_done: true }
}

/** `{"adapters": [{platform_id, doc}]}` as export writes it, or one document alone. @throws Failure at the field `text` */
function readFile(text: string): readonly unknown[] {
  const bare = text.replace(/^\uFEFF/, '')
  if (measureJson(bare) === 'many') throw refuse('tooLarge.text', { field: 'text', value: String(MAX_VALUES) })
  let file: unknown
  try {
    file = JSON.parse(JSON.stringify(parseJson(bare)))
  } catch (cause) {
    throw new Failure({ code: 'invalid.importText', field: 'text', message: explainJson(bare), cause })
  }
  const list = z.object({ adapters: z.array(z.unknown()) }).safeParse(file)
  const entries = list.success ? list.data.adapters : [{ doc: file }]
  if (entries.length === 0) throw refuse('invalid.importEmpty', { field: 'text' })
  if (entries.length > MOST) throw refuse('invalid.importMany', { field: 'text', value: String(MOST) })
  return entries
}

interface Step {
  readonly entry: unknown
  readonly index: number
  readonly wish: ImportWish
  /** Those before it in the file. */
  readonly planned: readonly Planned[]
}

async function plan(
  deps: AdapterDeps,
  tx: Tx,
  { entry, index, wish, planned }: Step,
  ctx: RouteContext,
): Promise<Planned> {
  const at = `adapters.${index}`
  const read = Entry.safeParse(entry)
  const given = read.success ? read.data : { platform_id: '', doc: {} }
  const platformId = wish.platform_id ?? given.platform_id
  const name = String(given.doc['name'] ?? '')
  const refused = (faults: Fault[]): Planned => ({
    name,
    platform_id: platformId,
    kind: null,
    act: 'refuse',
    faults,
    doc: null,
  })
  if (!read.success) return refused([{ field: at, message: ctx.tell('This is no adapter with its document.') }])
  const checked = checkFaults(given.doc, `${at}.doc`, ctx)
  if ('faults' in checked) return refused(checked.faults)
  const { doc } = checked
  const manifest = findManifest(await withOwnPlatforms(deps.engine, tx), platformId)
  const takes = doc.kind === 'sql' ? manifest?.takesStatements : manifest?.takesAssets
  if (!manifest || takes !== true)
    return refused([
      {
        field: `${at}.platform_id`,
        message: ctx.tell(
          manifest ? 'This platform does not take adapters of this kind.' : 'There is no such platform.',
        ),
      },
    ])
  if (planned.some(each => each.name === doc.name && each.platform_id === platformId))
    return refused([{ field: `${at}.doc.name`, message: ctx.tell('The file has two adapters of this name.') }])
  const script = doc.kind === 'script' ? await findScriptFault(deps, doc, ctx) : null
  if (script !== null) return refused([{ field: `${at}.doc.script.code`, message: script }])
  const known = await findByName(tx, platformId, doc.name)
  if (known && wish.existing === 'version' && (known.kind === 'sql') !== (doc.kind === 'sql'))
    return refused([{ field: `${at}.doc.kind`, message: ctx.tell('The adapter of this name is of another kind.') }])
  const act = known ? wish.existing : 'add'
  return { name: doc.name, platform_id: platformId, kind: doc.kind, act, faults: [], doc }
}

async function findScriptFault({ engine }: AdapterDeps, doc: Adapter, ctx: RouteContext): Promise<string | null> {
  try {
    await engine.connections.checkScript(ctx.principal.tenantId, doc.script.code)
    return null
  } catch (error) {
    return ctx.tell(error instanceof Error ? error.message : String(error))
  }
}

async function store(deps: AdapterDeps, tx: Tx, { act, doc, platform_id }: Planned, ctx: RouteContext): Promise<void> {
  if (!doc || act === 'skip' || act === 'refuse') return
  if (act === 'version') {
    const { id, version } = (await findByName(tx, platform_id, doc.name))! // planned in this transaction
    return saveAdapter(tx, id, { doc, version, note: '' }, ctx)
  }
  const name = act === 'add' ? doc.name : await findFreeName(tx, platform_id, doc.name)
  await createAdapter(deps, tx, { platform_id, doc: { ...doc, name } }, ctx)
}

/** `Signed (2)`, the first that nobody bears. */
async function findFreeName(tx: Tx, platformId: string, name: string): Promise<string> {
  for (let count = 2; ; count += 1) {
    const wanted = `${name.slice(0, 90)} (${count})`
    if (!(await findByName(tx, platformId, wanted))) return wanted
  }
}
