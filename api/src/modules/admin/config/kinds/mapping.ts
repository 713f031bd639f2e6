import { MAX_MAP_LINES } from '@sluice/contract'
import { z } from 'zod'
import { refuse } from '../../../../http/refuse.ts'
import { mapping } from '../../../mapping/mapping/contract.ts'
import { type Json, type JsonObject, toJsonForm } from '../json.ts'
import { type LineRow, listLines, listMaps, type MapRow } from '../store.ts'
import type { World } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, type Scene, type Step } from './scene.ts'

/** More would make a file that nobody reads: such maps move by their own import and export. */
export const MOST_LINES = 5000

const Text = z.string().max(2000)
const Line = z.strictObject({
  a: Text,
  b: Text,
  a_label: z.string().max(500).default(''),
  b_label: z.string().max(500).default(''),
  enabled: z.boolean().default(true),
  remark: z.string().max(500).default(''),
})
type Line = z.output<typeof Line>

const Spec = z.strictObject({
  remark: z.string().max(500).default(''),
  a_platform: z.string().max(100).default(''),
  b_platform: z.string().max(100).default(''),
  case_sensitive: z.boolean().default(true),
  trim: z.boolean().default(false),
  on_miss: z.enum(['keep', 'default', 'error']).default('error'),
  default_a: Text.default(''),
  default_b: Text.default(''),
  /** Absent: they stay as they are. */
  lines: z.array(Line).max(MAX_MAP_LINES).optional(),
})

interface FoundMap extends Found {
  readonly row: MapRow
}

const readLine = (row: LineRow): Line => ({
  a: row.a_value,
  b: row.b_value,
  a_label: row.a_label,
  b_label: row.b_label,
  enabled: row.enabled,
  remark: row.remark,
})

/** As short as it can be said. */
const shorten = ({ a, b, a_label, b_label, enabled, remark }: Line): Json => ({
  a,
  b,
  ...(a_label === '' ? {} : { a_label }),
  ...(b_label === '' ? {} : { b_label }),
  ...(enabled ? {} : { enabled }),
  ...(remark === '' ? {} : { remark }),
})

/** The same lines are the same file, whoever wrote them first. */
const order = (lines: readonly Line[]): Json[] =>
  [...lines].sort((one, other) => (one.a < other.a ? -1 : one.a > other.a ? 1 : 0)).map(shorten)

const settingsOf = (world: World, row: MapRow) => ({
  remark: row.remark,
  a_platform: world.writePlatform(row.a_platform_id),
  b_platform: world.writePlatform(row.b_platform_id),
  case_sensitive: row.case_sensitive,
  trim: row.trim,
  on_miss: row.on_miss,
  default_a: row.default_a,
  default_b: row.default_b,
})

export const mappings: KindOf<FoundMap> = {
  kind: 'mapping',
  permission: 'mapping:query',
  async list({ tx, world }) {
    const rows = await listMaps(tx)
    const short = rows.filter(row => row.line_count <= MOST_LINES)
    const lines = Map.groupBy(
      await listLines(
        tx,
        short.map(row => row.id),
      ),
      line => line.map_id,
    )
    return rows.map(row => {
      const settings = settingsOf(world, row)
      const own = row.line_count <= MOST_LINES ? { lines: order((lines.get(row.id) ?? []).map(readLine)) } : {}
      return { id: row.id, key: row.name, name: row.name, version: row.version, row, spec: { ...settings, ...own } }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { lines, ...settings } = parseSpec(Spec, document.spec, scene.ctx)
    // Lines that a file does not tell, or that no file could hold, are compared as they are.
    const before = found ? await readOf(scene, found, lines !== undefined) : undefined
    const kept = lines === undefined && before !== undefined ? before['lines'] : order(lines ?? [])
    const spec = toJsonForm({ ...settings, lines: kept }) as JsonObject
    return {
      name: document.key,
      spec,
      notes: [],
      apply: () => save(scene, document.key, { settings, lines, found, spec }),
    }
  },
  async remove(scene, { id }) {
    await call(scene, mapping.delete, scene.deps.parts.mapping.delete, { params: { id } })
  },
}

async function readOf({ tx }: Scene, found: FoundMap, isAll: boolean): Promise<JsonObject> {
  if (found.spec['lines'] !== undefined || !isAll) return found.spec
  const whole = found.spec as Record<string, Json>
  whole['lines'] = await readLines(tx, found.id)
  return whole
}

/** All of one map. */
export const readLines = async (tx: Scene['tx'], id: string): Promise<Json[]> =>
  order((await listLines(tx, [id])).map(readLine))

interface Saving {
  readonly settings: Omit<z.output<typeof Spec>, 'lines'>
  readonly lines: readonly Line[] | undefined
  readonly found: FoundMap | undefined
  readonly spec: JsonObject
}

async function save(scene: Scene, name: string, { settings, lines, found, spec }: Saving): Promise<void> {
  const { mapping: routes } = scene.deps.parts
  const { a_platform, b_platform, ...rules } = settings
  const body = {
    ...rules,
    name,
    a_platform_id: readPlatform(scene, a_platform, 'spec.a_platform'),
    b_platform_id: readPlatform(scene, b_platform, 'spec.b_platform'),
  }
  const isSame = (part: (from: JsonObject) => unknown): boolean =>
    found !== undefined && JSON.stringify(part(found.spec)) === JSON.stringify(part(spec))
  const id = found?.id ?? (await call(scene, mapping.create, routes.create, { body })).id
  if (found && !isSame(({ lines: _lines, ...rest }) => rest))
    await call(scene, mapping.update, routes.update, { params: { id }, body: { ...body, version: found.version } })
  if (lines !== undefined && lines.length + (found?.row.line_count ?? 0) > 0 && !isSame(each => each['lines'])) {
    const given = lines.map(({ a, b, ...rest }) => ({ a_value: a, b_value: b, ...rest }))
    await call(scene, mapping.import, routes.import, { params: { id }, body: { mode: 'replace', lines: given } })
  }
  scene.maps.add(id)
}

function readPlatform({ world }: Scene, name: string, field: string): string {
  const id = name === '' ? '' : world.readPlatform(name)
  if (id === undefined) throw refuse('invalid.configReference', { field, value: name })
  return id
}
